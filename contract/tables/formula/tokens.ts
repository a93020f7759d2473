import { FormulaError, type Span } from './syntax.ts'

/** `key` of a column: the name that people type, or the number of a stored formula. */
export type Token = Span &
  (
    | { kind: 'number' | 'text' | 'name' | 'sign'; value: string }
    | { kind: 'column'; key: string }
    | { kind: 'end'; value: '' }
  )
/** People type columns as `[Name]`; a stored formula has them as `{7}`, so that a new name doesn't break it. */
export type Spelling = 'typed' | 'stored'

const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const NAME = /[A-Za-z_][A-Za-z0-9_.]*/y
const SIGN = /<=|>=|<>|[-+*/^%&=<>(),]/y
const BLANK = /\s+/y
const TYPED_COLUMN = /\[((?:[^\]]|\]\])*)\](?!\])/y
const STORED_COLUMN = /\{(\d{1,9})\}/y
/** Signs as input methods and word processors write them. */
const SAME_SIGN: Record<string, string> = {
  '（': '(',
  '）': ')',
  '，': ',',
  '＋': '+',
  '－': '-',
  '−': '-',
  '＊': '*',
  '×': '*',
  '／': '/',
  '÷': '/',
  '＾': '^',
  '％': '%',
  '＆': '&',
  '＝': '=',
  '＜': '<',
  '＞': '>',
  '≤': '<=',
  '≥': '>=',
  '≠': '<>',
}
const QUOTES: Record<string, string> = { '"': '"', '“': '”' }
/** Longest number that a formula contains, in characters (our choice). */
const NUMBER_MAX = 100
const EXPONENT_MAX = 300

function take(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** A text in quotes; a quote within it is doubled. */
function quoted(text: string, at: number, closing: string): Token {
  let value = ''
  for (let next = at + 1; next < text.length; next += 1) {
    const character = text[next] ?? ''
    if (character === '\0') throw new FormulaError('character', { at: next, length: 1 })
    if (character !== closing) value += character
    else if (text[next + 1] === closing) {
      value += closing
      next += 1
    } else return { kind: 'text', value, at, length: next + 1 - at }
  }
  throw new FormulaError('textOpen', { at, length: text.length - at })
}

function column(text: string, at: number, spelling: Spelling): Token | null {
  if (text[at] !== (spelling === 'typed' ? '[' : '{')) return null
  const found = take(spelling === 'typed' ? TYPED_COLUMN : STORED_COLUMN, text, at)
  if (!found) throw new FormulaError('columnOpen', { at, length: text.length - at })
  const [whole, inside = ''] = found
  return { kind: 'column', key: inside.replaceAll(']]', ']').trim(), at, length: whole.length }
}

function number(text: string, at: number): Token | null {
  const [value] = take(NUMBER, text, at) ?? []
  if (value === undefined) return null
  const exponent = Math.abs(Number(/[eE](.*)$/.exec(value)?.[1] ?? 0))
  if (value.length > NUMBER_MAX || exponent > EXPONENT_MAX)
    throw new FormulaError('number', { at, length: value.length })
  return { kind: 'number', value, at, length: value.length }
}

function tokenAt(text: string, at: number, spelling: Spelling): Token {
  const character = text[at] ?? ''
  const closing = QUOTES[character]
  if (closing) return quoted(text, at, closing)
  const known = column(text, at, spelling) ?? number(text, at)
  if (known) return known
  const [name] = take(NAME, text, at) ?? []
  if (name) return { kind: 'name', value: name, at, length: name.length }
  const [sign = SAME_SIGN[character]] = take(SIGN, text, at) ?? []
  if (sign) return { kind: 'sign', value: sign, at, length: SAME_SIGN[character] ? 1 : sign.length }
  throw new FormulaError('character', { at, length: 1 }, { found: character })
}

/** The tokens of a formula; the last one is its end. An equals sign at the beginning is ignored. */
export function tokensOf(text: string, spelling: Spelling): Token[] {
  if (!text.isWellFormed()) throw new FormulaError('character', { at: 0, length: text.length }, { found: '�' })
  const tokens: Token[] = []
  let at = /^\s*[=＝]?/.exec(text)?.[0].length ?? 0
  for (;;) {
    at += take(BLANK, text, at)?.[0].length ?? 0
    if (at >= text.length) return [...tokens, { kind: 'end', value: '', at: text.length, length: 0 }]
    const token = tokenAt(text, at, spelling)
    tokens.push(token)
    at += token.length
  }
}

/** A formula with its column names replaced; everything else is unchanged. */
export function respell(text: string, spelling: Spelling, spell: (key: string) => string): string {
  let out = ''
  let done = 0
  for (const token of tokensOf(text, spelling)) {
    if (token.kind !== 'column') continue
    out += text.slice(done, token.at) + spell(token.key)
    done = token.at + token.length
  }
  return out + text.slice(done)
}
