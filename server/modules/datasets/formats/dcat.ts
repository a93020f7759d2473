import type { Author } from '#contract/publications/metadata.ts'
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
const CHECKSUM = { md5: 'spdx:checksumAlgorithm_md5', sha256: 'spdx:checksumAlgorithm_sha256' }

const texts = (said: readonly Said[]) => said.map(({ text, language }) => ({ '@value': text, '@language': language }))
const day = (value: string) => ({ '@value': value, '@type': 'xsd:date' })
const resource = (url: string) => ({ '@id': url })

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
    ...(version.metadata.licence && { 'dct:license': resource(licenceUrl(version.metadata.licence)) }),
  }
  if (!isOpen(dataset)) return [{ ...shared, 'dct:accessRights': resource(rightsOf(access)) }]
  const whole = {
    ...shared,
    'dct:title': 'zip',
    'dcat:downloadURL': resource(addresses.zip),
    'dcat:mediaType': resource('https://www.iana.org/assignments/media-types/application/zip'),
  }
  const each = files.map(({ path, mime, size, md5, sha256 }) => ({
    ...shared,
    'dct:title': path,
    'dcat:downloadURL': resource(addresses.file(path)),
    'dcat:mediaType': resource(`https://www.iana.org/assignments/media-types/${mime}`),
    'dcat:byteSize': { '@value': String(size), '@type': 'xsd:nonNegativeInteger' },
    'spdx:checksum': Object.entries({ md5, sha256 }).map(([kind, value]) => ({
      '@type': 'spdx:Checksum',
      'spdx:algorithm': resource(CHECKSUM[kind as keyof typeof CHECKSUM]),
      'spdx:checksumValue': { '@value': value, '@type': 'xsd:hexBinary' },
    })),
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
    'dcat:landingPage': resource(addresses.page),
    'dcat:version': String(number),
    'dcat:isVersionOf': resource(concept.url),
    ...(before && { 'prov:wasRevisionOf': resource(before.identifier.url) }),
    'dct:accessRights': resource(rightsOf(access)),
    'dct:relation': metadata.related.map((work) => resource(workUrl(work))),
    'dcat:distribution': distributionsOf(dataset),
  })
}
