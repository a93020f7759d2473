import * as z from 'zod/mini'
import { DraftFields } from '#contract/publications/draft.ts'
import { lowerSubjects } from '#contract/publications/lower-subjects.ts'
import { IdentifierScheme, Relation } from '#contract/publications/metadata.ts'
import { subjectKey, subjects } from '#contract/publications/subjects.ts'
import type { TemplateDefinition } from '#contract/publications/template.ts'
import { textOf } from '#server/http/texts.ts'
import { accessNames } from '#server/modules/institutions/index.ts'
import { type SentField, sentFields } from './fields.ts'
import { isFitting, type Picture, picturesOf } from './pictures.ts'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value].flat())
const objects = (value: unknown): Json[] => listOf(value).filter(isObject)
const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
const nameOf = (value: unknown): string => (isObject(value) ? text(value.name) : text(value))

/** The texts of a property in a language; those without one count as Chinese, as senders write them. */
function textsOf(value: unknown, language: SentField['language']): string[] {
  return listOf(value).flatMap((one) => {
    const isSaid = isObject(one) && '@value' in one
    const spoken = isSaid ? text(one['@language']) || 'zh' : 'zh'
    const said = isSaid ? text(one['@value']) : text(one)
    return said && (!language || spoken === language) ? [said] : []
  })
}

/** Disciplines by what they are called in either language and by their codes; of two of one name the higher one. */
const subjectByName = new Map<string, string>([
  ...lowerSubjects
    .toSorted((a, b) => b.value.length - a.value.length)
    .flatMap(({ value, title }): [string, string][] => [
      [value, value],
      [title.zh, value],
      [title.en, value],
    ]),
  ...subjects.flatMap((code): [string, string][] => [
    [code, code],
    [textOf('zh', subjectKey(code)), code],
    [textOf('en', subjectKey(code)), code],
  ]),
])

const authorOf = (author: Json) => ({
  kind: author['@type'] === 'Organization' ? ('organisation' as const) : ('person' as const),
  name: text(author.name) || [author.familyName, author.givenName].map(text).filter(Boolean).join(', '),
  family: text(author.familyName),
  given: text(author.givenName),
  orcid: text(author.identifier),
  email: text(author.email),
  affiliations: listOf(author.affiliation).map((one) => ({
    name: nameOf(one),
    ror: isObject(one) ? text(one.identifier) : '',
  })),
  isContact: isObject(author.contactPoint),
})
const fundingOf = (project: Json) => ({
  funder: nameOf(project.fundingAgency) || text(project.name),
  funderRor: '',
  number: text(project.identifier),
  title: text(project.name),
})
function relatedOf(paper: Json) {
  const identifier = text(paper.identifier) || text(paper.url)
  const scheme = IdentifierScheme.safeParse(paper.propertyID)
  const relation = Relation.safeParse(paper.additionalType)
  return {
    scheme: scheme.success ? scheme.data : /^https?:/.test(identifier) ? ('URL' as const) : ('DOI' as const),
    identifier,
    relation: relation.success ? relation.data : ('References' as const),
    title: text(paper.name),
  }
}
const DateKind = z.enum(['collected', 'created', 'coverage', 'valid', 'other'])
function dateOf(date: Json) {
  const kind = DateKind.safeParse(date.propertyID)
  const [from = '', to = ''] = text(date.value).split('/')
  return { kind: kind.success ? kind.data : ('other' as const), from, to }
}
function placeOf(place: Json) {
  const corners = isObject(place.geo)
    ? text(place.geo.box)
        .split(/[\s,]+/)
        .map(Number)
    : []
  const [south = 0, west = 0, north = 0, east = 0] = corners
  const isBox = corners.length === 4 && corners.every(Number.isFinite)
  return { name: text(place.name), box: isBox ? { south, west, north, east } : null }
}
function accessOf(value: unknown) {
  const { type, openDate, condition } = isObject(value) ? value : { type: value, openDate: '', condition: '' }
  const kinds = Object.entries(accessNames) as [keyof typeof accessNames, string][]
  const kind = kinds.find(([, name]) => name === text(type))?.[0]
  return kind && { kind, until: text(openDate) || null, terms: { zh: text(condition), en: '' } }
}
const languageOf = (value: unknown) => (text(value) === 'zh' || text(value) === 'en' ? text(value) : '')

/** The value of one field that a record says, and its place in a draft. */
function saidOf({ kind, language }: SentField, value: unknown): [place: string, value: unknown] | null {
  const texts = () => textsOf(value, language)
  if (kind === 'text' || kind === 'texts') return ['extra', textsOf(value, '')]
  if (kind === 'subjects') return ['subjects', texts().map((name) => subjectByName.get(name) ?? name)]
  if (kind === 'authors') return ['authors', objects(value).map(authorOf)]
  if (kind === 'funding') return ['funding', objects(value).map(fundingOf)]
  if (kind === 'related') return ['related', objects(value).map(relatedOf)]
  if (kind === 'dates') return ['dates', objects(value).map(dateOf)]
  if (kind === 'places') return ['places', objects(value).map(placeOf)]
  if (kind === 'language') return ['language', languageOf(value)]
  if (kind === 'licence') return ['licence', texts()[0] ?? '']
  if (kind === 'access') return ['access', accessOf(value)]
  return null
}

/** Fields with a separate field for each language. */
function pairOf(kind: 'title' | 'description' | 'keywords', all: readonly SentField[], metadata: Json) {
  const own = all.filter((field) => field.kind === kind)
  const isSpoken = (language: 'zh' | 'en') => own.some((field) => field.language === language)
  // Texts without a language belong to the only language of the template.
  const only = isSpoken('zh') === isSpoken('en') ? null : isSpoken('zh') ? 'zh' : 'en'
  const said = (language: 'zh' | 'en') =>
    own[0] && isSpoken(language) ? textsOf(metadata[own[0].output], only ? '' : language) : []
  return kind === 'keywords' ? { zh: said('zh'), en: said('en') } : { zh: said('zh')[0] ?? '', en: said('en')[0] ?? '' }
}

/**
 * The contents of a record: fields, embedded pictures by the paths that the fields get, and fields whose pictures are
 * invalid.
 */
export type Read = { fields: DraftFields; pictures: Picture[]; unfit: string[] }

/**
 * The fields of a draft that a record of JSON-LD says, by the fields of a template of ours. Null for what no draft can
 * hold; whether the template is content is for the check to say.
 */
export function readRecord(id: string, definition: TemplateDefinition, metadata: Json): Read | null {
  const all = sentFields(definition).flatMap(({ fields }) => fields)
  const values = new Map<string, unknown>([
    ['institution', ''],
    ['template', id],
    ['resourceType', definition.resourceType],
  ])
  const extra: Record<string, unknown> = {}
  const pictures: Picture[] = []
  const unfit: string[] = []
  for (const kind of ['title', 'description', 'keywords'] as const) values.set(kind, pairOf(kind, all, metadata))
  for (const field of all) {
    const said = metadata[field.output]
    if (field.kind === 'images') {
      const own = said === undefined ? [] : picturesOf(field.key, said)
      if (!own.every((picture) => isFitting(picture, field.field?.check ?? ''))) unfit.push(field.key)
      extra[field.key] = own.map(({ path }) => path)
      pictures.push(...own)
      continue
    }
    const found = said === undefined ? null : saidOf(field, said)
    if (!found || found[1] === undefined) continue
    if (field.key) extra[field.key] = found[1]
    else values.set(...found)
  }
  const read = DraftFields.safeParse({ ...Object.fromEntries(values), extra })
  return read.success ? { fields: read.data, pictures, unfit } : null
}
