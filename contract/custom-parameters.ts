import * as z from 'zod/mini'
import {
  imageProblem,
  imageSpecOf,
  isCount,
  isFileSize,
  isFileType,
  isFilled,
  isMatching,
  isRequired,
} from './core/form-rules.ts'
import { CUSTOM_FILE_BYTES } from './core/limits.ts'
import { pixelsOf } from './core/pixels.ts'

/** Name of the parameter that holds a component's custom items as JSON text. Source: spec sections 3 and 4. */
export const CUSTOM = 'custom'
/** Name of the parameter that holds the suffixes, separated by commas. */
export const SUFFIX = 'suffix'
const TEXT_MAX = 1000
const VALUE_MAX = 5000
const ITEMS_MAX = 50
const OPTIONS_MAX = 100

const Words = z.string().check(z.maxLength(TEXT_MAX))
/** A text for people: in one language, or in both. */
const Translated = z.union([Words, z.object({ zh: Words, en: Words })])
const Value = z.string().check(z.maxLength(VALUE_MAX))

const DATA = /^data:[\w.+-]*(?:\/[\w.+-]+)?;base64,([A-Za-z0-9+/]*={0,2})$/
/** Whether the base64 of a `data:` URL is complete, so that it can be read. */
const isWhole = (content: string) => (content.length - content.indexOf(',') - 1) % 4 === 0
/** A file with its content as a `data:` URL in base64. */
export const FileValue = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(255)),
  content: z.string().check(z.maxLength(Math.ceil(CUSTOM_FILE_BYTES / 3) * 4 + 200), z.regex(DATA), z.refine(isWhole)),
})
export type FileValue = z.infer<typeof FileValue>

/**
 * One item of a component's form. `value` is a list for checkboxes and for a select with `multiple`, of an object the
 * values by the `options` that name its parts, of a file or image its name and content. `rules` are the form rules of
 * contract/core/form-rules.ts: `multiply` bounds the number of values, `check` is their pattern, `files` lists
 * extensions, `sizes` bounds the KB, and `image` is the spec of an image.
 */
const CustomItem = z.object({
  key: z.string().check(z.regex(/^[\w.-]{1,100}$/)),
  value: z._default(
    z.union([Value, z.array(Value).check(z.maxLength(OPTIONS_MAX)), FileValue, z.record(z.string(), Value)]),
    '',
  ),
  type: z.enum(['input', 'textarea', 'radio', 'checkbox', 'select', 'object', 'file', 'image']),
  label: Translated,
  placeholder: z._default(Translated, ''),
  options: z._default(z.array(z.object({ label: Translated, value: Value })).check(z.maxLength(OPTIONS_MAX)), []),
  multiple: z._default(z.boolean(), false),
  rules: z.prefault(
    z.object({
      multiply: z._default(Words, ''),
      check: z._default(Words, ''),
      files: z._default(Words, ''),
      sizes: z._default(Words, ''),
      image: z._default(Words, ''),
    }),
    {},
  ),
})
export type CustomItem = z.infer<typeof CustomItem>
const CustomItems = z.array(CustomItem).check(z.maxLength(ITEMS_MAX))

export const Parameter = z.object({ key: z.string().check(z.maxLength(100)), value: z.unknown() })
export type Parameter = z.infer<typeof Parameter>

/** Parses the custom items from the parameters; empty without a custom parameter, null when its JSON is invalid. */
export function customItemsOf(parameters: readonly Parameter[]): CustomItem[] | null {
  const custom = parameters.find(({ key }) => key === CUSTOM)
  if (!custom) return []
  try {
    const items = CustomItems.safeParse(JSON.parse(String(custom.value)))
    return items.success ? items.data : null
  } catch {
    return null
  }
}

/** The parameters with these custom items in the custom parameter. */
export const withCustomItems = (parameters: readonly Parameter[], items: readonly CustomItem[]): Parameter[] =>
  parameters.map((one) => (one.key === CUSTOM ? { key: CUSTOM, value: JSON.stringify(items) } : one))

/** The parameters as the component receives them: each custom item becomes a separate parameter. */
export const flatParameters = (parameters: readonly Parameter[]): Parameter[] =>
  parameters.flatMap((one) =>
    one.key === CUSTOM ? (customItemsOf([one]) ?? []).map(({ key, value }) => ({ key, value })) : [one],
  )

export const takesSeveral = ({ type, multiple }: Pick<CustomItem, 'type' | 'multiple'>): boolean =>
  type === 'checkbox' || (type === 'select' && multiple)

/** Converts a value to the shape that its item needs: a list or a text. */
export function shapedValue(item: CustomItem, value: CustomItem['value']): CustomItem['value'] {
  if (item.type === 'object') {
    const given: Record<string, string> = isPlain(value) ? value : {}
    return Object.fromEntries(item.options.map(({ value: part }) => [part, given[part] ?? '']))
  }
  if (isFileItem(item)) return FileValue.safeParse(value).data ?? ''
  const texts = Array.isArray(value) ? value : typeof value === 'string' && value !== '' ? [value] : []
  return takesSeveral(item) ? texts : (texts[0] ?? '')
}

export const isFileItem = ({ type }: Pick<CustomItem, 'type'>): boolean => type === 'file' || type === 'image'
const isPlain = (value: CustomItem['value']): value is Record<string, string> =>
  typeof value === 'object' && !Array.isArray(value)

export type ItemProblem = 'required' | 'empty' | 'count' | 'option' | 'check' | 'fileType' | 'fileSize' | 'pixels'

/** The first problem of a file: its extension, its size, and of an image its pixels. */
function problemOfFile({ type, rules }: CustomItem, { name, content }: FileValue): ItemProblem | null {
  const bytes = Uint8Array.from(atob(DATA.exec(content)?.[1] ?? ''), (char) => char.charCodeAt(0))
  if (rules.files && !isFileType(name, rules.files)) return 'fileType'
  if (bytes.length > CUSTOM_FILE_BYTES || (rules.sizes && !isFileSize(bytes.length, rules.sizes))) return 'fileSize'
  if (type === 'file') return null
  const pixels = pixelsOf(bytes)
  if (!pixels) return 'fileType'
  const problem = imageProblem({ name, bytes: bytes.length, ...pixels }, imageSpecOf(rules.image))
  return problem && ({ format: 'fileType', size: 'fileSize', pixels: 'pixels' } as const)[problem]
}

/** The problem of an object or file; null when there is none, undefined for other items. */
function problemOfWhole(item: CustomItem, value: CustomItem['value']): ItemProblem | null | undefined {
  const needed = isRequired(item.rules.multiply)
  if (isFileItem(item)) {
    const file = FileValue.safeParse(value).data
    return file ? problemOfFile(item, file) : needed ? 'required' : null
  }
  if (item.type !== 'object' || !isPlain(value)) return undefined
  const isUntouched = Object.values(value).every((part) => part.trim() === '')
  return isFilled(value) || (isUntouched && !needed) ? null : 'empty'
}

/** The first problem of an item's value by its rules; null if there is none. Used by server and console. */
export function problemOf(item: CustomItem): ItemProblem | null {
  const value = shapedValue(item, item.value)
  const whole = problemOfWhole(item, value)
  if (whole !== undefined || isPlain(value)) return whole ?? null
  const values = (Array.isArray(value) ? value : [value]).filter((one) => one.trim() !== '')
  if (isRequired(item.rules.multiply) && !values.length) return 'required'
  if (values.length && !isCount(values, item.rules.multiply)) return 'count'
  const isFree = item.type === 'input' || item.type === 'textarea'
  const known = new Set(item.options.map((option) => option.value))
  if (!isFree && !values.every((one) => known.has(one))) return 'option'
  const candidate = Array.isArray(value) ? value.map((name) => ({ name })) : value
  return value.length && !isMatching(item.rules.check, candidate) ? 'check' : null
}

/** The text in the reader's language. */
export const inLanguage = (candidate: string | { zh: string; en: string }, language: 'zh' | 'en'): string =>
  typeof candidate === 'string' ? candidate : candidate[language]
