import type { CellConflict, TableChange } from '#contract/tables/changes.ts'
import type { Cell, Column } from '#contract/tables/columns.ts'
import type { Edit } from '../../src/grid/types.ts'
import type { GridRow } from './grid-row.ts'
import type { Reading } from './read-value.ts'
import { refusingRule } from './show-value.ts'

/** A cell that is to hold another value; `begun` is its row as the writer saw it, if that is not the row of now. */
export type Written = { row: GridRow; place: number; column: Column; value: Cell; begun?: GridRow | undefined }
/** A text that means nothing where it was to be written, or that a rule there refuses; `place` counts the rows that are seen from 0. */
export type Refused = { place: number; column: string; text: string }
/** Texts that became values, and those that their column refuses. */
export type Read = { written: Written[]; refused: Refused[] }
export type CellsChange = Extract<TableChange, { kind: 'cells' }>

/** The value that a text, or the value that was copied with it, means in a column; undefined if it means nothing. */
export type ReadCell = (column: Reading, text: string, exact?: string) => Cell | undefined

/** Whether two cells hold the same value. */
export const same = (one: Cell, other: Cell) => JSON.stringify(one) === JSON.stringify(other)

/** Parses typed and pasted texts; computed columns and group headings are skipped. */
export function readEdits(
  edits: readonly Edit[],
  columns: readonly Column[],
  rowAt: (row: number) => GridRow | undefined,
  read: ReadCell,
): Read {
  const found: Read = { written: [], refused: [] }
  for (const { column: at, row: place, text, exact, begun } of edits) {
    const [column, row] = [columns[at], rowAt(place)]
    if (!column || !row) continue
    const isHeading = row.heading !== undefined
    // The heading of a group holds nothing, and nothing is lost when it is emptied.
    if (isHeading && text === '') continue
    const value = column.formula === null && !isHeading ? read(column, text, exact) : undefined
    const isRefused =
      value === undefined || (!same(row.cells.get(column.id) ?? null, value) && refusingRule(column, value))
    if (isRefused) found.refused.push({ place, column: column.name, text })
    else found.written.push({ row, place, column, value, begun: begun as GridRow | undefined })
  }
  return found
}

/**
 * The change that writes these cells, with what the writer saw there; null if nothing would become another. A row that
 * is written in some of the columns only keeps what it has in the others.
 */
export function changeOf(written: readonly Written[]): CellsChange | null {
  const real = written.filter(({ row, column, value }) => !same(row.cells.get(column.id) ?? null, value))
  if (real.length === 0) return null
  const columns = [...new Set(real.map(({ column }) => column.id))]
  const rows = new Map<number, { row: GridRow; values: Map<number, Cell>; seen: Map<number, Cell> }>()
  for (const { row, column, value, begun = row } of real) {
    const known = rows.get(row.id) ?? { row, values: new Map<number, Cell>(), seen: new Map<number, Cell>() }
    known.values.set(column.id, value)
    known.seen.set(column.id, begun.cells.get(column.id) ?? null)
    rows.set(row.id, known)
  }
  return {
    kind: 'cells',
    columns,
    rows: [...rows.values()].map(({ row, values, seen }) => {
      const present = (id: number) => row.cells.get(id) ?? null
      const before = columns.map((id) => (seen.has(id) ? (seen.get(id) ?? null) : present(id)))
      const next = columns.map((id) => (values.has(id) ? (values.get(id) ?? null) : present(id)))
      return { id: row.id, values: next, before }
    }),
  }
}

/** The same change, which writes over what others wrote. */
export const forced = <Change extends Pick<CellsChange, 'rows'>>(change: Change): Change => ({
  ...change,
  rows: change.rows.map(({ id, values }) => ({ id, values })),
})

/** Rows of a change without the cells that others hold another value in: theirs stay, as they are now. */
export function rowsWithoutConflicts(
  { columns, rows }: Pick<CellsChange, 'columns' | 'rows'>,
  conflicts: readonly CellConflict[],
): CellsChange['rows'] {
  const theirs = new Map(conflicts.map(({ row, column, present }) => [`${row} ${column}`, present]))
  const changed = rows.map((row) => {
    const pick = (own: Cell, at: number) => {
      const key = `${row.id} ${columns[at]}`
      return theirs.has(key) ? (theirs.get(key) ?? null) : own
    }
    return { ...row, values: row.values.map(pick), ...(row.before && { before: row.before.map(pick) }) }
  })
  return changed.filter(({ values, before }) => values.some((value, at) => !same(value, before?.[at] ?? null)))
}
/** The same change without those cells; null if nothing is left. */
export function withoutConflicts(change: CellsChange, conflicts: readonly CellConflict[]): CellsChange | null {
  const rows = rowsWithoutConflicts(change, conflicts)
  return rows.length ? { ...change, rows } : null
}

/** A row with its changes, shown before the server confirms them. */
export const written = (row: GridRow, cells: readonly Written[]): GridRow => ({
  ...row,
  broken: (row.broken ?? []).filter((id) => !cells.some(({ column }) => column.id === id)),
  cells: new Map([...row.cells, ...cells.map(({ column, value }) => [column.id, value] as const)]),
})
