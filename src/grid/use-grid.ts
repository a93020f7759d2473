import { CompactSelection, type DataEditorRef, type GridSelection } from '@glideapps/glide-data-grid'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type Axis, followed, type Key, type Known, knownOf, type Stretch } from './follow.ts'
import { farCorner, spotOf } from './navigate.ts'
import type { GridProps } from './props.ts'
import { type RegionStore, regionStore } from './region-store.ts'
import { type Align, reveal } from './reveal.ts'
import type { CellView, Copied, Place, Range, Selected, Size, Spot } from './types.ts'

/** The keys of the row and the column of a cell. */
export type KnownCell = { row: Key | undefined; column: Key | undefined }

/** State shared by the parts of one grid. */
export type Grid = {
  editor: RefObject<DataEditorRef | null>
  region: RegionStore
  size: () => Size
  selection: () => GridSelection
  selected: () => Selected
  /** Selects cells and shows the far corner of them. */
  select: (spot: Spot, align?: Align) => void
  reveal: (place: Place, align?: Align) => void
  host: RefObject<HTMLDivElement | null>
  selectRows: (from: number, to: number) => void
  selectColumns: (from: number, to: number) => void
  setSelection: (selection: GridSelection) => void
  viewAt: (place: Place) => CellView | undefined
  /** Moves the selection by rows, which its rows are about to be moved by. */
  carry: (rows: number) => void
  /** What the row and the column of a cell are known by. */
  knownAt: (place: Place) => KnownCell
  /** Where a cell is that was at a place; `away` while its row may be among those that are not loaded. */
  placeNow: (place: Place, known: KnownCell) => Place | 'gone' | 'away'
  /** The cells of the selection as rectangles, from the top to the bottom or from left to right. */
  ranges: () => Range[]
  /** The cells of several rectangles, one below the other; missing rows are loaded. */
  cells: (ranges: readonly Range[], signal: AbortSignal) => Promise<Copied>
  /** The same from the cache only; null if a row is missing. */
  cellsAtHand: (ranges: readonly Range[]) => Copied | null
}

/** Height of a row unless the grid says otherwise (our choice). */
export const ROW_PX = 30
export const NOTHING: GridSelection = { columns: CompactSelection.empty(), rows: CompactSelection.empty() }

function selectedOf({ current, rows, columns }: GridSelection): Selected {
  const spot = current ? { cell: { column: current.cell[0], row: current.cell[1] }, range: current.range } : null
  return { spot, rows: rows.items, columns: columns.items }
}

function rangesOf({ spot, rows, columns }: Selected, size: Size): Range[] {
  const wide = rows.map(([from, to]) => ({
    x: 0,
    y: from,
    width: size.columns,
    height: Math.min(to, size.rows) - from,
  }))
  const high = columns.map(([from, to]) => ({ x: from, y: 0, width: to - from, height: size.rows }))
  return wide.length > 0 ? wide : high.length > 0 ? high : spot ? [spot.range] : []
}

/** One side of a grid; `isKnown` says whether what stands at a place is loaded, if only that nothing does. */
type Side = Axis & { isKnown: (place: number) => boolean }
type Sides = Record<'rows' | 'columns', Side>
/** What is known of each part of a selection: of its cells, whole rows and whole columns. */
type KnownSelection = { cells: Record<'rows' | 'columns', Known> | null; rows: Known[]; columns: Known[] }

const stretchOf = ([from, end]: readonly [number, number]): Stretch => ({ at: from, from, to: end - 1 })
const cellStretches = ({
  cell: [column, row],
  range: { x, y, width, height },
}: NonNullable<GridSelection['current']>) => ({
  rows: { at: row, from: y, to: y + height - 1 },
  columns: { at: column, from: x, to: x + width - 1 },
})

function knownSelection({ current, rows, columns }: GridSelection, sides: Sides): KnownSelection {
  const cells = current && cellStretches(current)
  return {
    cells: cells ? { rows: knownOf(cells.rows, sides.rows), columns: knownOf(cells.columns, sides.columns) } : null,
    rows: rows.items.map((span) => knownOf(stretchOf(span), sides.rows)),
    columns: columns.items.map((span) => knownOf(stretchOf(span), sides.columns)),
  }
}

/**
 * The same cells, rows and columns where they are now; null while one of them is nowhere among what is loaded. Of those
 * that are gone, whole rows and columns are no longer selected, and of a cell what came to its place is.
 */
function followedSelection(
  selection: GridSelection,
  known: KnownSelection,
  sides: Sides,
  isFresh: boolean,
): GridSelection | null {
  const { current } = selection
  const now = (stretch: Stretch, of: Known | undefined, side: Side): Stretch | 'gone' | null =>
    followed(stretch, of ?? NOWHERE, side) ?? (isFresh && side.isKnown(stretch.at) ? 'gone' : null)
  const spans = (side: 'rows' | 'columns') =>
    selection[side].items.map((span, at) => now(stretchOf(span), known[side][at], sides[side]))
  const whole = (found: readonly (Stretch | 'gone' | null)[]) =>
    found.reduce<CompactSelection>(
      (all, one) => (one && one !== 'gone' ? all.add([one.from, one.to + 1]) : all),
      CompactSelection.empty(),
    )
  const [rows, columns] = [spans('rows'), spans('columns')]
  if (rows.includes(null) || columns.includes(null)) return null
  const next = { ...selection, rows: whole(rows), columns: whole(columns) }
  if (!current || !known.cells) return next
  const cells = cellStretches(current)
  const [y, x] = [now(cells.rows, known.cells.rows, sides.rows), now(cells.columns, known.cells.columns, sides.columns)]
  if (!y || !x) return null
  if (y === 'gone' || x === 'gone') return next
  const range = { x: x.from, y: y.from, width: x.to - x.from + 1, height: y.to - y.from + 1 }
  return { ...next, current: { ...current, cell: [x.at, y.at], range } }
}
const NOWHERE: Known = { at: undefined, from: undefined, to: undefined }

const columnsOf = ({ x, width }: Range) => Array.from({ length: width }, (_, i) => x + i)

export function useGrid<Row>(props: GridProps<Row>): { grid: Grid; selection: GridSelection } {
  const [selection, setSelection] = useState(NOTHING)
  const editor = useRef<DataEditorRef>(null)
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef({ props, selection })
  latest.current = { props, selection }
  const known = useRef<KnownSelection>({ cells: null, rows: [], columns: [] })
  const grid = useMemo(() => {
    const region = regionStore()
    function show(place: Place, align: Align = 'near') {
      const scroller = host.current?.querySelector<HTMLElement>('.dvn-scroller')
      const { count: rows, rowPx = ROW_PX } = latest.current.props
      if (editor.current && scroller)
        reveal({ editor: editor.current, scroller, visible: region.get(), rows, rowPx }, place, align)
    }
    const size = () => ({ columns: latest.current.props.columns.length, rows: latest.current.props.count })
    const selected = () => selectedOf(latest.current.selection)
    const sides: Sides = {
      rows: {
        keyAt(place) {
          const { pages, keyOf } = latest.current.props
          const row = keyOf && pages.rowAt(place)
          return row === undefined ? undefined : keyOf?.(row)
        },
        placeOf(key) {
          const { pages, keyOf } = latest.current.props
          return pages.placeOf((row) => keyOf?.(row) === key) ?? undefined
        },
        isKnown: (place) =>
          place >= latest.current.props.count || latest.current.props.pages.rowAt(place) !== undefined,
      },
      columns: {
        keyAt: (place) => latest.current.props.columns[place]?.id,
        placeOf(id) {
          const at = latest.current.props.columns.findIndex((column) => column.id === id)
          return at < 0 ? undefined : at
        },
        isKnown: () => true,
      },
    }
    const put = (next: GridSelection) => {
      latest.current.selection = next
      setSelection(next)
    }
    const set = (next: GridSelection) => {
      known.current = knownSelection(next, sides)
      put(next)
    }
    /** Lets the selection go along with its rows and columns. */
    function follow() {
      const { selection: before, props: now } = latest.current
      const next = followedSelection(before, known.current, sides, now.pages.isFresh())
      if (!next) return
      if (JSON.stringify(selectedOf(next)) !== JSON.stringify(selectedOf(before))) return set(next)
      // What stands there may be another row by now, or be known only now.
      if (now.pages.isFresh()) known.current = knownSelection(before, sides)
    }
    function copied(rows: readonly { row: Row; range: Range }[]): Copied {
      const { cellOf, exactOf } = latest.current.props
      const views = rows.map(({ row, range }) => columnsOf(range).map((column) => cellOf(row, column)))
      return {
        texts: views.map((line) => line.map(({ text }) => text)),
        exacts: rows.map(({ row, range }) => columnsOf(range).map((column) => exactOf?.(row, column) ?? '')),
        numbers: views.map((line) => line.map(({ kind }) => kind === 'number')),
      }
    }
    function cellsAtHand(ranges: readonly Range[]): Copied | null {
      const { pages } = latest.current.props
      const found: { row: Row; range: Range }[] = []
      for (const range of ranges)
        for (let at = range.y; at < range.y + range.height; at += 1) {
          const row = pages.rowAt(at)
          if (row === undefined) return null
          found.push({ row, range })
        }
      return copied(found)
    }
    async function cells(ranges: readonly Range[], signal: AbortSignal) {
      const found: { row: Row; range: Range }[] = []
      for (const range of ranges)
        for (const row of await latest.current.props.pages.read(range.y, range.height, signal))
          found.push({ row, range })
      return copied(found)
    }
    return {
      editor,
      region,
      size,
      selection: () => latest.current.selection,
      selected,
      setSelection: set,
      host,
      reveal: show,
      select(spot: Spot, align: Align = 'near') {
        const { cell, range } = spot
        set({ ...NOTHING, current: { cell: [cell.column, cell.row], range, rangeStack: [] } })
        show(farCorner(spot), align)
      },
      selectRows: (from: number, to: number) =>
        set({ ...NOTHING, rows: CompactSelection.fromSingleSelection([from, to]) }),
      selectColumns: (from: number, to: number) =>
        set({ ...NOTHING, columns: CompactSelection.fromSingleSelection([from, to]) }),
      viewAt({ column, row: at }: Place) {
        const { pages, cellOf } = latest.current.props
        const found = pages.rowAt(at)
        return found === undefined ? undefined : cellOf(found, column)
      },
      ranges: () => rangesOf(selected(), size()),
      cells,
      cellsAtHand,
      follow,
      carry(rows: number) {
        const { selection: before } = latest.current
        if (!before.current) return
        const { cell, range } = before.current
        put({
          ...before,
          current: { ...before.current, cell: [cell[0], cell[1] + rows], range: { ...range, y: range.y + rows } },
        })
        show({ column: cell[0], row: cell[1] + rows })
      },
      knownAt: ({ row, column }: Place) => ({ row: sides.rows.keyAt(row), column: sides.columns.keyAt(column) }),
      placeNow(place: Place, { row, column }: KnownCell) {
        const at = (stretch: number, key: Key | undefined, side: Axis) =>
          followed({ at: stretch, from: stretch, to: stretch }, { at: key, from: key, to: key }, side)?.at
        const [y, x] = [at(place.row, row, sides.rows), at(place.column, column, sides.columns)]
        if (y !== undefined && x !== undefined) return { row: y, column: x }
        const isGone = x === undefined || (latest.current.props.pages.isFresh() && sides.rows.isKnown(place.row))
        return isGone ? 'gone' : 'away'
      },
    }
  }, [])
  useEffect(() => props.pages.subscribe(grid.follow), [grid, props.pages])
  const order = props.columns.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns may stand elsewhere now
  useEffect(() => grid.follow(), [grid, order])
  useKeptInside(grid, props.columns.length, props.count)
  useEffect(() => latest.current.props.onSelect?.(selectedOf(selection)), [selection])
  return { grid, selection }
}

/** A table that became shorter or narrower has no selection beyond its end. */
function useKeptInside(grid: Grid, columns: number, rows: number) {
  useEffect(() => {
    const { spot } = grid.selected()
    if (!spot || (spot.range.x + spot.range.width <= columns && spot.range.y + spot.range.height <= rows)) return
    if (columns === 0 || rows === 0) return grid.setSelection(NOTHING)
    const { column, row } = spot.cell
    grid.select(spotOf({ column: Math.min(column, columns - 1), row: Math.min(row, rows - 1) }))
  }, [grid, columns, rows])
}
