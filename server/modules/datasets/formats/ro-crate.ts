import type { DatasetFile } from '#contract/publications/dataset.ts'
import type { Author, Bilingual, DatasetMetadata } from '#contract/publications/metadata.ts'
import type { Language } from '#server/http/context.ts'
import { type Described, isOpen } from '../described.ts'
import { cstrOf } from './schema-org.ts'
import { addedOf, inLanguage, keywordsOf, languageOf, licenceUrl, orcidUrl, rorUrl, saidOf, workUrl } from './words.ts'

/** Name of the metadata file at the root of a crate. */
export const RO_CRATE_FILE = 'ro-crate-metadata.json'

const ref = (id: string) => ({ '@id': id })
const coded = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/** The location of a crate's files: beside its metadata, or at their public addresses. */
export type CratePlace = 'attached' | 'detached'

type Entity = Record<string, unknown> & { '@id': string }

function personEntities(author: Author, at: number): Entity[] {
  const { kind, name, family, given, orcid, email, affiliations, isContact } = author
  const id = orcid ? orcidUrl(orcid) : `#author-${at + 1}`
  const organisations = affiliations.map((one, place) => ({
    '@id': one.ror ? rorUrl(one.ror) : `#affiliation-${at + 1}-${place + 1}`,
    '@type': 'Organization',
    name: one.name,
  }))
  const contact = isContact && email ? `mailto:${email}` : ''
  return [
    {
      '@id': id,
      '@type': kind === 'person' ? 'Person' : 'Organization',
      name,
      ...(kind === 'person' && family && { familyName: family, givenName: given }),
      ...(organisations.length && { affiliation: organisations.map((one) => ref(one['@id'])) }),
      ...(contact && { contactPoint: ref(contact) }),
    },
    ...organisations,
    ...(contact ? [{ '@id': contact, '@type': 'ContactPoint', contactType: 'customer service', email }] : []),
  ]
}

function licenceEntity(licence: string): Entity {
  if (!licence)
    return { '@id': '#licence', '@type': 'CreativeWork', name: 'No licence', description: 'No licence is stated.' }
  return {
    '@id': licenceUrl(licence),
    '@type': 'CreativeWork',
    name: licence,
    identifier: licence,
    description: `Licence ${licence} of the SPDX licence list`,
  }
}

const publisherEntity = (publisher: Bilingual, origin: string, first: Language): Entity => ({
  '@id': `${origin}/`,
  '@type': 'Organization',
  name: inLanguage(publisher, first),
  url: `${origin}/`,
})

/** The template's additional fields, including paths of pictures; an entity has all values of its field. */
const propertyEntities = (metadata: DatasetMetadata, first: Language): Entity[] => [
  ...metadata.extra
    .filter(({ kind }) => kind === 'image')
    .map(({ key, title, values }) => ({
      '@id': `#field-${key}`,
      '@type': 'PropertyValue',
      name: inLanguage(title, first) || key,
      value: values,
    })),
  ...addedOf(metadata, first).map(({ key, name, iri, values }) => ({
    '@id': `#field-${key}`,
    '@type': 'PropertyValue',
    name,
    ...(iri && { propertyID: iri }),
    value: values.map((value) => (value.address ? `${value.name} (${value.address})` : value.name)),
  })),
]

/** The entities that the crate refers to besides its files, each once. */
function contextOf({ version, identifier, addresses }: Described, first: Language): Entity[] {
  const { metadata, publisher } = version
  const { scheme, value, url } = identifier
  const works = metadata.related.map((work) => ({
    '@id': workUrl(work),
    '@type': 'CreativeWork',
    name: work.title || workUrl(work),
  }))
  const all = [
    ...metadata.authors.flatMap(personEntities),
    licenceEntity(metadata.licence),
    publisherEntity(publisher, addresses.origin, first),
    { '@id': '#identifier', '@type': 'PropertyValue', propertyID: scheme, value, url },
    ...(version.cstr ? [{ '@id': '#cstr', ...cstrOf(version.cstr) }] : []),
    ...propertyEntities(metadata, first),
    ...works,
  ]
  return [...new Map(all.map((entity) => [entity['@id'], entity])).values()]
}

/** The root of the crate but its list of files, with which it ends. */
function rootOf(dataset: Described, rootId: string, first: Language): Entity {
  const { version, addresses } = dataset
  const { metadata, publishedAt, number } = version
  const [title, ...translations] = saidOf(metadata.title, first).map(({ text }) => text)
  return {
    '@id': rootId,
    '@type': 'Dataset',
    name: title,
    ...(translations.length && { alternateName: translations }),
    description:
      saidOf(metadata.description, first)
        .map(({ text }) => text)
        .join('\n\n') || title,
    datePublished: publishedAt,
    version: String(number),
    license: ref(licenceEntity(metadata.licence)['@id']),
    identifier: version.cstr ? [ref('#identifier'), ref('#cstr')] : ref('#identifier'),
    url: addresses.page,
    author: metadata.authors.map((author, at) => ref(personEntities(author, at)[0]?.['@id'] ?? '')),
    publisher: ref(`${addresses.origin}/`),
    keywords: keywordsOf(metadata).map(({ text }) => text),
    ...(metadata.extra.length && {
      additionalProperty: propertyEntities(metadata, first).map((entity) => ref(entity['@id'])),
    }),
    citation: metadata.related.map((work) => ref(workUrl(work))),
  }
}

/**
 * The RO-Crate 1.2 metadata of a version in pieces. `pages` reads the files, twice: the root lists them, then each is
 * described. Without open access a crate has no files.
 */
export async function* roCrate(
  dataset: Described,
  place: CratePlace,
  pages: () => AsyncIterable<readonly DatasetFile[]>,
): AsyncGenerator<string> {
  const first = languageOf(dataset.version.metadata)
  const { addresses } = dataset
  const rootId = place === 'attached' ? './' : addresses.page
  const idOf = (path: string) => (place === 'attached' ? coded(path) : addresses.file(path))
  const read = isOpen(dataset) ? pages : async function* () {}
  const descriptor = {
    '@id': RO_CRATE_FILE,
    '@type': 'CreativeWork',
    conformsTo: ref('https://w3id.org/ro/crate/1.2'),
    about: ref(rootId),
  }
  yield `{"@context":"https://w3id.org/ro/crate/1.2/context","@graph":[${JSON.stringify(descriptor)},`
  yield `${JSON.stringify(rootOf(dataset, rootId, first)).slice(0, -1)},"hasPart":[`
  let count = 0
  for await (const files of read()) {
    yield `${count && files.length ? ',' : ''}${files.map(({ path }) => JSON.stringify(ref(idOf(path)))).join(',')}`
    count += files.length
  }
  yield `]}${contextOf(dataset, first)
    .map((entity) => `,${JSON.stringify(entity)}`)
    .join('')}`
  for await (const files of read()) yield files.map((file) => `,${JSON.stringify(fileEntity(file, idOf))}`).join('')
  yield ']}'
}

const fileEntity = ({ path, size, mime, sha256 }: DatasetFile, idOf: (path: string) => string): Entity => ({
  '@id': idOf(path),
  '@type': 'File',
  name: path.split('/').at(-1),
  contentSize: String(size),
  encodingFormat: mime,
  sha256,
})
