/**
 * Returns a function that tells whether a key occurs for the first time within `ageMs`; of more than `max` keys the
 * oldest are forgotten.
 */
export function firstWithin(ageMs: number, max: number, now: () => Date): (key: string) => boolean {
  const met = new Map<string, number>()
  return (key) => {
    const atMs = now().getTime()
    if (atMs - (met.get(key) ?? Number.NEGATIVE_INFINITY) < ageMs) return false
    met.delete(key)
    met.set(key, atMs)
    if (met.size > max) met.delete(met.keys().next().value ?? '')
    return true
  }
}
