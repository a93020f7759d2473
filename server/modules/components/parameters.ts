import { type Manifest, Suffixes } from '#contract/components.ts'
import {
  CUSTOM,
  type CustomItem,
  customItemsOf,
  FileValue,
  type Parameter,
  problemOf,
  SUFFIX,
  shapedValue,
  withCustomItems,
} from '#contract/custom-parameters.ts'
import { Failure } from '#server/failure.ts'

/** The default parameters of a package, including its suffixes. */
export const parametersOf = ({ suffixes, parameters }: Pick<Manifest, 'suffixes' | 'parameters'>): Parameter[] => [
  { key: SUFFIX, value: suffixes.join() },
  ...parameters.filter(({ key }) => key !== SUFFIX),
]

function suffixesIn(given: readonly Parameter[], own: readonly Parameter[]): string[] {
  const text = (given.find(({ key }) => key === SUFFIX) ?? own.find(({ key }) => key === SUFFIX))?.value
  const list = String(text ?? '')
    .toLowerCase()
    .split(/[,，;\s]+/)
    .filter(Boolean)
  const suffixes = Suffixes.safeParse([...new Set(list)])
  if (!suffixes.success) throw new Failure('componentParameters')
  return suffixes.data
}

/**
 * A component's parameters with the values of a form: its suffixes and the values of its custom items. The definition
 * of the items and all other parameters stay as the package defines them. Throws componentParameters.
 */
export function filledIn(own: readonly Parameter[], given: readonly Parameter[]) {
  const items = customItemsOf(own)
  const filled = customItemsOf(given)
  if (!items || !filled) throw new Failure('componentParameters')
  const values = new Map(filled.map(({ key, value }) => [key, value]))
  const next = items.map(
    (item): CustomItem => ({ ...item, value: shapedValue(item, values.get(item.key) ?? item.value) }),
  )
  if (next.some(problemOf)) throw new Failure('componentParameters')
  const suffixes = suffixesIn(given, own)
  const parameters = withCustomItems(own, next).map((one) =>
    one.key === SUFFIX ? { ...one, value: suffixes.join() } : one,
  )
  return { parameters, suffixes }
}

/**
 * The parameters of a newer package with the settings of the installed one, as far as they still fit: values of custom
 * items, and suffixes that an administrator added.
 */
export function carriedOver(own: readonly Parameter[], old: readonly Parameter[]): Parameter[] {
  const values = new Map((customItemsOf(old) ?? []).map(({ key, value }) => [key, value]))
  const fresh = customItemsOf(own)
  if (!fresh) return [...own]
  const items = fresh.map((item): CustomItem => {
    const next = { ...item, value: shapedValue(item, values.get(item.key) ?? item.value) }
    return problemOf(next) ? item : next
  })
  const suffixes = [...new Set([...suffixesIn([], own), ...suffixesIn([], old)])]
  return withCustomItems(own, items).map((one) => (one.key === SUFFIX ? { ...one, value: suffixes.join() } : one))
}

const isFile = (value: CustomItem['value']): value is FileValue => FileValue.safeParse(value).success

/** The values set by an administrator, for the audit log; of a file its name. */
export const auditValuesOf = (parameters: readonly Parameter[]) =>
  Object.fromEntries([
    [SUFFIX, parameters.find(({ key }) => key === SUFFIX)?.value],
    ...(customItemsOf(parameters.filter(({ key }) => key === CUSTOM)) ?? []).map(({ key, value }) => [
      key,
      isFile(value) ? value.name : value,
    ]),
  ]) as Record<string, unknown>
