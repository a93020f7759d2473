import type { Author, DatasetMetadata } from '#contract/publications/metadata.ts'
import { type AccessNow, type Described, isOpen } from '../described.ts'
import {
  dayOf,
  inLanguage,
  keywordsOf,
  languageOf,
  licenceUrl,
  orcidUrl,
  rorUrl,
  type Said,
  saidOf,
  workUrl,
} from './words.ts'

const CONTEXT = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  spdx: 'http://spdx.org/rdf/terms#',
  prov: 'http://www.w3.org/ns/prov#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  geo: 'http://www.opengis.net/ont/geosparql#',
}
/** The vocabulary of access rights that DCAT-AP demands. */
const RIGHTS: Record<AccessNow, string> = {
  open: 'PUBLIC',
  embargo: 'RESTRICTED',
  restricted: 'RESTRICTED',
  closed: 'NON_PUBLIC',
}
const rightsOf = (access: AccessNow) =>
  `http://publications.europa.eu/resource/authority/access-right/${RIGHTS[access]}`

const texts = (said: readonly Said[]) => said.map(({ text, language }) => ({ '@value': text, '@language': language }))
const day = (value: string) => ({ '@value': value, '@type': 'xsd:date' })
const resource = (url: string) => ({ '@id': url })
/** A resource with its class, which DCAT-AP requires even without further properties. */
const typed = (url: string, type: string) => ({ '@id': url, '@type': type })
const mediaOf = (type: string) => typed(`https://www.iana.org/assignments/media-types/${type}`, 'dct:MediaType')
const rights = (access: AccessNow) => typed(rightsOf(access), 'dct:RightsStatement')

/** The location of the data: a name, a box as a WKT polygon, or both. */
const placeOf = ({ name, box }: DatasetMetadata['places'][number]) => ({
  '@type': 'dct:Location',
  ...(name && { 'rdfs:label': name }),
  ...(box && {
    'dcat:bbox': {
      '@type': 'geo:wktLiteral',
      '@value': `POLYGON((${[
        [box.west, box.south],
        [box.east, box.south],
        [box.east, box.north],
        [box.west, box.north],
        [box.west, box.south],
      ]
        .map((corner) => corner.join(' '))
        .join(',')}))`,
    },
  }),
})
const FULL_DAY = /^\d{4}-\d{2}-\d{2}$/
/** Spans of the data themselves, as far as their days are known. */
const periodsOf = ({ dates }: DatasetMetadata) =>
  dates
    .filter(({ kind, from }) => (kind === 'collected' || kind === 'coverage') && FULL_DAY.test(from))
    .map(({ from, to }) => ({
      '@type': 'dct:PeriodOfTime',
      'dcat:startDate': day(from),
      'dcat:endDate': day(FULL_DAY.test(to) ? to : from),
    }))

const agentOf = ({ kind, name, orcid, affiliations }: Author) => ({
  ...(orcid && resource(orcidUrl(orcid))),
  '@type': kind === 'person' ? ['foaf:Agent', 'foaf:Person'] : ['foaf:Agent', 'foaf:Organization'],
  'foaf:name': name,
  ...(affiliations.length && {
    'foaf:member': affiliations.map((one) => ({
      ...(one.ror && resource(rorUrl(one.ror))),
      '@type': 'foaf:Organization',
      'foaf:name': one.name,
    })),
  }),
})

const contactOf = ({ name, email }: Author) => ({
  '@type': 'vcard:Kind',
  'vcard:fn': name,
  ...(email && { 'vcard:hasEmail': resource(`mailto:${email}`) }),
})

function distributionsOf(dataset: Described) {
  const { addresses, files, version, access } = dataset
  const shared = {
    '@type': 'dcat:Distribution',
    'dcat:accessURL': resource(addresses.page),
    ...(version.metadata.licence && {
      'dct:license': typed(licenceUrl(version.metadata.licence), 'dct:LicenseDocument'),
    }),
  }
  if (!isOpen(dataset)) return [{ ...shared, 'dct:accessRights': rights(access) }]
  const whole = {
    ...shared,
    'dct:title': 'zip',
    'dcat:downloadURL': resource(addresses.zip),
    'dcat:mediaType': mediaOf('application/zip'),
  }
  const each = files.map(({ path, mime, size, sha256 }) => ({
    ...shared,
    'dct:title': path,
    'dcat:downloadURL': resource(addresses.file(path)),
    'dcat:mediaType': mediaOf(mime),
    'dcat:byteSize': { '@value': String(size), '@type': 'xsd:nonNegativeInteger' },
    'spdx:checksum': {
      '@type': 'spdx:Checksum',
      'spdx:algorithm': resource('spdx:checksumAlgorithm_sha256'),
      'spdx:checksumValue': { '@value': sha256, '@type': 'xsd:hexBinary' },
    },
  }))
  return [whole, ...each]
}

/** A version by the Data Catalog Vocabulary (DCAT-AP 3), as JSON-LD. */
export function dcatJson(dataset: Described): string {
  const { version, identifier, concept, addresses, access, others } = dataset
  const { metadata, publisher, number, publishedAt, changedAt } = version
  const first = languageOf(metadata)
  const before = others.findLast((other) => other.number < number)
  return JSON.stringify({
    '@context': CONTEXT,
    '@id': identifier.url,
    '@type': 'dcat:Dataset',
    'dct:identifier': identifier.value,
    'dct:title': texts(saidOf(metadata.title, first)),
    'dct:description': texts(saidOf(metadata.description, first)),
    'dct:issued': day(dayOf(publishedAt)),
    'dct:modified': day(dayOf(changedAt)),
    'dct:publisher': { '@type': ['foaf:Agent', 'foaf:Organization'], 'foaf:name': inLanguage(publisher, first) },
    'dct:creator': metadata.authors.map(agentOf),
    'dcat:contactPoint': metadata.authors.filter((author) => author.isContact).map(contactOf),
    'dcat:keyword': texts(keywordsOf(metadata)),
    'dcat:landingPage': typed(addresses.page, 'foaf:Document'),
    'dcat:version': String(number),
    'dcat:isVersionOf': resource(concept.url),
    ...(before && { 'prov:wasRevisionOf': resource(before.identifier.url) }),
    'dct:accessRights': rights(access),
    'dct:spatial': metadata.places.filter(({ name, box }) => name || box).map(placeOf),
    'dct:temporal': periodsOf(metadata),
    'dct:relation': metadata.related.map((work) => resource(workUrl(work))),
    'dcat:distribution': distributionsOf(dataset),
  })
}
