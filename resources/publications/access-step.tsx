import { Form, Input, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Problem } from '#contract/publications/check.ts'
import { LICENCES } from '#contract/publications/licences.ts'
import { AccessKind, DATASET_TEXT_MAX } from '#contract/publications/metadata.ts'
import type { TemplateDefinition } from '#contract/publications/template.ts'
import { DayField } from '../../src/widgets/DayField.tsx'
import { isLicenceMeant, licenceText } from './licence-text.ts'
import { usePlaceName } from './place-name.ts'
import { useErrorAt } from './problem-text.ts'
import type { Draft } from './use-draft.ts'

const OPEN = { kind: 'open' as const, until: null, terms: { zh: '', en: '' } }

type Props = {
  draft: Draft
  definition: TemplateDefinition | null
  problems: readonly Problem[]
  /** Missing values are shown as errors, too: the draft was checked. */
  isAsked: boolean
}

/** Chooses who can access the files, and the licence. */
export function AccessStep({ draft, definition, problems, isAsked }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language === 'en' ? 'en' : 'zh'
  const wrongAt = useErrorAt(problems, isAsked)
  const { fields, set } = draft
  const access = fields.access ?? OPEN
  const nameOf = usePlaceName(definition)
  const asked = (key: string) =>
    definition?.groups.flatMap((group) => group.fields).find((field) => field.key === key && field.type === 'core')
  const hintOf = (key: string) => asked(key)?.hint[lang] || asked(key)?.hint.zh
  const kinds = AccessKind.options.filter((kind) => {
    const offered = asked('access')?.options ?? []
    return !offered.length || kind === access.kind || offered.some(({ value }) => value === kind)
  })
  const licences = asked('licence')?.options ?? []
  const hasTerms = access.kind === 'restricted' || access.kind === 'closed' || Boolean(fields.restricted?.length)
  return (
    <Form layout="vertical" component="div" className="metadata-form">
      <Form.Item data-place="access" label={nameOf('access')} required extra={hintOf('access')} {...wrongAt('access')}>
        <Radio.Group
          className="access-choice"
          value={access.kind}
          onChange={(event) => set({ access: { ...access, kind: AccessKind.parse(event.target.value) } })}
        >
          {kinds.map((kind) => (
            <Radio key={kind} value={kind}>
              {t(`publications.access.${kind}`)}
              <small>{t(`publications.accessHints.${kind}`)}</small>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      {access.kind === 'embargo' && (
        <Form.Item label={t('publications.until')} htmlFor="access-until" required>
          <DayField
            id="access-until"
            label={t('publications.until')}
            day={access.until}
            onChange={(day) => set({ access: { ...access, until: day ?? null } })}
          />
        </Form.Item>
      )}
      {hasTerms &&
        (['zh', 'en'] as const).map((language) => (
          <Form.Item
            key={language}
            htmlFor={`access-terms-${language}`}
            label={t('publications.inLanguage', {
              name: access.kind === 'closed' ? t('publications.closedBecause') : t('publications.terms'),
              language: t(`publications.languages.${language}`),
            })}
          >
            <Input.TextArea
              id={`access-terms-${language}`}
              rows={3}
              maxLength={DATASET_TEXT_MAX}
              value={access.terms[language]}
              onChange={(event) =>
                set({ access: { ...access, terms: { ...access.terms, [language]: event.target.value } } })
              }
            />
          </Form.Item>
        ))}
      <Form.Item
        data-place="licence"
        label={nameOf('licence')}
        htmlFor="access-licence"
        required={access.kind !== 'closed'}
        extra={hintOf('licence') || t('publications.licenceHint')}
        {...wrongAt('licence')}
      >
        <Select
          id="access-licence"
          showSearch={{ filterOption: (typed, option) => isLicenceMeant(option?.label ?? '', typed) }}
          allowClear
          value={fields.licence || null}
          onChange={(licence) => set({ licence: licence ?? '' })}
          options={
            licences.length
              ? licences.map(({ value, title }) => ({
                  value,
                  label: title[lang] || title.zh || licenceText(t, value),
                }))
              : Object.keys(LICENCES).map((value) => ({ value, label: licenceText(t, value) }))
          }
        />
      </Form.Item>
    </Form>
  )
}
