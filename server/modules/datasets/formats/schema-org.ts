import type { Author, DatasetMetadata } from '#contract/publications/metadata.ts'
import type { Language } from '#server/http/context.ts'
import { type Described, type Identifier, isOpen } from '../described.ts'
import {
  addedOf,
  coarOf,
  dayOf,
  imagesOf,
  inLanguage,
  keywordsOf,
  languageOf,
  licenceUrl,
  orcidUrl,
  rorUrl,
  saidOf,
  workUrl,
} from './words.ts'

/** Longest description that search engines read, in characters. */
const DESCRIPTION_MAX = 5000
/** Most columns that are listed as measured variables. */
const VARIABLES_MAX = 100

export function partyOf({ kind, name, family, given, orcid, affiliations }: Author) {
  const isPerson = kind === 'person'
  return {
    '@type': isPerson ? 'Person' : 'Organization',
    ...(orcid && { '@id': orcidUrl(orcid), identifier: orcidUrl(orcid) }),
    name,
    ...(isPerson && family && { familyName: family, givenName: given }),
    ...(affiliations.length && {
      affiliation: affiliations.map((one) => ({
        '@type': 'Organization',
        ...(one.ror && { '@id': rorUrl(one.ror) }),
        name: one.name,
      })),
    }),
  }
}

const REGISTRY = 'https://registry.identifiers.org/registry/'
/** An identifier with the registry that explains it. */
export const identifierOf = ({ scheme, value, url }: Identifier) =>
  scheme === 'URL'
    ? url
    : {
        '@type': 'PropertyValue',
        propertyID: REGISTRY + (scheme === 'Handle' ? 'hdl' : scheme.toLowerCase()),
        value: value.toLowerCase(),
        url,
      }
/** The CSTR of a version as an additional identifier. */
export const cstrOf = (cstr: string) => ({
  '@type': 'PropertyValue',
  propertyID: `${REGISTRY}cstr`,
  value: cstr,
  url: workUrl({ scheme: 'CSTR', identifier: cstr }),
})

function temporalOf({ dates }: DatasetMetadata): string[] {
  const covered = dates.filter(({ kind }) => kind === 'coverage' || kind === 'collected')
  return covered.map(({ from, to }) => (to && to !== from ? `${from}/${to}` : from))
}

function placeOf({ name, box }: DatasetMetadata['places'][number]) {
  const isPoint = box && box.west === box.east && box.south === box.north
  const geo =
    box &&
    (isPoint
      ? { '@type': 'GeoCoordinates', latitude: box.south, longitude: box.west }
      : { '@type': 'GeoShape', box: `${box.south} ${box.west} ${box.north} ${box.east}` })
  return { '@type': 'Place', ...(name && { name }), ...(geo && { geo }) }
}

function worksOf({ related }: DatasetMetadata) {
  const of = (...relations: string[]) =>
    related
      .filter((work) => relations.includes(work.relation))
      .map((work) => ({
        '@type': 'CreativeWork',
        '@id': workUrl(work),
        url: workUrl(work),
        name: work.title || workUrl(work),
      }))
  const all = {
    citation: of('IsSupplementTo', 'Cites', 'References', 'IsCitedBy', 'IsDocumentedBy'),
    isBasedOn: of('IsDerivedFrom', 'IsCompiledBy', 'IsVersionOf'),
    isPartOf: of('IsPartOf'),
    hasPart: of('HasPart'),
  }
  return Object.fromEntries(Object.entries(all).filter(([, works]) => works.length))
}

const variablesOf = ({ tables }: Described) =>
  tables
    .flatMap((table) => table.columns)
    .slice(0, VARIABLES_MAX)
    .map(({ name, unit, description }) => ({
      '@type': 'PropertyValue',
      name,
      ...(unit && { unitText: unit }),
      ...(description && { description }),
    }))

/** The whole as a zip, and the first files one by one. */
const distributionOf = ({ addresses, files }: Described) => [
  { '@type': 'DataDownload', name: 'zip', encodingFormat: 'application/zip', contentUrl: addresses.zip },
  ...files.map(({ path, mime, size, sha256 }) => ({
    '@type': 'DataDownload',
    name: path,
    encodingFormat: mime,
    contentUrl: addresses.file(path),
    contentSize: `${size} B`,
    sha256,
  })),
]

const fundingOf = ({ funding }: DatasetMetadata) =>
  funding.map(({ funder, funderRor, funderId, number, title }) => ({
    '@type': 'Grant',
    ...(number && { identifier: number }),
    ...(title && { name: title }),
    funder: {
      '@type': 'Organization',
      ...(funderRor && { '@id': rorUrl(funderRor) }),
      ...(funderId && { sameAs: `https://doi.org/${funderId}` }),
      name: funder,
    },
  }))

function namesOf({ metadata }: Described['version'], first: Language) {
  const [title, ...translations] = saidOf(metadata.title, first).map(({ text }) => text)
  const description = saidOf(metadata.description, first)
    .map(({ text }) => text)
    .join('\n\n')
  return {
    name: title,
    ...(translations.length && { alternateName: translations }),
    description: (description || title || '').slice(0, DESCRIPTION_MAX),
  }
}

/** The template's additional fields: a property for each value. */
const propertiesOf = (metadata: DatasetMetadata, first: Language) =>
  addedOf(metadata, first).flatMap(({ name, iri, values }) =>
    values.map((value) => ({
      '@type': 'PropertyValue',
      name,
      ...(iri && { propertyID: iri }),
      value: value.name,
      ...(value.address && { url: value.address }),
    })),
  )

/** An optional property: absent if it has no value. */
const optional = (parts: Record<string, unknown[]>) =>
  Object.fromEntries(Object.entries(parts).filter(([, values]) => values.length))

/**
 * A version for search engines by schema.org, with the namespace of PROV for its provenance. Sources: schema.org,
 * science-on-schema.org.
 */
export function schemaOrg(dataset: Described) {
  const { version, identifier, addresses, catalogue } = dataset
  const { metadata, publisher, number, publishedAt, changedAt } = version
  const first = languageOf(metadata)
  return {
    '@context': ['https://schema.org/', { prov: 'http://www.w3.org/ns/prov#' }],
    '@type': metadata.resourceType === 'software' ? ['Dataset', 'SoftwareSourceCode'] : 'Dataset',
    '@id': identifier.url,
    ...namesOf(version, first),
    url: addresses.page,
    sameAs: identifier.url,
    identifier: version.cstr ? [identifierOf(identifier), cstrOf(version.cstr)] : identifierOf(identifier),
    version: String(number),
    datePublished: dayOf(publishedAt),
    dateModified: dayOf(changedAt),
    creator: metadata.authors.map(partyOf),
    publisher: { '@type': 'Organization', name: inLanguage(publisher, first) },
    includedInDataCatalog: {
      '@type': 'DataCatalog',
      name: inLanguage(catalogue, first),
      url: `${addresses.origin}/`,
    },
    isAccessibleForFree: isOpen(dataset),
    conditionsOfAccess: coarOf(dataset.access).uri,
    ...(metadata.licence && { license: licenceUrl(metadata.licence) }),
    ...(metadata.language && { inLanguage: metadata.language }),
    ...optional({
      keywords: keywordsOf(metadata).map(({ text }) => text),
      temporalCoverage: temporalOf(metadata),
      spatialCoverage: metadata.places.filter(({ name, box }) => name || box).map(placeOf),
      variableMeasured: variablesOf(dataset),
      funding: fundingOf(metadata),
      additionalProperty: propertiesOf(metadata, first),
      image: imagesOf(metadata).map(addresses.file),
      distribution: isOpen(dataset) ? distributionOf(dataset) : [],
    }),
    ...worksOf(metadata),
    'prov:generatedAtTime': publishedAt,
  }
}
export const schemaOrgJson = (dataset: Described): string => JSON.stringify(schemaOrg(dataset))
