import { escapeHtml } from '#contract/core/html.ts'
import { COVER_PX } from '#contract/core/limits.ts'
import type { DatasetView, PageData, SpaceView } from '#contract/pages/data.ts'
import { CATALOGUE_PATH, FEED_PATH } from '#contract/pages/paths.ts'
import { type CatalogueView, catalogueAddress } from '#contract/publications/catalogue.ts'
import type { Space } from '#contract/spaces.ts'

const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`
/** Meta property read by link previews. Source: ogp.me. */
const property = (name: string, content: string) => `<meta property="og:${name}" content="${escapeHtml(content)}">`
const canonical = (address: string) => `<link rel="canonical" href="${escapeHtml(address)}">`
/** JSON-LD structured data by schema.org, escaped so that it cannot end the script element. */
const jsonLd = (thing: object) => script({ '@context': 'https://schema.org', ...thing })
const script = (thing: object) =>
  `<script type="application/ld+json">${JSON.stringify(thing).replace(/</g, '\\u003c')}</script>`
const NO_INDEX = '<meta name="robots" content="noindex">'

/** The head of a public page: title, description, canonical address, and metadata for link previews and crawlers. */
export function headOf(title: string, data: PageData, status: number, thing?: object): string {
  const { site, space, home, share, review, reviewBoard, dataset, catalogue } = data
  if (dataset) return `<title>${escapeHtml(title)}</title>${aboutDataset(title, data, dataset, thing).join('')}`
  if (catalogue) return `<title>${escapeHtml(title)}</title>${aboutCatalogue(title, data, catalogue).join('')}`
  const parts = space
    ? aboutSpace(data, space)
    : [
        meta('description', site.indexDescription),
        ...(home ? aboutHome(data) : status < 400 && !share && !review && !reviewBoard ? [] : [NO_INDEX]),
      ]
  return `<title>${escapeHtml(title)}</title>${parts.join('')}`
}

const shared = ({ site, lang }: PageData, about: { title: string; description: string; url: string }) => [
  ...Object.entries(about).map(([name, content]) => property(name, content)),
  property('type', 'website'),
  property('site_name', site.dataSpaceName),
  property('locale', lang === 'zh' ? 'zh_CN' : 'en_GB'),
]

/** The site as a data catalogue; search results are not indexed as pages. */
function catalogueOf({ origin, site, institution }: PageData) {
  const publisher = institution && {
    '@type': 'Organization',
    name: institution.name,
    ...(institution.homepage && { url: institution.homepage }),
  }
  return {
    '@type': 'DataCatalog',
    name: site.dataSpaceName,
    description: site.indexDescription,
    url: `${origin}/`,
    ...(publisher && { publisher }),
  }
}

/** Searches are not indexed; each is a feed. */
function aboutCatalogue(title: string, data: PageData, { search, total }: CatalogueView): string[] {
  const url = data.origin + CATALOGUE_PATH
  const feed = escapeHtml(catalogueAddress(FEED_PATH, search))
  const parts = [
    meta('description', data.site.indexDescription),
    `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(title)}" href="${feed}">`,
  ]
  if (search.isAsked || !total) return [...parts, '<meta name="robots" content="noindex, follow">']
  const about = { title, description: data.site.indexDescription, url }
  return [...parts, canonical(url), ...shared(data, about), jsonLd({ ...catalogueOf(data), url })]
}

function aboutHome(data: PageData): string[] {
  const { origin, site, home } = data
  if (home?.search.isAsked) return ['<meta name="robots" content="noindex, follow">']
  const url = `${origin}/`
  return [
    canonical(url),
    ...shared(data, { title: site.dataSpaceName, description: site.indexDescription, url }),
    ...(site.banner ? [property('image', origin + site.banner)] : []),
    jsonLd(catalogueOf(data)),
  ]
}

/** Only a public space with files is published as a dataset. */
function datasetOf({ origin, site }: PageData, space: Space, description: string) {
  const isDataset = space.type === 'public' && space.fileCount > 0
  return {
    '@type': isDataset ? 'Dataset' : 'Collection',
    name: space.name,
    description,
    url: origin + space.homepage,
    identifier: space.identifier,
    ...(space.tags.length && { keywords: space.tags }),
    dateCreated: space.createTime,
    isAccessibleForFree: space.type === 'public',
    maintainer: { '@type': 'Person', name: space.owner.personName },
    ...(space.cover && { image: origin + space.cover }),
    [isDataset ? 'includedInDataCatalog' : 'isPartOf']: {
      '@type': 'DataCatalog',
      name: site.dataSpaceName,
      url: `${origin}/`,
    },
  }
}

function aboutSpace(data: PageData, { space }: SpaceView): string[] {
  const { origin } = data
  const url = origin + space.homepage
  const description = space.introduction || space.tags.join(' · ') || space.name
  const isOpen = space.status === 'normal' && space.type !== 'private'
  const picture = [
    property('image', origin + space.cover),
    property('image:width', String(COVER_PX.width)),
    property('image:height', String(COVER_PX.height)),
  ]
  return [
    meta('description', description),
    canonical(url),
    ...shared(data, { title: space.name, description, url }),
    ...(space.cover ? picture : []),
    isOpen ? jsonLd(datasetOf(data, space, description)) : NO_INDEX,
  ]
}

/** Meta tags read by reference managers in browsers. Source: Highwire Press tags, as Google Scholar describes them. */
function citationTags({ version, identifier }: DatasetView): string[] {
  const { metadata, publisher, publishedAt } = version
  const doi = identifier.scheme === 'DOI' ? [meta('citation_doi', identifier.value)] : []
  return [
    meta('citation_title', metadata.title.zh || metadata.title.en),
    ...metadata.authors.map(({ name }) => meta('citation_author', name)),
    meta('citation_publication_date', publishedAt.slice(0, 10).replaceAll('-', '/')),
    meta('citation_publisher', publisher.zh || publisher.en),
    ...doi,
  ]
}

/** Search engines learn no more about a withdrawn version than its tombstone says. */
function aboutDataset(title: string, data: PageData, view: DatasetView, thing?: object): string[] {
  const { version, identifier, page } = view
  const { description } = version.metadata
  const text = (description[data.lang] || description.zh || description.en || title).slice(0, 300)
  if (view.isPreview) return [NO_INDEX]
  if (version.state === 'withdrawn') return [meta('description', text), NO_INDEX]
  const url = data.origin + page
  return [
    meta('description', text),
    canonical(url),
    `<link rel="cite-as" href="${escapeHtml(identifier.url)}">`,
    ...view.formats.map(
      ({ key, type }) => `<link rel="describedby" type="${type}" href="${escapeHtml(`${page}/export/${key}`)}">`,
    ),
    ...shared(data, { title, description: text, url }),
    ...citationTags(view),
    ...(thing ? [script(thing)] : []),
  ]
}
