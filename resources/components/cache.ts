import { useQueryClient } from '@tanstack/react-query'

const root = ['components'] as const
export const keys = {
  installed: [...root, 'installed'],
  market: [...root, 'market'],
  categories: [...root, 'categories'],
} as const

/** Everything that is shown of components is asked for anew after a change: few they are. */
export function useComponentCache(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: root })
}
