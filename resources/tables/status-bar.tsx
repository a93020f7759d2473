import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Range, Selected, Size } from '../../src/grid/types.ts'
import { useRested } from '../../src/widgets/use-rested.ts'
import type { TableContext } from './context.ts'
import { type Summary, summaryOf } from './summary.ts'

/** How many rows and columns are seen, what is selected, and whether everything is kept. */
export function StatusBar({ context, selected }: { context: TableContext; selected: Selected | null }) {
  const { t } = useTranslation()
  const { rows, columns, table, changes, mayEdit } = context
  const { matching, total } = rows.counts
  const summary = useSummary(context, selected)
  return (
    <footer className="table-status num">
      <b>{matching === total ? t('tables.rows', { count: total }) : t('tables.rowsOf', { count: matching, total })}</b>
      <span>{t('tables.columnsOf', { count: columns.length, total: table.columnList.length })}</span>
      {summary && (
        <span className="table-summary">
          {t('tables.selected', { rows: summary.rows, columns: summary.columns, count: summary.filled })}
          {summary.kind === 'numbers' && ` · ${t('tables.sum', summary)}`}
          {summary.kind === 'units' && ` · ${t('tables.units')}`}
        </span>
      )}
      <span className="space" />
      <span role="status">{mayEdit && t(`tables.saving.${changes.saving}`)}</span>
    </footer>
  )
}

/**
 * Rows of a selection that are summed up, and of one that is summed up again after changes; more is a matter of statistics
 * (our choice).
 */
const [SUMMED_ROWS, SUMMED_AGAIN_ROWS] = [20_000, 5000]

/** The rectangle that is selected; of whole rows or columns the first span of them. */
function rangeOf(selected: Selected | null, size: Size): Range | undefined {
  const [row, column] = [selected?.rows[0], selected?.columns[0]]
  if (row) return { x: 0, y: row[0], width: size.columns, height: row[1] - row[0] }
  if (column) return { x: column[0], y: 0, width: column[1] - column[0], height: size.rows }
  return selected?.spot?.range
}

function useSummary({ table, rows, columns }: TableContext, selected: Selected | null): Summary | null {
  const [summary, setSummary] = useState<Summary | null>(null)
  const range = rangeOf(selected, { columns: columns.length, rows: rows.lines })
  const key = range && JSON.stringify(range)
  // Changes that follow each other are one.
  const change = useRested(table.change)
  const summed = useRef<string | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: that of other cells says nothing of these
  useEffect(() => {
    summed.current = undefined
    setSummary(null)
  }, [key, rows.pages])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a selection is summed up once, and again after changes
  useEffect(() => {
    if (!range || range.width * range.height < 2 || range.height > SUMMED_ROWS) return
    if (summed.current === key && range.height > SUMMED_AGAIN_ROWS) return setSummary(null)
    summed.current = key
    const stop = new AbortController()
    rows.pages.read(range.y, range.height, stop.signal).then(
      (found) =>
        setSummary(
          summaryOf(
            found.filter(({ heading }) => heading === undefined),
            columns.slice(range.x, range.x + range.width),
          ),
        ),
      // Rows failed to load, unless the selection has changed.
      () => stop.signal.aborted || setSummary(null),
    )
    return () => stop.abort()
  }, [key, rows.pages, change])
  return summary
}
