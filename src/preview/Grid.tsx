import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GRID_WINDOW_ROWS } from '#contract/core/limits.ts'
import { GoTo } from './GoTo.tsx'
import { usePages } from './use-pages.ts'
import './grid.css'

const ROW_PX = 30
const NUMBERS_PX = 64
/** From this number of rows on, a field to go to a row is shown. */
const GO_TO_ROWS = 50
const [COLUMN_PX, SMALL_COLUMN_PX] = [120, 64]

export type GridColumn = { name: string; note?: string }
type Props = {
  label: string
  columns: readonly GridColumn[]
  /** Number of rows, or of rows known so far. */
  count: number
  /** Loads a page of GRID_PAGE_ROWS rows; must be referentially stable for the same table. */
  page: (page: number) => Promise<readonly (readonly string[])[]>
  isSmall?: boolean
  /** Called when the last known rows are visible. */
  onEnd?: () => void
  /** Searches until a row is known; returns the number of known rows. */
  reach?: (row: number) => Promise<number>
  /** Content of the bar below the table. */
  children?: ReactNode
}

const isNumber = (value: string) => value !== '' && Number.isFinite(Number(value))

/** A table of any length and width: only visible cells are rendered and loaded. */
export function Grid({ label, columns, count, page, isSmall = false, onEnd, reach, children }: Props) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  // Browsers limit the scroll height to some million rows, so longer tables are shown in windows.
  const [base, setBase] = useState(0)
  const inWindow = Math.min(count - base, GRID_WINDOW_ROWS)
  const row = useVirtualizer({
    count: inWindow,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 20,
    useFlushSync: false,
  })
  const width = scroller.current?.clientWidth ?? 0
  const least = isSmall ? SMALL_COLUMN_PX : COLUMN_PX
  const each = Math.max(least, Math.floor((width - NUMBERS_PX) / Math.max(1, columns.length)))
  const column = useVirtualizer({
    count: columns.length,
    horizontal: true,
    getScrollElement: () => scroller.current,
    estimateSize: () => each,
    overscan: 4,
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns are measured anew when their width changes
  useEffect(() => column.measure(), [each])
  const rows = row.getVirtualItems()
  const [first, last] = [base + (rows[0]?.index ?? 0), base + (rows.at(-1)?.index ?? -1)]
  const rowAt = usePages(page, first, last, count)
  useEffect(() => {
    if (last >= count - 1 && count > 0) onEnd?.()
  }, [last, count, onEnd])

  async function goTo(wanted: number) {
    const known = reach ? await reach(wanted) : count
    const target = Math.max(0, Math.min(wanted, known - 1))
    const start = Math.floor(target / GRID_WINDOW_ROWS) * GRID_WINDOW_ROWS
    setBase(start)
    // The window may have grown in this render, so scrolling waits for the next frame.
    requestAnimationFrame(() => row.scrollToIndex(target - start, { align: 'start' }))
  }

  const cells = column.getVirtualItems()
  const place = (start: number) => ({ left: NUMBERS_PX + start, width: each })
  return (
    <div className={isSmall ? 'data-grid small' : 'data-grid'}>
      <div
        className="grid-scroller"
        ref={scroller}
        tabIndex={0}
        role="table"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1}
      >
        <div style={{ width: NUMBERS_PX + column.getTotalSize(), height: (inWindow + 1) * ROW_PX }} role="presentation">
          <div className="grid-row head" role="row">
            <span className="number" role="columnheader">
              <span className="sr-only">{t('preview.row')}</span>
            </span>
            {cells.map(({ index, start }) => (
              <span key={index} role="columnheader" style={place(start)} title={columns[index]?.name}>
                {columns[index]?.name}
                {columns[index]?.note && <small>{columns[index].note}</small>}
              </span>
            ))}
          </div>
          {rows.map(({ index, start }) => {
            const values = rowAt(base + index)
            return (
              <div
                key={index}
                className={values ? 'grid-row' : 'grid-row waiting'}
                role="row"
                aria-rowindex={base + index + 2}
                style={{ transform: `translateY(${start}px)` }}
              >
                <span className="number num" role="rowheader">
                  {base + index + 1}
                </span>
                {cells.map((cell) => {
                  const value = values?.[cell.index] ?? ''
                  return (
                    <span
                      key={cell.index}
                      role="cell"
                      title={value}
                      style={place(cell.start)}
                      className={isNumber(value) ? 'num end' : ''}
                    >
                      {value}
                    </span>
                  )
                })}
              </div>
            )
          })}
        </div>
      </div>
      {!isSmall && (
        <div className="viewer-bar num">
          {children}
          {(count > GO_TO_ROWS || reach) && <GoTo onGo={goTo} />}
        </div>
      )}
    </div>
  )
}
