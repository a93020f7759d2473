import { App } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableChange } from '#contract/tables/changes.ts'
import { DataGrid } from '../../src/grid/DataGrid.tsx'
import type { Anchor, GridHandle } from '../../src/grid/props.ts'
import type { CellView, Place, Selected } from '../../src/grid/types.ts'
import { usePagesFailure } from '../../src/grid/use-row-pages.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import type { ColumnDialogKind } from './column-changes.ts'
import { ColumnDialog } from './column-dialog.tsx'
import { columnItems } from './column-menu.tsx'
import type { TableContext } from './context.ts'
import { FilterEditor } from './filter-editor.tsx'
import { fittingWidth } from './fitting-width.ts'
import { gridColumns } from './grid-columns.ts'
import { MenuAt } from './menu-at.tsx'
import { othersIn } from './others-in.ts'
import { useRowItems } from './row-menu.ts'
import { showValue } from './show-value.ts'
import { Statistics } from './statistics.tsx'
import { useCellChanges } from './use-cell-changes.ts'
import type { Present } from './use-presence.ts'
import type { GridRow } from './use-rows.ts'
import { useWords } from './use-words.ts'
import { ValuePicker } from './value-picker.tsx'

type Props = { context: TableContext; present: readonly Present[]; onSelect: (selected: Selected) => void }
type Open =
  | { kind: 'column' | 'filter' | 'statistics'; column: number; at: Anchor }
  | { kind: 'cell'; place: Place; at: Anchor }
  | { kind: 'dialog'; column: number; dialog: ColumnDialogKind }

/** The grid of a table, with the menus of its columns and rows. */
export function TableGrid({ context, present, onSelect }: Props) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const { table, view, rows, changes, columns, mayEdit, address } = context
  const { pages } = rows
  const grid = useRef<GridHandle>(null)
  const selected = useRef<Selected | null>(null)
  const [open, setOpen] = useState<Open | null>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // A menu or dialog that closed has left the keyboard nowhere.
    if (wasOpen.current && !open && document.activeElement === document.body) grid.current?.focus()
    wasOpen.current = open !== null
  }, [open])
  const words = useWords(rows.names, context.table.columnList)
  const failure = usePagesFailure(pages)
  const [seen, setSeen] = useState({ first: 0, last: 0 })
  const others = othersIn(present, seen, context)
  const order = columns.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same columns in the same order are the same
  const shown = useMemo(() => gridColumns(columns, view, t), [table, order, view.state, t])
  // biome-ignore lint/correctness/useExhaustiveDependencies: so are these
  const cellOf = useMemo(() => {
    return (row: GridRow, at: number): CellView => {
      const column = columns[at]
      if (!column) return { kind: 'text', text: '' }
      return showValue(column, row.cells.get(column.id) ?? null, row.errors[column.id], words)
    }
  }, [table, order, words])
  const cells = useCellChanges(rows, columns, changes)
  const rowItems = useRowItems(context, () => selected.current)
  const close = () => setOpen(null)
  const apply = (change: TableChange) => void changes.apply(change)
  const confirm = (way: 'clear' | 'remove', change: TableChange) => {
    const column = open?.kind === 'column' ? columns[open.column]?.name : ''
    modal.confirm({
      title: t(`tables.ask.${way}`, { column }),
      content: t('tables.ask.undo'),
      okText: t(`tables.actions.${way}`),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
      onOk: () => apply(change),
    })
  }
  function move(from: number, to: number) {
    const moved = columns[from]
    if (!moved || from === to) return
    const rest = columns.filter((_, at) => at !== from)
    apply({ kind: 'moveColumns', columns: [moved.id], behind: rest[to - 1]?.id ?? null })
  }
  const target = open && 'column' in open ? columns[open.column] : undefined
  const isEmpty = rows.counts.matching === 0 && rows.counts.total > 0
  const editing = mayEdit && {
    onEdit: cells.edit,
    onClear: cells.clear,
    check: cells.check,
    onPasteBeyond: cells.pasteBeyond,
    onAddRow: () => apply({ kind: 'addRows', columns: [], rows: [[]] }),
    onUndo: changes.undo,
    onRedo: changes.redo,
    onColumnMove: move,
  }
  return (
    <div className="table-body">
      {failure ? (
        <NotLoaded error={failure} onRetry={pages.retry} />
      ) : (
        <DataGrid
          label={table.name}
          columns={shown}
          count={rows.counts.matching}
          pages={pages}
          cellOf={cellOf}
          frozen={Math.min(view.state.frozen, columns.length - 1)}
          handle={grid}
          others={others}
          onView={(first, last) => setSeen((now) => (now.first === first && now.last === last ? now : { first, last }))}
          onSelect={(now) => {
            selected.current = now
            onSelect(now)
          }}
          onColumnResize={(id, width) => {
            const px = Math.round(Math.min(2000, Math.max(40, width)))
            view.look({ widths: { ...view.state.widths, [id]: px } })
          }}
          onHeaderMenu={(column, at) => setOpen({ kind: 'column', column, at })}
          onCellMenu={(place, at) => setOpen({ kind: 'cell', place, at })}
          onFind={() => document.querySelector<HTMLInputElement>('.view-bar input')?.focus()}
          picker={(props) => {
            const column = columns[props.place.column]
            const row = pages.rowAt(props.place.row)
            if (!column || !row || column.type !== 'choice' || column.options.length === 0) return null
            return <ValuePicker key="picker" column={column} value={row.cells.get(column.id) ?? null} {...props} />
          }}
          {...editing}
        />
      )}
      {isEmpty && <Empty title={t('tables.noMatch')} />}
      {open?.kind === 'column' && target && (
        <MenuAt
          at={open.at}
          label={t('tables.columnMenu', { column: target.name })}
          onClose={() => setOpen((now) => (now?.kind === 'column' ? null : now))}
          items={columnItems({
            column: target,
            columns,
            view,
            mayEdit,
            t,
            apply,
            confirm,
            ask: (dialog) => setOpen({ kind: 'dialog', column: open.column, dialog }),
            filterBy: () => setOpen({ ...open, kind: 'filter' }),
            showStatistics: () => setOpen({ ...open, kind: 'statistics' }),
            fit: () =>
              view.look({
                widths: { ...view.state.widths, [target.id]: fittingWidth(target, open.column, pages, cellOf) },
              }),
          })}
        />
      )}
      {open?.kind === 'cell' && (
        <MenuAt
          at={open.at}
          label={t('tables.rowMenu')}
          onClose={close}
          items={rowItems(open.place, {
            expand: (row) => address.expand(row),
            clear: cells.clear,
            columns: columns.length,
            text: (place) => {
              const row = pages.rowAt(place.row)
              return row ? cellOf(row, place.column).text : ''
            },
          })}
        />
      )}
      {open?.kind === 'dialog' && target && (
        <ColumnDialog table={table} column={target} kind={open.dialog} changes={changes} onClose={close} />
      )}
      {open?.kind === 'filter' && target && <FilterEditor context={context} column={target} onClose={close} />}
      {open?.kind === 'statistics' && target && (
        <Statistics table={table} column={target} question={view.question} onClose={close} />
      )}
    </div>
  )
}
