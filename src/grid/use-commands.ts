import { useCallback, useRef } from 'react'
import { dataEdge } from './data-edge.ts'
import type { Command } from './keys.ts'
import { between, extended, farCorner, spotOf, stepped, walked } from './navigate.ts'
import type { GridProps } from './props.ts'
import type { Place, Range } from './types.ts'
import type { Grid } from './use-grid.ts'

type Ways = {
  grid: Grid
  props: Pick<
    GridProps<unknown>,
    | 'onClear'
    | 'onRowMove'
    | 'onUndo'
    | 'onRedo'
    | 'onFind'
    | 'onCellMenu'
    | 'onHeaderMenu'
    | 'onEdit'
    | 'pages'
    | 'cellOf'
  >
  edit: () => void
  addRow: (() => void) | undefined
  fill: (source: Range, into: Range) => void
}

const START: Place = { column: 0, row: 0 }
const EDGE_PAGE_ROWS = 500

/** Whether the cells of a row or column have content; missing rows are loaded in pages. */
function filledAlong({ pages, cellOf }: Ways['props'], at: Place, isDown: boolean, rows: number) {
  const { signal } = new AbortController()
  const read = new Map<number, Promise<unknown[]>>()
  const page = (row: number) => {
    const first = Math.floor(row / EDGE_PAGE_ROWS) * EDGE_PAGE_ROWS
    const found = read.get(first) ?? pages.read(first, Math.min(EDGE_PAGE_ROWS, rows - first), signal)
    read.set(first, found)
    return found
  }
  return async (place: number) => {
    const [column, row] = isDown ? [at.column, place] : [place, at.row]
    const found = pages.rowAt(row) ?? (await page(row))[row % EDGE_PAGE_ROWS]
    return found !== undefined && cellOf(found, column).text !== ''
  }
}

async function toEdge({ grid, props }: Ways, { dx, dy, isExtending }: Command & { do: 'edge' }) {
  const { spot } = grid.selected()
  if (!spot) return
  const [size, isDown] = [grid.size(), dy !== 0]
  const from = isExtending ? farCorner(spot) : spot.cell
  const isFilled = filledAlong(props, from, isDown, size.rows)
  const at = isDown ? from.row : from.column
  const end = await dataEdge(at, (dx || dy) as 1 | -1, isDown ? size.rows : size.columns, isFilled)
  const to = isDown ? { ...from, row: end } : { ...from, column: end }
  grid.select(isExtending ? extended(spot, to) : spotOf(to))
}

/** Where a menu of a cell opens (row -1: of a column): at the cell, or in the row and column in sight that are next to it. */
function anchorOf(grid: Grid, { column, row }: Place) {
  const { x, y, width, height } = grid.region.get()
  const inSight = (at: number, from: number, count: number) => Math.max(from, Math.min(at, from + count - 1))
  const bounds = grid.editor.current?.getBounds(inSight(column, x, width), row < 0 ? row : inSight(row, y, height))
  return bounds ?? { x: 0, y: 0, width: 0, height: 0 }
}

function fillFrom({ grid, fill }: Ways, isDown: boolean) {
  const { spot } = grid.selected()
  if (!spot) return
  const { range } = spot
  if (isDown ? range.height > 1 : range.width > 1) fill({ ...range, ...(isDown ? { height: 1 } : { width: 1 }) }, range)
}

/** Moves the selected rows by one; they stay selected. */
function moveRow({ grid, props }: Ways, by: 1 | -1) {
  const { spot } = grid.selected()
  if (!spot || !props.onRowMove) return
  const { range } = spot
  const to = by > 0 ? range.y + range.height : range.y - 1
  if (to < 0 || to >= grid.size().rows) return
  props.onRowMove(range.y, to)
  grid.carry(by)
}

function widen(grid: Grid, kind: 'rows' | 'columns') {
  const { spot } = grid.selected()
  if (!spot) return
  const { x, y, width, height } = spot.range
  if (kind === 'rows') grid.selectRows(y, y + height)
  else grid.selectColumns(x, x + width)
}

/** Runs a command in a grid without rows or columns. */
function inEmpty({ grid, props, addRow }: Ways, { do: what }: Command): boolean {
  const found = new Map<Command['do'], (() => void) | undefined>([
    ['undo', props.onUndo],
    ['redo', props.onRedo],
    ['find', props.onFind],
    ['edit', grid.size().columns ? addRow : undefined],
  ]).get(what)
  found?.()
  return found !== undefined
}

/** Runs commands; gives false for those that the key itself should do. */
export function useCommands(given: Ways): (command: Command) => boolean {
  const ways = useRef(given)
  ways.current = given
  return useCallback((command) => {
    const { grid, props, edit } = ways.current
    const size = grid.size()
    const { spot: found, rows, columns } = grid.selected()
    if (size.rows === 0 || size.columns === 0) return inEmpty(ways.current, command)
    // Of whole rows or columns, the first cell of them.
    const spot = found ?? spotOf({ column: columns[0]?.[0] ?? START.column, row: rows[0]?.[0] ?? START.row })
    const simple: Record<Exclude<Command['do'], 'move' | 'edge' | 'walk' | 'toggle' | 'leave'>, () => void> = {
      edit,
      clear: () => props.onClear?.(grid.ranges()),
      all: () =>
        grid.select({ cell: spot.cell, range: between(START, { column: size.columns - 1, row: size.rows - 1 }) }),
      rows: () => widen(grid, 'rows'),
      columns: () => widen(grid, 'columns'),
      fillDown: () => props.onEdit && fillFrom(ways.current, true),
      fillRight: () => props.onEdit && fillFrom(ways.current, false),
      rowUp: () => moveRow(ways.current, -1),
      rowDown: () => moveRow(ways.current, 1),
      undo: () => props.onUndo?.(),
      redo: () => props.onRedo?.(),
      find: () => props.onFind?.(),
      cellMenu: () => props.onCellMenu?.(spot.cell, anchorOf(grid, spot.cell)),
      columnMenu: () => props.onHeaderMenu?.(spot.cell.column, anchorOf(grid, { ...spot.cell, row: -1 })),
    }
    if (command.do === 'find' && !props.onFind) return false
    if (command.do === 'leave') return false
    if (command.do === 'toggle') {
      const kind = grid.viewAt(spot.cell)?.kind
      if (kind !== 'boolean' && kind !== 'heading') return false
      edit()
    } else if (command.do === 'edge') void toEdge(ways.current, command)
    else if (command.do === 'walk') grid.select(walked(spot, command.dx, command.dy, size))
    else if (command.do === 'move') {
      const { step, isExtending } = command
      const to = stepped(
        isExtending ? farCorner(spot) : spot.cell,
        step,
        size,
        Math.max(1, grid.region.get().height - 1),
      )
      grid.select(isExtending ? extended(spot, to) : spotOf(found ? to : spot.cell))
    } else simple[command.do]()
    return true
  }, [])
}
