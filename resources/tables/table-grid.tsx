import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableChange } from '#contract/tables/changes.ts'
import { DataGrid } from '../../src/grid/DataGrid.tsx'
import type { GridHandle } from '../../src/grid/props.ts'
import type { CellView, Place, Selected } from '../../src/grid/types.ts'
import { usePagesFailure } from '../../src/grid/use-row-pages.ts'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { NotSaved } from '../../src/widgets/NotSaved.tsx'
import { addRow } from './add-row.ts'
import type { TableContext } from './context.ts'
import { exactOf } from './exact-value.ts'
import { fittingWidth } from './fitting-width.ts'
import { FooterCell } from './footer-cell.tsx'
import { gridColumns } from './grid-columns.ts'
import { type GridRow, keyOf } from './grid-row.ts'
import { headingCell } from './heading-cell.ts'
import { NoRows } from './no-rows.tsx'
import { showValue } from './show-value.ts'
import { type Open, TablePanel } from './table-panel.tsx'
import { useCellChanges } from './use-cell-changes.tsx'
import { useTotals } from './use-groups.ts'
import { useNewRow } from './use-new-row.ts'
import { useOthers } from './use-others.ts'
import { useRowMoves } from './use-row-moves.ts'
import type { PresentInTable } from './use-table-presence.ts'
import { useUndone } from './use-undone.ts'
import { useWords } from './use-words.ts'
import { isPicked, ValuePicker } from './value-picker.tsx'

type Props = {
  context: TableContext
  present: readonly PresentInTable[]
  onSelect: (selected: Selected) => void
  onWriting: (isWriting: boolean) => void
}
/** The grid of a table, with the menus of its columns and rows. */
export function TableGrid({ context, present, onSelect, onWriting }: Props) {
  const { t } = useTranslation()
  const { table, view, rows, groups, changes, columns, commented, mayEdit, isPast } = context
  const { pages } = rows
  const grid = useRef<GridHandle>(null)
  const selected = useRef<Selected | null>(null)
  const [open, setOpen] = useState<Open | null>(null)
  const wasOpen = useRef(false)
  /** The cell that is edited once its menu has closed. */
  const toEdit = useRef<Place | null>(null)
  useEffect(() => {
    // A menu or dialog that closed has left the keyboard nowhere.
    if (wasOpen.current && !open && document.activeElement === document.body) grid.current?.focus()
    if (!open && toEdit.current) grid.current?.edit(toEdit.current)
    if (!open) toEdit.current = null
    wasOpen.current = open !== null
  }, [open])
  const words = useWords(rows.names, table.columnList, table.spaceId)
  const failure = usePagesFailure(pages)
  const { others, onView } = useOthers(context, present)
  const order = columns.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same columns in the same order are the same
  const shown = useMemo(() => gridColumns(columns, view, t), [table, order, view.state, t])
  // biome-ignore lint/correctness/useExhaustiveDependencies: so are these
  const cellOf = useMemo(() => {
    return (row: GridRow, at: number): CellView => {
      const column = columns[at]
      if (!column) return { kind: 'text', text: '' }
      if (row.heading !== undefined)
        return headingCell({ groups, heading: row.heading, column, isFirst: at === 0, words, t })
      const isJudged = row.broken?.includes(column.id)
      const shown = showValue(column, row.cells.get(column.id) ?? null, row.errors[column.id], words, isJudged)
      const count = isPast ? 0 : commented.at(row.id, column.id, at === 0)
      return count ? { ...shown, note: t('tableComments.open', { count }) } : shown
    }
  }, [table, order, words, groups, commented, isPast, t])
  const exact = (row: GridRow, at: number) => {
    const column = columns[at]
    return column && exactOf(column, row.cells.get(column.id) ?? null, table.spaceId)
  }
  const undone = useUndone(context, grid, selected)
  const cells = useCellChanges(context, undone.note)
  const newRow = useNewRow(rows, grid)
  const apply = (change: TableChange) => void changes.apply(change)
  function move(from: number, to: number) {
    const moved = columns[from]
    if (!moved || from === to) return
    const rest = columns.filter((_, at) => at !== from)
    apply({ kind: 'moveColumns', columns: [moved.id], behind: rest[to - 1]?.id ?? null })
  }
  function fit(at: number) {
    const column = columns[at]
    const width = column && fittingWidth(column, at, pages, cellOf)
    if (width) view.look({ widths: { ...view.state.widths, [column.id]: width } })
  }
  const moveRows = useRowMoves(context, () => selected.current)
  const totals = useTotals(context)
  // Rows that are there stay, with what was typed into them.
  const isBlank = failure !== null && pages.isEmpty()
  const footerOf = (at: number) => {
    const column = columns[at]
    return column && <FooterCell column={column} view={view} told={totals} words={words} />
  }
  const editing = mayEdit && {
    onEdit: cells.edit,
    onWriting,
    onClear: cells.clear,
    check: cells.check,
    onPasteBeyond: cells.pasteBeyond,
    onAddRow: () => void newRow.add(addRow(context)),
    onUndo: changes.undo,
    onRedo: changes.redo,
    onColumnMove: move,
    ...(moveRows && { onRowMove: moveRows }),
  }
  return (
    <div className="table-body">
      {cells.notSaved && <NotSaved title={t('tables.unsentRefused')} {...cells.notSaved} onDiscard={cells.discard} />}
      {failure !== null && !isBlank && <NotLoaded isInline error={failure} onRetry={pages.retry} />}
      {isBlank ? (
        <NotLoaded error={failure} onRetry={pages.retry} />
      ) : (
        <DataGrid
          label={table.name}
          columns={shown}
          count={rows.lines}
          hasNumbers={groups === null}
          onHeading={(line) => {
            const heading = pages.rowAt(line)?.heading
            if (heading !== undefined) groups?.toggle(heading)
          }}
          {...(!isPast && { footer: footerOf })}
          pages={pages}
          keyOf={keyOf}
          cellOf={cellOf}
          exactOf={exact}
          frozen={Math.min(view.state.frozen, columns.length - 1)}
          handle={grid}
          others={others}
          onView={onView}
          onSelect={(now) => {
            selected.current = now
            if (now.spot) newRow.forget()
            onSelect(now)
          }}
          onColumnResize={(id, width) => {
            const px = Math.round(Math.min(2000, Math.max(40, width)))
            view.look({ widths: { ...view.state.widths, [id]: px } })
          }}
          onColumnFit={fit}
          onHeaderMenu={(column, at) => setOpen({ kind: 'column', column, at })}
          onCellMenu={(place, at) => setOpen({ kind: 'cell', place, row: pages.rowAt(place.row), at })}
          onFind={() => document.querySelector<HTMLInputElement>('.view-bar input')?.focus()}
          picker={(props) => {
            const column = columns[props.place.column]
            const row = pages.rowAt(props.place.row)
            if (!column || !row || row.heading !== undefined || !isPicked(column)) return null
            const value = row.cells.get(column.id) ?? null
            const known = { spaceId: table.spaceId, names: rows.names, unseen: words.unseen }
            return <ValuePicker key="picker" column={column} value={value} {...known} {...props} />
          }}
          {...editing}
        />
      )}
      {rows.counts.matching === 0 && <NoRows context={context} />}
      {open && (
        <TablePanel
          context={context}
          open={open}
          onOpen={setOpen}
          selected={() => selected.current}
          cellOf={cellOf}
          onClear={cells.clear}
          onEdit={(place) => {
            toEdit.current = place
          }}
          onFit={fit}
          onMove={move}
        />
      )}
    </div>
  )
}
