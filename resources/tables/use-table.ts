import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type DataTable, tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { onMissedNews, onRealtime } from '#providers/live.ts'

export const tableKey = (spaceId: string, id: string) => ['tables', spaceId, 'one', id]

const tableQuery = (spaceId: string, id: string) =>
  queryOptions({
    queryKey: tableKey(spaceId, id),
    queryFn: ({ signal }) => call(tables.show, { spaceId, id }, { quiet: true, signal }),
  })

/** One table with its columns. */
export const useTable = (spaceId: string, id: string) => useQuery(tableQuery(spaceId, id))

/** Reads a table as it is by now: from the server, unless nothing has changed since it was read. */
export function useTableNow({ spaceId, id }: Pick<DataTable, 'spaceId' | 'id'>): () => Promise<DataTable> {
  const client = useQueryClient()
  return () => client.fetchQuery({ ...tableQuery(spaceId, id), staleTime: Number.POSITIVE_INFINITY })
}

/** Reloads a table after a change, and the lists, which show its size. */
export function useTableRenewal({ spaceId, id }: Pick<DataTable, 'spaceId' | 'id'>): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: tableKey(spaceId, id) })
    void client.invalidateQueries({ queryKey: ['tables', spaceId, 'list'] })
  }
}

/** How long changes of others are collected before they are shown, in ms (our choice). */
const NEWS_MS = 200

/** Calls back when somebody changed the table, or may have while the page was disconnected. */
export function useTableNews({ spaceId, id }: Pick<DataTable, 'spaceId' | 'id'>, onNews: () => void): void {
  const latest = useRef(onNews)
  latest.current = onNews
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        latest.current()
      }, NEWS_MS)
    }
    const stops = [
      onRealtime((event) => {
        const isOfThis = event.mark === 'table_refresh' && event.spaceId === spaceId && event.tableId === id
        if (isOfThis && !event.presence && !event.hasComments) soon()
      }),
      onMissedNews(soon),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [spaceId, id])
}
