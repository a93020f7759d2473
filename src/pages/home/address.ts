import type { HomeSearch } from '#contract/pages/data.ts'
import { pathWith } from '../addresses.ts'

/** `/` or `/text`: the two versions of the home page. */
export type HomePath = '/' | '/text'
type Change = Partial<Pick<HomeSearch, 'q' | 'type' | 'tag' | 'sort'>>

/** The address of the same search with some values changed, from its first page. */
export function homeAddress(path: HomePath, search: HomeSearch, change: Change = {}): string {
  const { q, type, tag, sort } = { ...search, ...change }
  // The default order is left out, unless the address would have no other value.
  const isOrdered = sort !== 'hot' || (change.sort !== undefined && !q && !type && !tag)
  return pathWith(path, { q, type, tag, sort: isOrdered ? sort : '' })
}
