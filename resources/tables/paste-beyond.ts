import type { CellConflict, TableChange } from '#contract/tables/changes.ts'
import type { Cell, Column, ColumnDraft } from '#contract/tables/columns.ts'
import type { Block } from '../../src/grid/types.ts'
import { type ReadCell, type Refused, rowsWithoutConflicts, same } from './cell-edits.ts'
import type { GridRow } from './grid-row.ts'
import { readValue } from './read-value.ts'
import { refusingRule } from './show-value.ts'

export type PasteChange = Extract<TableChange, { kind: 'paste' }>
type Plain = 'number' | 'date' | 'text'
/** Texts that are exactly the form of a type: 007 is no number. */
const FORMS: [type: Plain, form: RegExp][] = [
  ['number', /^-?(0|[1-9]\d*)(\.\d+)?$/],
  ['date', /^\d{4}-\d{2}-\d{2}$/],
]
const noId = () => undefined

/** The type of a new column for texts: one whose values they are all, as they are written; otherwise text. */
export function typeOfTexts(texts: readonly string[]): Plain {
  const filled = texts.filter((text) => text !== '')
  const found = FORMS.find(
    ([type, form]) => filled.length > 0 && filled.every((text) => form.test(text) && isOf(type, text)),
  )
  return found?.[0] ?? 'text'
}
const isOf = (type: Plain, text: string) => readValue({ type, format: {} }, text, noId) !== undefined

/** Names new columns by their numbers; if a name is taken, the next number is used. */
export function newNames(columns: readonly { name: string }[], nameOf: (number: number) => string) {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()))
  return (first: number): string => {
    let number = first
    while (taken.has(nameOf(number).toLowerCase())) number += 1
    const name = nameOf(number)
    taken.add(name.toLowerCase())
    return name
  }
}

type Known = {
  /** The columns that are seen, in their order. */
  columns: readonly Column[]
  /** The rows that the block reaches, by their place. */
  rowAt: (place: number) => GridRow | undefined
  /** Number of rows that are seen. */
  lines: number
  read: ReadCell
  /** A name for the new column at a place, counted from 0 among the columns that are seen. */
  nameOf: (place: number) => string
}
/**
 * A pasted block that extends beyond the table as one change, with the texts that are invalid or stand in a computed
 * column or the heading of a group.
 */
export function pasteOf({ at, texts, exacts }: Block, known: Known): { change: PasteChange; refused: Refused[] } {
  const width = Math.max(...texts.map((row) => row.length))
  const places = Array.from({ length: width }, (_, x) => x)
  const newColumns = places.slice(Math.max(0, known.columns.length - at.column)).map((x) => ({
    ...blank,
    name: known.nameOf(at.column + x),
    type: typeOfTexts(texts.map((row) => row[x] ?? '')),
  }))
  const fresh = newColumns.map(({ type }) => ({ id: null, type, format: {}, options: [] as string[] }))
  const refused: Refused[] = []
  const filled = places.flatMap((x) => {
    const column = known.columns[at.column + x] ?? fresh[at.column + x - known.columns.length]
    return !column || ('formula' in column && column.formula !== null) ? [] : [{ x, column }]
  })
  const nameAt = (x: number) =>
    (known.columns[at.column + x] ?? newColumns[at.column + x - known.columns.length])?.name ?? ''
  const refuse = (y: number, x: number) =>
    refused.push({ place: at.row + y, column: nameAt(x), text: texts[y]?.[x] ?? '' })
  /** The values of a line of texts; invalid ones are kept as text. */
  const valuesOf = (line: readonly string[], y: number, before: (id: number | null) => Cell): Cell[] =>
    filled.map(({ x, column }) => {
      const present = before(column.id)
      const value = x < line.length ? known.read(column, line[x] ?? '', exacts[y]?.[x]) : present
      const isRefused =
        value === undefined || ('rules' in column && !same(value, present) && refusingRule(column, value))
      if (isRefused) refuse(y, x)
      return isRefused ? present : value
    })
  const ids = filled.flatMap(({ column }) => column.id ?? [])
  const inside = Math.max(0, known.lines - at.row)
  for (const x of places) if (!filled.some((one) => one.x === x)) for (const y of texts.keys()) refuse(y, x)
  const rows = texts.slice(0, inside).flatMap((line, y) => {
    const row = known.rowAt(at.row + y)
    // The heading of a group holds nothing.
    if (!row || row.heading !== undefined) {
      for (const { x } of filled) if (x < line.length) refuse(y, x)
      return []
    }
    const present = (id: number | null) => (id === null ? null : (row.cells.get(id) ?? null))
    return [{ id: row.id, values: valuesOf(line, y, present), before: ids.map(present) }]
  })
  const added = texts.slice(inside).map((line, y) => valuesOf(line, inside + y, () => null))
  return { change: { kind: 'paste', columns: ids, newColumns, rows, added }, refused }
}
const blank: Omit<ColumnDraft, 'name' | 'type'> = {
  description: '',
  unit: '',
  format: {},
  options: [],
  vocabularyId: null,
  rules: {},
  formula: null,
}

/** The same block without those cells; null if nothing is left. */
export function pasteBeside(change: PasteChange, conflicts: readonly CellConflict[]): PasteChange | null {
  const rows = rowsWithoutConflicts(change, conflicts)
  return rows.length || change.added.length ? { ...change, rows } : null
}
