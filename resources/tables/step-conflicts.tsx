import { useTranslation } from 'react-i18next'
import type { StepConflict, StepOutcome } from '#contract/tables/changes.ts'
import type { Cell, Column } from '#contract/tables/columns.ts'
import type { DataTable } from '#contract/tables.ts'
import { showValue } from './show-value.ts'
import type { Rows } from './use-rows.ts'
import { useWords } from './use-words.ts'

type Props = { table: DataTable; way: 'undo' | 'redo'; outcome: StepOutcome; rows: Rows }

/** What others changed since a step, and what becomes of it when the step is undone or redone nevertheless. */
export function StepConflicts({ table: { columnList }, way, outcome, rows }: Props) {
  const { t } = useTranslation()
  const words = useWords(rows.names)
  const { conflicts, conflictCount, lostCount } = outcome
  const byId = new Map(columnList.map((column) => [column.id, column]))
  const text = (column: Column | undefined, value: Cell) =>
    (column && showValue(column, value, undefined, words).text) || t('grid.empty')
  /** The number of a row that the page has loaded, and its first cell. */
  const rowText = ({ row, rowTitle }: StepConflict) => {
    const place = rows.pages.placeOf(({ id }) => id === row)
    const title = text(columnList[0], rowTitle)
    return place === null ? title : `${place + 1} · ${title}`
  }
  const parts: [label: string, of: (one: StepConflict) => string | null | undefined][] = [
    [t('tables.met.row'), rowText],
    [t('tables.conflict.column'), ({ column }) => byId.get(column)?.name],
    [t('tables.met.person'), ({ personName }) => personName],
    [t('tables.met.present'), ({ column, present }) => text(byId.get(column), present)],
    [t('tables.met.wanted'), ({ column, wanted }) => text(byId.get(column), wanted)],
    [t('tables.met.result'), ({ isKept }) => t(isKept ? 'tables.met.isKept' : 'tables.met.isLost')],
  ]
  return (
    <>
      {conflictCount > lostCount && <p>{t(`tables.met.kept.${way}`)}</p>}
      {lostCount > 0 && <p>{t(`tables.met.lost.${way}`, { count: lostCount })}</p>}
      <table className="table-conflicts">
        <thead>
          <tr>
            {parts.map(([label]) => (
              <th key={label}>{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {conflicts.map((one) => (
            <tr key={`${one.row} ${one.column}`}>
              {parts.map(([label, of]) => (
                <td key={label} data-label={label}>
                  {of(one)}
                </td>
              ))}
            </tr>
          ))}
          {conflictCount > conflicts.length && (
            <tr>
              <td colSpan={parts.length}>{t('tables.conflict.more', { count: conflictCount - conflicts.length })}</td>
            </tr>
          )}
        </tbody>
      </table>
    </>
  )
}
