import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { CHUNK_LOAD_TIMEOUT_MS } from '#contract/limits.ts'
import { PageSkeleton } from '../widgets/Skeleton.tsx'

export type Page = { default: ComponentType }
type Load = () => Promise<Page>

/** A page part that takes longer than the limit has failed. Source: spec section 8, Other. */
export function inTime<T>(loading: Promise<T>, limitMs = CHUNK_LOAD_TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no page after ${limitMs} ms`)), limitMs)
    loading.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

export function LazyPage({ load }: { load: Load }) {
  const Page = useMemo(() => lazy(() => inTime(load())), [load])
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Page />
    </Suspense>
  )
}
