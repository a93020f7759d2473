import { useCallback, useMemo, useRef, useState } from 'react'
import type { Column } from '#contract/tables/columns.ts'
import type { Question } from '#contract/tables/question.ts'
import { type DataTable, tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { useRowPages } from '../../src/grid/use-row-pages.ts'
import type { GridRow } from './grid-row.ts'
import { lengthOf, loadInGroups, type Span } from './grouping.ts'
import type { WaitingReads } from './waiting-reads.ts'

type Counts = { matching: number; total: number }

/**
 * The rows of a question, loaded as they become visible, with counts and names. `pages` are the `lines` of the grid:
 * rows, and group headings between them; `load` reads rows by their index. `at` is the change after which they are read.
 */
export function useRows(
  table: Pick<DataTable, 'spaceId' | 'id' | 'rows'>,
  question: Question,
  shown: readonly Column[],
  { spans = null, at, waiting }: { spans?: readonly Span[] | null; at?: number | undefined; waiting: WaitingReads },
) {
  const { spaceId, id } = table
  const names = useRef(new Map<string, string>())
  const [counts, setCounts] = useState<Counts>({ matching: table.rows, total: table.rows })
  const ask = JSON.stringify({ ...question, columns: shown.map((column) => column.id), at })
  const load = useCallback(
    async (first: number, count: number, signal: AbortSignal): Promise<GridRow[]> => {
      const input = { spaceId, id, ...JSON.parse(ask), first, count }
      const page = await waiting.run((requestId) => call(tables.rows, input, { quiet: true, signal, requestId }))
      for (const [key, name] of Object.entries(page.names)) names.current.set(key, name)
      setCounts((now) =>
        now.matching === page.matching && now.total === page.total
          ? now
          : { matching: page.matching, total: page.total },
      )
      return page.rows.map((row) => ({
        id: row.id,
        cells: new Map(page.columns.map((column, at) => [column, row.cells[at] ?? null])),
        errors: row.errors ?? {},
        ...(row.broken && { broken: row.broken }),
      }))
    },
    [spaceId, id, ask, waiting],
  )
  const places = spans && JSON.stringify(spans)
  const loadLines = useMemo(() => (places ? loadInGroups(load, JSON.parse(places)) : load), [load, places])
  const pages = useRowPages(loadLines)
  const lines = spans ? lengthOf(spans) : counts.matching
  return useMemo(() => {
    /** Reads what may have changed again: the rows of a moment never do. */
    const refresh = () => void (at === undefined && pages.invalidate())
    return { pages, load, names: names.current, counts, lines, refresh }
  }, [pages, load, counts, lines, at])
}
export type Rows = ReturnType<typeof useRows>
