import { managedSpaces } from '#contract/managed-spaces.ts'
import { call } from './call.ts'

/** Maximum number of spaces that one search shows. */
const SHOWN = 20

/** Searches all spaces, for administrators who choose one. */
export async function findSpaces(q: string, signal: AbortSignal) {
  const { list } = await call(managedSpaces.list, { q: q || undefined, size: SHOWN }, { quiet: true, signal })
  return list
}
