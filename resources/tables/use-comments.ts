import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { tableComments } from '#contract/table-comments.ts'
import type { DataTable } from '#contract/tables.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { onMissedNews, onRealtime } from '#providers/live.ts'
import type { HistoryOf } from './history-of.ts'

type One = Pick<DataTable, 'spaceId' | 'id'>
const keyOf = ({ spaceId, id }: One) => ['tables', spaceId, 'comments', id]

/** The number and the positions of unresolved comments; reloaded when somebody comments. */
export function useCommented({ spaceId, id }: One) {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: [...keyOf({ spaceId, id }), 'cells'],
    queryFn: ({ signal }) => call(tableComments.cells, { spaceId, id }, { quiet: true, signal }),
  })
  useEffect(() => {
    const renew = () => void client.invalidateQueries({ queryKey: keyOf({ spaceId, id }) })
    const stops = [
      onRealtime((event) => {
        if (event.mark === 'table_refresh' && event.tableId === id && event.hasComments) renew()
      }),
      onMissedNews(renew),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, spaceId, id])
  return useMemo(() => {
    const counts = new Map(data?.cells.map(({ row, column, count }) => [`${row} ${column ?? ''}`, count]))
    /** Comments on a cell; a comment on a row counts as one on its first cell. */
    const at = (row: number, column: number, isFirst: boolean) =>
      (counts.get(`${row} ${column}`) ?? 0) + (isFirst ? (counts.get(`${row} `) ?? 0) : 0)
    return { open: data?.open ?? 0, at }
  }, [data])
}
export type Commented = ReturnType<typeof useCommented>

/** Reloads the comments of a table after the user's own change. */
export function useCommentRenewal(one: One): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keyOf(one) })
}

type Wish = { of: HistoryOf; isResolved: boolean; q: string }

/** The comments on a table, a row or a cell, newest first. */
export function useThreads({ spaceId, id }: One, { of, isResolved, q }: Wish) {
  return useInfiniteQuery({
    queryKey: [...keyOf({ spaceId, id }), 'list', of, isResolved, q],
    ...byPages((after, { signal }) => {
      const asked = { spaceId, id, ...of, isResolved: String(isResolved), ...(q && { q }) }
      return call(tableComments.list, { ...asked, ...after }, { quiet: true, signal })
    }),
    placeholderData: (before) => before,
  })
}
