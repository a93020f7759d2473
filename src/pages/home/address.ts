import type { HomeSearch } from '#contract/pages/data.ts'
import { pathWith } from '../addresses.ts'

/** `/` or `/text`: the two faces of the home page. */
export type HomePath = '/' | '/text'
type Change = Partial<Pick<HomeSearch, 'q' | 'type' | 'tag' | 'sort'>>

/** The same search with something changed, from its beginning; every state of the page has an address. */
export function homeAddress(path: HomePath, search: HomeSearch, change: Change = {}): string {
  const { q, type, tag, sort } = { ...search, ...change }
  // The usual order needs no word, unless it is all that was asked for.
  const isOrdered = sort !== 'hot' || (change.sort !== undefined && !q && !type && !tag)
  return pathWith(path, { q, type, tag, sort: isOrdered ? sort : '' })
}
