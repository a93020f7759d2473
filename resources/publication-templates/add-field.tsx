import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import {
  coreKeys,
  pairedKeys,
  placeOf,
  type TemplateField,
  TemplateFieldType,
} from '#contract/publications/template.ts'
import { useFieldWords } from './field-words.ts'

type Props = { taken: readonly TemplateField[]; onAdd: (field: TemplateField) => void }

type Part = Pick<TemplateField, 'key' | 'type' | 'language'>
const parts = coreKeys.flatMap((key): Part[] =>
  pairedKeys.includes(key)
    ? (['zh', 'en'] as const).map((language) => ({ key, type: 'core', language }))
    : [{ key, type: 'core', language: '' }],
)
const own = TemplateFieldType.options.filter((type) => type !== 'core')

/** Adds a field of the record that the template lacks, or a custom field. */
export function AddField({ taken, onAdd }: Props) {
  const { t } = useTranslation()
  const { partName, typeName } = useFieldWords()
  const places = new Set(taken.map(placeOf))
  const free = parts.filter((part) => !places.has(placeOf(part)))
  const blank = { title: { zh: '', en: '' }, hint: { zh: '', en: '' }, check: '', iri: '', options: [] }
  const add = (value: string) => {
    const part = free.find((one) => placeOf(one) === value)
    if (part) return onAdd({ ...blank, ...part, multiply: '0:1' })
    const type = own.find((one) => `type ${one}` === value)
    if (!type) return
    const keys = new Set(taken.map(({ key }) => key))
    const key = Array.from({ length: taken.length + 1 }, (_, i) => `field${i + 1}`).find((one) => !keys.has(one))
    const options = type === 'select' ? [{ value: '1', title: { zh: '', en: '' } }] : []
    onAdd({ ...blank, key: key ?? 'field', type, language: '', multiply: '0:1', options })
  }
  return (
    <Select<string | null>
      className="template-add"
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t('publicationTemplates.fieldAdd')}
      placeholder={t('publicationTemplates.fieldAdd')}
      value={null}
      onChange={(value) => value && add(value)}
      options={[
        {
          label: t('publicationTemplates.ofRecord'),
          options: free.map((part) => ({ value: placeOf(part), label: partName(part) })),
        },
        {
          label: t('publicationTemplates.ofTemplate'),
          options: own.map((type) => ({ value: `type ${type}`, label: typeName(type) })),
        },
      ]}
    />
  )
}
