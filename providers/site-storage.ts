import { useQuery } from '@tanstack/react-query'
import { statistics } from '#contract/statistics.ts'
import { call } from './call.ts'

/** Storage of the whole site, for administrators who are about to allocate it; undefined until loaded. */
export const useSiteStorage = (isAllocating = true) =>
  useQuery({
    queryKey: ['statistics', 'overview'],
    queryFn: () => call(statistics.overview, {}, { quiet: true, aside: true }),
    select: ({ storage }) => storage,
    enabled: isAllocating,
  }).data
