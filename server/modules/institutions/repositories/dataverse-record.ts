import type { Author, DatasetMetadata } from '#contract/publications/metadata.ts'
import { isStandardSubject } from '#contract/publications/subjects.ts'
import type { Deposit } from '../delivery.ts'

type Value = string | Record<string, Field>
type Field = { typeName: string; typeClass: string; multiple: boolean; value: Value | Value[] }

const primitive = (typeName: string, value: string): Field => ({
  typeName,
  typeClass: 'primitive',
  multiple: false,
  value,
})
const compound = (typeName: string, rows: readonly (readonly Field[])[]): Field => ({
  typeName,
  typeClass: 'compound',
  multiple: true,
  value: rows.map((fields) => Object.fromEntries(fields.map((field) => [field.typeName, field]))),
})
const chosen = (typeName: string, value: string | string[]): Field => ({
  typeName,
  typeClass: 'controlledVocabulary',
  multiple: Array.isArray(value),
  value,
})
const said = (fields: readonly Field[]) => fields.filter(({ value }) => value !== '')

/** Subjects of Dataverse by the first digits of GB/T 13745 codes; others are Other. */
const subjectsBy: readonly (readonly [from: number, to: number, subject: string])[] = [
  [110, 120, 'Mathematical Sciences'],
  [130, 140, 'Physics'],
  [150, 150, 'Chemistry'],
  [160, 160, 'Astronomy and Astrophysics'],
  [170, 170, 'Earth and Environmental Sciences'],
  [180, 180, 'Medicine, Health and Life Sciences'],
  [190, 190, 'Social Sciences'],
  [210, 240, 'Agricultural Sciences'],
  [310, 360, 'Medicine, Health and Life Sciences'],
  [410, 480, 'Engineering'],
  [490, 510, 'Engineering'],
  [520, 520, 'Computer and Information Science'],
  [530, 580, 'Engineering'],
  [610, 610, 'Earth and Environmental Sciences'],
  [620, 620, 'Engineering'],
  [630, 630, 'Business and Management'],
  [710, 760, 'Arts and Humanities'],
  [770, 770, 'Arts and Humanities'],
  [780, 780, 'Arts and Humanities'],
  [790, 810, 'Social Sciences'],
  [820, 820, 'Law'],
  [830, 910, 'Social Sciences'],
]
/** The subject of a discipline of any level, by its top-level discipline. */
const subjectOf = (code: string): string => {
  const first = isStandardSubject(code) ? Number(code.slice(0, 3)) : Number.NaN
  return subjectsBy.find(([from, to]) => first >= from && first <= to)?.[2] ?? 'Other'
}

/** Licences that every installation has; others are sent as terms. */
const licences: Record<string, { name: string; uri: string }> = {
  'CC0-1.0': { name: 'CC0 1.0', uri: 'http://creativecommons.org/publicdomain/zero/1.0' },
  'CC-BY-4.0': { name: 'CC BY 4.0', uri: 'http://creativecommons.org/licenses/by/4.0' },
}

const nameOf = ({ family, given, name }: Author) => (family ? [family, given].filter(Boolean).join(', ') : name)
const authorOf = (author: Author): Field[] => [
  primitive('authorName', nameOf(author)),
  ...said([primitive('authorAffiliation', author.affiliations[0]?.name ?? '')]),
  ...(author.orcid ? [chosen('authorIdentifierScheme', 'ORCID'), primitive('authorIdentifier', author.orcid)] : []),
]
/** Dataverse requires a contact: the contacts among the authors, or the submitter. */
function contactsOf({ metadata, contact }: Deposit): Field[][] {
  const named = metadata.authors.filter(({ isContact, email }) => isContact && email)
  const all = named.length ? named.map((one) => ({ name: nameOf(one), email: one.email })) : [contact]
  return all.map(({ name, email }) => [primitive('datasetContactName', name), primitive('datasetContactEmail', email)])
}

function fieldsOf(deposit: Deposit): Field[] {
  const { metadata, day } = deposit
  const { title, description, authors, keywords, subjects, related, funding, dates } = metadata
  const descriptions = [description.en, description.zh].filter(Boolean)
  const rows = {
    keyword: [...keywords.en, ...keywords.zh].map((word) => [primitive('keywordValue', word)]),
    publication: related.map(({ title: name, identifier }) =>
      said([primitive('publicationCitation', name || identifier), primitive('publicationIDNumber', identifier)]),
    ),
    grantNumber: funding.map(({ funder, number }) =>
      said([primitive('grantNumberAgency', funder), primitive('grantNumberValue', number)]),
    ),
    dateOfCollection: dates
      .filter(({ kind }) => kind === 'collected')
      .map(({ from, to }) =>
        said([primitive('dateOfCollectionStart', from), primitive('dateOfCollectionEnd', to || from)]),
      ),
  }
  return [
    primitive('title', title.en || title.zh),
    compound('author', authors.map(authorOf)),
    compound('datasetContact', contactsOf(deposit)),
    compound(
      'dsDescription',
      descriptions.map((text) => [primitive('dsDescriptionValue', text), primitive('dsDescriptionDate', day)]),
    ),
    chosen('subject', [...new Set(subjects.map(subjectOf))]),
    ...Object.entries(rows).flatMap(([name, values]) => (values.length ? [compound(name, values)] : [])),
    // The title in the other language: releases differ in how many alternative titles they take.
    ...(title.en ? said([primitive('subtitle', title.zh)]) : []),
  ]
}

function termsOf({ licence, access }: DatasetMetadata) {
  const known = licences[licence]
  const isRestricted = access.kind !== 'open'
  return {
    ...(known ? { license: known } : { termsOfUse: licence || 'See terms of access' }),
    fileAccessRequest: access.kind === 'restricted',
    ...(isRestricted && { termsOfAccess: access.terms.en || access.terms.zh }),
  }
}

/** A version as Dataverse takes it. Source: its native API guide, "Create a Dataset" and the citation block. */
export const dataverseVersion = (deposit: Deposit) => ({
  ...termsOf(deposit.metadata),
  metadataBlocks: { citation: { displayName: 'Citation Metadata', fields: fieldsOf(deposit) } },
})
