import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { SEARCH_TEXT_MAX } from '#contract/core/limits.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { search } from '#contract/search.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { useRested } from '../widgets/use-rested.ts'

/** The text to search for, once it has not changed for a while. */
export const useSearchText = (text: string): string => useRested(text.trim().slice(0, SEARCH_TEXT_MAX))

/** The key of all searches for files. */
export const allHitsKey = ['search'] as const

/** Searches files page by page; previous results stay until the new ones arrive. */
export function useFind(query: InputOf<typeof search.find>, isOn: boolean) {
  const found = useInfiniteQuery({
    queryKey: [...allHitsKey, query],
    ...byPages((after, { signal }) => call(search.find, { ...query, ...after }, { quiet: true, aside: true, signal })),
    enabled: isOn,
    placeholderData: keepPreviousData,
    // Contents are indexed in the background, so a repeated search must not use the cache.
    staleTime: 0,
    gcTime: 0,
  })
  return {
    ...found,
    hits: isOn ? (found.data?.pages.flatMap((page) => page.list) ?? []) : [],
    isPartial: found.data?.pages.at(-1)?.isPartial ?? false,
  }
}
