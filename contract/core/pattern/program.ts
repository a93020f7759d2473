/**
 * An instruction of a pattern. `one`: a character that `accepts` takes, then the next instruction; `split`: both places;
 * `assert`: only where the assertion holds.
 */
export type Instruction =
  | { op: 'one'; accepts: (char: string) => boolean }
  | { op: 'split'; to: [number, number] }
  | { op: 'jump'; to: number }
  | { op: 'assert'; kind: '^' | '$' | '\\b' | '\\B' }
  | { op: 'match' }

/** Most instructions of a pattern: what a character may cost (our choice). */
const INSTRUCTIONS_MAX = 1500

/** A pattern that this engine does not support: look-around, backreferences, or too large. */
class Unsupported extends Error {}
const refuse = (): never => {
  throw new Unsupported()
}

/** Shifts the places that a copied or moved piece names. */
const shifted = (piece: readonly Instruction[], by: number): Instruction[] =>
  piece.map((one) => {
    if (one.op === 'jump') return { op: 'jump', to: one.to + by }
    return one.op === 'split' ? { op: 'split', to: [one.to[0] + by, one.to[1] + by] } : one
  })
function joined(...pieces: readonly (readonly Instruction[])[]): Instruction[] {
  const all: Instruction[] = []
  for (const piece of pieces) {
    if (all.length + piece.length > INSTRUCTIONS_MAX) refuse()
    all.push(...shifted(piece, all.length))
  }
  return all
}
const either = (one: Instruction[], other: Instruction[]) =>
  joined([{ op: 'split', to: [1, one.length + 2] }], one, [{ op: 'jump', to: other.length + 1 }], other)
const maybe = (piece: Instruction[]) => joined([{ op: 'split', to: [1, piece.length + 1] }], piece)
// The last place is told from the jump itself, as it stands when it is joined.
const many = (piece: Instruction[]): Instruction[] =>
  joined([{ op: 'split', to: [1, piece.length + 2] }], piece, [{ op: 'jump', to: -piece.length - 1 }])

function repeated(piece: Instruction[], min: number, max: number): Instruction[] {
  if (min > INSTRUCTIONS_MAX || (max !== Number.POSITIVE_INFINITY && max > INSTRUCTIONS_MAX)) refuse()
  const fixed = Array.from({ length: min }, () => piece)
  if (max === Number.POSITIVE_INFINITY) return joined(...fixed, many(piece))
  // Every optional copy may be the last one: each is left out by itself.
  return joined(...fixed, ...Array.from({ length: max - min }, () => maybe(piece)))
}

const QUANTIFIER = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/
const ESCAPE = /^\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]+\}|[pP]\{[^}]*\}|c[A-Za-z]|[\s\S])/
const CLASS = /^\[\^?(?:\\[\s\S]|[^\]\\])*\]/

/** Reads one pattern; its syntax was found valid. */
class Reader {
  #at = 0
  readonly #source: string
  readonly #flags: string
  constructor(source: string, flags: string) {
    this.#source = source
    this.#flags = flags
  }

  #rest = () => this.#source.slice(this.#at)
  #take(pattern: RegExp): RegExpExecArray | null {
    const found = pattern.exec(this.#rest())
    if (found) this.#at += found[0].length
    return found
  }

  /** Alternatives up to the end, or to the bracket that ends their group. */
  alternatives(): Instruction[] {
    let all = this.#sequence()
    while (this.#take(/^\|/)) all = either(all, this.#sequence())
    return all
  }

  #sequence(): Instruction[] {
    const pieces: Instruction[][] = []
    while (this.#at < this.#source.length && !/^[|)]/.test(this.#rest())) {
      const piece = this.#piece()
      const [found, sign, min, comma, max] = this.#take(QUANTIFIER) ?? []
      if (found === undefined) pieces.push(piece)
      else if (sign) pieces.push(repeated(piece, sign === '+' ? 1 : 0, sign === '?' ? 1 : Number.POSITIVE_INFINITY))
      else pieces.push(repeated(piece, Number(min), comma ? Number(max || Number.POSITIVE_INFINITY) : Number(min)))
    }
    return joined(...pieces)
  }

  #piece(): Instruction[] {
    const anchor = this.#take(/^(?:[$^]|\\[bB])/)
    if (anchor) return [{ op: 'assert', kind: anchor[0] as '^' }]
    if (this.#take(/^\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/)) {
      const inside = this.alternatives()
      if (!this.#take(/^\)/)) refuse()
      return inside
    }
    const [atom = ''] =
      this.#take(ESCAPE) ?? this.#take(CLASS) ?? this.#take(this.#flags.includes('u') ? /^[\s\S]/u : /^[\s\S]/) ?? []
    if (!atom || atom === '(' || /^\\[1-9ck](?![A-Za-z])/.test(atom)) refuse()
    if (atom === '\\0' && /^\d/.test(this.#rest())) refuse()
    const one = new RegExp(`^(?:${atom})$`, this.#flags.replace('m', ''))
    return [{ op: 'one', accepts: (char) => one.test(char) }]
  }
}

/** The instructions of a pattern whose syntax is valid; null for what this engine does not run. */
export function programOf(source: string, flags: string): Instruction[] | null {
  try {
    return joined(new Reader(source, flags).alternatives(), [{ op: 'match' }])
  } catch (error) {
    if (error instanceof Unsupported) return null
    throw error
  }
}
