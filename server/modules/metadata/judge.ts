import { type FieldProblem, type MetaPair, normalizedValue, problemOf } from '#contract/fields.ts'
import type { MetadataSchema } from './metadata-schema.ts'

/** Normalizes a pair by the type of its field. */
export function normalizedPair({ key, value }: MetaPair, { fields }: MetadataSchema): MetaPair {
  const field = fields.get(key)
  return { key, value: field ? normalizedValue(field.kind, value) : value }
}

/** The problem of a normalized pair, or null. */
export function problemOfPair({ key, value }: MetaPair, { fields, termsOf }: MetadataSchema): FieldProblem | null {
  const field = fields.get(key)
  return field ? problemOf(field, value, termsOf(field)) : null
}

/** Problems of a list by key: duplicate keys, and values that their field does not accept. */
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
