import { type QueryKey, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { PropertiesSkeleton } from '../../widgets/Skeleton.tsx'

type Props<T> = {
  queryKey: QueryKey
  isNew: boolean
  load: () => Promise<T>
  children: (before: T | null) => ReactNode
}

/** Loads the initial values of a form, for an existing record or a new one. */
export function Begun<T>({ queryKey, isNew, load, children }: Props<T>) {
  const { data, error, refetch } = useQuery({
    queryKey,
    // Loaded once, so that refetches replace neither the typed values nor the state they started from.
    enabled: ({ state }) => !isNew && state.data === undefined,
    gcTime: 0,
    queryFn: load,
  })
  if (isNew) return children(null)
  if (data !== undefined) return children(data)
  if (!error) return <PropertiesSkeleton rows={4} />
  return <NotLoaded error={error} onRetry={refetch} />
}
