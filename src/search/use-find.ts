import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { SEARCH_TEXT_MAX } from '#contract/core/limits.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { search } from '#contract/search.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'

/** Delay in milliseconds between the last key and the search. */
const REST_MS = 180

/** Returns the text once it has not changed for REST_MS. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested.trim().slice(0, SEARCH_TEXT_MAX)
}

/** Searches files page by page; previous results stay until the new ones arrive. */
export function useFind(query: InputOf<typeof search.find>, isOn: boolean) {
  const found = useInfiniteQuery({
    queryKey: ['search', query],
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
