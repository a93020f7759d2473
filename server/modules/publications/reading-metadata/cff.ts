import { parseDocument } from 'yaml'
import * as z from 'zod/mini'
import { type Found, lineOf, nothingFound, organisationOf, personOf, spdxOf, textOf } from './found.ts'

/** Most uses of anchors: a few that name each other could grow without an end. */
const ALIASES_MAX = 50
/** Longest document, in characters: YAML is slow to read (our choice). */
const CFF_MAX = 100_000
const Line = z.catch(z.union([z.string(), z.number()]), '')
const Authors = z.catch(z.array(z.record(z.string(), z.unknown())), [])
const Identifiers = z.catch(z.array(z.object({ type: Line, value: Line })), [])
const READ = new Set([
  'cff-version',
  'message',
  'title',
  'abstract',
  'authors',
  'keywords',
  'license',
  'doi',
  'identifiers',
  'repository-code',
  'url',
  'type',
  'date-released',
])

function authorOf(author: Record<string, unknown>): Found['authors'][number] {
  const said = (key: string) => lineOf(author[key])
  const affiliation = said('affiliation')
  if (author.name) return { ...organisationOf(said('name')), email: said('email') }
  const family = [said('name-particle'), said('family-names'), said('name-suffix')].filter(Boolean).join(' ')
  const person = { family, given: said('given-names'), name: said('alias'), orcid: said('orcid'), email: said('email') }
  return personOf(person, affiliation ? [{ name: affiliation, ror: '' }] : [])
}

/** Reads a Citation File Format document; null for any other. */
export function cffFound(source: string): Found | null {
  if (source.length > CFF_MAX) return null
  // Each key would be compared with all others of its map; of keys alike the last one counts.
  const document = parseDocument(source, { schema: 'core', uniqueKeys: false })
  if (document.errors.length) return null
  let content: unknown
  try {
    content = document.toJS({ maxAliasCount: ALIASES_MAX })
  } catch {
    // Too many aliases.
    return null
  }
  const cff = z.record(z.string(), z.unknown()).safeParse(content).data
  if (!cff || !('cff-version' in cff)) return null
  const found = nothingFound()
  const said = (key: string) => lineOf(cff[key])
  found.titles = [{ text: said('title'), lang: '' }]
  found.descriptions = [{ text: textOf(cff.abstract), lang: '' }]
  found.authors = Authors.parse(cff.authors).map(authorOf)
  found.keywords = [cff.keywords]
    .flat()
    .map((word) => ({ text: lineOf(word), lang: '' }))
    .filter(({ text }) => text)
  found.licence = spdxOf(lineOf([cff.license].flat()[0]))
  const title = said('title')
  const dois = [
    said('doi'),
    ...Identifiers.parse(cff.identifiers).flatMap(({ type, value }) => (type === 'doi' ? [lineOf(value)] : [])),
  ]
  for (const identifier of new Set(dois.filter(Boolean)))
    found.related.push({ scheme: 'DOI', identifier, relation: 'IsVersionOf', title })
  const code = said('repository-code') || said('url')
  if (code) found.related.push({ scheme: 'URL', identifier: code, relation: 'IsDerivedFrom', title: '' })
  const day = said('date-released').slice(0, 10)
  if (/^\d{4}-\d{2}-\d{2}$/.test(day)) found.dates.push({ kind: 'created', from: day, to: '' })
  found.omitted = Object.keys(cff).filter((key) => !READ.has(key))
  return found
}
