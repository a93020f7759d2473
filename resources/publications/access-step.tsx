import { Form, Input, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Problem } from '#contract/publications/check.ts'
import { AccessKind, DATASET_TEXT_MAX } from '#contract/publications/metadata.ts'
import { DayField } from '../../src/widgets/DayField.tsx'
import { useProblemText } from './problem-text.ts'
import type { Draft } from './use-draft.ts'

/** Licences that fit data and software, by their SPDX ids; others are typed. */
const LICENCES = [
  'CC-BY-4.0',
  'CC0-1.0',
  'CC-BY-SA-4.0',
  'CC-BY-NC-4.0',
  'CC-BY-NC-SA-4.0',
  'ODbL-1.0',
  'PDDL-1.0',
  'MIT',
  'Apache-2.0',
  'BSD-3-Clause',
  'GPL-3.0-or-later',
  'MulanPSL-2.0',
]
const OPEN = { kind: 'open' as const, until: null, terms: { zh: '', en: '' } }

/** Who may have the files, and under which licence. */
export function AccessStep({ draft, problems }: { draft: Draft; problems: readonly Problem[] }) {
  const { t } = useTranslation()
  const textOf = useProblemText()
  const { fields, set } = draft
  const access = fields.access ?? OPEN
  const wrongAt = (place: string) => {
    const found = problems.find((problem) => problem.place === place && problem.level === 'error')
    return found ? { validateStatus: 'error' as const, help: textOf(found) } : {}
  }
  const hasTerms = access.kind === 'restricted' || access.kind === 'closed'
  return (
    <Form layout="vertical" component="div" className="metadata-form">
      <Form.Item label={t('publications.fields.access')} required {...wrongAt('access')}>
        <Radio.Group
          className="access-choice"
          value={access.kind}
          onChange={(event) => set({ access: { ...access, kind: AccessKind.parse(event.target.value) } })}
        >
          {AccessKind.options.map((kind) => (
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
        label={t('publications.fields.licence')}
        htmlFor="access-licence"
        required={access.kind !== 'closed'}
        extra={t('publications.licenceHint')}
        {...wrongAt('licence')}
      >
        <Select
          id="access-licence"
          showSearch
          allowClear
          value={fields.licence || null}
          onChange={(licence) => set({ licence: licence ?? '' })}
          options={LICENCES.map((value) => ({ value, label: value }))}
        />
      </Form.Item>
    </Form>
  )
}
