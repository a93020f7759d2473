import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { files } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import { NotLoaded } from '../widgets/NotLoaded.tsx'
import { LinesSkeleton } from '../widgets/Skeleton.tsx'
import type { TreeFolder } from './tree-rows.ts'

type Props = { space: { id: string; name: string }; children: (root: TreeFolder) => ReactNode }

/** The root folder of a space, which is named like the space; null until it is loaded. */
export function useRoot({ id, name }: Props['space']) {
  const { data, error, refetch } = useQuery({
    queryKey: ['space-root', id],
    queryFn: () => call(files.show, { spaceId: id, hash: 'root' }, { quiet: true, aside: true }),
  })
  const hash = data?.hash
  const root = useMemo<TreeFolder | null>(() => (hash ? { hash, name, dirs: true } : null), [hash, name])
  return { root, error, refetch }
}

/** Loads the root folder of a space. */
export function RootOf({ space, children }: Props) {
  const { root, error, refetch } = useRoot(space)
  if (root) return children(root)
  if (!error) return <LinesSkeleton rows={4} />
  return <NotLoaded error={error} onRetry={refetch} />
}
