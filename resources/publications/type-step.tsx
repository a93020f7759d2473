import { Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { DATASET_TEXT_MAX } from '#contract/publications/metadata.ts'
import type { Template } from '#contract/publications/template.ts'
import type { Draft } from './use-draft.ts'

type Props = { draft: Draft; templates: readonly Template[]; number: number }

/** The template, which says the resource type too; of a new version what it changes. */
export function TypeStep({ draft, templates, number }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language === 'en' ? 'en' : 'zh'
  const shown = templates.filter(({ isOn, id }) => isOn || id === draft.fields.template)
  return (
    <Form layout="vertical" component="div">
      {number > 1 && (
        <Form.Item label={t('publications.fields.changes')} htmlFor="publication-changes" required>
          <Input.TextArea
            id="publication-changes"
            rows={3}
            maxLength={DATASET_TEXT_MAX}
            value={draft.fields.changes ?? ''}
            onChange={(event) => draft.set({ changes: event.target.value })}
          />
        </Form.Item>
      )}
      <fieldset className="template-choice">
        <legend>{t('publications.fields.template')}</legend>
        <Radio.Group
          value={draft.fields.template ?? null}
          onChange={(event) => {
            const template = templates.find(({ id }) => id === event.target.value)
            if (template) draft.set({ template: template.id, resourceType: template.definition.resourceType })
          }}
        >
          {shown.map(({ id, definition: { name, description } }) => (
            <Radio key={id} value={id} className="template-card">
              <b>{name[lang] || name.zh || name.en}</b>
              <small>{description[lang] || description.zh}</small>
            </Radio>
          ))}
        </Radio.Group>
      </fieldset>
    </Form>
  )
}
