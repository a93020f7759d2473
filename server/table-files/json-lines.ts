import { parseNumber } from '#contract/cells/number.ts'
import { cellText } from '#contract/cells.ts'
import { TABLE_COLUMNS_MAX } from '#contract/core/limits.ts'
import type { TableFile } from './bytes.ts'
import { encodingOf, textOf } from './delimited/encoding.ts'
import { type Notes, type SourceCell, type SourceRow, TableFileError, textCell } from './source.ts'

/** Characters of a line at most. */
const LINE_MAX = 16 * 1_048_576
type Raw = { rawJSON: string }
/** Functions of the runtime that the types lack. */
const json = JSON as typeof JSON & { rawJSON: (text: string) => Raw; isRawJSON: (value: unknown) => value is Raw }
const isRaw = (value: unknown): value is Raw => json.isRawJSON(value)

/** Parses a line; numbers keep their digits. */
const parsed = (line: string): unknown =>
  JSON.parse(line, (_key, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' && source ? json.rawJSON(source) : value,
  )

function cellOf(value: unknown): SourceCell {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) }
  if (typeof value === 'string') return textCell(value)
  if (isRaw(value)) {
    const text = parseNumber(value.rawJSON)
    return text === null || text === 'tooLong' ? textCell(value.rawJSON) : { kind: 'number', text }
  }
  // A list of words is a multiple choice; any other nested value keeps its JSON text.
  const isWords = Array.isArray(value) && value.every((one) => typeof one === 'string')
  return textCell(isWords ? cellText(value) : JSON.stringify(value))
}

/** An object a line; its keys are the columns, in the order in which they first come. */
class LineReader {
  readonly columns = new Map<string, number>()
  readonly #notes: Notes
  #row = 0

  constructor(notes: Notes) {
    this.#notes = notes
  }

  of(line: string): SourceRow | null {
    this.#row += 1
    if (!line.trim()) {
      this.#notes.blankRows += 1
      return null
    }
    const cells = this.#cells(this.#valueOf(line))
    if (cells.length > TABLE_COLUMNS_MAX) throw new TableFileError('tooManyColumns', { row: this.#row })
    return { row: this.#row, cells }
  }

  #valueOf(line: string): Record<string, unknown> {
    try {
      const value = parsed(line)
      if (typeof value === 'object' && value && !Array.isArray(value) && !isRaw(value))
        return value as Record<string, unknown>
    } catch (error) {
      throw new TableFileError('notJsonLines', { row: this.#row, cause: error })
    }
    throw new TableFileError('notJsonLines', { row: this.#row })
  }

  #cells(value: Record<string, unknown>): SourceCell[] {
    const cells: SourceCell[] = []
    for (const [key, one] of Object.entries(value)) {
      const known = this.columns.get(key)
      const column = known ?? this.columns.size
      if (known === undefined) this.columns.set(key, column)
      while (cells.length <= column) cells.push(null)
      cells[column] = cellOf(one)
    }
    return cells
  }
}

async function* linesOf(file: TableFile): AsyncGenerator<string[]> {
  let rest = ''
  for await (const piece of textOf(file, (await encodingOf(file)).encoding)) {
    // A line that continues is not split again with each piece.
    const end = piece.lastIndexOf('\n') + 1
    const lines = end ? (rest + piece.slice(0, end)).split(/\r?\n/).slice(0, -1) : []
    rest = end ? piece.slice(end) : rest + piece
    if (rest.length > LINE_MAX) throw new TableFileError('notJsonLines')
    yield lines
  }
  if (rest) yield [rest]
}

/** JSON lines. The keys are known when all was read: `columns` gives them in the order of the cells. */
export function openJsonLines(file: TableFile) {
  let columns: string[] = []
  return {
    columns: () => columns,
    async *read(notes: Notes): AsyncGenerator<SourceRow[]> {
      const reader = new LineReader(notes)
      for await (const lines of linesOf(file)) {
        yield lines.map((line) => reader.of(line)).filter((row) => row !== null)
        columns = [...reader.columns.keys()]
      }
    },
  }
}
