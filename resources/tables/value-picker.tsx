import { Select } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cellText } from '#contract/cells.ts'
import type { Cell, Column } from '#contract/tables/columns.ts'
import type { PickerProps } from '../../src/grid/props.ts'
import { ReferenceSelect } from './reference-select.tsx'

type Props = PickerProps & { spaceId: string; column: Column; value: Cell; names: Map<string, string>; unseen: string }

/** Whether cells of a column are chosen, not typed. */
export const isPicked = ({ type, options }: Column) =>
  type === 'file' || type === 'person' || ((type === 'choice' || type === 'choices') && options.length > 0)

const keysOf = (onEscape: () => void) => (event: KeyboardEvent) => {
  event.stopPropagation()
  if (event.key === 'Escape') onEscape()
}

/** Chooses what a cell holds; what was typed on the cell narrows the choice. */
export function ValuePicker(props: Props) {
  const { column, value, typed, onDone, spaceId, names, unseen } = props
  if (column.type === 'choice') return <TermPicker {...props} />
  if (column.type === 'choices') return <TermsPicker {...props} />
  return (
    <ReferenceSelect
      className="value-picker"
      autoFocus
      defaultOpen
      spaceId={spaceId}
      type={column.type === 'file' ? 'file' : 'person'}
      label={column.name}
      value={typeof value === 'string' ? value : ''}
      names={names}
      unseen={unseen}
      typed={typed ?? ''}
      onChange={onDone}
      onBlur={() => onDone(null)}
      onKeyDown={keysOf(() => onDone(null))}
    />
  )
}

function TermPicker({ column, value, typed, onDone }: Props) {
  const { t } = useTranslation()
  const [sought, setSought] = useState(typed ?? '')
  return (
    <Select
      className="value-picker"
      aria-label={column.name}
      autoFocus
      defaultOpen
      showSearch={{ optionFilterProp: 'label', searchValue: sought, onSearch: setSought }}
      allowClear
      defaultValue={typeof value === 'string' ? value : undefined}
      options={column.options.map((term) => ({ value: term, label: term }))}
      notFoundContent={t('tables.noTerm')}
      onChange={(term) => onDone(term ?? '')}
      onBlur={() => onDone(null)}
      onKeyDown={keysOf(() => onDone(null))}
    />
  )
}

/** Several terms: leaving the cell takes what is chosen, Escape does not. */
function TermsPicker({ column, value, typed, onDone }: Props) {
  const { t } = useTranslation()
  const [sought, setSought] = useState(typed ?? '')
  const [chosen, setChosen] = useState<string[]>(Array.isArray(value) ? value : [])
  const isOver = useRef(false)
  const end = (text: string | null) => {
    if (!isOver.current) onDone(text)
    isOver.current = true
  }
  return (
    <Select
      className="value-picker"
      mode="multiple"
      aria-label={column.name}
      autoFocus
      defaultOpen
      showSearch={{ optionFilterProp: 'label', searchValue: sought, onSearch: setSought }}
      value={chosen}
      options={column.options.map((term) => ({ value: term, label: term }))}
      notFoundContent={t('tables.noTerm')}
      onChange={setChosen}
      onBlur={() => end(cellText(chosen))}
      onKeyDown={keysOf(() => end(null))}
    />
  )
}
