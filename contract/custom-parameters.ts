import * as z from 'zod/mini'
import { isCount, isMatching, isRequired } from './core/form-rules.ts'

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

/**
 * One item of a component's form. `value` is a list for checkboxes and for a select with `multiple`; `rules` are the
 * form rules of contract/core/form-rules.ts: `multiply` bounds the number of values, `check` is their pattern.
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

/** The parameters as the component receives them: each custom item becomes a parameter of its own. */
export const flatParameters = (parameters: readonly Parameter[]): Parameter[] =>
  parameters.flatMap((one) =>
    one.key === CUSTOM ? (customItemsOf([one]) ?? []).map(({ key, value }) => ({ key, value })) : [one],
  )

export const takesSeveral = ({ type, multiple }: Pick<CustomItem, 'type' | 'multiple'>): boolean =>
  type === 'checkbox' || (type === 'select' && multiple)

/** Converts a value to the shape that its item needs: a list or a text. */
export function shapedValue(item: CustomItem, value: CustomItem['value']): CustomItem['value'] {
  if (takesSeveral(item)) return Array.isArray(value) ? value : value === '' ? [] : [value]
  return Array.isArray(value) ? (value[0] ?? '') : value
}

export type ItemProblem = 'required' | 'count' | 'option' | 'check'

/** The first problem of an item's value, without testing its pattern; null when there is none. */
export function itemProblem(item: CustomItem): Exclude<ItemProblem, 'check'> | null {
  const value = shapedValue(item, item.value)
  const values = (Array.isArray(value) ? value : [value]).filter((one) => one.trim() !== '')
  if (isRequired(item.rules.multiply) && !values.length) return 'required'
  if (values.length && !isCount(values, item.rules.multiply)) return 'count'
  const isFree = item.type === 'input' || item.type === 'textarea'
  const known = new Set(item.options.map((option) => option.value))
  return isFree || values.every((one) => known.has(one)) ? null : 'option'
}

/**
 * Like `itemProblem`, but also tests the pattern. Only for browsers: a third-party pattern can block a process for
 * ever.
 */
export function problemOf(item: CustomItem): ItemProblem | null {
  const problem = itemProblem(item)
  if (problem) return problem
  const value = shapedValue(item, item.value)
  const candidate = Array.isArray(value) ? value.map((name) => ({ name })) : value
  return value.length && !isMatching(item.rules.check, candidate) ? 'check' : null
}

/** The text in the reader's language. */
export const inLanguage = (candidate: string | { zh: string; en: string }, language: 'zh' | 'en'): string =>
  typeof candidate === 'string' ? candidate : candidate[language]
