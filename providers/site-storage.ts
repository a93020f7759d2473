import { useQuery } from '@tanstack/react-query'
import { statistics } from '#contract/statistics.ts'
import { call } from './call.ts'

/** Storage of the whole site, for administrators who allocate it; undefined until loaded. */
export const useSiteStorage = () =>
  useQuery({
    queryKey: ['statistics', 'storage'],
    queryFn: () => call(statistics.overview, {}, { quiet: true, aside: true }),
  }).data?.storage
