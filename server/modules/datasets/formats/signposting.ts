import type { DatasetFile } from '#contract/publications/dataset.ts'
import { type Described, isOpen } from '../described.ts'
import type { Format } from './index.ts'
import { licenceUrl, orcidUrl } from './words.ts'

/** Most authors and files in the header: a long one breaks proxies. */
const HEADER_ENTRIES = 5
export const LINKSET_TYPE = 'application/linkset+json'

type Target = { href: string; type?: string; profile?: string }
type Link = { rel: string; target: Target }

const TYPES = ['https://schema.org/AboutPage', 'https://schema.org/Dataset']

const itemOf = ({ addresses }: Described, { path, mime }: Pick<DatasetFile, 'path' | 'mime'>): Target => ({
  href: addresses.file(path),
  type: mime,
})

const exportOf = ({ addresses }: Described, { key, type, profile }: Format): Target => ({
  href: addresses.export(key),
  type,
  ...(profile && { profile }),
})

/** The links of a version's page but those to its files. */
function linksOf(dataset: Described, formats: readonly Format[]): Link[] {
  const { version, identifier, addresses } = dataset
  const { authors, licence } = version.metadata
  const orcids = authors.filter(({ orcid }) => orcid).map(({ orcid }) => ({ href: orcidUrl(orcid) }))
  const of = (rel: string, targets: readonly Target[]): Link[] => targets.map((target) => ({ rel, target }))
  return [
    ...of('cite-as', [{ href: identifier.url }]),
    ...of(
      'type',
      TYPES.map((href) => ({ href })),
    ),
    ...of('author', orcids),
    ...of('license', licence ? [{ href: licenceUrl(licence) }] : []),
    ...of(
      'describedby',
      formats.map((format) => exportOf(dataset, format)),
    ),
    ...of('linkset', [{ href: addresses.linkset, type: LINKSET_TYPE }]),
  ]
}

const written = ({ rel, target: { href, type, profile } }: Link): string =>
  `<${href}>; rel="${rel}"${type ? `; type="${type}"` : ''}${profile ? `; profile="${profile}"` : ''}`

/** The Link header of a version's page: FAIR Signposting level 1, all links in one header. */
export function pageLinks(dataset: Described, formats: readonly Format[]): string {
  const links = linksOf(dataset, formats)
  const authors = links.filter(({ rel }) => rel === 'author').slice(HEADER_ENTRIES)
  const files = isOpen(dataset) ? dataset.files.slice(0, HEADER_ENTRIES) : []
  const items = files.map((file) => ({ rel: 'item', target: itemOf(dataset, file) }))
  return [...links.filter((link) => !authors.includes(link)), ...items].map(written).join(', ')
}

/** The Link header of a file or an export of a version: `rel` says how it belongs to the page. */
export const partLinks = ({ addresses }: Described, rel: 'collection' | 'describes'): string =>
  [
    { rel, target: { href: addresses.page, type: 'text/html' } },
    { rel: 'linkset', target: { href: addresses.linkset, type: LINKSET_TYPE } },
  ]
    .map(written)
    .join(', ')

/**
 * FAIR Signposting level 2 in pieces: the links of the page with all files, and those of each export and file back to
 * it. `pages` reads the files, twice. Source: RFC 9264, section 4.2.
 */
export async function* linkset(
  dataset: Described,
  formats: readonly Format[],
  pages: () => AsyncIterable<readonly DatasetFile[]>,
): AsyncGenerator<string> {
  const back = [{ href: dataset.addresses.page, type: 'text/html' }]
  const groups = Map.groupBy(linksOf(dataset, formats), ({ rel }) => rel)
  const page = Object.fromEntries([...groups].map(([rel, links]) => [rel, links.map(({ target }) => target)]))
  yield `{"linkset":[${JSON.stringify({ anchor: dataset.addresses.page, ...page }).slice(0, -1)}`
  let count = 0
  for await (const files of isOpen(dataset) ? pages() : []) {
    yield `${count ? ',' : ',"item":['}${files.map((file) => JSON.stringify(itemOf(dataset, file))).join(',')}`
    count += files.length
  }
  yield count ? ']}' : '}'
  for (const format of formats)
    yield `,${JSON.stringify({ anchor: dataset.addresses.export(format.key), describes: back })}`
  for await (const files of isOpen(dataset) ? pages() : [])
    yield files
      .map(({ path }) => `,${JSON.stringify({ anchor: dataset.addresses.file(path), collection: back })}`)
      .join('')
  yield ']}'
}
