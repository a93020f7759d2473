import type { Author, DatasetMetadata } from '#contract/publications/metadata.ts'
import type { Deposit } from '../delivery.ts'

type Funding = DatasetMetadata['funding'][number]
type Related = DatasetMetadata['related'][number]

const languages = { zh: 'zho', en: 'eng' } as const
const types: Record<DatasetMetadata['resourceType'], string> = {
  dataset: 'dataset',
  observation: 'dataset',
  sequencing: 'dataset',
  software: 'software',
  collection: 'dataset',
}
const schemes: Record<Related['scheme'], string> = {
  DOI: 'doi',
  CSTR: 'other',
  Handle: 'handle',
  ARK: 'ark',
  arXiv: 'arxiv',
  ISBN: 'isbn',
  PMID: 'pmid',
  URL: 'url',
}

function creatorOf({ kind, name, family, given, orcid, affiliations }: Author) {
  const identifiers = orcid ? [{ scheme: 'orcid', identifier: orcid }] : []
  const person = { type: 'personal', family_name: family || name, given_name: family ? given : '', identifiers }
  return {
    person_or_org: kind === 'person' ? person : { type: 'organizational', name },
    affiliations: affiliations.map((one) => (one.ror ? { id: one.ror, name: one.name } : { name: one.name })),
  }
}
const fundingOf = ({ funder, funderRor, number, title }: Funding) => ({
  funder: funderRor ? { id: funderRor } : { name: funder },
  ...((number || title) && { award: { title: { en: title || number }, number: number || title } }),
})
const relatedOf = ({ scheme, identifier, relation }: Related) => ({
  identifier,
  scheme: schemes[scheme],
  relation_type: { id: relation.toLowerCase() },
})

/** The texts of a record in the other language than its main one. */
function inOther({ title, description }: DatasetMetadata) {
  const lang = { id: languages.zh }
  return {
    additional_titles: title.en && title.zh ? [{ title: title.zh, type: { id: 'translated-title' }, lang }] : [],
    additional_descriptions:
      description.en && description.zh ? [{ description: description.zh, type: { id: 'other' }, lang }] : [],
  }
}

function accessOf({ kind, until, terms }: DatasetMetadata['access']) {
  if (kind === 'open') return { record: 'public', files: 'public' }
  const closed = { record: 'public', files: 'restricted' }
  if (kind !== 'embargo') return closed
  return { ...closed, embargo: { active: true, until, reason: terms.en || terms.zh } }
}

/** A version as InvenioRDM takes records. Source: its REST API reference, "Drafts and records" and "Metadata". */
export function invenioRecord({ metadata, number, publisher, day }: Deposit): Record<string, unknown> {
  const { title, description, authors, keywords, dates, places, funding, related, licence, language } = metadata
  const spans = dates.map(({ kind, from, to }) => ({
    date: to ? `${from}/${to}` : from,
    type: { id: kind === 'collected' || kind === 'created' || kind === 'valid' ? kind : 'other' },
  }))
  return {
    access: accessOf(metadata.access),
    files: { enabled: true },
    metadata: {
      title: title.en || title.zh,
      description: description.en || description.zh,
      resource_type: { id: types[metadata.resourceType] },
      publication_date: day,
      publisher,
      version: `V${number}`,
      creators: authors.map(creatorOf),
      subjects: [...keywords.en, ...keywords.zh].map((subject) => ({ subject })),
      rights: licence ? [{ id: licence.toLowerCase() }] : [],
      languages: language ? [{ id: languages[language] }] : [],
      dates: spans,
      locations: { features: places.filter(({ name }) => name).map(({ name }) => ({ place: name })) },
      funding: funding.map(fundingOf),
      related_identifiers: related.map(relatedOf),
      ...inOther(metadata),
    },
  }
}
