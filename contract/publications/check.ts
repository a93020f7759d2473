import * as z from 'zod/mini'
import { boundsOf, isBlank, isCount, isMatching, isRequired } from '../core/form-rules.ts'
import { Count } from '../core/shapes.ts'
import { Orcid } from '../people.ts'
import { type DraftFields, recordOf, saidEntries } from './draft.ts'
import { bareIdentifier, DatasetMetadata, isIdentifier, Ror } from './metadata.ts'
import { referenceOf } from './references.ts'
import { isStandardSubject } from './subjects.ts'
import { CLASSIFIED, narrowedKeys, placeOf, type TemplateDefinition, type TemplateField } from './template.ts'

/** Errors that prevent the submission of a draft. */
export const errorCodes = [
  'required',
  'eitherMissing',
  'tooMany',
  'pattern',
  'invalid',
  'orcidInvalid',
  'rorInvalid',
  'funderInvalid',
  'identifierInvalid',
  'dayInvalid',
  'numberInvalid',
  'urlInvalid',
  'licenceMissing',
  'dayMissing',
  'dayPast',
  'termsMissing',
  'changesMissing',
  'nothingSelected',
  'selectionGone',
  'fileForbidden',
  'damagedFiles',
  'tableGone',
  'filesTooMany',
  'institutionGone',
  'institutionOther',
  'templateOther',
  'accessOther',
  'notOffered',
  'imageMissing',
  'imageUnfit',
  'boardUnfit',
] as const
/** Suggestions to improve a dataset. */
export const adviceCodes = [
  'emptyFiles',
  'duplicateFiles',
  'noReadme',
  'closedFormats',
  'noEnglishTitle',
  'shortDescription',
  'noOrcid',
  'noContact',
  'personalFiles',
  'personalColumns',
  'undescribedColumns',
  'licenceUnfit',
  'brokenLinks',
] as const
/**
 * A finding of the check. `place`: the field (`title.zh`, `authors`, `extra.depth`, `files`); `entry`: which entry of
 * it, counted from 1, or 0; `part`: the part of this entry (`orcid`, `box.west`), or ''; `names`: the first files that
 * are meant, of `count`, or the kind of identifier that is expected.
 */
export const Problem = z.object({
  level: z.enum(['error', 'advice']),
  code: z.enum([...errorCodes, ...adviceCodes]),
  place: z.string(),
  entry: Count,
  part: z.string(),
  names: z.array(z.string()),
  count: Count,
})
export type Problem = z.infer<typeof Problem>

const missing: readonly Problem['code'][] = [
  'required',
  'eitherMissing',
  'licenceMissing',
  'dayMissing',
  'termsMissing',
  'changesMissing',
  'nothingSelected',
]
/** Whether a finding says that a field is not filled in. */
export const isMissing = (code: Problem['code']): boolean => missing.includes(code)

export const wrong = (code: (typeof errorCodes)[number], place: string, more: Partial<Problem> = {}): Problem => ({
  level: 'error',
  code,
  place,
  entry: 0,
  part: '',
  names: [],
  count: 0,
  ...more,
})
export const advice = (code: (typeof adviceCodes)[number], place: string, more: Partial<Problem> = {}): Problem => ({
  ...wrong('invalid', place, more),
  level: 'advice',
  code,
})

/** Shorter descriptions are of little use; search engines require this length, too. */
const DESCRIPTION_SHORT = 50

const fieldsIn = ({ groups }: TemplateDefinition) => groups.flatMap(({ fields }) => fields)

/** The values of a template field in a draft. */
function saidOf(field: TemplateField, fields: DraftFields): readonly (string | object)[] {
  const { key, type, language } = field
  const value = type === 'core' ? fields[key as keyof DraftFields] : (fields.extra?.[key] ?? [])
  const own = language && type === 'core' ? (value as Record<string, unknown> | undefined)?.[language] : value
  const entries = Array.isArray(own) ? own : [own]
  return entries.filter((one) => (typeof one === 'string' ? one.trim() !== '' : one !== undefined && one !== null))
}

const otherLanguage = ({ language }: TemplateField) => (language === 'zh' ? 'en' : 'zh')
/** Whether the other language is enough, and has as much as the field requires. */
export const isSaidElsewhere = (field: TemplateField, fields: DraftFields): boolean =>
  field.isEither === true &&
  saidOf({ ...field, language: otherLanguage(field) }, fields).length >= boundsOf(field.multiply).min

/** A field as people are asked for it: of a pair of which either is enough, both are required alike. */
export function askedAs(field: TemplateField, template: TemplateDefinition): TemplateField {
  const { key, type } = field
  const either = fieldsIn(template).find((one) => one.isEither && one.key === key && one.type === type)
  const isPair = either && either !== field && either.language === otherLanguage(field)
  return isPair && !isRequired(field.multiply) ? { ...field, multiply: either.multiply, isEither: true } : field
}

/** Licence and access are asked of every dataset; a template may narrow what they can be. */
function isOffered({ key, options }: TemplateField, { licence = '', access }: DraftFields): boolean {
  const value = key === 'licence' ? licence : (access?.kind ?? 'open')
  return !options.length || value === '' || options.some((option) => option.value === value)
}

/** Disciplines are those of the template; if it has none, codes in the form of GB/T 13745. */
function isClassified({ options }: TemplateField, { subjects = [] }: DraftFields): boolean {
  const offered = new Set(options.map(({ value }) => value))
  return subjects.every((code) => (offered.size ? offered.has(code) : isStandardSubject(code)))
}

/** The names of a draft's disciplines and of those above them, from its template; undefined for none. */
function subjectNamesOf(template: TemplateDefinition, { subjects = [] }: DraftFields) {
  const options = fieldsIn(template).find(({ key }) => key === CLASSIFIED)?.options ?? []
  const chosen = options.filter(({ value }) => subjects.some((code) => code.startsWith(value)))
  return chosen.length ? Object.fromEntries(chosen.map(({ value, title }) => [value, title])) : undefined
}

/** The text of an entry, or the name of one with several parts; '' for none. */
function nameOf(entry: string | object): string {
  if (typeof entry === 'string') return entry
  return 'name' in entry && typeof entry.name === 'string' ? entry.name : ''
}

/** Whether the entries of a field are as many as its template wants, and match its pattern. */
function ruleProblems(field: TemplateField, fields: DraftFields): Problem[] {
  const place = placeOf(field)
  if (narrowedKeys.includes(field.key)) return isOffered(field, fields) ? [] : [wrong('notOffered', place)]
  const said = saidOf(field, fields)
  if (field.key === CLASSIFIED && !isClassified(field, fields)) return [wrong('notOffered', place)]
  const { min, max } = boundsOf(field.multiply)
  if (isRequired(field.multiply) && said.length < min) {
    if (!field.isEither) return [wrong('required', place, { count: min })]
    return isSaidElsewhere(field, fields) ? [] : [wrong('eitherMissing', place, { count: min })]
  }
  if (!isCount(said, field.multiply) && said.length > max) return [wrong('tooMany', place, { count: max })]
  // The server checks in the files whether a picture exists and fits.
  if (field.type === 'image') return []
  const at = said.map(nameOf).findIndex((name) => name !== '' && !isMatching(field.check, name))
  if (at >= 0) return [wrong('pattern', place, { entry: at + 1, part: typeof said[at] === 'object' ? 'name' : '' })]
  if (field.type === 'core') return []
  const misfits = said.map((one, at) => typeof one === 'string' && misfitOf(field, one, { place, entry: at + 1 }))
  return misfits.filter((found) => found !== false && found !== null).slice(0, 1)
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
/** What a value lacks to be one of the type of its field; null if it is one. */
function misfitOf(
  { type, options }: TemplateField,
  value: string,
  { place, entry }: { place: string; entry: number },
): Problem | null {
  const unless = (fits: boolean, code: (typeof errorCodes)[number], names: string[] = []) =>
    fits ? null : wrong(code, place, { entry, names })
  if (type === 'select') {
    const isOption = options.some((option) => option.value === value)
    return unless(isOption, 'notOffered')
  }
  if (type === 'date') return unless(DAY.test(value) && !Number.isNaN(Date.parse(value)), 'dayInvalid')
  if (type === 'number') return unless(Number.isFinite(Number(value)), 'numberInvalid')
  if (type === 'doi') return unless(isIdentifier('DOI', value), 'identifierInvalid', ['DOI'])
  if (type === 'cstr') return unless(isIdentifier('CSTR', value), 'identifierInvalid', ['CSTR'])
  if (type === 'person' || type === 'organisation') {
    const { isKnown, code } = addressOf(referenceOf(value).address)
    return unless(isKnown, code)
  }
  return type === 'url' ? unless(/^https?:\/\/\S+$/.test(value), 'urlInvalid') : null
}

/** ORCID iDs have their check digit, and ids of organisations their form; others are not known. */
function addressOf(address: string) {
  const [, host, id = ''] = /^https?:\/\/(?:www\.)?(orcid|ror)\.org\/(.*)$/i.exec(address) ?? []
  const isOrcid = host?.toLowerCase() === 'orcid'
  const isKnown = !host || (id !== '' && (isOrcid ? Orcid : Ror).safeParse(id).success)
  return { isKnown, code: isOrcid ? ('orcidInvalid' as const) : ('rorInvalid' as const) }
}

function accessProblems({ access, licence = '', restricted = [] }: DraftFields, today: string): Problem[] {
  const { kind, until, terms } = access ?? { kind: 'open', until: null, terms: { zh: '', en: '' } }
  const problems = kind === 'closed' || licence ? [] : [wrong('licenceMissing', 'licence')]
  if (kind === 'embargo' && !until) problems.push(wrong('dayMissing', 'access'))
  if (kind === 'embargo' && until && until <= today) problems.push(wrong('dayPast', 'access'))
  const isOnRequest = kind === 'restricted' || (kind !== 'closed' && restricted.length > 0)
  if ((isOnRequest || kind === 'closed') && !terms.zh.trim() && !terms.en.trim())
    problems.push(wrong('termsMissing', 'access'))
  return problems
}

/** Problems of the fields that the template adds to the record. */
const extraOf = (template: TemplateDefinition, { extra = {} }: DraftFields): DatasetMetadata['extra'] =>
  fieldsIn(template)
    .filter(({ type, key }) => type !== 'core' && extra[key]?.some((value) => value.trim() !== ''))
    .map(({ key, type, title, iri }) => ({
      key,
      title,
      iri,
      ...(type === 'image' && { kind: 'image' as const }),
      values: (extra[key] ?? []).map((value) => value.trim()).filter(Boolean),
    }))

/** The record of a draft when it is frozen; throws if `metadataProblems` finds an error. */
export function metadataOf(template: TemplateDefinition, fields: DraftFields): DatasetMetadata {
  return completed(DatasetMetadata.parse(recordOf(fields, extraOf(template, fields))), template, fields)
}

/** The record that a draft would make; null while it holds values that no record can. */
export function draftMetadata(template: TemplateDefinition, fields: DraftFields): DatasetMetadata | null {
  const record = DatasetMetadata.safeParse(recordOf(fields, extraOf(template, fields))).data
  return record ? completed(record, template, fields) : null
}

function completed(record: DatasetMetadata, template: TemplateDefinition, fields: DraftFields): DatasetMetadata {
  const related = record.related.map((work) => ({ ...work, identifier: bareIdentifier(work.scheme, work.identifier) }))
  const until = record.access.kind === 'embargo' ? record.access.until : null
  const subjectNames = subjectNamesOf(template, fields)
  return { ...record, ...(subjectNames && { subjectNames }), related, access: { ...record.access, until } }
}

/** How the parts of entries that have a form of their own are wrong. */
const formCodes: Readonly<Record<string, (typeof errorCodes)[number]>> = {
  orcid: 'orcidInvalid',
  'affiliations.ror': 'rorInvalid',
  funderRor: 'rorInvalid',
  funderId: 'funderInvalid',
  identifier: 'identifierInvalid',
  from: 'dayInvalid',
  to: 'dayInvalid',
}
const valueAt = (value: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((within, key) => (within as Record<PropertyKey, unknown> | null | undefined)?.[key], value)

/** Values that no record can hold, each by its place, entry and part. */
function recordProblems(template: TemplateDefinition, fields: DraftFields): Problem[] {
  const record = recordOf(fields, extraOf(template, fields))
  const said: Record<string, readonly { at: number }[]> = saidEntries(fields)
  const found = new Map<string, Problem>()
  for (const { path } of DatasetMetadata.safeParse(record).error?.issues ?? []) {
    const [key = '', second, ...rest] = path.map(String)
    const isLanguage = second === 'zh' || second === 'en'
    const place = isLanguage && key !== 'access' ? `${key}.${second}` : key
    const index = /^\d+$/.test(second ?? '') ? Number(second) : -1
    const entry = (said[key]?.[index]?.at ?? index) + 1
    const part = entry > 0 ? rest.filter((step) => !/^\d+$/.test(step)).join('.') : ''
    const scheme = key === 'related' && record.related[index]?.scheme
    const code = part !== '' && isBlank(valueAt(record, path)) ? 'required' : (formCodes[part] ?? 'invalid')
    const id = `${place} ${entry} ${part}`
    if (!found.has(id)) found.set(id, wrong(code, place, { entry, part, names: scheme ? [scheme] : [] }))
  }
  return [...found.values()]
}

function metadataAdvice({ title, description, authors = [] }: DraftFields): Problem[] {
  const problems: Problem[] = []
  if (!title?.en.trim()) problems.push(advice('noEnglishTitle', 'title.en'))
  const longest = Math.max(description?.zh.trim().length ?? 0, description?.en.trim().length ?? 0)
  if (longest > 0 && longest < DESCRIPTION_SHORT)
    problems.push(advice('shortDescription', 'description', { count: DESCRIPTION_SHORT }))
  const people = authors.filter(({ kind, name }) => kind === 'person' && name.trim())
  const without = people.filter(({ orcid }) => !orcid.trim())
  if (without.length)
    problems.push(
      advice('noOrcid', 'authors', { names: without.slice(0, 5).map(({ name }) => name), count: without.length }),
    )
  if (authors.length && !authors.some(({ isContact, email }) => isContact && email.trim()))
    problems.push(advice('noContact', 'authors'))
  return problems
}

/**
 * Errors in the metadata of a draft, and suggestions; `today` is a day in UTC. Used by server and console; the server
 * adds its findings in the files.
 */
export function metadataProblems(template: TemplateDefinition, fields: DraftFields, today: string): Problem[] {
  const byRule = fieldsIn(template).flatMap((field) => ruleProblems(field, fields))
  const places = new Set(byRule.map(({ place }) => place))
  const access = accessProblems(fields, today)
  const isKnown = ({ place }: Problem) => places.has(place) || (place === 'access' && access.length > 0)
  return [
    ...byRule,
    ...recordProblems(template, fields).filter((problem) => !isKnown(problem)),
    ...access,
    ...metadataAdvice(fields),
  ]
}
