import { useTranslation } from 'react-i18next'
import type { ChangeOutcome } from '#contract/tables/changes.ts'
import type { DataTable } from '#contract/tables.ts'
import { showValue } from './show-value.ts'
import { useWords } from './use-words.ts'

type Props = { table: DataTable; outcome: ChangeOutcome; names: ReadonlyMap<string, string> }

/** Cells that two people changed: what each of them wants there. */
export function Conflicts({ table, outcome, names }: Props) {
  const { t } = useTranslation()
  const words = useWords(names)
  const { conflicts, conflictCount } = outcome
  const columns = new Map(table.columnList.map((column) => [column.id, column]))
  const text = (column: number, value: (typeof conflicts)[number]['wanted']) => {
    const known = columns.get(column)
    return (known && showValue(known, value, undefined, words).text) || t('grid.empty')
  }
  return (
    <table className="table-conflicts">
      <thead>
        <tr>
          <th>{t('tables.conflict.column')}</th>
          <th>{t('tables.conflict.present')}</th>
          <th>{t('tables.conflict.wanted')}</th>
        </tr>
      </thead>
      <tbody>
        {conflicts.map(({ row, column, wanted, present }) => (
          <tr key={`${row} ${column}`}>
            <td>{columns.get(column)?.name}</td>
            <td>{text(column, present)}</td>
            <td>{text(column, wanted)}</td>
          </tr>
        ))}
        {conflictCount > conflicts.length && (
          <tr>
            <td colSpan={3}>{t('tables.conflict.more', { count: conflictCount - conflicts.length })}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
