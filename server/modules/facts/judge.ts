import { type FieldProblem, type MetaPair, problemOf, settled } from '#contract/fields.ts'
import type { Standing } from './standing.ts'

/** A pair as it is kept, by the field that it belongs to. */
export function settledPair({ key, value }: MetaPair, { fields }: Standing): MetaPair {
  const field = fields.get(key)
  return { key, value: field ? settled(field.kind, value) : value }
}

/** What is wrong with a settled pair. */
export function problemOfPair({ key, value }: MetaPair, { fields, termsOf }: Standing): FieldProblem | null {
  const field = fields.get(key)
  return field ? problemOf(field, value, termsOf(field)) : null
}

/** What is wrong in a list, by key: a name that stands twice, a value that its field does not take. */
export function problemsOf(list: readonly MetaPair[], standing: Standing): { key: string; problem: FieldProblem }[] {
  const seen = new Set<string>()
  return list.flatMap((pair) => {
    const problem = seen.has(pair.key) ? 'twice' : problemOfPair(pair, standing)
    seen.add(pair.key)
    return problem ? [{ key: pair.key, problem }] : []
  })
}
