import type { Copied } from './types.ts'

/** A table of texts, row by row. */
export type Texts = string[][]

const QUOTED = /[\t\n\r"]/
const cellText = (text: string) => (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Texts as spreadsheets take them from the clipboard: tabs between cells, quotes where a cell needs them. */
export const toTsv = (texts: readonly (readonly string[])[]): string =>
  texts.map((row) => row.map(cellText).join('\t')).join('\r\n')

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Significant digits of the numbers of a spreadsheet. */
const SHEET_DIGITS = 15
const isExactNumber = (text: string) =>
  /^-?\d+(\.\d+)?$/.test(text) && text.replace(/^-?0*\.?0*/, '').replace('.', '').length <= SHEET_DIGITS

/** A cell of a copy by its place, with its text and the value behind it. */
export type ExactCell = [row: number, column: number, text: string, exact: string]
const exactCells = ({ texts, exacts }: Copied): ExactCell[] =>
  texts.flatMap((row, y) =>
    row.flatMap((text, x): ExactCell[] => {
      const exact = exacts[y]?.[x]
      return exact ? [[y, x, text, exact]] : []
    }),
  )

/**
 * The same as a table for word processors and spreadsheets. Only numbers that a spreadsheet holds exactly are numbers
 * there; every other cell is a text, so that 007 stays 007. An attribute has the values behind the texts for those who
 * copied them.
 */
export const toHtml = (copied: Copied): string => {
  const { texts, numbers } = copied
  const behind = exactCells(copied)
  const cell = (text: string, isNumber: boolean) => {
    const format = isNumber && isExactNumber(text) ? '' : "mso-number-format:'\\@';"
    return `<td style="${format}white-space:pre-wrap">${escaped(text).replaceAll('\n', '<br>')}</td>`
  }
  const rows = texts.map(
    (row, y) => `<tr>${row.map((text, x) => cell(text, numbers?.[y]?.[x] ?? false)).join('')}</tr>`,
  )
  return `<meta charset="utf-8"><table data-cells="${behind.length ? escaped(JSON.stringify(behind)) : ''}">${rows.join('')}</table>`
}

/** The forms in which cells are put on the clipboard. */
export const formsOf = (copied: Copied) => ({ 'text/plain': toTsv(copied.texts), 'text/html': toHtml(copied) })

/**
 * Parses copied cells: tabs between cells; CR, LF or both between rows; quotes around cells that contain one of these.
 * A quote is an ordinary character if the cell does not begin with one, or if it is never closed.
 */
export function fromTsv(text: string): Texts {
  const rows: Texts = [[]]
  const row = () => rows[rows.length - 1] ?? []
  let at = 0
  while (at <= text.length) {
    const [value, next] = text[at] === '"' ? quoted(text, at) : plain(text, at)
    row().push(value)
    if (next >= text.length) break
    const isBreak = text[next] !== '\t'
    at = next + (text.startsWith('\r\n', next) ? 2 : 1)
    // A line break at the very end closes the last row and does not start another one.
    if (isBreak && at >= text.length) break
    if (isBreak) rows.push([])
  }
  return rows
}

const isEnd = (text: string, at: number) => at >= text.length || '\t\r\n'.includes(text[at] ?? '')

function plain(text: string, from: number): [value: string, next: number] {
  let at = from
  while (!isEnd(text, at)) at += 1
  return [text.slice(from, at), at]
}

function quoted(text: string, from: number): [value: string, next: number] {
  let value = ''
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') value += text[at]
    else if (text[at + 1] === '"') {
      value += '"'
      at += 1
    } else return isEnd(text, at + 1) ? [value.replaceAll('\r\n', '\n'), at + 1] : plain(text, from)
  }
  return plain(text, from)
}
