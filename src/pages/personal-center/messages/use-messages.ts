import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { LIST_DEFAULT_SIZE, LIST_MAX_SIZE } from '#contract/core/limits.ts'
import { type Message, messages } from '#contract/messages.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { onRealtime } from '#providers/live.ts'
import { isMessageNews, messageKeys } from '#providers/messages.ts'
import { freshened, type Loaded, withRead } from './message-list.ts'

const quiet = { quiet: true }
const ask = (isUnread: boolean, input: { after?: string; size?: number }): Promise<Loaded> =>
  call(messages.list, { ...input, ...(isUnread && { isUnread: 'true' }) }, quiet)

/** The user's messages, page by page; realtime changes are merged into the loaded list. */
export function useMessages(isUnread: boolean, beforeChange: () => void) {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: messageKeys.list(isUnread),
    ...byPages((after) => ask(isUnread, after)),
    select: (data) => data.pages.flatMap((page) => page.list),
    staleTime: 0,
    gcTime: 0,
  })

  const change = useCallback(
    (next: (known: Loaded) => Loaded) => {
      beforeChange()
      client.setQueryData<InfiniteData<Loaded, string>>(messageKeys.list(isUnread), (data) => {
        const list = data?.pages.flatMap((page) => page.list)
        return data && list && { pages: [next({ list, next: data.pages.at(-1)?.next })], pageParams: [''] }
      })
    },
    [client, isUnread, beforeChange],
  )
  const freshen = useCallback(async () => {
    const data = client.getQueryData<InfiniteData<Loaded, string>>(messageKeys.list(isUnread))
    if (!data) return
    const count = data.pages.reduce((sum, page) => sum + page.list.length, 0)
    const answer = await ask(isUnread, { size: Math.min(LIST_MAX_SIZE, Math.max(LIST_DEFAULT_SIZE, count)) })
    // A page request in flight would overwrite the merged list, so it is cancelled.
    await client.cancelQueries({ queryKey: messageKeys.list(isUnread) })
    change((known) => freshened(known, answer, isUnread))
  }, [client, isUnread, change])

  useEffect(
    // A failed refresh is ignored; the next event or the next opening of the list refreshes it.
    () => onRealtime((event) => void (isMessageNews(event) && freshen().catch(() => {}))),
    [freshen],
  )

  /** Marks these or all messages as read: shown at once, and corrected if the call fails. */
  async function read(ids: readonly string[] | null): Promise<void> {
    change((known) => withRead(known, ids && new Set(ids)))
    try {
      if (!ids) await call(messages.readAll, {}, quiet)
      else await call(messages.read, { ids: [...ids] }, quiet)
    } catch (failure) {
      void query.refetch()
      throw failure
    } finally {
      void client.invalidateQueries({ queryKey: messageKeys.unread })
    }
  }
  async function remove({ id }: Message): Promise<void> {
    await call(messages.remove, { id }, quiet)
    change(({ list, next }) => ({ list: list.filter((one) => one.id !== id), next }))
    void client.invalidateQueries({ queryKey: messageKeys.unread })
  }
  return { query, read, remove }
}
