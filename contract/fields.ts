import * as z from 'zod/mini'
import { isCount } from './core/form-rules.ts'
import { META_KEY_MAX, META_VALUE_MAX, TEXT_MAX } from './core/limits.ts'
import { Id } from './core/shapes.ts'
import { Orcid } from './people.ts'

/** Types of values that a template's field accepts. */
export const FieldKind = z.enum(['text', 'number', 'date', 'yesNo', 'choice', 'several', 'person', 'doi', 'orcid'])
export type FieldKind = z.infer<typeof FieldKind>

/** Normalizes a name: trimmed, runs of blanks collapsed, NFC. */
export const cleanKey = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
/** Control characters except line feeds and tabs: spreadsheets can't hold them. */
const UNWRITTEN = /(?![\n\t])\p{Cc}/gu
/** Normalizes a value: NFC, `\n` as line ending, trimmed. */
export const cleanValue = (text: string): string =>
  text.normalize('NFC').replace(/\r\n?/g, '\n').replace(UNWRITTEN, '').trim()

const Key = z.string().check(z.overwrite(cleanKey), z.minLength(1), z.maxLength(META_KEY_MAX))

/**
 * One field of a template. `unit` applies to numbers; `min` and `max` bound a number, or how many terms or persons there
 * are; `vocabularyId` names the vocabulary of a choice.
 */
export const TemplateField = z.object({
  key: Key,
  kind: FieldKind,
  isRequired: z.boolean(),
  hint: z._default(z.string().check(z.trim(), z.maxLength(TEXT_MAX)), ''),
  unit: z._default(z.string().check(z.trim(), z.maxLength(20)), ''),
  min: z._default(z.nullable(z.number()), null),
  max: z._default(z.nullable(z.number()), null),
  vocabularyId: z._default(z.nullable(Id), null),
})
export type TemplateField = z.infer<typeof TemplateField>
/** Whether a field's values come from a vocabulary. */
export const isChosen = ({ kind }: Pick<TemplateField, 'kind'>): boolean => kind === 'choice' || kind === 'several'

/** Whether a field has several values, whose number `min` and `max` bound. */
export const isCounted = ({ kind }: Pick<TemplateField, 'kind'>): boolean => kind === 'several' || kind === 'person'

/** A metadata entry. Source: spec section 3. */
export const MetaPair = z.object({
  key: Key,
  value: z.string().check(z.overwrite(cleanValue), z.maxLength(META_VALUE_MAX)),
})
export type MetaPair = z.infer<typeof MetaPair>

/** Problems of a value or its name; each is a key below `metadata.problems` in `locales`. */
export const FieldProblem = z.enum([
  'number',
  'tooSmall',
  'tooLarge',
  'tooFew',
  'tooMany',
  'date',
  'yesNo',
  'term',
  'person',
  'doi',
  'orcid',
  'twice',
])
export type FieldProblem = z.infer<typeof FieldProblem>

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const DAY = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const PERSON = /^[\p{L}\p{M}][\p{L}\p{M} .'’·‧,-]{0,99}$/u
const DOI = /^10\.\d{4,9}\/\S+$/
const DOI_BEFORE = /^(https?:\/\/(dx\.)?doi\.org\/|doi:\s*)/i
const ORCID_BEFORE = /^https?:\/\/orcid\.org\//i
const BETWEEN = /\s*[;；]\s*/

/** Splits a value that holds several terms, such as `a; b`. */
export const partsOf = (value: string): string[] => value.split(BETWEEN).filter(Boolean)
export const joined = (parts: readonly string[]): string => parts.join('; ')

function dayOf(text: string): string {
  const [, year = '', month = '', day = ''] = DAY.exec(text) ?? []
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
}

/** Normalizes a value for its field: sheets write dates as 2026/1/5, people paste DOI and ORCID URLs. */
export function normalizedValue(kind: FieldKind, text: string): string {
  const value = cleanValue(text)
  if (kind === 'date') return dayOf(value)
  if (kind === 'doi') return value.replace(DOI_BEFORE, '')
  if (kind === 'orcid') return value.replace(ORCID_BEFORE, '').toUpperCase()
  return kind === 'several' || kind === 'person' ? joined(partsOf(value)) : value
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

function problemOfNumber({ min, max }: TemplateField, value: string): FieldProblem | null {
  if (!NUMBER.test(value)) return 'number'
  if (min !== null && Number(value) < min) return 'tooSmall'
  return max !== null && Number(value) > max ? 'tooLarge' : null
}

function problemOfCount({ min, max }: TemplateField, value: string): FieldProblem | null {
  const parts = partsOf(value)
  if (!isCount(parts, `${min ?? '*'}:*`)) return 'tooFew'
  return isCount(parts, `*:${max ?? '*'}`) ? null : 'tooMany'
}

type Check = (field: TemplateField, value: string, terms: ReadonlySet<string>) => FieldProblem | null
const checks: Readonly<Record<FieldKind, Check>> = {
  text: () => null,
  number: problemOfNumber,
  date: (_field, value) => (isDay(value) ? null : 'date'),
  yesNo: (_field, value) => (value === 'yes' || value === 'no' ? null : 'yesNo'),
  choice: (_field, value, terms) => (terms.has(value) ? null : 'term'),
  several: (field, value, terms) =>
    partsOf(value).every((part) => terms.has(part)) ? problemOfCount(field, value) : 'term',
  person: (field, value) =>
    partsOf(value).every((part) => PERSON.test(part)) ? problemOfCount(field, value) : 'person',
  doi: (_field, value) => (DOI.test(value) ? null : 'doi'),
  orcid: (_field, value) => (Orcid.safeParse(value).success ? null : 'orcid'),
}

/** The problem of a normalized value, or null. An empty value has none: `missingOf` reports missing values. */
export const problemOf = (field: TemplateField, value: string, terms: ReadonlySet<string>): FieldProblem | null =>
  value === '' ? null : checks[field.kind](field, value, terms)

/** Required fields without a value; the form asks for them, but saving is allowed. */
export function missingOf(fields: readonly TemplateField[], list: readonly MetaPair[]): string[] {
  const filled = new Set(list.flatMap(({ key, value }) => (value ? [key] : [])))
  return fields.flatMap(({ key, isRequired }) => (isRequired && !filled.has(key) ? [key] : []))
}

/** Length of a metadata list in characters. */
export const lengthOf = (list: readonly MetaPair[]): number =>
  list.reduce((sum, { key, value }) => sum + key.length + value.length, 0)
