import * as z from 'zod/mini'
import { FunderId, IdentifierScheme, Relation } from '#contract/publications/metadata.ts'
import { isStandardSubject } from '#contract/publications/subjects.ts'
import {
  type Found,
  lineOf,
  namedPerson,
  nothingFound,
  organisationOf,
  personOf,
  rorOf,
  spdxOf,
  textOf,
} from './found.ts'

type Values = Readonly<Record<string, unknown>>
const Entries = z.catch(z.array(z.catch(z.record(z.string(), z.unknown()), {})), [])
const entriesOf = (value: unknown): Values[] => Entries.parse(Array.isArray(value) ? value : [value])

function authorOf(creator: Values): Found['authors'][number] {
  const said = (key: string) => lineOf(creator[key])
  if (said('nameType') === 'Organizational') return organisationOf(said('name'))
  const orcid = entriesOf(creator.nameIdentifiers).find((one) => /orcid/i.test(lineOf(one.nameIdentifierScheme)))
  const affiliations = [creator.affiliation].flat().flatMap((one) => {
    const unit: Values = typeof one === 'object' && one !== null ? (one as Values) : { name: one }
    const { name, affiliationIdentifier = '', affiliationIdentifierScheme } = unit
    const ror = /ror/i.test(lineOf(affiliationIdentifierScheme)) ? rorOf(lineOf(affiliationIdentifier)) : ''
    return lineOf(name) ? [{ name: lineOf(name), ror }] : []
  })
  const parts = { family: said('familyName'), given: said('givenName') }
  const person = parts.family || parts.given ? personOf(parts, []) : namedPerson(said('name'))
  return { ...person, orcid: lineOf(orcid?.nameIdentifier).replace(/^https?:\/\/orcid\.org\//i, ''), affiliations }
}

const DATES: Readonly<Record<string, Found['dates'][number]['kind']>> = {
  Collected: 'collected',
  Created: 'created',
  Coverage: 'coverage',
  Valid: 'valid',
  Other: 'other',
}
const DAY = /^\d{4}-\d{2}-\d{2}/
function datesOf(record: Values, omitted: string[]): Found['dates'] {
  return entriesOf(record.dates).flatMap(({ date, dateType }) => {
    const [from = '', to = ''] = lineOf(date).split('/')
    const kind = DATES[lineOf(dateType)]
    if (!kind || !DAY.test(from) || (to && !DAY.test(to))) {
      if (kind) omitted.push(`${lineOf(dateType)}: ${lineOf(date)}`)
      return []
    }
    return [{ kind, from: from.slice(0, 10), to: to.slice(0, 10) }]
  })
}

function placesOf(record: Values): Found['places'] {
  return entriesOf(record.geoLocations).flatMap((place) => {
    const name = lineOf(place.geoLocationPlace)
    const at = (holder: unknown, key: string) => Number((holder as Values | undefined)?.[key])
    const { geoLocationBox: box, geoLocationPoint: point } = place
    const corners = {
      west: box ? at(box, 'westBoundLongitude') : at(point, 'pointLongitude'),
      south: box ? at(box, 'southBoundLatitude') : at(point, 'pointLatitude'),
      east: box ? at(box, 'eastBoundLongitude') : at(point, 'pointLongitude'),
      north: box ? at(box, 'northBoundLatitude') : at(point, 'pointLatitude'),
    }
    const isPlaced = Object.values(corners).every(Number.isFinite)
    return name || isPlaced ? [{ name, box: isPlaced ? corners : null }] : []
  })
}

function relatedOf(record: Values, omitted: string[]): Found['related'] {
  return entriesOf(record.relatedIdentifiers).flatMap((one) => {
    const identifier = lineOf(one.relatedIdentifier)
    const scheme = IdentifierScheme.safeParse(lineOf(one.relatedIdentifierType))
    const relation = Relation.safeParse(lineOf(one.relationType))
    if (scheme.success && relation.success && identifier)
      return [{ scheme: scheme.data, identifier, relation: relation.data, title: '' }]
    if (identifier) omitted.push(identifier)
    return []
  })
}

const fundingOf = (record: Values): Found['funding'] =>
  entriesOf(record.fundingReferences).flatMap((one) => {
    const funder = lineOf(one.funderName)
    const said = lineOf(one.funderIdentifier)
    const funderRor = /ror\.org/i.test(said) ? rorOf(said) : ''
    const funderId = FunderId.safeParse(said).data ?? ''
    return funder
      ? [{ funder, funderRor, funderId, number: lineOf(one.awardNumber), title: lineOf(one.awardTitle) }]
      : []
  })

const READ = new Set([
  'doi',
  'titles',
  'creators',
  'contributors',
  'descriptions',
  'subjects',
  'dates',
  'geoLocations',
  'fundingReferences',
  'relatedIdentifiers',
  'language',
  'rightsList',
])
const isSaid = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== ''

/** Reads the attributes of a DataCite record; null for any other. */
export function dataciteFound(record: Values): Found | null {
  if (!record.titles || !record.creators) return null
  const found = nothingFound()
  found.titles = entriesOf(record.titles).map(({ title, lang }) => ({ text: lineOf(title), lang: lineOf(lang) }))
  const abstracts = entriesOf(record.descriptions).filter(({ descriptionType: type }) => !type || type === 'Abstract')
  found.descriptions = abstracts.map(({ description, lang }) => ({ text: textOf(description), lang: lineOf(lang) }))
  const contacts = entriesOf(record.contributors).filter(({ contributorType: type }) => type === 'ContactPerson')
  const names = new Set(contacts.map((one) => lineOf(one.name)))
  found.authors = entriesOf(record.creators).map((one) => ({
    ...authorOf(one),
    isContact: names.has(lineOf(one.name)),
  }))
  for (const { subject, lang, subjectScheme, classificationCode } of entriesOf(record.subjects)) {
    const code = lineOf(classificationCode)
    if (/13745/.test(lineOf(subjectScheme)) && isStandardSubject(code)) found.subjects.push(code)
    else found.keywords.push({ text: lineOf(subject), lang: lineOf(lang) })
  }
  found.subjects = [...new Set(found.subjects)]
  found.dates = datesOf(record, found.omitted)
  found.places = placesOf(record)
  found.funding = fundingOf(record)
  found.related = relatedOf(record, found.omitted)
  found.language = lineOf(record.language)
  const rights = entriesOf(record.rightsList)
  const licences = rights.map((one) => lineOf(one.rightsIdentifier) || lineOf(one.rightsUri))
  found.licence =
    licences
      .filter((one) => !/purl\.org\/coar/.test(one))
      .map(spdxOf)
      .find(Boolean) ?? ''
  const others = Object.entries(record).filter(([key, value]) => !READ.has(key) && isSaid(value))
  found.omitted.push(...others.map(([key]) => key))
  const [title] = found.titles
  const doi = lineOf(record.doi)
  if (doi) found.related.push({ scheme: 'DOI', identifier: doi, relation: 'IsVersionOf', title: title?.text ?? '' })
  return found
}
