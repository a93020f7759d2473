import { useEffect, useRef, useState } from 'react'
import { GRID_PAGE_ROWS, GRID_PAGES_KEPT } from '#contract/core/limits.ts'

type Rows = readonly (readonly string[])[]
type Read = (page: number) => Promise<Rows>
type Cache = { read: Read; pages: Map<number, Rows>; asked: Map<number, number> }

const emptyFor = (read: Read): Cache => ({ read, pages: new Map(), asked: new Map() })

/**
 * The rows from `first` to `last` of a table of `count` rows: pages are loaded when they become visible, the latest
 * ones are cached, and a page that was incomplete in a growing table is reloaded.
 */
export function usePages(
  read: Read,
  first: number,
  last: number,
  count: number,
): (row: number) => readonly string[] | null {
  const cache = useRef(emptyFor(read))
  const [, redraw] = useState(0)
  const [failure, setFailure] = useState<Error | null>(null)
  if (cache.current.read !== read) cache.current = emptyFor(read)

  useEffect(() => {
    const { pages, asked } = cache.current
    const at = cache.current
    for (let page = Math.floor(first / GRID_PAGE_ROWS); page * GRID_PAGE_ROWS <= last; page += 1) {
      const expected = Math.min(GRID_PAGE_ROWS, count - page * GRID_PAGE_ROWS)
      if ((asked.get(page) ?? -1) >= expected) continue
      asked.set(page, expected)
      read(page).then((rows) => {
        pages.delete(page)
        pages.set(page, rows)
        for (const oldest of pages.keys()) {
          if (pages.size <= GRID_PAGES_KEPT) break
          pages.delete(oldest)
          asked.delete(oldest)
        }
        if (cache.current === at) redraw((n) => n + 1)
      }, setFailure)
    }
  }, [read, first, last, count])

  if (failure) throw failure
  return (row) => cache.current.pages.get(Math.floor(row / GRID_PAGE_ROWS))?.[row % GRID_PAGE_ROWS] ?? null
}
