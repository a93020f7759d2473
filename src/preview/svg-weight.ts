/** The part of an SVG element that its weight depends on. */
export type Drawn = {
  readonly id: string
  readonly localName: string
  readonly textContent: string | null
  readonly children: Iterable<Drawn>
  readonly attributes: Iterable<{ readonly value: string }>
}

const REFERENCE = /^\s*#(.+?)\s*$|url\(\s*["']?#([^"')]+)/g
const idsIn = (text: string) => [...text.matchAll(REFERENCE)].map(([, whole, inside]) => whole ?? inside ?? '')
/** A nested SVG image cannot be weighed. */
const NESTED = /data:\s*image\/svg/i

/**
 * The number of elements that a browser draws for an SVG. Reused elements count each time, so that a short file can
 * weigh billions. Infinity if it cannot be determined.
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
    // Circular references count zero, as browsers ignore them.
    known.set(element, 0)
    let weight = 1
    for (const child of element.children) weight += weigh(child)
    for (const { value } of element.attributes) weight += NESTED.test(value) ? Infinity : weightOf(value)
    // A style sheet rule may apply to every element.
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
