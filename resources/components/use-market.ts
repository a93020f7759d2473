import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { components } from '#contract/components.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import type { View } from './address.ts'
import { keys } from './cache.ts'

/** The market's components for the given search text, category and suffix. */
export function useMarket({ q, category, suffix }: Pick<View, 'q' | 'category' | 'suffix'>) {
  const asked = {
    ...(q && { q }),
    ...(category && { category }),
    ...(suffix && { suffix }),
  }
  const query = useInfiniteQuery({
    queryKey: [...keys.market, asked],
    ...byPages((after) => call(components.market, { ...asked, ...after }, { quiet: true })),
    placeholderData: keepPreviousData,
  })
  return {
    query,
    items: query.data?.pages.flatMap((page) => page.list) ?? [],
    isPartial: query.data?.pages.some((page) => page.isPartial) ?? false,
    isAsked: Object.keys(asked).length > 0,
  }
}
