import type { ChangeOutcome, TableChange } from '#contract/tables/changes.ts'
import type { Cell, ColumnDraft } from '#contract/tables/columns.ts'
import { fitsType } from '#contract/tables/values.ts'
import { Failure } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'
import { type ColumnRow, columnRow, type TableRow } from './catalogue-store.ts'
import type { ColumnEffect, RowRange } from './change-store.ts'
import { INDEXED_ROWS } from './indexing.ts'
import type { Columns } from './question-store.ts'

/**
 * A change under way: the table is held, and `changeId` is the number under which effects are left. `isBare`: its indexes
 * are out of the way; `ahead`: whether columns that it fills were made ahead, or could not be while somebody reads the table.
 */
export type Doing = {
  tx: Tx
  table: TableRow
  tableId: string
  columns: Columns
  changeId: number
  isBare: boolean
  ahead: 'untried' | 'made' | 'inUse'
}

/** Thrown to leave a transaction that is done over when the indexes of the table are out of its way. */
export class Indexed extends Error {}
/** Rows that are written without the indexes however many others a table has: people wait for them (our choice). */
const BARE_ROWS = 500_000
/**
 * Throws Indexed if a change writes most rows of a large table, because rebuilding an index is then cheaper than updating
 * it, and if it writes very many: indexes are rebuilt after the answer.
 */
export function demandBare(doing: Doing, touched: number): void {
  if (wantsBare(doing, touched)) throw new Indexed()
}
/** Whether `demandBare` would throw. */
export const wantsBare = ({ table, isBare }: Doing, touched: number): boolean =>
  !isBare && touched >= INDEXED_ROWS && (touched >= BARE_ROWS || touched * 2 >= table.row_count)
/**
 * Thrown to leave a transaction that fills new columns of a large table, until these are created in a separate one:
 * readers of the table wait until a transaction that adds a column ends, and filling it takes long.
 */
export class Unmade extends Error {
  readonly columns: readonly ColumnRow[]
  constructor(columns: readonly ColumnRow[]) {
    super('columns')
    this.columns = columns
  }
}
/** Throws Unmade when columns of a big table are to be filled that were not made ahead. */
export function demandMade({ table, ahead }: Doing, columns: readonly ColumnRow[]): void {
  if (ahead === 'untried' && table.row_count >= INDEXED_ROWS && columns.some(({ formula }) => formula === null))
    throw new Unmade(columns)
}
/** The result of a change. With conflicts, nothing was changed. */
export type Done = {
  touched: number
  /** Ids of the rows that it made. */
  rows?: number[]
  /** Rows that it added without effects. */
  added?: RowRange | undefined
  /** By how many rows the table grew. */
  more?: number
  columns?: ColumnEffect[]
  physical?: number[]
  /** Whether the effects of the change that it undid or did again tell what it did. */
  isMirror?: boolean
  /** Texts for the sentence of the history, such as names of columns. */
  details?: Record<string, string>
  conflicts?: Pick<ChangeOutcome, 'conflicts' | 'conflictCount'>
}
/** Conflicts that are answered; the others are counted. */
export const CONFLICTS_SHOWN = 20

export type ChangeOf<K extends TableChange['kind']> = Extract<TableChange, { kind: K }>
export type Doer<K extends TableChange['kind']> = (doing: Doing, change: ChangeOf<K>) => Promise<Done>

/** Physical columns that people fill in: those that the effect of a whole row holds. */
export const filled = (columns: Columns): number[] =>
  [...columns.values()].filter(({ formula }) => formula === null).map(({ physical }) => physical)

/** Throws tableCellInvalid when a value does not fit its column, and tableComputed for a column of a formula. */
export function demandFit(
  columns: readonly Pick<ColumnRow, 'name' | 'type' | 'formula'>[],
  rows: readonly (readonly Cell[])[],
): void {
  for (const { name, formula } of columns)
    if (formula !== null) throw new Failure('tableComputed', { values: { column: name } })
  for (const row of rows) {
    if (row.length !== columns.length) throw new Failure('invalid')
    for (const [at, column] of columns.entries()) {
      const value = row[at] ?? null
      if (!fitsType(column.type, value))
        throw new Failure('tableCellInvalid', { values: { column: column.name, value: String(value).slice(0, 100) } })
    }
  }
}

/** Distance between the positions of two columns: it can be halved many times. */
const POSITION_GAP = 1_048_576

/**
 * Positions for `count` columns after a column (null: at the beginning, undefined: at the end), and the other columns
 * that had to be moved.
 */
export function positionsBehind(columns: Columns, behind: number | null | undefined, count: number) {
  const inOrder = [...columns.values()]
  const at = behind === undefined ? inOrder.length : inOrder.findIndex(({ id }) => id === behind) + 1
  if (behind && !at) throw new Failure('tableColumnGone')
  const low = inOrder[at - 1]?.position ?? 0
  const high = inOrder[at]?.position ?? low + POSITION_GAP * (count + 1)
  const step = Math.floor((high - low) / (count + 1))
  if (step >= 1) return { positions: Array.from({ length: count }, (_, n) => low + step * (n + 1)), moved: [] }
  const place = (n: number) => (n + 1) * POSITION_GAP
  const moved = inOrder.map((row, n) => ({ ...row, position: place(n < at ? n : n + count) }))
  return { positions: Array.from({ length: count }, (_, n) => place(at + n)), moved }
}

/** New columns after another one, with the effects of adding them. */
export function newColumns(
  { table, columns }: Pick<Doing, 'columns'> & { table: Pick<TableRow, 'id' | 'next_column' | 'next_physical'> },
  drafts: readonly ColumnDraft[],
  behind: number | null | undefined,
): { made: ColumnRow[]; effects: ColumnEffect[] } {
  const { positions, moved } = positionsBehind(columns, behind, drafts.length)
  const made = drafts.map((draft, n) =>
    columnRow(
      {
        table_id: table.id,
        id: table.next_column + n,
        physical: table.next_physical + n,
        position: positions[n] ?? 0,
      },
      draft,
    ),
  )
  return {
    made,
    effects: [
      ...moved.map((after) => ({ id: after.id, before: columns.get(after.id) ?? null, after })),
      ...made.map((after) => ({ id: after.id, before: null, after })),
    ],
  }
}

/** Throws tableColumnNameTaken when two of these columns, or one of them and another of the table, have the same name. */
export function demandNames(columns: Columns, drafts: readonly { name: string }[]): void {
  const taken = new Set([...columns.values()].map(({ name }) => name.toLowerCase()))
  for (const { name } of drafts) {
    if (taken.has(name.toLowerCase())) throw new Failure('tableColumnNameTaken', { values: { name } })
    taken.add(name.toLowerCase())
  }
}
