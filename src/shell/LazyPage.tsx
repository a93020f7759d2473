import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { inTime } from '../widgets/in-time.ts'
import { PageSkeleton } from '../widgets/Skeleton.tsx'

export type Page = { default: ComponentType }
type Load = () => Promise<Page>

export function LazyPage({ load }: { load: Load }) {
  const Page = useMemo(() => lazy(() => inTime(load())), [load])
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Page />
    </Suspense>
  )
}
