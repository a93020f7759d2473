import type { ExactCell, Texts } from './clipboard-text.ts'

/** Most columns and rows that one cell may cover: a hostile clipboard must not fill the memory. */
const SPAN_MAX = 1000
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' }
const TOKEN = /<!--[\s\S]*?-->|<(style|script|title)\b[\s\S]*?<\/\1\s*>|<[^>]*>|[^<]+|</gi
const TAG = /^<(\/?)([a-z][a-z0-9]*)/i
const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

const decoded = (text: string) =>
  text.replaceAll(/&(#x?[0-9a-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? whole
    const code = Number(name[1]?.toLowerCase() === 'x' ? `0${name.slice(1)}` : name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

function attributesOf(tag: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single, bare] of tag.matchAll(ATTRIBUTE))
    found.set(name.toLowerCase(), decoded(double ?? single ?? bare ?? ''))
  return found
}

/**
 * The exact number of a cell, which is shown rounded: `x:num` of Excel and WPS, `sdval` of LibreOffice, a JSON of
 * Google Sheets.
 */
function numberBehind(attributes: Map<string, string>): string | null {
  const plain = attributes.get('x:num') ?? attributes.get('sdval')
  if (plain) return plain
  const google = attributes.get('data-sheets-value')
  // {"1":3,"3":17.115}: of type 3, a number.
  return (google && /"1":3,"3":(-?[\d.]+(?:e[+-]?\d+)?)\}/i.exec(google)?.[1]) ?? null
}

const SHOWN_NUMBER = /^(-?)[^\d\s.-]{0,3}\s?(\d[\d,\u00A0\u2009 ]*)(\.\d+)?(%?)$/

/**
 * The text of a cell with the exact number instead of a rounded or grouped one. Dates, times and texts also have a
 * number; for these the shown text is used.
 */
function exact(shown: string, value: string | null): string {
  const number = Number(value)
  const parts = SHOWN_NUMBER.exec(shown.trim())
  if (value === null || value === '' || !Number.isFinite(number) || !parts) return shown
  const [, sign = '', whole = '', fraction = '', percent] = parts
  const seen = Number(`${sign}${whole.replaceAll(/\D/g, '')}${fraction}`) / (percent ? 100 : 1)
  const decimals = Math.max(0, fraction.length - 1) + (percent ? 2 : 0)
  // Half of the last place that is shown, and a little more for binary fractions.
  return Math.abs(seen - number) <= 0.500001 * 10 ** -decimals ? value : shown
}

type Cell = { text: string; across: number; down: number; value: string | null; isPre: boolean }

/** Blanks of the source mean one blank; what programs write as a hard blank is a blank as well. */
function cleaned({ text, value, isPre }: Cell): string {
  const lines = text.split('\n').map((line) => (isPre ? line : line.trim()))
  return exact(lines.join('\n').replaceAll('\u00A0', ' ').replace(/\n+$/, ''), value)
}

const spanOf = (attributes: Map<string, string>, name: string) =>
  Math.max(1, Math.min(SPAN_MAX, Math.floor(Number(attributes.get(name))) || 1))

/**
 * Places the cells of a row after those that span into it from above. A cell that spans several places fills the first
 * one.
 */
function placed(cells: readonly Cell[], reaching: number[]): string[] {
  const row: string[] = []
  const skip = () => {
    while ((reaching[row.length] ?? 0) > 0) {
      reaching[row.length] = (reaching[row.length] ?? 0) - 1
      row.push('')
    }
  }
  for (const cell of cells) {
    skip()
    for (let i = 0; i < cell.across; i += 1) {
      reaching[row.length] = cell.down - 1
      row.push(i === 0 ? cleaned(cell) : '')
    }
  }
  skip()
  return row
}

/**
 * Reads the first table of a clipboard's HTML, as Excel, WPS, Google Sheets, LibreOffice and web pages write it:
 * line breaks within cells, merged cells, and the exact number where the cell shows a rounded one. Gives null if there
 * is no table in it.
 */
export function fromHtml(html: string): Texts | null {
  const rows: Cell[][] = []
  const state: State = { row: null, cell: null }
  let depth = 0
  for (const [token, skipped] of html.matchAll(TOKEN)) {
    if (skipped || token.startsWith('<!--')) continue
    const [, close, name = ''] = TAG.exec(token) ?? []
    if (!name) {
      if (state.cell && !token.startsWith('<!')) state.cell.text += wordsOf(token, state.cell.isPre)
      continue
    }
    const tag = name.toLowerCase()
    if (tag === 'table') depth += close ? -1 : 1
    if (tag === 'table' && close && depth === 0) break
    // A table within a cell is read as the text of that cell.
    if (depth === 1) step(tag, Boolean(close), token, state, rows)
    else if (depth > 1 && state.cell && tag === 'br') state.cell.text += '\n'
  }
  if (rows.length === 0) return null
  const reaching: number[] = []
  const found = rows.map((cells) => placed(cells, reaching))
  const width = Math.max(...found.map((row) => row.length))
  return found.map((row) => [...row, ...Array<string>(width - row.length).fill('')])
}

const CELLS = /^<table[^>]*\sdata-cells="([^"]*)"/i
/** What the first table says of the values behind its cells; only that one is ours, and another page may have many. */
function toldIn(html: string): string | null {
  const at = html.search(/<table\b/i)
  return at < 0 ? null : (CELLS.exec(html.slice(at))?.[1] ?? null)
}
/** Whether a clipboard holds cells of a grid of ours. */
export const isOurs = (html: string): boolean => toldIn(html) !== null
const isExactCell = (cell: unknown): cell is ExactCell =>
  Array.isArray(cell) &&
  cell.length === 4 &&
  cell.slice(0, 2).every(Number.isInteger) &&
  cell.slice(2).every((one) => typeof one === 'string')

/**
 * The values behind copied texts, at the same places; '' for none. A value counts only where the text is the one that
 * it was copied with: a program may have put other texts beside old HTML.
 */
export function exactsIn(html: string, texts: Texts): Texts {
  const exacts = texts.map((row) => row.map(() => ''))
  const told = decoded(toldIn(html) ?? '')
  let cells: unknown = []
  try {
    cells = told && JSON.parse(told)
  } catch {
    // Cut or rewritten by a program in between: the texts are all there is.
  }
  for (const cell of Array.isArray(cells) ? cells : []) {
    if (!isExactCell(cell)) continue
    const [y, x, text, exact] = cell
    const row = exacts[y]
    if (row && texts[y]?.[x] === text) row[x] = exact
  }
  return exacts
}

const wordsOf = (token: string, isPre: boolean) => decoded(isPre ? token : token.replaceAll(/[ \t\r\n]+/g, ' '))

type State = { row: Cell[] | null; cell: Cell | null }
function step(tag: string, isClose: boolean, token: string, state: State, rows: Cell[][]) {
  if (tag === 'tr') {
    state.cell = null
    state.row = isClose ? null : []
    if (state.row) rows.push(state.row)
  } else if ((tag === 'td' || tag === 'th') && isClose) state.cell = null
  else if ((tag === 'td' || tag === 'th') && state.row) {
    const attributes = attributesOf(token)
    state.cell = {
      text: '',
      across: spanOf(attributes, 'colspan'),
      down: spanOf(attributes, 'rowspan'),
      value: numberBehind(attributes),
      isPre: /white-space:\s*pre|mso-spacerun/.test(attributes.get('style') ?? ''),
    }
    state.row.push(state.cell)
  } else if (state.cell && (tag === 'br' || (/^(p|div|li)$/.test(tag) && !isClose && state.cell.text.trim())))
    state.cell.text += '\n'
}
