import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { META_VALUE_MAX } from '#contract/core/limits.ts'
import { joined, partsOf, type TemplateField } from '#contract/fields.ts'
import { DayField } from '../../widgets/DayField.tsx'

type Props = {
  field: TemplateField | null
  terms: readonly string[]
  label: string
  value: string
  isWrong: boolean
  onChange: (value: string) => void
  onEnter: () => void
}

/** The input for a value by its field: a select, a date picker or a text field. */
export function ValueInput({ field, terms, label, value, isWrong, onChange, onEnter }: Props) {
  const { t } = useTranslation()
  const status = isWrong ? 'error' : ''
  const shared = { 'aria-label': label, placeholder: label, status, autoFocus: field !== null } as const
  const choose = { ...shared, allowClear: true, showSearch: true, className: 'metadata-wide' }
  const options = terms.map((term) => ({ value: term, label: term }))
  switch (field?.kind) {
    case 'date':
      return <DayField label={label} {...(value && { day: value })} onChange={(day) => onChange(day ?? '')} />
    case 'yesNo':
      return (
        <Select
          {...choose}
          value={value || null}
          onChange={(answer: string | undefined) => onChange(answer ?? '')}
          options={(['yes', 'no'] as const).map((answer) => ({
            value: answer,
            label: t(`metadata.answers.${answer}`),
          }))}
        />
      )
    case 'choice':
      return (
        <Select
          {...choose}
          value={value || null}
          onChange={(term: string | undefined) => onChange(term ?? '')}
          options={options}
        />
      )
    case 'several':
      return (
        <Select
          {...choose}
          mode="multiple"
          value={partsOf(value)}
          onChange={(chosen: string[]) => onChange(joined(chosen))}
          options={options}
        />
      )
    case 'number':
    case 'doi':
    case 'orcid':
    case 'person':
      return (
        <Input
          {...shared}
          value={value}
          suffix={field.unit || undefined}
          inputMode={field.kind === 'number' ? 'decimal' : 'text'}
          maxLength={META_VALUE_MAX}
          onChange={(event) => onChange(event.target.value)}
          onPressEnter={onEnter}
        />
      )
    case 'text':
    case undefined:
      return (
        <Input.TextArea
          {...shared}
          value={value}
          autoSize={{ minRows: 1, maxRows: 8 }}
          maxLength={META_VALUE_MAX}
          onChange={(event) => onChange(event.target.value)}
          onPressEnter={(event) => {
            if (event.shiftKey) return
            event.preventDefault()
            onEnter()
          }}
        />
      )
  }
}
