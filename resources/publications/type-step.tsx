import { Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { DATASET_TEXT_MAX } from '#contract/publications/metadata.ts'
import { formatList } from '../../src/widgets/format.ts'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { InstitutionChoice } from './institution-choice.tsx'
import type { Draft } from './use-draft.ts'
import type { ChoosableTemplate, Templates } from './use-templates.ts'

type Props = { draft: Pick<Draft, 'fields' | 'set'>; templates: Templates; number: number }

/**
 * Chooses where to publish and the template, which determines the resource type; for a new version, describes the
 * changes.
 */
export function TypeStep({ draft, templates, number }: Props) {
  const { t } = useTranslation()
  const shown = (templates.data ?? []).filter(({ isOn, id }) => isOn || id === draft.fields.template)
  return (
    <Form layout="vertical" component="div">
      {number > 1 && (
        <Form.Item data-place="changes" label={t('publications.fields.changes')} htmlFor="publication-changes" required>
          <Input.TextArea
            id="publication-changes"
            rows={3}
            maxLength={DATASET_TEXT_MAX}
            value={draft.fields.changes ?? ''}
            onChange={(event) => draft.set({ changes: event.target.value })}
          />
        </Form.Item>
      )}
      <InstitutionChoice draft={draft} />
      <fieldset className="template-choice" data-place="template">
        <legend>{t('publications.fields.template')}</legend>
        <Loaded query={templates}>
          {() => (
            <Radio.Group
              value={draft.fields.template ?? null}
              onChange={(event) => {
                const template = shown.find(({ id }) => id === event.target.value)
                if (template)
                  draft.set({
                    template: template.id,
                    templateVersion: template.version,
                    resourceType: template.definition.resourceType,
                  })
              }}
            >
              {shown.map((template) => (
                <TemplateCard key={template.id} template={template} />
              ))}
              {!shown.length && <p>{t('publications.templatesNone')}</p>}
            </Radio.Group>
          )}
        </Loaded>
      </fieldset>
    </Form>
  )
}

function TemplateCard({ template: { id, definition, omitted, unusable } }: { template: ChoosableTemplate }) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language === 'en' ? 'en' : 'zh'
  const { name, description } = definition
  return (
    <Radio value={id} className="template-card" disabled={unusable.length > 0}>
      <b>{name[lang] || name.zh || name.en}</b>
      <small>{description[lang] || description.zh}</small>
      {unusable.length > 0 && (
        <small>{t('publications.templateUnusable', { names: formatList(unusable, i18n.language) })}</small>
      )}
      {omitted.length > 0 && (
        <small>{t('publications.templateOmits', { names: formatList(omitted, i18n.language) })}</small>
      )}
    </Radio>
  )
}
