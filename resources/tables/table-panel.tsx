import { App } from 'antd'
import { type Dispatch, type SetStateAction, useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableChange } from '#contract/tables/changes.ts'
import type { Filter } from '#contract/tables/question.ts'
import type { Anchor } from '../../src/grid/props.ts'
import type { CellView, Place, Selected } from '../../src/grid/types.ts'
import type { ColumnDialogKind } from './column-changes.ts'
import { ColumnDialog } from './column-dialog.tsx'
import { columnItems } from './column-menu.tsx'
import type { TableContext } from './context.ts'
import { exactOf } from './exact-value.ts'
import { type GridRow, keyOf } from './grid-row.ts'
import { placeOf } from './grouping.ts'
import { MenuAt } from './menu-at.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { useRowItems } from './row-menu.ts'
import { Statistics } from './statistics.tsx'
import { TableFilter } from './table-filter.tsx'
import type { useCellChanges } from './use-cell-changes.tsx'
import { useRowMoves } from './use-row-moves.ts'

/** The dialog or panel open over the grid, for a column or a cell. */
export type Open =
  | { kind: 'column' | 'filter' | 'statistics'; column: number; at: Anchor }
  /** `row` is the one that was there when the menu was opened; undefined if it was not loaded. */
  | { kind: 'cell'; place: Place; row: GridRow | undefined; at: Anchor }
  | { kind: 'dialog'; column: number; dialog: ColumnDialogKind }
  | { kind: 'move'; span: { from: number; count: number } }

/** A filter that also wants cells of a column that break a rule. */
function withBroken(filter: Filter, column: number): Filter {
  const isThere = filter.some(({ conditions }) =>
    conditions.some((one) => one.column === column && one.operator === 'broken'),
  )
  return isThere ? filter : [...filter, { match: 'all', conditions: [{ column, operator: 'broken', values: [] }] }]
}

/** Where the cell of a menu is now; null if its row is gone. */
function placeNow({ place, row }: Open & { kind: 'cell' }, pages: TableContext['rows']['pages']): Place | null {
  if (!row || pages.rowAt(place.row)?.id === row.id) return place
  const now = pages.placeOf((one) => keyOf(one) === keyOf(row))
  return now === null ? null : { ...place, row: now }
}

type Props = {
  context: TableContext
  open: Open
  onOpen: Dispatch<SetStateAction<Open | null>>
  selected: () => Selected | null
  cellOf: (row: GridRow, at: number) => CellView
  onClear: ReturnType<typeof useCellChanges>['clear']
  onEdit: (place: Place) => void
  /** Fits the width of a column to what it holds. */
  onFit: (column: number) => void
  onMove: (from: number, to: number) => void
}

/** The menu of a column or row, or what was chosen in it. */
export function TablePanel({ context, open, onOpen, selected, cellOf, onClear, onEdit, onFit, onMove }: Props) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const { table, view, rows, groups, changes, columns, mayEdit, isPast, address, showHistory } = context
  const { pages } = rows
  // Rows may move while the menu is open: it stays that of its row.
  useSyncExternalStore(pages.subscribe, pages.version)
  const place = open.kind === 'cell' ? placeNow(open, pages) : null
  const isGone = open.kind === 'cell' && !place
  useEffect(() => {
    if (isGone) onOpen(null)
  }, [isGone, onOpen])
  const rowItems = useRowItems(context, selected)
  const moveRows = useRowMoves(context, selected)
  const close = () => onOpen(null)
  const apply = (change: TableChange) => void changes.apply(change)
  const { question } = view
  const scope = question.filter.length > 0 || question.q !== '' ? view.shown : null
  const shown = rows.counts.matching
  const target = 'column' in open ? columns[open.column] : undefined
  /** Changes values of the rows that are seen, and says so where there are others. */
  async function applyShown(change: TableChange) {
    const done = await changes.apply(change)
    if (done && scope) void message.success(t('tables.changedShown', { count: done.touched }))
  }
  const confirm = (way: 'clear' | 'remove', change: TableChange) => {
    const column = open.kind === 'column' ? columns[open.column]?.name : ''
    modal.confirm({
      title: t(`tables.ask.${way}`, { column }),
      content:
        way === 'clear' && scope
          ? `${t('tables.onlyShown', { count: shown })} ${t('tables.ask.undo')}`
          : t('tables.ask.undo'),
      okText: t(`tables.actions.${way}`),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
      onOk: () => apply(change),
    })
  }
  const removeShown = () =>
    modal.confirm({
      title: t('tables.ask.removeRows', { count: shown }),
      content: t('tables.ask.undo'),
      okText: t('tables.actions.remove'),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
      onOk: () => apply({ kind: 'removeRows', scope }),
    })
  return (
    <>
      {open.kind === 'column' && target && (
        <MenuAt
          at={open.at}
          label={t('tables.columnMenu', { column: target.name })}
          onClose={() => onOpen((now) => (now?.kind === 'column' ? null : now))}
          items={columnItems({
            column: target,
            columns,
            view,
            mayEdit,
            isPast,
            scope,
            shown,
            t,
            applyShown: (change) => void applyShown(change),
            confirm,
            ask: (dialog) => onOpen({ kind: 'dialog', column: open.column, dialog }),
            filterBy: () => onOpen({ ...open, kind: 'filter' }),
            showStatistics: () => onOpen({ ...open, kind: 'statistics' }),
            showHistory: () => showHistory({ column: target.id }),
            fit: () => onFit(open.column),
            move: (by) => onMove(open.column, open.column + by),
          })}
        />
      )}
      {open.kind === 'cell' && place && (
        <MenuAt
          at={open.at}
          label={t('tables.rowMenu')}
          onClose={() => onOpen((now) => (now?.kind === 'cell' ? null : now))}
          items={rowItems(place, {
            expand: (line) => address.expand(groups ? placeOf(groups.spans, line) : line),
            move: moveRows && ((span) => onOpen({ kind: 'move', span })),
            clear: onClear,
            removeShown,
            edit: onEdit,
            copied: (place) => {
              const row = pages.rowAt(place.row)
              const column = columns[place.column]
              if (!row || !column) return { texts: [['']], exacts: [] }
              const exact = exactOf(column, row.cells.get(column.id) ?? null, table.spaceId)
              const { text, kind } = cellOf(row, place.column)
              return { texts: [[text]], exacts: [[exact ?? '']], numbers: [[kind === 'number']] }
            },
          })}
        />
      )}
      {open.kind === 'move' && moveRows && (
        <MoveDialog
          {...open.span}
          last={rows.lines}
          onMove={(to) => moveRows(open.span.from, to, open.span)}
          onClose={close}
        />
      )}
      {open.kind === 'dialog' && target && (
        <ColumnDialog
          table={table}
          target={{ kind: open.dialog, column: target }}
          changes={changes}
          scope={scope}
          shown={shown}
          onClose={close}
        />
      )}
      {open.kind === 'filter' && target && <TableFilter context={context} column={target} onClose={close} />}
      {open.kind === 'statistics' && target && (
        <Statistics
          table={table}
          column={target}
          question={view.question}
          onBroken={() => view.ask({ filter: withBroken(view.question.filter, target.id) })}
          onClose={close}
        />
      )}
    </>
  )
}
