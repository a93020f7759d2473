import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { Id } from '#contract/core/shapes.ts'
import { Channel, JournalAction, JournalGroup, journal } from '#contract/journal.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { onRealtime } from '#providers/live.ts'

const maybe = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined)
const Filter = z.object({
  group: maybe(JournalGroup),
  action: maybe(JournalAction),
  channel: maybe(Channel),
  personId: maybe(Id),
  q: maybe(z.string().check(z.minLength(1), z.maxLength(100))),
  /** A calendar month in the reader's time zone; without it the most recent days. */
  month: maybe(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))),
})
export type JournalFilter = Partial<z.infer<typeof Filter>>

/** Events within this many milliseconds cause one refetch. */
const NEWS_REST_MS = 1500
/** Maximum number of new entries that are counted exactly. */
export const NEWS_MAX = 50

/** Converts a filter to the call's input: the month becomes a span of timestamps. */
export const askedOf = ({ month, ...rest }: JournalFilter) => ({
  ...rest,
  ...(month && { from: dayjs(month).toISOString(), to: dayjs(month).add(1, 'month').toISOString() }),
})

/** The filters, stored in the address: Back removes the last one, and a copied link shows the same entries. */
export function useJournalFilter() {
  const [params, setParams] = useSearchParams()
  const filter = useMemo(() => {
    const read = Object.entries(Filter.parse(Object.fromEntries(params)))
    return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as JournalFilter
  }, [params])
  return {
    filter,
    setFilter: (change: JournalFilter) => {
      const next = new URLSearchParams(params)
      for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name)
      setParams(next, { replace: 'q' in change })
    },
    clear: () => setParams(filter.month ? { month: filter.month } : {}),
  }
}

export function useEntries(spaceId: string, filter: JournalFilter) {
  return useInfiniteQuery({
    queryKey: ['journal', spaceId, filter],
    ...byPages((after, { signal }) =>
      call(journal.list, { id: spaceId, ...askedOf(filter), ...after }, { quiet: true, signal }),
    ),
    placeholderData: keepPreviousData,
  })
}

export const useActive = (spaceId: string) =>
  useQuery({
    queryKey: ['journal-active', spaceId],
    queryFn: () => call(journal.active, { id: spaceId }, { quiet: true }),
  })

/**
 * The number of new entries that the list does not show yet; `show` loads them, so that the list never jumps by itself.
 */
export function useFresh(spaceId: string, filter: JournalFilter, newest: string | undefined) {
  const client = useQueryClient()
  const [seen, setSeen] = useState({ filter, newest, count: 0 })
  const isPastMonth = filter.month !== undefined && filter.month !== dayjs().format('YYYY-MM')
  useEffect(() => {
    if (isPastMonth) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () =>
      call(journal.list, { id: spaceId, ...askedOf(filter), size: NEWS_MAX }, { quiet: true }).then(
        ({ list }) => {
          const at = newest === undefined ? list.length : list.findIndex(({ id }) => id === newest)
          setSeen({ filter, newest, count: at === -1 ? NEWS_MAX : at })
        },
        // A failure is ignored, because the count of new entries is optional.
        () => {},
      )
    const stop = onRealtime((event) => {
      if (event.mark !== 'space' || event.type === 'task' || event.spaceId !== spaceId) return
      clearTimeout(timer)
      timer = setTimeout(look, NEWS_REST_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [spaceId, filter, newest, isPastMonth])
  const isOfThis = seen.filter === filter && seen.newest === newest
  return {
    count: isOfThis ? seen.count : 0,
    show: async () => {
      await client.resetQueries({ queryKey: ['journal', spaceId, filter] })
      await client.invalidateQueries({ queryKey: ['journal-active', spaceId] })
    },
  }
}
