import type { AccessKind, ResourceType } from './metadata.ts'

/**
 * What the catalogue of datasets is narrowed by; each is a parameter of its address with one value. That of `space` is
 * the identifier of a public space.
 */
export const CATALOGUE_FACETS = ['type', 'access', 'year', 'subject', 'licence', 'institution', 'space'] as const
export type CatalogueFacet = (typeof CATALOGUE_FACETS)[number]
export const CATALOGUE_SORTS = ['newest', 'oldest', 'title', 'views', 'downloads'] as const
export type CatalogueSort = (typeof CATALOGUE_SORTS)[number]

/** The search in the address of the catalogue; '' where nothing is asked. */
export type CatalogueSearch = Record<CatalogueFacet, string> & {
  q: string
  /** An author by ORCID iD, or a person or an organisation by name. */
  author: string
  /** Affiliation of that person, by name: distinguishes persons of the same name without an ORCID iD. */
  at: string
  sort: CatalogueSort
  /** A search is active: the page is one of many views of the same list. */
  isAsked: boolean
}

/** A dataset in a list: its newest version in the reader's language, where there is one. */
export type CatalogueLine = {
  /** Path of the page. */
  page: string
  title: string
  /** The language that the title is written in. */
  titleLanguage: 'zh' | 'en'
  /** The beginning of the description. */
  description: string
  /** The first authors, and how many there are. */
  authors: string[]
  authorCount: number
  publishedAt: string
  /** The last change of what the world sees. */
  changedAt: string
  number: number
  type: ResourceType
  access: AccessKind
  licence: string
  institution: string
  identifier: { value: string; url: string }
  fileCount: number
  sizeBytes: number
  /** Of all versions. */
  views: number
  downloads: number
}

/** A value of a facet: `value` as in the address, `name` as people read it. */
export type CatalogueValue = { value: string; name: string; count: number }

/** The page of the catalogue. */
export type CatalogueView = {
  search: CatalogueSearch
  /** Datasets that match. */
  total: number
  facets: Record<CatalogueFacet, CatalogueValue[]>
  list: CatalogueLine[]
  next?: string
  isFirst: boolean
  /** The space that is asked for; null for none. */
  space: { name: string; identifier: string } | null
  /** The author that is asked for, with '' for no ORCID iD and no organisation; null for none, or one without datasets. */
  author: { name: string; orcid: string; at: string } | null
}

type Change = Partial<Omit<CatalogueSearch, 'isAsked'>> & { after?: string | undefined }

/** The path of a search of the catalogue, or of its feed, with some values changed; by default its first page. */
export function catalogueAddress(path: string, search: CatalogueSearch, change: Change = {}): string {
  const { q, author, at, sort, after = '', ...rest } = { ...search, after: '', ...change }
  const facets = CATALOGUE_FACETS.map((facet): [string, string] => [facet, rest[facet]])
  const order: [string, string] = ['sort', sort === 'newest' ? '' : sort]
  const given: [string, string][] = [['q', q], ...facets, ['author', author], ['at', at], order, ['after', after]]
  const query = new URLSearchParams(given.filter(([, value]) => value !== '')).toString()
  return query ? `${path}?${query}` : path
}
