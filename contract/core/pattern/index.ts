import { type Instruction, programOf } from './program.ts'

/**
 * Regular expressions from users and packages, run in linear time: all possible matches are followed in parallel, so
 * there is no backtracking. Syntax and meaning are those of JavaScript; look-around, backreferences and the flag v are
 * not supported.
 */
export type Pattern = { test: (text: string) => boolean }

type Before = 'start' | 'line' | 'word' | 'other'
/**
 * A state of the automaton: the active instructions, the previous character, and the next state for each character;
 * true: it matches.
 */
type Place = { at: readonly number[]; before: Before; next: Map<string, Place | true> }

/** Remembered ways of one pattern, and remembered patterns (our choice). */
const WAYS_MAX = 20_000
const PATTERNS_MAX = 200
const END = ''

const kindOf = (char: string): Before =>
  /^\w$/.test(char) ? 'word' : /^[\n\r\u2028\u2029]$/.test(char) ? 'line' : 'other'

function holds(kind: string, before: Before, char: string, isMultiline: boolean): boolean {
  const isEnd = char === END
  if (kind === '^') return before === 'start' || (isMultiline && before === 'line')
  if (kind === '$') return isEnd || (isMultiline && kindOf(char) === 'line')
  const isBoundary = (before === 'word') !== (!isEnd && kindOf(char) === 'word')
  return isBoundary === (kind === '\\b')
}

function runner(program: readonly Instruction[], flags: string): Pattern {
  const isMultiline = flags.includes('m')
  let places = new Map<string, Place>()
  let ways = 0

  function placeOf(at: readonly number[], before: Before): Place {
    const key = `${before} ${at.join()}`
    const known = places.get(key)
    if (known) return known
    const place: Place = { at, before, next: new Map() }
    places.set(key, place)
    return place
  }

  /** The next state after a character, depending on the preceding text. */
  function step({ at, before }: Place, char: string): Place | true {
    const seen = new Set<number>()
    const open = [0, ...at]
    const reached: number[] = []
    for (let pc = open.pop(); pc !== undefined; pc = open.pop()) {
      const instruction = program[pc]
      if (!instruction || seen.has(pc)) continue
      seen.add(pc)
      if (instruction.op === 'match') return true
      if (instruction.op === 'jump') open.push(instruction.to)
      else if (instruction.op === 'split') open.push(...instruction.to)
      else if (instruction.op === 'one') {
        if (char !== END && instruction.accepts(char)) reached.push(pc + 1)
      } else if (holds(instruction.kind, before, char, isMultiline)) open.push(pc + 1)
    }
    return placeOf(
      reached.sort((one, other) => one - other),
      char === END ? before : kindOf(char),
    )
  }

  function follow(place: Place, char: string): Place | true {
    const known = place.next.get(char)
    if (known !== undefined) return known
    ways += 1
    if (ways > WAYS_MAX) {
      places = new Map()
      ways = 0
    }
    const next = step(place, char)
    place.next.set(char, next)
    return next
  }

  function test(text: string): boolean {
    let place = placeOf([], 'start')
    for (const char of flags.includes('u') ? text : text.split('')) {
      const next = follow(place, char)
      if (next === true) return true
      place = next
    }
    return follow(place, END) === true
  }
  return { test }
}

function compiled(check: string): Pattern | null {
  const [, source, written = ''] = /^\/(.+)\/([a-z]*)$/s.exec(check.trim()) ?? []
  if (source === undefined) return null
  const flags = written.replace(/[gyd]/g, '')
  try {
    // RegExp itself checks the syntax.
    new RegExp(source, flags)
  } catch {
    return null
  }
  const program = flags.includes('v') ? null : programOf(source, flags)
  return program && runner(program, flags)
}

const known = new Map<string, Pattern | null>()
/** Parses a check pattern (`/…/flags`); null if it is invalid or unsupported. */
export function patternOf(check: string): Pattern | null {
  const before = known.get(check)
  if (before !== undefined) return before
  if (known.size >= PATTERNS_MAX) known.clear()
  const pattern = compiled(check)
  known.set(check, pattern)
  return pattern
}
