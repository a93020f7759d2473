import { CompactSelection, type DataEditorRef, type GridSelection } from '@glideapps/glide-data-grid'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { farCorner, spotOf } from './navigate.ts'
import type { GridProps } from './props.ts'
import { type RegionStore, regionStore } from './region-store.ts'
import { type Align, reveal } from './reveal.ts'
import type { CellView, Place, Range, Selected, Size, Spot } from './types.ts'

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
  /** The cells of the selection as rectangles, from the top to the bottom or from left to right. */
  ranges: () => Range[]
  /** The texts of several rectangles, one below the other; missing rows are loaded. */
  texts: (ranges: readonly Range[], signal: AbortSignal) => Promise<string[][]>
  /** The same from the cache only; null if a row is missing. */
  textsAtHand: (ranges: readonly Range[]) => string[][] | null
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

const columnsOf = ({ x, width }: Range) => Array.from({ length: width }, (_, i) => x + i)

export function useGrid<Row>(props: GridProps<Row>): { grid: Grid; selection: GridSelection } {
  const [selection, setSelection] = useState(NOTHING)
  const editor = useRef<DataEditorRef>(null)
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef({ props, selection })
  latest.current = { props, selection }
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
    const set = (next: GridSelection) => {
      latest.current.selection = next
      setSelection(next)
    }
    const row = (found: Row | undefined, range: Range) =>
      columnsOf(range).map((column) => (found === undefined ? '' : latest.current.props.cellOf(found, column).text))
    function textsAtHand(ranges: readonly Range[]): string[][] | null {
      const { pages } = latest.current.props
      const found: string[][] = []
      for (const range of ranges)
        for (let at = range.y; at < range.y + range.height; at += 1) {
          const one = pages.rowAt(at)
          if (one === undefined) return null
          found.push(row(one, range))
        }
      return found
    }
    async function texts(ranges: readonly Range[], signal: AbortSignal) {
      const found: string[][] = []
      for (const range of ranges)
        for (const one of await latest.current.props.pages.read(range.y, range.height, signal))
          found.push(row(one, range))
      return found
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
      texts,
      textsAtHand,
    }
  }, [])
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
