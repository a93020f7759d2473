import { Readable } from 'node:stream'
import type { ParsedOf } from '#contract/core/operation.ts'
import { isFileName } from '#contract/files.ts'
import type { ExportFormat, tableFiles } from '#contract/table-files.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { Question } from '#contract/tables/question.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { CSV } from '#server/http/csv.ts'
import type { WrittenColumn, WrittenRows } from '#server/table-files/write/columns.ts'
import { parquetBytes } from '#server/table-files/write/parquet.ts'
import { csvText, jsonLines } from '#server/table-files/write/text.ts'
import { xlsxBytes } from '#server/table-files/write/xlsx.ts'
import { type ColumnRow, columnOf } from './catalogue-store.ts'
import { rowsAtOnce, sizesOf } from './export-store.ts'
import type { TableNeeds } from './needs.ts'
import { byId, columnIn } from './question-store.ts'

/** Exports of this server at a time: each holds a connection. */
const EXPORTS_AT_ONCE = 3
/** Files and people whose names are remembered between the pieces of an export. */
const NAMES_KEPT = 20_000

/** What is exported; no columns: all. */
export type Export = {
  spaceId: string
  id: string
  format: ExportFormat
  question: Question
  columns: readonly number[]
}
type Written = AsyncIterable<Buffer | string>
type Form = {
  type: string
  suffix: string
  write: (name: string, columns: WrittenColumn[], rows: WrittenRows) => Written
}
const forms: Record<ExportFormat, Form> = {
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    suffix: 'xlsx',
    write: xlsxBytes,
  },
  csv: { type: CSV, suffix: 'csv', write: (_, columns, rows) => csvText(columns, rows) },
  csvForPrograms: {
    type: CSV,
    suffix: 'csv',
    write: (_, columns, rows) => csvText(columns, rows, { isForPrograms: true }),
  },
  parquet: {
    type: 'application/vnd.apache.parquet',
    suffix: 'parquet',
    write: (_, columns, rows) => parquetBytes(columns, rows),
  },
  jsonl: { type: 'application/jsonl', suffix: 'jsonl', write: (_, columns, rows) => jsonLines(columns, rows) },
}

/** The name of the file of an export. Throws fileNameInvalid. */
export function fileNameOf(name: string, format: ExportFormat): string {
  const whole = `${name}.${forms[format].suffix}`.normalize('NFC')
  if (!isFileName(whole)) throw new Failure('fileNameInvalid', { values: { name: whole } })
  return whole
}

function questionOf(text: string | undefined): Question {
  try {
    const parsed = Question.safeParse(text ? JSON.parse(text) : {})
    if (parsed.success) return parsed.data
  } catch {
    // No JSON is as wrong as JSON of something else.
  }
  throw new Failure('invalid')
}

/** Tables as files, streamed as they are read. */
export function tableExports({ db, spaces, catalogue, questions, news }: TableNeeds) {
  let running = 0

  /** Files and people by their names; those that are gone keep their ids. */
  async function* named(spaceId: string, shown: readonly ColumnRow[], pieces: AsyncIterable<Cell[][]>) {
    const places = (type: ColumnRow['type']) => shown.flatMap((column, at) => (column.type === type ? [at] : []))
    const [files, people] = [places('file'), places('person')]
    const known = new Map<string, string>()
    for await (const rows of pieces) {
      if (files.length || people.length) {
        const unknown = (at: number[]) =>
          [...new Set(rows.flatMap((row) => at.map((one) => row[one])))].filter(
            (id): id is string => typeof id === 'string' && !known.has(id),
          )
        if (known.size > NAMES_KEPT) known.clear()
        const names = await questions.names(spaceId, { files: unknown(files), people: unknown(people) })
        for (const [id, name] of Object.entries(names)) known.set(id, name)
        for (const row of rows)
          for (const at of [...files, ...people]) row[at] = known.get(String(row[at])) ?? row[at] ?? null
      }
      yield rows
    }
  }

  async function* bytesOf(source: Written): AsyncGenerator<Buffer> {
    for await (const piece of source) if (piece.length) yield typeof piece === 'string' ? Buffer.from(piece) : piece
  }

  /** A table, or what a question and columns say of it, as it is written in a format. Throws tableGone, tableColumnGone. */
  async function written({ spaceId, id, format, question, columns: ids }: Export, actor: SignedIn) {
    const space = await spaces.enter(spaceId, actor)
    const held = await catalogue.one(space.id, id, actor)
    if (!held) throw new Failure('tableGone')
    const { table, columns: all } = held
    const columns = byId(all)
    const shown = ids.length ? ids.map((one) => columnIn(columns, one)) : all
    const sizes = format === 'parquet' ? await sizesOf(db, table.id, shown) : new Map()
    const heads = shown.map((column) => ({ name: column.name, type: column.type, size: sizes.get(column.id) }))
    await news.note(db, table, { action: 'tableExported', doer: actor })
    const rows = named(table.space_id, shown, rowsAtOnce(db, table.id, columns, { ...question, shown }))
    return { table, pieces: forms[format].write(table.name, heads, rows) }
  }

  async function file(
    { question: asked, columns = '', ...wish }: ParsedOf<typeof tableFiles.export>,
    { actor }: ByActor,
  ) {
    const question = questionOf(asked)
    const ids = columns.split(',').filter(Boolean).map(Number)
    if (running >= EXPORTS_AT_ONCE) throw new Failure('busy')
    // From the first look at the table until the last byte is read or the reader goes.
    running += 1
    const end = () => void (running -= 1)
    try {
      const { table, pieces } = await written({ ...wish, question, columns: ids }, actor)
      const { type, suffix } = forms[wish.format]
      const bytes = Readable.from(bytesOf(pieces), { objectMode: false }).once('close', end)
      return { name: `${table.name}.${suffix}`, type, bytes }
    } catch (error) {
      end()
      throw error
    }
  }

  /**
   * A whole table as CSV for programs, with its columns; `rows` counts those that were read so far. Throws tableGone.
   */
  async function asCsv(spaceId: string, id: string, actor: SignedIn) {
    const held = await catalogue.one(spaceId, id, actor)
    if (!held) throw new Failure('tableGone')
    const { table, columns } = held
    const read = { rows: 0 }
    async function* counted() {
      for await (const rows of rowsAtOnce(db, table.id, byId(columns), { ...Question.parse({}), shown: columns })) {
        read.rows += rows.length
        yield rows
      }
    }
    const heads = columns.map(({ name, type }) => ({ name, type }))
    const pieces = csvText(heads, named(spaceId, columns, counted()), { isForPrograms: true })
    return { table, columns: columns.map(columnOf), pieces, rows: () => read.rows }
  }

  return { file, written, asCsv }
}
export type TableExports = ReturnType<typeof tableExports>
