import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { PageSkeleton } from '../widgets/Skeleton.tsx'
import { withTimeout } from '../widgets/with-timeout.ts'

export type Page = { default: ComponentType }
type Load = () => Promise<Page>

export function LazyPage({ load }: { load: Load }) {
  const Page = useMemo(() => lazy(() => withTimeout(load())), [load])
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Page />
    </Suspense>
  )
}
