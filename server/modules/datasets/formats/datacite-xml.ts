import { element, wrapped, writeXml, XML_HEAD, type XmlElement } from '#server/write-xml.ts'
import type { Described } from '../described.ts'
import { type DataciteRecord, dataciteRecord } from './datacite.ts'

const NAMESPACE = 'http://datacite.org/schema/kernel-4'
const LOCATION = `${NAMESPACE} https://schema.datacite.org/meta/kernel-4.7/metadata.xsd`

type Party = DataciteRecord['creators'][number]

/** The common parts of creators and contributors; their element names differ. */
const partyParts = (tag: string, party: Party): XmlElement[] => [
  element(tag, { nameType: party.nameType }, party.name),
  ...(party.givenName ? [element('givenName', {}, party.givenName)] : []),
  ...(party.familyName ? [element('familyName', {}, party.familyName)] : []),
  ...party.nameIdentifiers.map(({ nameIdentifier, nameIdentifierScheme, schemeUri }) =>
    element('nameIdentifier', { nameIdentifierScheme, schemeURI: schemeUri }, nameIdentifier),
  ),
  ...party.affiliation.map(({ name, schemeUri, affiliationIdentifier, affiliationIdentifierScheme }) =>
    element('affiliation', { affiliationIdentifier, affiliationIdentifierScheme, schemeURI: schemeUri }, name),
  ),
]

const numbers = (parts: Record<string, number>) =>
  Object.entries(parts).map(([name, value]) => element(name, {}, String(value)))

const placeOf = ({ geoLocationPlace, geoLocationPoint, geoLocationBox }: DataciteRecord['geoLocations'][number]) =>
  element(
    'geoLocation',
    {},
    geoLocationPlace ? element('geoLocationPlace', {}, geoLocationPlace) : null,
    geoLocationPoint ? element('geoLocationPoint', {}, ...numbers(geoLocationPoint)) : null,
    geoLocationBox ? element('geoLocationBox', {}, ...numbers(geoLocationBox)) : null,
  )

function fundingOf(one: DataciteRecord['fundingReferences'][number]): XmlElement {
  const { funderIdentifier, funderIdentifierType } = one
  return element(
    'fundingReference',
    {},
    element('funderName', {}, one.funderName),
    funderIdentifier ? element('funderIdentifier', { funderIdentifierType }, funderIdentifier) : null,
    one.awardNumber ? element('awardNumber', {}, one.awardNumber) : null,
    one.awardTitle ? element('awardTitle', {}, one.awardTitle) : null,
  )
}

const plain = (name: string, texts: readonly string[]) => texts.map((text) => element(name, {}, text))

function peopleAndTitles(record: DataciteRecord) {
  return [
    wrapped(
      'creators',
      record.creators.map((party) => element('creator', {}, ...partyParts('creatorName', party))),
    ),
    wrapped(
      'titles',
      record.titles.map(({ title, lang, titleType }) => element('title', { 'xml:lang': lang, titleType }, title)),
    ),
    element('publisher', { 'xml:lang': record.publisher.lang }, record.publisher.name),
    element('publicationYear', {}, String(record.publicationYear)),
    wrapped(
      'subjects',
      record.subjects.map(({ subject, lang, ...scheme }) =>
        element('subject', { ...scheme, 'xml:lang': lang }, subject),
      ),
    ),
    wrapped(
      'contributors',
      record.contributors.map((party) =>
        element('contributor', { contributorType: party.contributorType }, ...partyParts('contributorName', party)),
      ),
    ),
  ]
}

function aboutTheData(record: DataciteRecord) {
  return [
    wrapped(
      'dates',
      record.dates.map(({ date, dateType }) => element('date', { dateType }, date)),
    ),
    record.language ? element('language', {}, record.language) : null,
    element('resourceType', { resourceTypeGeneral: record.types.resourceTypeGeneral }, record.types.resourceType),
    wrapped('alternateIdentifiers', [element('alternateIdentifier', { alternateIdentifierType: 'URL' }, record.url)]),
    wrapped(
      'relatedIdentifiers',
      record.relatedIdentifiers.map(({ relatedIdentifier, relatedIdentifierType, relationType }) =>
        element('relatedIdentifier', { relatedIdentifierType, relationType }, relatedIdentifier),
      ),
    ),
    wrapped('sizes', plain('size', record.sizes)),
    wrapped('formats', plain('format', record.formats)),
    element('version', {}, record.version),
    wrapped(
      'rightsList',
      record.rightsList.map(({ rights, rightsUri, ...scheme }) =>
        element('rights', { rightsURI: rightsUri, ...schemeAttributes(scheme) }, rights),
      ),
    ),
    wrapped(
      'descriptions',
      record.descriptions.map(({ description, descriptionType, lang }) =>
        element('description', { descriptionType, 'xml:lang': lang }, description),
      ),
    ),
    wrapped('geoLocations', record.geoLocations.map(placeOf)),
    wrapped('fundingReferences', record.fundingReferences.map(fundingOf)),
  ]
}

const schemeAttributes = (scheme: {
  rightsIdentifier?: string
  rightsIdentifierScheme?: string
  schemeUri?: string
}) => ({
  rightsIdentifier: scheme.rightsIdentifier,
  rightsIdentifierScheme: scheme.rightsIdentifierScheme,
  schemeURI: scheme.schemeUri,
})

/** The record of a version as an element of DataCite's namespace, valid under its schema 4.7. */
export function dataciteElement(dataset: Described): XmlElement {
  const record = dataciteRecord(dataset)
  const { scheme, value } = dataset.identifier
  return element(
    'resource',
    {
      xmlns: NAMESPACE,
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': LOCATION,
    },
    element('identifier', { identifierType: scheme }, value),
    ...peopleAndTitles(record),
    ...aboutTheData(record),
  )
}

export const dataciteXml = (dataset: Described): string => XML_HEAD + writeXml(dataciteElement(dataset))
