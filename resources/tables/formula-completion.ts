import { functions } from '#contract/tables/formula/functions.ts'
import { columnInFormula } from '#contract/tables/formula.ts'

/** Names of columns and functions that can replace the characters from `from` to `to` of a formula. */
export type Completion = { from: number; to: number; options: { label: string; insert: string }[] }

const OPTIONS_MAX = 8
const OPEN_COLUMN = /\[((?:[^\]]|\]\])*)$/
const WORD = /[\p{L}_][\p{L}\p{N}_.]*$/u
/** Whether a place is within a text in quotes. */
const isQuoted = (before: string) => (before.replace(/“[^”]*”/g, '').match(/["“]/g) ?? []).length % 2 === 1

const byStart = (names: readonly string[], part: string) => {
  const wanted = part.toLowerCase()
  const found = names.filter((name) => name.toLowerCase().includes(wanted))
  return found.toSorted(
    (a, b) => Number(b.toLowerCase().startsWith(wanted)) - Number(a.toLowerCase().startsWith(wanted)),
  )
}
const columnOptions = (names: readonly string[], part: string) =>
  byStart(names, part).map((name) => ({ label: name, insert: columnInFormula(name) }))

/** The completions at the caret; null if there are none. */
export function completionAt(text: string, caret: number, columns: readonly { name: string }[]): Completion | null {
  const before = text.slice(0, caret)
  if (isQuoted(before)) return null
  const names = columns.map(({ name }) => name)
  const [open, part = ''] = OPEN_COLUMN.exec(before) ?? []
  if (open !== undefined) {
    const options = columnOptions(names, part.replaceAll(']]', ']')).slice(0, OPTIONS_MAX)
    return options.length ? { from: caret - open.length, to: caret + (text[caret] === ']' ? 1 : 0), options } : null
  }
  const [word] = WORD.exec(before) ?? []
  if (!word || text[caret] === '(') return null
  const wanted = word.toUpperCase()
  const called = Object.keys(functions).filter((name) => name.startsWith(wanted))
  const options = [...called.map((name) => ({ label: name, insert: `${name}(` })), ...columnOptions(names, word)]
  return options.length ? { from: caret - word.length, to: caret, options: options.slice(0, OPTIONS_MAX) } : null
}
