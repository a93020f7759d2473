import { Button, Modal } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DatasetTable } from '#contract/publications/dataset.ts'
import { type CellRange, type ReviewThread, reviews } from '#contract/reviews.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { call } from '#providers/call.ts'
import { DataGrid } from '../../src/grid/DataGrid.tsx'
import type { CellView, GridColumn, Selected } from '../../src/grid/types.ts'
import { usePagesFailure, useRowPages } from '../../src/grid/use-row-pages.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'

const COLUMN_PX = 140

/** The selection as a range of the table; null if nothing is selected. */
function rangeOf({ spot, rows, columns }: Selected, { id, rows: count, columns: all }: DatasetTable): CellRange | null {
  const [row, column] = [rows[0], columns[0]]
  if (row) return { table: id, top: row[0] + 1, bottom: row[1], left: 1, right: all.length }
  if (column) return { table: id, top: 1, bottom: count, left: column[0] + 1, right: column[1] }
  if (!spot) return null
  const { x, y, width, height } = spot.range
  return { table: id, top: y + 1, bottom: y + height, left: x + 1, right: x + width }
}

const textOf = (cell: Cell) => (Array.isArray(cell) ? cell.join(', ') : cell === null ? '' : String(cell))

type Row = { at: number; cells: readonly Cell[] }
type Props = {
  /** The submission. */
  id: string
  table: DatasetTable
  threads: readonly ReviewThread[]
  onClose: () => void
  /** Absent for those who only look. */
  onComment?: ((range: CellRange) => void) | undefined
}

/** A table of a submission as it was frozen: cells with comments are marked, and comments can be added to others. */
export function FrozenTable({ id, table, threads, onClose, onComment }: Props) {
  const { t } = useTranslation()
  const [range, setRange] = useState<CellRange | null>(null)
  const load = useCallback(
    async (first: number, count: number) => {
      const { rows } = await call(reviews.rows, { id, table: table.id, first, count }, { quiet: true })
      return rows.map((cells, at): Row => ({ at: first + at + 1, cells }))
    },
    [id, table.id],
  )
  const pages = useRowPages(load)
  const failure = usePagesFailure(pages)
  const columns = useMemo(
    () =>
      table.columns.map(
        ({ name, unit, type }, at): GridColumn => ({
          id: String(at),
          title: name,
          ...(unit && { note: unit }),
          width: COLUMN_PX,
          grow: 1,
          isRight: type === 'number',
        }),
      ),
    [table],
  )
  const commented = useMemo(() => threads.filter(({ cells }) => cells?.table === table.id), [threads, table.id])
  const cellOf = useCallback(
    ({ at, cells }: Row, column: number): CellView => {
      const said = commented.filter(
        ({ cells: of }) => of && at >= of.top && at <= of.bottom && column + 1 >= of.left && column + 1 <= of.right,
      )
      const note = said.map(({ by, text }) => `${by.personName}: ${text}`).join('\n')
      const kind = table.columns[column]?.type === 'number' ? 'number' : 'text'
      return { kind, text: textOf(cells[column] ?? null), ...(note && { note }) }
    },
    [commented, table],
  )
  return (
    <Modal
      open
      title={table.name}
      onCancel={onClose}
      width="min(1100px, 96vw)"
      className="own-width"
      footer={
        onComment && (
          <Button type="primary" disabled={!range} onClick={() => range && onComment(range)}>
            {t('reviews.cells.comment')}
          </Button>
        )
      }
    >
      {table.rows === 0 && <Empty title={t('reviews.cells.noRows')} />}
      {failure ? <NotLoaded error={failure} onRetry={pages.retry} isInline /> : null}
      {table.rows > 0 && (
        <div className="frozen-table">
          <DataGrid
            label={table.name}
            columns={columns}
            count={table.rows}
            pages={pages}
            cellOf={cellOf}
            hasNumbers
            isSmall
            onSelect={(selected) => setRange(rangeOf(selected, table))}
          />
        </div>
      )}
      {onComment && <p className="frozen-table-hint">{t('reviews.cells.hint')}</p>}
    </Modal>
  )
}
