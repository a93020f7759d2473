import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { DATASET_LINE_MAX } from '#contract/publications/metadata.ts'
import type { TemplateDefinition, TemplateField } from '#contract/publications/template.ts'
import { AddField } from './add-field.tsx'
import { FieldEditor } from './field-editor.tsx'
import { Words } from './words.tsx'

type Group = TemplateDefinition['groups'][number]
type Props = { groups: Group[]; wrong: ReadonlySet<string>; onChange: (groups: Group[]) => void }

const replaced = <T,>(list: readonly T[], at: number, one: T): T[] => list.map((each, i) => (i === at ? one : each))
const without = <T,>(list: readonly T[], at: number): T[] => list.filter((_, i) => i !== at)
function raised<T>(list: readonly T[], at: number): T[] {
  const [one, before] = [list[at], list[at - 1]]
  if (one === undefined || before === undefined) return [...list]
  return replaced(replaced(list, at - 1, one), at, before)
}

/** The groups of a template with their fields, each in its order. */
export function Groups({ groups, wrong, onChange }: Props) {
  const { t } = useTranslation()
  const taken = groups.flatMap(({ fields }) => fields)
  return (
    <div className="template-groups">
      {groups.map((group, at) => (
        // Groups have no identity of their own: their place is it.
        <fieldset key={at}>
          <legend>{t('publicationTemplates.group', { number: at + 1 })}</legend>
          <div className="template-columns">
            <Words
              label={t('publicationTemplates.groupTitle')}
              value={group.title}
              max={DATASET_LINE_MAX}
              onChange={(title) => onChange(replaced(groups, at, { ...group, title }))}
            />
          </div>
          <Fields
            group={group}
            path={`groups.${at}.fields`}
            wrong={wrong}
            onChange={(fields) => onChange(replaced(groups, at, { ...group, fields }))}
          />
          <div className="template-actions">
            <AddField
              taken={taken}
              onAdd={(field) => onChange(replaced(groups, at, { ...group, fields: [...group.fields, field] }))}
            />
            {at > 0 && (
              <Button onClick={() => onChange(raised(groups, at))}>{t('publicationTemplates.groupUp')}</Button>
            )}
            {groups.length > 1 && (
              <Button danger onClick={() => onChange(without(groups, at))}>
                {t('publicationTemplates.groupRemove')}
              </Button>
            )}
          </div>
        </fieldset>
      ))}
      <Button icon={<PlusOutlined />} onClick={() => onChange([...groups, { title: { zh: '', en: '' }, fields: [] }])}>
        {t('publicationTemplates.groupAdd')}
      </Button>
    </div>
  )
}

type FieldsProps = {
  group: Group
  path: string
  wrong: ReadonlySet<string>
  onChange: (fields: TemplateField[]) => void
}

function Fields({ group: { fields }, path, wrong, onChange }: FieldsProps) {
  const { t } = useTranslation()
  if (!fields.length)
    return (
      <p role={wrong.has(path) ? 'alert' : undefined} className={wrong.has(path) ? 'template-problem' : undefined}>
        {t('publicationTemplates.groupEmpty')}
      </p>
    )
  return (
    <ul className="template-fields">
      {fields.map((field, at) => (
        <FieldEditor
          // The key may be edited, so a field is identified by its position.
          key={at}
          field={field}
          wrong={[...wrong].flatMap((one) => (one.startsWith(`${path}.${at}.`) ? [one.slice(path.length + 1)] : []))}
          onChange={(next) => onChange(replaced(fields, at, next))}
          onRaise={at > 0 ? () => onChange(raised(fields, at)) : null}
          onRemove={() => onChange(without(fields, at))}
        />
      ))}
    </ul>
  )
}
