/** An element of a drawing, as far as its weight needs it. */
export type Drawn = {
  readonly id: string
  readonly localName: string
  readonly textContent: string | null
  readonly children: Iterable<Drawn>
  readonly attributes: Iterable<{ readonly value: string }>
}

const REFERENCE = /^\s*#(.+?)\s*$|url\(\s*["']?#([^"')]+)/g
const idsIn = (text: string) => [...text.matchAll(REFERENCE)].map(([, whole, inside]) => whole ?? inside ?? '')
/** A drawing inside a drawing can't be weighed. */
const NESTED = /data:\s*image\/svg/i

/**
 * How many elements a browser draws for a drawing: those that are used again count each time, so that a short file may
 * weigh billions. Infinity when that can't be told.
 */
export function svgWeight(root: Drawn): number {
  const byId = new Map<string, Drawn>()
  const walk = (element: Drawn): number => {
    if (element.id && !byId.has(element.id)) byId.set(element.id, element)
    let count = 1
    for (const child of element.children) count += walk(child)
    return count
  }
  const elements = walk(root)

  const known = new Map<Drawn, number>()
  function weigh(element: Drawn): number {
    const before = known.get(element)
    if (before !== undefined) return before
    // What uses itself is left out where it does, as browsers do.
    known.set(element, 0)
    let weight = 1
    for (const child of element.children) weight += weigh(child)
    for (const { value } of element.attributes) weight += NESTED.test(value) ? Infinity : weightOf(value)
    // A rule of a style sheet may hold for every element.
    if (element.localName === 'style') {
      const rules = element.textContent ?? ''
      weight += NESTED.test(rules) ? Infinity : weightOf(rules) * elements
    }
    known.set(element, weight)
    return weight
  }
  const weightOf = (text: string) =>
    idsIn(text).reduce((sum, id) => {
      const used = byId.get(id)
      return used ? sum + weigh(used) : sum
    }, 0)
  return weigh(root)
}
