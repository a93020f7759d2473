import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GRID_PAGE_ROWS } from '#contract/core/limits.ts'
import { DataGrid } from '../grid/DataGrid.tsx'
import { FindBar } from '../grid/FindBar.tsx'
import type { GridHandle } from '../grid/props.ts'
import type { CellView, GridColumn, Selected } from '../grid/types.ts'
import { usePagesFailure, useRowPages } from '../grid/use-row-pages.ts'
import { GoTo } from './GoTo.tsx'

/** From this number of rows on, a field to go to a row is shown. */
const GO_TO_ROWS = 50
const [COLUMN_PX, SMALL_COLUMN_PX] = [120, 64]

export type TableColumn = { name: string; note?: string }
type Row = readonly string[]
type Props = {
  label: string
  columns: readonly TableColumn[]
  /** Number of rows, or of rows known so far. */
  count: number
  /** Loads a page of GRID_PAGE_ROWS rows; must be referentially stable for the same table. */
  page: (page: number) => Promise<readonly Row[]>
  isSmall?: boolean
  /** Called when the last known rows are visible. */
  onEnd?: () => void
  /** Searches until a row is known; returns the number of known rows. */
  reach?: (row: number) => Promise<number>
  /** Content of the bar below the table. */
  children?: ReactNode
}

const isNumber = (value: string) => value !== '' && Number.isFinite(Number(value))
const cellOf = (row: Row, column: number): CellView => {
  const text = row[column] ?? ''
  return { kind: isNumber(text) ? 'number' : 'text', text }
}
const textsOf = (row: Row) => row

/** Rows of pages as the grid asks for them: it never asks across the end of a page. */
const rowsOf = (page: Props['page']) => async (first: number, count: number) => {
  const start = first % GRID_PAGE_ROWS
  return (await page(Math.floor(first / GRID_PAGE_ROWS))).slice(start, start + count)
}

/** A table of a file: it is read, searched and copied from, never changed. */
export function TableView({ label, columns, count, page, isSmall = false, onEnd, reach, children }: Props) {
  const { t } = useTranslation()
  const grid = useRef<GridHandle>(null)
  const selected = useRef<Selected | null>(null)
  const [target, setTarget] = useState<number | null>(null)
  const [isFinding, setFinding] = useState(false)
  const [widths, setWidths] = useState<Record<string, number>>({})
  const pages = useRowPages(useMemo(() => rowsOf(page), [page]))
  const failure = usePagesFailure(pages)
  if (failure) throw failure instanceof Error ? failure : new Error(String(failure))
  const shown = useMemo(
    (): GridColumn[] =>
      columns.map(({ name, note }, i) => ({
        id: String(i),
        title: name,
        note: note || undefined,
        width: widths[i] ?? (isSmall ? SMALL_COLUMN_PX : COLUMN_PX),
        grow: widths[i] === undefined ? 1 : undefined,
      })),
    [columns, widths, isSmall],
  )
  const see = useCallback(
    (_first: number, last: number) => {
      if (last >= count - 1 && count > 0) onEnd?.()
    },
    [count, onEnd],
  )
  async function goTo(row: number) {
    const known = reach ? await reach(row) : count
    setTarget(Math.max(0, Math.min(row, known - 1)))
  }
  useEffect(() => {
    // The grid can go to a row once it knows of it.
    if (target === null || target >= count) return
    grid.current?.goTo({ column: 0, row: target })
    setTarget(null)
  }, [target, count])
  return (
    <div className="table-view">
      <DataGrid
        label={label}
        columns={shown}
        count={count}
        pages={pages}
        cellOf={cellOf}
        isSmall={isSmall}
        handle={grid}
        onView={see}
        onSelect={(now) => {
          selected.current = now
        }}
        onFind={() => setFinding(true)}
        onColumnResize={(id, width) => setWidths((known) => ({ ...known, [id]: width }))}
      />
      {isFinding && (
        <FindBar
          pages={pages}
          count={count}
          textsOf={textsOf}
          from={() => selected.current?.spot?.cell ?? { column: -1, row: 0 }}
          onFound={(place) => grid.current?.goTo(place)}
          onClose={() => {
            setFinding(false)
            grid.current?.focus()
          }}
        />
      )}
      {!isSmall && (
        <div className="viewer-bar num">
          {children}
          <button type="button" className="btn ghost" onClick={() => setFinding(true)}>
            {t('grid.find.label')}
          </button>
          {(count > GO_TO_ROWS || reach) && <GoTo onGo={goTo} />}
        </div>
      )}
    </div>
  )
}
