import { type RefObject, useEffect, useRef } from 'react'
import type { ChangeOutcome } from '#contract/tables/changes.ts'
import type { GridHandle } from '../../src/grid/props.ts'
import type { Rows } from './use-rows.ts'

/**
 * Selects a row that is added, once it is the last one shown; not if it is refused, if a filter hides it, or if something
 * else was selected meanwhile.
 */
export function useNewRow({ pages, lines }: Rows, grid: RefObject<GridHandle | null>) {
  /** The id of the row; `asked` until the server has made it. */
  const awaited = useRef<number | 'asked' | null>(null)
  function reach(): void {
    const row = lines - 1
    if (awaited.current === null || pages.rowAt(row)?.id !== awaited.current) return
    awaited.current = null
    grid.current?.select({ x: 0, y: row, width: 1, height: 1 })
  }
  const latest = useRef(reach)
  latest.current = reach
  useEffect(() => pages.subscribe(() => latest.current()), [pages])
  // biome-ignore lint/correctness/useExhaustiveDependencies: one more row may be the one
  useEffect(() => latest.current(), [lines])
  return {
    async add(work: Promise<ChangeOutcome | null>): Promise<void> {
      awaited.current = 'asked'
      const done = await work
      if (awaited.current !== 'asked') return
      awaited.current = done?.rows[0] ?? null
      latest.current()
    },
    forget: () => {
      awaited.current = null
    },
  }
}
