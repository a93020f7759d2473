import { useQuery } from '@tanstack/react-query'
import { fetchRegions, type Regions } from './scene/regions.ts'

/** The regions of a GeoJSON file, read with the reader's permissions. */
export function useRegions(hash: string | undefined, fileAddress: (hash: string) => string): Regions {
  const address = hash === undefined ? '' : fileAddress(hash)
  const { data, error } = useQuery({
    queryKey: ['regions', address],
    queryFn: ({ signal }) => fetchRegions(address, signal),
    enabled: address !== '',
    retry: false,
  })
  if (hash === undefined) return 'none'
  if (error) return 'failed'
  return data ?? 'loading'
}
