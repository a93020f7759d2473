import type { ReactNode } from 'react'
import { NotLoaded } from './NotLoaded.tsx'
import { LinesSkeleton } from './Skeleton.tsx'

type Query<T> = { data: T | undefined; error: unknown; refetch: () => unknown }
type Props<T> = {
  query: Query<T>
  /** Shown while loading; lines by default. */
  skeleton?: ReactNode
  /** Number of lines. */
  rows?: number
  children: (data: T) => ReactNode
}

/**
 * The result of a query in a part of a page: a skeleton while it loads, or the reason why it failed. Earlier data stays
 * visible.
 */
export function Loaded<T>({ query, skeleton, rows = 2, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <NotLoaded error={query.error} onRetry={query.refetch} isInline />
  return skeleton ?? <LinesSkeleton rows={rows} />
}
