import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DATASET_LINE_MAX, DATASET_TEXT_MAX } from '#contract/publications/metadata.ts'
import type { TemplateField } from '#contract/publications/template.ts'
import { DayField } from '../../src/widgets/DayField.tsx'
import type { Draft } from './use-draft.ts'

type Props = { draft: Draft; field: TemplateField; id: string; label: string }

/** The input of a field that a template adds. */
export function ExtraInput({ draft: { fields, set }, field: { key, type, options }, id, label }: Props) {
  const { i18n } = useTranslation()
  const lang = i18n.language === 'en' ? 'en' : 'zh'
  const values = fields.extra?.[key] ?? []
  const write = (next: readonly string[]) => set({ extra: { ...fields.extra, [key]: [...next] } })
  const [first = ''] = values
  const one = (value: string | undefined) => write(value ? [value] : [])
  if (type === 'textarea')
    return (
      <Input.TextArea
        id={id}
        autoSize={{ minRows: 3, maxRows: 12 }}
        maxLength={DATASET_TEXT_MAX}
        value={first}
        onChange={(event) => one(event.target.value)}
      />
    )
  if (type === 'tags')
    return (
      <Select
        id={id}
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={[';', '；']}
        value={[...values]}
        onChange={(words: string[]) => write(words)}
      />
    )
  if (type === 'select')
    return (
      <Select
        id={id}
        allowClear
        value={first || null}
        onChange={(value) => one(value ?? '')}
        options={options.map(({ value, title }) => ({ value, label: title[lang] || title.zh || value }))}
      />
    )
  if (type === 'date') return <DayField id={id} label={label} day={first || null} onChange={one} />
  return (
    <Input
      id={id}
      maxLength={DATASET_LINE_MAX}
      inputMode={type === 'number' ? 'decimal' : type === 'url' ? 'url' : 'text'}
      value={first}
      onChange={(event) => one(event.target.value)}
    />
  )
}
