import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cell, Column } from '#contract/tables/columns.ts'
import type { PickerProps } from '../../src/grid/props.ts'

type Props = PickerProps & { column: Column; value: Cell }

/** Chooses a term for a cell; what was typed on the cell narrows the terms. */
export function ValuePicker({ column, value, typed, onDone }: Props) {
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
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') onDone(null)
      }}
    />
  )
}
