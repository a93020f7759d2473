import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { CellHistory, HistoryKind } from '#contract/tables/changes.ts'
import { tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import type { GridHandle } from '../../src/grid/props.ts'
import type { Range, Selected } from '../../src/grid/types.ts'
import type { Written } from './cell-edits.ts'
import type { TableContext } from './context.ts'
import type { Stepped } from './use-changes.tsx'

/** The kinds of steps that wrote cells; of others whole rows and columns change, or come and go. */
const WRITING: readonly HistoryKind[] = ['cells', 'paste']

/** Numbers from the first of them to the last, if none is missing in between; else the first alone. */
function together(numbers: readonly number[]): { from: number; count: number } {
  const sorted = [...new Set(numbers)].sort((one, other) => one - other)
  const [from = 0] = sorted
  const isWhole = (sorted.at(-1) ?? from) - from + 1 === sorted.length
  return { from, count: isWhole ? sorted.length : 1 }
}

/**
 * Selects and shows the cells that a step gave their values back, or took them again; not if something else was selected
 * meanwhile.
 */
export function useUndone(
  { table: { spaceId, id }, rows: { pages }, columns, changes: { stepped } }: TableContext,
  grid: RefObject<GridHandle | null>,
  selected: RefObject<Selected | null>,
) {
  /** Where rows were when cells of them were written: they may be far from what is seen. */
  const places = useRef(new Map<number, number>())
  const placesOf = async (cells: readonly CellHistory[], signal: AbortSignal): Promise<number[]> => {
    const ids = [...new Set(cells.map(({ row }) => row))]
    const cached = ids.map((row) => pages.placeOf((one) => one.id === row && one.heading === undefined))
    const seen = cached.filter((place) => place !== null)
    const [first = 0] = ids
    const place = places.current.get(first)
    if (seen.length || place === undefined) return seen
    const [there] = await pages.read(place, 1, signal)
    return there?.id === first ? [place] : []
  }
  const select = useEffectEvent(async ({ change, kind }: Stepped, signal: AbortSignal) => {
    if (!WRITING.includes(kind)) return
    const before = selected.current
    const { cells } = await call(tables.changedCells, { spaceId, id, change }, { quiet: true, aside: true, signal })
    const rows = await placesOf(cells, signal)
    const shown = cells.map(({ column }) => columns.findIndex((one) => one.id === column)).filter((at) => at >= 0)
    if (!rows.length || !shown.length || signal.aborted || selected.current !== before) return
    const [down, across] = [together(rows), together(shown)]
    const range: Range = { x: across.from, y: down.from, width: across.count, height: down.count }
    grid.current?.select(range)
  })
  useEffect(() => {
    if (!stepped) return
    const stop = new AbortController()
    // Where the cells can't be read, the selection stays.
    void select(stepped, stop.signal).catch(() => {})
    return () => stop.abort()
  }, [stepped])
  return {
    note: (written: readonly Written[]) => {
      for (const { row, place } of written) places.current.set(row.id, place)
    },
  }
}
