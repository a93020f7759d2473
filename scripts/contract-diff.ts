/** Finds changes of the API that break callers. */

export type Schema = { [key: string]: unknown }
/** An operation as callers see it: its texts and refusals left out. */
export type Surface = {
  call: string
  name: string
  /** A program with a token may call it; the group that an application needs. */
  isOpen: boolean
  group: string
  input: Schema
  answer: Schema
}
type Described = {
  operationId: string
  parameters?: { name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
  security?: Record<string, unknown>[]
  'x-api-group'?: string
}

function inputOf({ parameters = [], requestBody }: Described): Schema {
  const body = Object.values(requestBody?.content ?? {})[0]?.schema ?? {}
  const own = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
  const required = parameters.filter((one) => one.required).map(({ name }) => name)
  return {
    type: 'object',
    properties: { ...own, ...(body.properties as object) },
    required: [...required, ...((body.required as string[]) ?? [])],
  }
}

/** The operations of an OpenAPI document. */
export function surfacesOf(document: { paths: object }): Surface[] {
  const paths = Object.entries(document.paths as Record<string, Record<string, Described>>)
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      name: operation.operationId,
      isOpen: !operation.security || operation.security.some((way) => 'bearer' in way),
      group: operation['x-api-group'] ?? '',
      input: inputOf(operation),
      answer: Object.values(operation.responses[200]?.content ?? {})[0]?.schema ?? {},
    })),
  )
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const fieldsOf = ({ properties = {} }: Schema) => properties as Record<string, Schema>
const requiredOf = ({ required = [] }: Schema) => required as string[]
const formsOf = ({ anyOf, oneOf }: Schema) => (anyOf ?? oneOf) as Schema[] | undefined
/** Bounds of a schema; how far one has to move to refuse more. */
const LOWER = ['minLength', 'minItems', 'minimum', 'exclusiveMinimum']
const UPPER = ['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum']

/** How a schema fits less than before; `at` is the place of the value. */
function narrowed(before: Schema, now: Schema, at: string): string[] {
  if (same(before, now)) return []
  const [old, forms] = [formsOf(before), formsOf(now)]
  if (old || forms) {
    const left = (old ?? [before]).filter((one) => !(forms ?? [now]).some((form) => !narrowed(one, form, at).length))
    return left.length ? [`${at} takes fewer forms`] : []
  }
  if (now.type !== undefined && before.type !== now.type) return [`${at} is another type`]
  const values = (schema: Schema) =>
    (schema.enum ?? (schema.const === undefined ? null : [schema.const])) as unknown[] | null
  const [had, has] = [values(before), values(now)]
  if (has && !had?.every((value) => has.includes(value))) return [`${at} takes fewer values`]
  const bounds = [
    ...LOWER.filter(
      (key) => Number(now[key] ?? Number.NEGATIVE_INFINITY) > Number(before[key] ?? Number.NEGATIVE_INFINITY),
    ),
    ...UPPER.filter(
      (key) => Number(now[key] ?? Number.POSITIVE_INFINITY) < Number(before[key] ?? Number.POSITIVE_INFINITY),
    ),
    ...['pattern', 'format'].filter((key) => now[key] !== undefined && before[key] !== now[key]),
  ]
  const [ownFields, fields] = [fieldsOf(before), fieldsOf(now)]
  return [
    ...bounds.map((key) => `${at} has a narrower ${key}`),
    ...requiredOf(now).flatMap((name) => (requiredOf(before).includes(name) ? [] : [`${at}.${name} is required now`])),
    ...Object.entries(ownFields).flatMap(([name, field]) =>
      fields[name] ? narrowed(field, fields[name], `${at}.${name}`) : [`${at}.${name} was removed`],
    ),
    ...(before.items && now.items ? narrowed(before.items as Schema, now.items as Schema, `${at}[]`) : []),
  ]
}

/** Fields that an answer no longer contains, or contains in another form. */
function lost(before: Schema, now: Schema, at: string): string[] {
  if (same(before, now)) return []
  const [old, forms] = [formsOf(before), formsOf(now)]
  if (old || forms) {
    const strange = (forms ?? [now]).filter((form) => !(old ?? [before]).some((one) => !lost(one, form, at).length))
    return strange.length ? [`${at} has another form`] : []
  }
  if (before.type !== undefined && before.type !== now.type) return [`${at} is another type`]
  const fields = fieldsOf(now)
  return [
    ...Object.entries(fieldsOf(before)).flatMap(([name, field]) =>
      fields[name] ? lost(field, fields[name], `${at}.${name}`) : [`${at}.${name} was removed`],
    ),
    ...requiredOf(before).flatMap((name) =>
      fields[name] && !requiredOf(now).includes(name) ? [`${at}.${name} may be missing`] : [],
    ),
    ...(before.items && now.items ? lost(before.items as Schema, now.items as Schema, `${at}[]`) : []),
  ]
}

export type Break = { name: string; what: string }

/** The changes that break callers of the surfaces of before. */
export function breaksBetween(before: readonly Surface[], now: readonly Surface[]): Break[] {
  const byCall = new Map(now.map((surface) => [surface.call, surface]))
  return before.flatMap((old) => {
    const surface = byCall.get(old.call)
    if (!surface) return [{ name: old.name, what: `${old.call} was removed` }]
    const what = [
      ...(surface.name === old.name ? [] : [`is named ${surface.name} now, also in the clients`]),
      ...(old.isOpen && !surface.isOpen ? ['is closed to programs now'] : []),
      ...(old.group && old.group !== surface.group ? [`needs the grant ${surface.group || 'of nobody'} now`] : []),
      ...narrowed(old.input, surface.input, 'input'),
      ...lost(old.answer, surface.answer, 'answer'),
    ]
    return what.map((one) => ({ name: old.name, what: one }))
  })
}

/** Operations whose breaking changes the changelog names: bullets of its first section that begin with `Breaking:`. */
export function namedBreaks(changelog: string): Set<string> {
  const newest = changelog.split(/^## /m)[1] ?? ''
  const bullets = newest.split('\n').filter((line) => line.startsWith('- Breaking:'))
  return new Set(bullets.flatMap((line) => [...line.matchAll(/`(\w+\.\w+)`/g)].map(([, name = '']) => name)))
}
