import type { Column } from '#contract/tables/columns.ts'
import type { TableContext } from './context.ts'
import { FilterEditor } from './filter-editor.tsx'
import { valuesOfTable } from './offered-values.ts'
import { operatorsFor, operatorsThen } from './operators.ts'

type Props = { context: TableContext; column?: Column; onClose: () => void }

/** The conditions by which a table is looked at. */
export function TableFilter({ context: { table, view, rows, isPast }, column, onClose }: Props) {
  return (
    <FilterEditor
      spaceId={table.spaceId}
      names={rows.names}
      columns={table.columnList}
      operators={isPast ? operatorsThen : operatorsFor}
      values={isPast ? null : valuesOfTable(table, view.question.q)}
      filter={view.question.filter}
      column={column}
      onApply={(filter) => view.ask({ filter })}
      onClose={onClose}
    />
  )
}
