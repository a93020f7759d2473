import { useQueryClient } from '@tanstack/react-query'

const root = ['components'] as const
export const keys = {
  installed: [...root, 'installed'],
  market: [...root, 'market'],
  categories: [...root, 'categories'],
} as const

/** Refetches all component data after a change; there are few components. */
export function useComponentCache(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: root })
}
