import * as z from 'zod/mini'
import { isCount, isMatching, isRequired } from './core/form-rules.ts'

/** Parameter of a component that holds its custom items, as JSON in a text. Source: spec sections 3 and 4. */
export const CUSTOM = 'custom'
/** Parameter that holds the suffixes, separated by commas. */
export const SUFFIX = 'suffix'
const TEXT_MAX = 1000
const VALUE_MAX = 5000
const ITEMS_MAX = 50
const OPTIONS_MAX = 100

const Words = z.string().check(z.maxLength(TEXT_MAX))
/** Words for people: in one language, or in both. */
const Translated = z.union([Words, z.object({ zh: Words, en: Words })])
const Value = z.string().check(z.maxLength(VALUE_MAX))

/**
 * One item of a component's form. `value` is a list for checkboxes and for a select with `multiple`; `rules` are those
 * of contract/core/form-rules.ts: how many (`multiply`), and what it must look like (`check`).
 */
const CustomItem = z.object({
  key: z.string().check(z.regex(/^[\w.-]{1,100}$/)),
  value: z._default(z.union([Value, z.array(Value).check(z.maxLength(OPTIONS_MAX))]), ''),
  type: z.enum(['input', 'textarea', 'radio', 'checkbox', 'select']),
  label: Translated,
  placeholder: z._default(Translated, ''),
  options: z._default(z.array(z.object({ label: Translated, value: Value })).check(z.maxLength(OPTIONS_MAX)), []),
  multiple: z._default(z.boolean(), false),
  rules: z._default(z.object({ multiply: z._default(Words, ''), check: z._default(Words, '') }), {
    multiply: '',
    check: '',
  }),
})
export type CustomItem = z.infer<typeof CustomItem>
const CustomItems = z.array(CustomItem).check(z.maxLength(ITEMS_MAX))

export const Parameter = z.object({ key: z.string().check(z.maxLength(100)), value: z.unknown() })
export type Parameter = z.infer<typeof Parameter>

/** The items in the custom parameter; none when there is no such parameter, null when it can't be read. */
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

/** Parameters in which the custom items are these. */
export const withCustomItems = (parameters: readonly Parameter[], items: readonly CustomItem[]): Parameter[] =>
  parameters.map((one) => (one.key === CUSTOM ? { key: CUSTOM, value: JSON.stringify(items) } : one))

/** What a component gets: its parameters, each custom item as one of them. */
export const flatParameters = (parameters: readonly Parameter[]): Parameter[] =>
  parameters.flatMap((one) =>
    one.key === CUSTOM ? (customItemsOf([one]) ?? []).map(({ key, value }) => ({ key, value })) : [one],
  )

export const takesSeveral = ({ type, multiple }: Pick<CustomItem, 'type' | 'multiple'>): boolean =>
  type === 'checkbox' || (type === 'select' && multiple)

/** A value in the shape that its item has: a list or a text. */
export function shapedValue(item: CustomItem, value: CustomItem['value']): CustomItem['value'] {
  if (takesSeveral(item)) return Array.isArray(value) ? value : value === '' ? [] : [value]
  return Array.isArray(value) ? (value[0] ?? '') : value
}

export type ItemProblem = 'required' | 'count' | 'option' | 'check'

/** What is wrong with the value of an item by its own rules, but for its pattern; null when nothing is. */
export function itemProblem(item: CustomItem): Exclude<ItemProblem, 'check'> | null {
  const value = shapedValue(item, item.value)
  const values = (Array.isArray(value) ? value : [value]).filter((one) => one.trim() !== '')
  if (isRequired(item.rules.multiply) && !values.length) return 'required'
  if (values.length && !isCount(values, item.rules.multiply)) return 'count'
  const isFree = item.type === 'input' || item.type === 'textarea'
  const known = new Set(item.options.map((option) => option.value))
  return isFree || values.every((one) => known.has(one)) ? null : 'option'
}

/** The same with the pattern: for browsers alone, because a pattern of strangers can keep a program busy for ever. */
export function problemOf(item: CustomItem): ItemProblem | null {
  const problem = itemProblem(item)
  if (problem) return problem
  const value = shapedValue(item, item.value)
  const candidate = Array.isArray(value) ? value.map((name) => ({ name })) : value
  return value.length && !isMatching(item.rules.check, candidate) ? 'check' : null
}

/** The words for a reader. */
export const inLanguage = (candidate: string | { zh: string; en: string }, language: 'zh' | 'en'): string =>
  typeof candidate === 'string' ? candidate : candidate[language]
