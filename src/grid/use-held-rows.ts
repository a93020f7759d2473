import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { Key } from './follow.ts'
import type { GridProps } from './props.ts'
import type { Grid } from './use-grid.ts'

/** Rows by which it is told where those in sight are now: the one above them, and the first of them (our choice). */
const TOLD_BY = 8
/** The place of the first row in sight, the keys of the one above it and of those from it on, and how many rows there were. */
type Sight = { place: number; keys: readonly (Key | undefined)[]; count: number }

/** By how many rows those in sight have moved together; 0 where they have not, or where rows came right above them. */
export function movedBy(
  { place, keys }: Pick<Sight, 'place' | 'keys'>,
  placeOf: (key: Key, was: number) => number | null,
): number {
  const moveOf = (key: Key | undefined, at: number) => {
    const was = place - 1 + at
    const now = key === undefined ? null : placeOf(key, was)
    return now === null ? null : now - was
  }
  if (moveOf(keys[0], 0) === 0) return 0
  const moves = keys.map(moveOf)
  return moves.find((move, at) => move !== null && move === moves[at + 1]) ?? 0
}

type Held = Pick<GridProps<unknown>, 'pages' | 'keyOf' | 'count'> & { rowPx: number }

/** The rows in sight; null at the top, and while some are being read again: they may stand elsewhere by now. */
function sightOf(grid: Grid, { pages, keyOf, count }: Omit<Held, 'rowPx'>): Sight | null {
  const { y } = grid.region.get()
  if (y === 0 || !keyOf || !pages.isFresh()) return null
  const keys = Array.from({ length: TOLD_BY }, (_, at) => {
    const row = pages.rowAt(y - 1 + at)
    return row === undefined ? undefined : keyOf(row)
  })
  return { place: y, keys, count }
}

/** The rows in sight stay where they are when others come or go above them, except at the top, where those are shown. */
export function useHeldRows(grid: Grid, held: Held): void {
  const { pages, keyOf, count, rowPx } = held
  const version = useSyncExternalStore(pages.subscribe, pages.version)
  const sight = useRef<Sight | null>(null)
  const latest = useRef(held)
  latest.current = held
  useEffect(() => {
    sight.current = sightOf(grid, { ...latest.current, pages })
    return grid.region.subscribe(() => {
      if (grid.region.get().y !== sight.current?.place) sight.current = sightOf(grid, latest.current)
    })
  }, [grid, pages])
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that came may have moved those in sight
  useLayoutEffect(() => {
    const seen = sight.current
    const { y, height } = grid.region.get()
    const scroller = grid.host.current?.querySelector<HTMLElement>('.dvn-scroller')
    if (!scroller || !keyOf) return
    if (!seen) {
      sight.current = sightOf(grid, held)
      return
    }
    /** Mostly a row is where it was; to look for it takes all that is loaded. */
    const placeOf = (key: Key, was: number) => {
      const row = pages.rowAt(was)
      return row !== undefined && keyOf(row) === key ? was : pages.placeOf((one) => keyOf(one) === key)
    }
    function move(from: Sight, by: number) {
      // There is no room below them yet: the table is about to be longer.
      if (!scroller || from.place + by < 0 || (by > 0 && from.place + by + height > count + 1)) return
      // The move itself is no other look.
      sight.current = { ...from, place: from.place + by, count }
      scroller.scrollTop += by * rowPx
    }
    const by = movedBy(seen, placeOf)
    if (by !== 0) return move(seen, by)
    if (!pages.isFresh()) return
    const [, first] = seen.keys
    if (first === undefined || placeOf(first, seen.place) !== null || seen.count === count) {
      if (y === seen.place) sight.current = sightOf(grid, held)
      return
    }
    // They moved beyond what is loaded: as far as the table has grown, if anywhere.
    const grown = count - seen.count
    pages.read(seen.place + grown, 1, new AbortController().signal).then(
      ([row]) => {
        if (row !== undefined && keyOf(row) === first && sight.current === seen) move(seen, grown)
      },
      // Rows that fail to load are asked for again as they are seen.
      () => {},
    )
  }, [version, count])
}
