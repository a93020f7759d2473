import { useQuery } from '@tanstack/react-query'
import { LIST_MAX_SIZE } from '#contract/core/limits.ts'
import { managedSpaces } from '#contract/managed-spaces.ts'
import { spaces } from '#contract/spaces.ts'
import { call } from './call.ts'

/** Maximum number of spaces that one search shows. */
const SHOWN = 20

/** Searches all spaces, for administrators who choose one. */
export async function findSpaces(q: string, signal: AbortSignal) {
  const { list } = await call(managedSpaces.list, { q: q || undefined, size: SHOWN }, { quiet: true, signal })
  return list
}

/** The spaces of the reader by name, to choose one from. */
export const useOwnSpaces = () =>
  useQuery({
    queryKey: ['spaces', 'own'],
    queryFn: () =>
      call(spaces.list, { scope: 'mine', size: LIST_MAX_SIZE, sort: 'name', order: 'asc' }, { quiet: true }),
  })
