import { TABLE_START_MAX } from '#contract/core/limits.ts'
import { labelsOf } from './labels.ts'
import type { OpenTableFile } from './open.ts'
import { ColumnProfile, type ColumnProposal } from './proposal.ts'
import { type Notes, noNotes, type SourceCell, type SourceRow } from './source.ts'

/** The contents of a sheet: its columns with the proposals for them, and notes for users. */
export type SheetScan = {
  name: string
  rows: number
  columns: ({ name: string; heading: string } & ColumnProposal)[]
  notes: Notes
  /** Whether the first row names the columns; of a file that states the names itself, it never does. */
  hasHeader: boolean
  /** The row that it begins with, its heading or first row, counted from 1. */
  firstRow: number
}

const isWord = (cell: SourceCell) =>
  cell === null || ((cell.kind === 'raw' || cell.kind === 'text') && !/^[-+\d.,/:%]+$/.test(cell.text))

/** Whether the first row looks like names: only words, all different, or above values that are not words. */
function looksLikeHeader(first: readonly SourceCell[], second: readonly SourceCell[] = []): boolean {
  const names = first.flatMap((cell) => cell?.text ?? [])
  if (names.length === 0 || !first.every(isWord)) return false
  return new Set(names).size === names.length || !second.every(isWord)
}

/** Where the table of a sheet begins: what is absent is found. `firstRow` counts from 1 as spreadsheet programs do. */
export type TableStart = { hasHeader?: boolean | undefined; firstRow?: number | undefined }
/** A file that names its columns itself has nothing above its rows. */
const STATED: TableStart = { hasHeader: false, firstRow: 1 }
export const startIn = (file: OpenTableFile, start: TableStart): TableStart => (file.columns() ? STATED : start)

/** Rows among which the first one of a table is looked for, and the share of their cells that it fills (our choice). */
const TITLE_ROWS_MAX = 20
const FILLED_SHARE = 0.6
const filledIn = ({ cells }: SourceRow) => cells.reduce((count, cell) => count + (cell ? 1 : 0), 0)

/** The row that a table begins with: below titles and remarks, which fill a single cell of a wider sheet. */
function firstRowOf(rows: readonly SourceRow[]): number {
  const seen = rows.slice(0, TITLE_ROWS_MAX)
  const widest = Math.max(0, ...seen.map(filledIn))
  const [first] = seen
  if (!first || filledIn(first) > 1 || widest < 3) return 1
  const { row = 1 } = seen.find((one) => filledIn(one) >= widest * FILLED_SHARE) ?? {}
  return row <= TABLE_START_MAX ? row : 1
}

/** The same pieces; the first one has the rows from which the beginning is judged, if there are so many. */
async function* withBeginning(pieces: AsyncIterable<SourceRow[]>): AsyncGenerator<SourceRow[]> {
  let beginning: SourceRow[] | null = []
  for await (const rows of pieces) {
    if (beginning) {
      beginning = beginning.concat(rows)
      if (beginning.length < TITLE_ROWS_MAX) continue
    }
    yield beginning ?? rows
    beginning = null
  }
  if (beginning?.length) yield beginning
}

type Below = { header: SourceCell[] | null; rows: SourceRow[]; firstRow: number }

/** Rows below the heading; the heading comes first, `null` when there is none. */
export async function* belowHeader(
  pieces: AsyncIterable<SourceRow[]>,
  { hasHeader, firstRow: wanted }: TableStart,
): AsyncGenerator<Below> {
  let firstRow = wanted
  let isBegun = false
  for await (const read of withBeginning(pieces)) {
    firstRow ??= firstRowOf(read)
    const from = firstRow
    const rows: SourceRow[] = isBegun ? read : read.filter(({ row }) => row >= from)
    const [first] = rows
    const isHeader = !isBegun && first && (hasHeader ?? looksLikeHeader(first.cells, rows[1]?.cells))
    isBegun ||= first !== undefined
    yield { header: isHeader ? first.cells : null, rows: isHeader ? rows.slice(1) : rows, firstRow }
  }
}

/**
 * Reads a whole sheet once and proposes types for its columns. `onRows` is told how many rows were read. Throws
 * TableFileError.
 */
export async function scanSheet(
  file: OpenTableFile,
  sheet: number,
  { onRows = () => {}, ...start }: TableStart & { onRows?: (rows: number) => void },
): Promise<SheetScan> {
  const notes = noNotes()
  const profiles: ColumnProfile[] = []
  let header: SourceCell[] | null = null
  let [total, firstRow] = [0, 1]
  for await (const piece of belowHeader(file.read(sheet, notes), startIn(file, start))) {
    header ??= piece.header
    firstRow = piece.firstRow
    total += piece.rows.length
    for (const { cells } of piece.rows) {
      while (profiles.length < cells.length) profiles.push(new ColumnProfile())
      for (let index = 0; index < cells.length; index += 1) {
        const cell = cells[index]
        if (cell) profiles[index]?.add(cell)
      }
    }
    onRows(total)
  }
  const names = file.columns()?.map((text): SourceCell => ({ kind: 'text', text })) ?? header ?? []
  while (profiles.length < names.length) profiles.push(new ColumnProfile())
  return {
    name: file.sheets[sheet] ?? '',
    rows: total,
    columns: labelsOf(names, profiles.length).map((label, index) => ({
      ...label,
      ...(profiles[index] as ColumnProfile).proposal(total),
    })),
    notes,
    hasHeader: header !== null,
    firstRow,
  }
}
