import type { Author, DatasetDate, DatasetMetadata, Funding, ResourceType } from '#contract/publications/metadata.ts'
import { isStandardSubject } from '#contract/publications/subjects.ts'
import type { Language } from '#server/http/context.ts'
import type { Described, Identifier } from '../described.ts'
import {
  addedOf,
  coarOf,
  dayOf,
  inLanguage,
  languageOf,
  licenceUrl,
  rorUrl,
  type Said,
  saidOf,
  sortName,
  subjectSaid,
  workUrl,
  yearOf,
} from './words.ts'

/** Most media types that are named. */
const FORMATS_MAX = 20

/** DataCite's general type and the word that says it more exactly. */
const TYPES: Record<ResourceType, { resourceTypeGeneral: string; resourceType: string }> = {
  dataset: { resourceTypeGeneral: 'Dataset', resourceType: 'Dataset' },
  observation: { resourceTypeGeneral: 'Dataset', resourceType: 'Observation series' },
  sequencing: { resourceTypeGeneral: 'Dataset', resourceType: 'Sequencing data' },
  software: { resourceTypeGeneral: 'Software', resourceType: 'Software' },
  collection: { resourceTypeGeneral: 'Collection', resourceType: 'Collection' },
}
const DATE_TYPES = {
  collected: 'Collected',
  created: 'Created',
  coverage: 'Coverage',
  valid: 'Valid',
  other: 'Other',
} as const satisfies Record<DatasetDate['kind'], string>

function partyOf(author: Author) {
  const { kind, name, family, given, orcid, affiliations } = author
  const isPerson = kind === 'person'
  return {
    name: isPerson ? sortName(author) : name,
    nameType: isPerson ? 'Personal' : 'Organizational',
    givenName: (isPerson && family && given) || undefined,
    familyName: (isPerson && family) || undefined,
    nameIdentifiers: orcid
      ? [{ nameIdentifier: orcid, nameIdentifierScheme: 'ORCID', schemeUri: 'https://orcid.org' }]
      : [],
    affiliation: affiliations.map((one) => ({
      name: one.name,
      affiliationIdentifier: one.ror ? rorUrl(one.ror) : undefined,
      affiliationIdentifierScheme: one.ror ? 'ROR' : undefined,
      schemeUri: one.ror ? 'https://ror.org' : undefined,
    })),
  }
}

function subjectsOf({ metadata: { keywords, subjects, subjectNames } }: Described['version']) {
  const disciplines = subjects.flatMap((code) =>
    subjectSaid(code, subjectNames).map(({ language: lang, text: subject }) => ({
      subject,
      ...(isStandardSubject(code) && { subjectScheme: 'GB/T 13745-2009' }),
      classificationCode: code,
      lang,
    })),
  )
  const free = (['zh', 'en'] as const).flatMap((lang) => keywords[lang].map((subject) => ({ subject, lang })))
  return [...free, ...disciplines]
}

function datesOf({ version }: Described) {
  const { metadata, publishedAt, changedAt, withdrawnAt } = version
  const { kind, until } = metadata.access
  return [
    { date: dayOf(publishedAt), dateType: 'Issued' },
    ...(dayOf(changedAt) > dayOf(publishedAt) ? [{ date: dayOf(changedAt), dateType: 'Updated' }] : []),
    ...(kind === 'embargo' && until ? [{ date: until, dateType: 'Available' }] : []),
    ...(withdrawnAt ? [{ date: dayOf(withdrawnAt), dateType: 'Withdrawn' }] : []),
    ...metadata.dates.map((one) => ({
      date: one.to && one.to !== one.from ? `${one.from}/${one.to}` : one.from,
      dateType: DATE_TYPES[one.kind],
    })),
  ]
}

function placeOf({ name, box }: DatasetMetadata['places'][number]) {
  const isPoint = box && box.west === box.east && box.south === box.north
  return {
    geoLocationPlace: name || undefined,
    geoLocationPoint: isPoint ? { pointLongitude: box.west, pointLatitude: box.south } : undefined,
    geoLocationBox:
      box && !isPoint
        ? {
            westBoundLongitude: box.west,
            eastBoundLongitude: box.east,
            southBoundLatitude: box.south,
            northBoundLatitude: box.north,
          }
        : undefined,
  }
}

const related = ({ scheme, value }: Identifier, relationType: string) => ({
  relatedIdentifier: value,
  relatedIdentifierType: scheme as string,
  relationType,
})

function relatedOf({ version, concept, others }: Described) {
  const { number, metadata, cstr } = version
  const before = others.findLast((other) => other.number < number)
  const after = others.find((other) => other.number > number)
  return [
    related(concept, 'IsVersionOf'),
    ...(before ? [related(before.identifier, 'IsNewVersionOf')] : []),
    ...(after ? [related(after.identifier, 'IsPreviousVersionOf')] : []),
    ...(cstr ? [{ relatedIdentifier: cstr, relatedIdentifierType: 'CSTR', relationType: 'IsIdenticalTo' }] : []),
    ...metadata.related.map(({ scheme, identifier, relation }) => ({
      relatedIdentifier: scheme === 'URL' ? workUrl({ scheme, identifier }) : identifier,
      relatedIdentifierType: scheme as string,
      relationType: relation as string,
    })),
  ]
}

function rightsOf({ version, access }: Described) {
  const { licence } = version.metadata
  const { uri, label } = coarOf(access)
  return [
    ...(licence
      ? [
          {
            rights: licence,
            rightsUri: licenceUrl(licence),
            rightsIdentifier: licence,
            rightsIdentifierScheme: 'SPDX',
            schemeUri: 'https://spdx.org/licenses/',
          },
        ]
      : []),
    { rights: label, rightsUri: uri },
  ]
}

/** Properties about methods, for which DataCite has a type of description. */
const METHODS = ['https://schema.org/measurementTechnique', 'https://schema.org/measurementMethod']
/** Descriptions, and what the fields of a template say beyond the record, each with its name. */
function descriptionsOf(metadata: DatasetMetadata, first: Language) {
  const abstracts = saidOf(metadata.description, first).map(({ text, language }) => ({
    description: text,
    descriptionType: 'Abstract',
    lang: language,
  }))
  const added = addedOf(metadata, first).map(({ name, iri, values }) => ({
    description: `${name}: ${values.map((value) => [value.name, value.address].filter(Boolean).join(' ')).join('; ')}`,
    descriptionType: METHODS.includes(iri.replace(/^http:/, 'https:')) ? 'Methods' : 'Other',
    lang: first,
  }))
  return [...abstracts, ...added]
}

/** The title of the language of the data is the title, that of the other one its translation. */
const titlesOf = (said: readonly Said[]) =>
  said.map(({ text, language }, at) => ({ title: text, lang: language, titleType: at ? 'TranslatedTitle' : undefined }))

/** A funder has one identifier: its ROR id, or else its id in the Open Funder Registry. */
function funderIdentifierOf({ funderRor, funderId }: Funding) {
  if (funderRor) return { funderIdentifier: rorUrl(funderRor), funderIdentifierType: 'ROR' }
  if (!funderId) return {}
  return { funderIdentifier: `https://doi.org/${funderId}`, funderIdentifierType: 'Crossref Funder ID' }
}

/**
 * The record of a version in DataCite's words, as its REST API takes it (`attributes`). What is not known is absent.
 * Source: DataCite Metadata Schema 4.7.
 */
export function dataciteRecord(dataset: Described) {
  const { version, identifier, addresses, files } = dataset
  const { metadata, publisher, number, fileCount, sizeBytes } = version
  const first = languageOf(metadata)
  const contacts = metadata.authors.filter((author) => author.isContact)
  const formats = [...new Set(files.map((file) => file.mime))].slice(0, FORMATS_MAX)
  return {
    ...(identifier.scheme === 'DOI' && { doi: identifier.value }),
    identifiers: [{ identifier: identifier.value, identifierType: identifier.scheme as string }],
    url: addresses.page,
    creators: metadata.authors.map(partyOf),
    titles: titlesOf(saidOf(metadata.title, first)),
    publisher: { name: inLanguage(publisher, first), lang: publisher[first] ? first : undefined },
    publicationYear: yearOf(dataset),
    subjects: subjectsOf(version),
    contributors: contacts.map((author) => ({ ...partyOf(author), contributorType: 'ContactPerson' })),
    dates: datesOf(dataset),
    language: metadata.language || undefined,
    types: TYPES[metadata.resourceType],
    relatedIdentifiers: relatedOf(dataset),
    sizes: version.state === 'withdrawn' ? [] : [`${fileCount} files`, `${sizeBytes} bytes`],
    formats,
    version: String(number),
    rightsList: rightsOf(dataset),
    descriptions: descriptionsOf(metadata, first),
    geoLocations: metadata.places.filter(({ name, box }) => name || box).map(placeOf),
    fundingReferences: metadata.funding.map((one) => ({
      funderName: one.funder,
      ...funderIdentifierOf(one),
      awardNumber: one.number || undefined,
      awardTitle: one.title || undefined,
    })),
    schemaVersion: 'http://datacite.org/schema/kernel-4',
  }
}
export type DataciteRecord = ReturnType<typeof dataciteRecord>
export const dataciteJson = (dataset: Described): string => JSON.stringify(dataciteRecord(dataset))
