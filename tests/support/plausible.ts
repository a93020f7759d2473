import type { Operation } from '#contract/core/operation.ts'

type Schema = { _zod: { def: Def }; safeParse: (value: unknown) => { success: boolean } }
type Def = {
  type: string
  shape?: Record<string, Schema>
  innerType?: Schema
  element?: Schema
  in?: Schema
  options?: Schema[]
  entries?: Record<string, string>
  values?: unknown[]
}

/** Sample values, tried in this order: the first one that the schema accepts is sent. */
const SAMPLES: readonly unknown[] = [
  'a',
  'lake',
  'a.txt',
  'Lake-2026',
  'a@lab.test',
  'https://example.org/a.txt',
  'https://example.org/file-share?link=0123456789012345678901',
  '2026-01-01',
  '2026-01-01T00:00:00.000Z',
  '0'.repeat(32),
  '0'.repeat(64),
  '1',
  '123456',
  '12345678',
  'data:image/png;base64,iVBORw0KGgo=',
  'UTC',
  1,
  true,
  '',
  null,
]
const isOptional = ({ type }: Def) => type === 'optional' || type === 'default' || type === 'prefault'

/** The smallest value that a schema accepts: ids by field name, every other value by its type. */
function least(schema: Schema, field: string, ids: Readonly<Record<string, unknown>>): unknown {
  const { def } = schema._zod
  if (field in ids && schema.safeParse(ids[field]).success) return ids[field]
  if (def.type === 'object')
    return Object.fromEntries(
      Object.entries(def.shape ?? {})
        .filter(([name, { _zod }]) => !isOptional(_zod.def) || name in ids)
        .map(([name, one]) => [name, least(one, name, ids)]),
    )
  if (def.type === 'array') {
    const items = def.element ? [least(def.element, field, ids)] : []
    return schema.safeParse([]).success && !schema.safeParse(items).success ? [] : items
  }
  if (def.type === 'enum') return Object.values(def.entries ?? {})[0]
  if (def.type === 'literal') return def.values?.[0]
  if (def.type === 'record') return {}
  if (def.type === 'union')
    return (def.options ?? []).map((one) => least(one, field, ids)).find((value) => schema.safeParse(value).success)
  const own = [...SAMPLES, ids.id].find((value) => schema.safeParse(value).success)
  const inner = def.innerType ?? def.in
  return own !== undefined || !inner ? own : least(inner, field, ids)
}

/** An input that an operation's schema accepts, generated from that schema; `ids` gives existing ids by field. */
export const plausibleInput = ({ input }: Operation, ids: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  least(input as unknown as Schema, '', ids) as Record<string, unknown>

/** Whether the operation's schema accepts an input. */
export const isAccepted = ({ input }: Operation, value: unknown): boolean =>
  (input as unknown as Schema).safeParse(value).success
