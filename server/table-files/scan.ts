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
}

const isWord = (cell: SourceCell) =>
  cell === null || ((cell.kind === 'raw' || cell.kind === 'text') && !/^[-+\d.,/:%]+$/.test(cell.text))

/** Whether the first row looks like names: only words, all different, or above values that are not words. */
function looksLikeHeader(first: readonly SourceCell[], second: readonly SourceCell[] = []): boolean {
  const names = first.flatMap((cell) => cell?.text ?? [])
  if (names.length === 0 || !first.every(isWord)) return false
  return new Set(names).size === names.length || !second.every(isWord)
}

/** Rows below the heading; the heading comes first, `null` when there is none. */
export async function* belowHeader(
  pieces: AsyncIterable<SourceRow[]>,
  hasHeader: boolean | undefined,
): AsyncGenerator<{ header: SourceCell[] | null; rows: SourceRow[] }> {
  let isFirst = true
  for await (const rows of pieces) {
    const [first] = rows
    if (!isFirst || !first) {
      yield { header: null, rows }
      continue
    }
    isFirst = false
    const isHeader = hasHeader ?? looksLikeHeader(first.cells, rows[1]?.cells)
    yield isHeader ? { header: first.cells, rows: rows.slice(1) } : { header: null, rows }
  }
}

/**
 * Reads a whole sheet once and proposes types for its columns. `hasHeader` absent: found. `onRows` is told how many
 * rows were read. Throws TableFileError.
 */
export async function scanSheet(
  file: OpenTableFile,
  sheet: number,
  { hasHeader, onRows = () => {} }: { hasHeader?: boolean | undefined; onRows?: (rows: number) => void },
): Promise<SheetScan> {
  const notes = noNotes()
  const profiles: ColumnProfile[] = []
  const statesNames = file.columns() !== null
  let header: SourceCell[] | null = null
  let total = 0
  for await (const piece of belowHeader(file.read(sheet, notes), statesNames ? false : hasHeader)) {
    header ??= piece.header
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
  }
}
