import type { Author, DatasetAccess, DatasetMetadata } from '#contract/publications/metadata.ts'
import type { PlanField } from '#contract/publications/plan.ts'
import { isBuiltInSubject, subjectKey } from '#contract/publications/subjects.ts'
import { textOf } from '#server/http/texts.ts'

/** How an institution calls the kinds of access. */
export const accessNames = { open: 'open', embargo: 'protect', restricted: 'condition', closed: 'notOpen' } as const
export const accessNameOf = ({ kind }: Pick<DatasetAccess, 'kind'>): string => accessNames[kind]

function accessOf({ kind, until, terms }: DatasetAccess) {
  const type = accessNames[kind]
  if (kind === 'open') return { type }
  return kind === 'embargo' ? { type, openDate: until ?? '' } : { type, condition: terms.zh || terms.en }
}

const authorOf = ({ kind, name, family, given, orcid, email, affiliations, isContact }: Author) => ({
  '@type': kind === 'person' ? 'Person' : 'Organization',
  name,
  familyName: family,
  givenName: given,
  identifier: orcid,
  email,
  affiliation: affiliations.map((one) => ({ '@type': 'Organization', name: one.name, identifier: one.ror })),
  contactPoint: isContact ? { '@type': 'ContactPoint', email } : undefined,
})
const projectOf = ({ funder, number, title }: DatasetMetadata['funding'][number]) => ({
  '@type': 'Project',
  name: title || number || funder,
  identifier: number,
  fundingAgency: { '@type': 'Organization', name: funder },
})
const paperOf = ({ title, identifier, scheme, relation }: DatasetMetadata['related'][number]) => ({
  '@type': 'ScholarlyArticle',
  name: title || identifier,
  identifier,
  propertyID: scheme,
  additionalType: relation,
})
const dateOf = ({ kind, from, to }: DatasetMetadata['dates'][number]) => ({
  '@type': 'PropertyValue',
  propertyID: kind,
  value: to ? `${from}/${to}` : from,
})
const placeOf = ({ name, box }: DatasetMetadata['places'][number]) => ({
  '@type': 'Place',
  name,
  geo: box ? { '@type': 'GeoShape', box: `${box.south} ${box.west} ${box.north} ${box.east}` } : undefined,
})

const said = (text: string) => (text ? [text] : [])
const inLanguage = (value: string, language: PlanField['language']) =>
  language ? { '@value': value, '@language': language } : value

/** The values of one field: an array if several are allowed, else the value itself; undefined if there is none. */
function sentValueOf({ kind, language, key }: PlanField, metadata: DatasetMetadata): unknown {
  const { title, description, keywords, subjects, subjectNames, authors, funding, related, licence, access, extra } =
    metadata
  const { dates, places } = metadata
  const own = language || 'zh'
  const texts = (values: readonly string[]) => values.map((value) => inLanguage(value, language))
  const one = (value: string) => (language ? texts(said(value)) : value)
  const values = extra.find((field) => field.key === key)?.values ?? []
  const byKind: Record<PlanField['kind'], () => unknown> = {
    title: () => one(title[own]),
    description: () => one(description[own]),
    keywords: () => texts(keywords[own]),
    subjects: () =>
      subjects.map((code) => {
        const own = subjectNames?.[code]
        if (own) return own.zh || own.en
        return isBuiltInSubject(code) ? textOf('zh', subjectKey(code)) : code
      }),
    authors: () => authors.map(authorOf),
    organisations: () => values.map((name) => ({ '@type': 'Organization', name })),
    funding: () => funding.map(projectOf),
    related: () => related.map(paperOf),
    dates: () => dates.map(dateOf),
    places: () => places.map(placeOf),
    language: () => metadata.language,
    licence: () => licence,
    access: () => accessOf(access),
    apply: () => 'apply',
    text: () => one(values[0] ?? ''),
    texts: () => texts(values),
    images: () => values,
  }
  return byKind[kind]()
}

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0)

/** Pictures as addresses with their bytes inside (`data:`), by their paths. */
type Pictures = ReadonlyMap<string, string>

/**
 * The record of a version as JSON-LD by the fields of an institution's template: each property is the last part of a
 * field's IRI, and fields in two languages share one.
 */
export function jsonLdOf(
  plan: readonly PlanField[],
  metadata: DatasetMetadata,
  pictures: Pictures,
): Record<string, unknown> {
  const properties = new Map<string, unknown>()
  for (const field of plan) {
    const values = sentValueOf(field, metadata)
    // A field of pictures holds their paths.
    const value = field.kind === 'images' ? [values].flat().flatMap((path) => pictures.get(String(path)) ?? []) : values
    if (isEmpty(value)) continue
    const before = properties.get(field.output)
    properties.set(field.output, before === undefined ? value : [before, value].flat())
  }
  return { '@context': 'https://schema.org/', '@type': 'Dataset', ...Object.fromEntries(properties) }
}
