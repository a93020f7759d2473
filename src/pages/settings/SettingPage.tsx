import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { FormSkeleton } from '../../widgets/Skeleton.tsx'

type Props<T> = { name: string; read: () => Promise<T>; children: (kept: T) => ReactNode }

/** A page of settings, which are refetched each time it is opened. */
export function SettingPage<T>({ name, read, children }: Props<T>) {
  const query = useQuery({ queryKey: ['settings', name], queryFn: read, gcTime: 0 })
  if (query.data) return children(query.data)
  if (!query.isError) return <FormSkeleton />
  return <NotLoaded error={query.error} onRetry={query.refetch} />
}
