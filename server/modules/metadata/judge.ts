import { type FieldProblem, type MetaPair, normalizedValue, problemOf } from '#contract/fields.ts'
import type { MetadataSchema } from './metadata-schema.ts'

/** A pair as it is kept, by the field that it belongs to. */
export function normalizedPair({ key, value }: MetaPair, { fields }: MetadataSchema): MetaPair {
  const field = fields.get(key)
  return { key, value: field ? normalizedValue(field.kind, value) : value }
}

/** What is wrong with a normalized pair. */
export function problemOfPair({ key, value }: MetaPair, { fields, termsOf }: MetadataSchema): FieldProblem | null {
  const field = fields.get(key)
  return field ? problemOf(field, value, termsOf(field)) : null
}

/** What is wrong in a list, by key: a name that stands twice, a value that its field does not take. */
export function problemsOf(
  list: readonly MetaPair[],
  schema: MetadataSchema,
): { key: string; problem: FieldProblem }[] {
  const seen = new Set<string>()
  return list.flatMap((pair) => {
    const problem = seen.has(pair.key) ? 'twice' : problemOfPair(pair, schema)
    seen.add(pair.key)
    return problem ? [{ key: pair.key, problem }] : []
  })
}
