import { Input, Select } from 'antd'
import { cellText } from '#contract/cells.ts'
import type { Column } from '#contract/tables/columns.ts'
import { readValue } from './read-value.ts'
import { ReferenceSelect } from './reference-select.tsx'

type Props = {
  spaceId: string
  column: Column
  isOff: boolean
  names: Map<string, string>
  unseen: string
  /** From the form: what the cell holds as a text; the id of a file or person. */
  id?: string
  value?: string
  onChange?: (text: string) => void
}
const optionsOf = ({ options }: Column) => options.map((term) => ({ value: term, label: term }))

/** The field of a cell in the form of a row. */
export function CellField({ spaceId, column, isOff, names, unseen, value = '', onChange, ...field }: Props) {
  const { type, options } = column
  const change = (text: string | undefined) => onChange?.(text ?? '')
  if (type === 'file' || type === 'person')
    return (
      <ReferenceSelect
        {...field}
        spaceId={spaceId}
        type={type}
        disabled={isOff}
        value={value}
        onChange={change}
        names={names}
        unseen={unseen}
      />
    )
  if (type === 'choice' && options.length > 0)
    return (
      <Select
        {...field}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        disabled={isOff}
        options={optionsOf(column)}
        value={value || null}
        onChange={change}
      />
    )
  if (type === 'choices' && options.length > 0) {
    const terms = readValue(column, value, () => undefined)
    return (
      <Select
        {...field}
        mode="multiple"
        disabled={isOff}
        options={optionsOf(column)}
        value={Array.isArray(terms) ? terms : []}
        onChange={(chosen: string[]) => change(cellText(chosen))}
      />
    )
  }
  const props = { ...field, value, disabled: isOff }
  return type === 'text' ? (
    <Input.TextArea {...props} autoSize={{ minRows: 1, maxRows: 8 }} onChange={({ target }) => change(target.value)} />
  ) : (
    <Input {...props} onChange={({ target }) => change(target.value)} />
  )
}
