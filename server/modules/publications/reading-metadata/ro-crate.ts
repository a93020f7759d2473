import * as z from 'zod/mini'
import { FunderId } from '#contract/publications/metadata.ts'
import {
  type Author,
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

const Entity = z.catchall(z.object({ '@id': z.string() }), z.unknown())
type Entity = z.infer<typeof Entity>
const Graph = z.object({ '@graph': z.array(Entity) })
const RECORD = 'ro-crate-metadata.json'
const READ = new Set([
  '@id',
  '@type',
  'name',
  'description',
  'keywords',
  'author',
  'creator',
  'license',
  'temporalCoverage',
  'funder',
  'citation',
  'identifier',
  'inLanguage',
  'hasPart',
  'datePublished',
  'publisher',
  'url',
  'conformsTo',
  'additionalProperty',
])
/** The prefix of keys of additional template fields in our crates. */
const FIELD = /^#field-([a-z][A-Za-z0-9]{0,39})$/

/** The values of a property: what it refers to, and its texts with their languages. */
function propertyReader(entities: readonly Entity[]) {
  const byId = new Map(entities.map((one) => [one['@id'], one]))
  const list = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value].flat())
  const said = (value: unknown) =>
    list(value).map((one) => {
      if (typeof one !== 'object' || one === null) return { text: textOf(String(one)), lang: '' }
      const { '@value': text, '@language': lang, '@id': id } = one as Record<string, unknown>
      return { text: textOf(text ?? id), lang: lineOf(lang) }
    })
  const referred = (value: unknown): Entity[] =>
    list(value).flatMap((one) => {
      if (typeof one !== 'object' || one === null) return [{ '@id': '', name: one }]
      const id = String((one as Record<string, unknown>)['@id'] ?? '')
      return [byId.get(id) ?? { '@id': id, ...one }]
    })
  return { said, referred }
}

/** Reads the root of an RO-Crate; null for any other document. */
export function crateFound(content: unknown): Found | null {
  const graph = Graph.safeParse(content)
  if (!graph.success) return null
  const entities = graph.data['@graph']
  const { said, referred } = propertyReader(entities)
  const descriptor = entities.find((one) => one['@id'].split('/').at(-1)?.endsWith(RECORD))
  const [root] = referred(descriptor?.about)
  if (!descriptor || !root) return null
  const first = (value: unknown) => lineOf(said(value)[0]?.text)

  function authorOf(entity: Entity): Author {
    if ([entity['@type']].flat().includes('Organization')) return organisationOf(first(entity.name))
    const affiliations = referred(entity.affiliation).flatMap((one) => {
      const name = first(one.name)
      return name ? [{ name, ror: /ror\.org/i.test(one['@id']) ? rorOf(one['@id']) : '' }] : []
    })
    const [contact] = referred(entity.contactPoint)
    const email = first(entity.email) || first(contact?.email)
    const parts = { family: first(entity.familyName), given: first(entity.givenName) }
    const name = first(entity.name)
    const person = parts.family ? personOf({ ...parts, name }, []) : namedPerson(name)
    const orcid = /orcid\.org\/(.+)$/i.exec(entity['@id'])?.[1] ?? ''
    const isContact = contact !== undefined && email !== ''
    return { ...person, name: name || person.name, orcid, email, affiliations, isContact }
  }

  const found = nothingFound()
  found.titles = said(root.name).map((one) => ({ ...one, text: lineOf(one.text) }))
  found.descriptions = said(root.description)
  found.keywords = said(root.keywords).flatMap(({ text, lang }) =>
    lineOf(text)
      .split(/[,;，；、]/)
      .map((word) => ({ text: lineOf(word), lang }))
      .filter((word) => word.text),
  )
  found.authors = referred(root.author ?? root.creator)
    .map(authorOf)
    .filter(({ name }) => name)
  const [licence] = referred(root.license)
  found.licence = spdxOf(licence?.['@id'] || first(licence?.name))
  found.language = first(root.inLanguage)
  for (const { text } of said(root.temporalCoverage)) {
    const [from = '', to = ''] = text.split('/').map((day) => day.slice(0, 10))
    const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day)
    if (isDay(from) && (!to || isDay(to))) found.dates.push({ kind: 'coverage', from, to })
    else found.omitted.push(`temporalCoverage: ${text}`)
  }
  found.funding = referred(root.funder).flatMap((one) => {
    const funder = first(one.name)
    return funder
      ? [
          {
            funder,
            funderRor: /ror\.org/i.test(one['@id']) ? rorOf(one['@id']) : '',
            funderId: FunderId.safeParse(first(one.sameAs)).data ?? '',
            number: '',
            title: '',
          },
        ]
      : []
  })
  for (const one of referred(root.citation)) {
    const doi = /doi\.org\/(10\..+)$/i.exec(one['@id'])?.[1]
    if (doi) found.related.push({ scheme: 'DOI', identifier: doi, relation: 'References', title: first(one.name) })
    else if (/^https?:/.test(one['@id']))
      found.related.push({ scheme: 'URL', identifier: one['@id'], relation: 'References', title: first(one.name) })
    else found.omitted.push(`citation: ${first(one.name)}`)
  }
  const identifiers = referred(root.identifier).map((one) => first(one.value) || first(one.name) || one['@id'])
  const doi = identifiers.map((text) => /10\.\d{4,9}\/\S+$/.exec(text)?.[0]).find(Boolean)
  if (doi)
    found.related.push({ scheme: 'DOI', identifier: doi, relation: 'IsVersionOf', title: found.titles[0]?.text ?? '' })
  for (const one of referred(root.additionalProperty)) {
    const [, key] = FIELD.exec(one['@id']) ?? []
    const values = said(one.value)
      .map(({ text }) => text)
      .filter(Boolean)
    if (key && values.length) found.extra[key] = values
    else found.omitted.push(`additionalProperty: ${first(one.name)}`)
  }
  found.omitted.push(...Object.keys(root).filter((key) => !READ.has(key)))
  return found
}
