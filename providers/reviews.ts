import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from './call.ts'
import { onMissedNews, onRealtime } from './live.ts'

const queryKey = ['publications', 'counts']

/** The caller's publications by state, and for reviewers how many wait for them; undefined until loaded. */
export const usePublicationCounts = () =>
  useQuery({
    queryKey,
    queryFn: async () => {
      // The menu is in every page; the operations of publications are not needed before it shows.
      const { publications } = await import('#contract/publications.ts')
      return call(publications.counts, {}, { quiet: true, aside: true })
    },
    refetchOnWindowFocus: 'always',
  }).data

/** The number of publications that wait for the caller's review; a `message` event announces a new one. */
export function useWaitingReviews(): number {
  const client = useQueryClient()
  const counts = usePublicationCounts()
  useEffect(() => {
    const renew = () => void client.invalidateQueries({ queryKey })
    const stops = [onRealtime((event) => void (event.mark === 'message' && renew())), onMissedNews(renew)]
    return () => stops.forEach((stop) => void stop())
  }, [client])
  return counts?.queue ?? 0
}
