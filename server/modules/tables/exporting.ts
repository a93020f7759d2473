import type { FastifyReply } from 'fastify'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { ExportFormat, tableFiles } from '#contract/table-files.ts'
import { Question } from '#contract/tables/question.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { forms } from '#server/table-files/write/forms.ts'
import { XLSX_TEXT_MAX } from '#server/table-files/write/xlsx.ts'
import { columnOf } from './catalogue-store.ts'
import { downloads } from './downloads.ts'
import { hasTextAbove, rowsAtOnce, sizesOf } from './export-store.ts'
import { namedCells } from './named-cells.ts'
import type { TableNeeds } from './needs.ts'
import { byId, columnIn } from './question-store.ts'

/** Exports of this server at a time: each holds a connection. */
const EXPORTS_AT_ONCE = 3

/** The exported part; without columns: all. */
export type Export = {
  spaceId: string
  id: string
  format: ExportFormat
  question: Question
  columns: readonly number[]
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
  const send = downloads(EXPORTS_AT_ONCE)

  /** Streams a table, or a part of it, in a format. Throws tableGone, tableColumnGone,
   * tableTextTooLongForXlsx. */
  async function written({ spaceId, id, format, question, columns: ids }: Export, actor: SignedIn) {
    const space = await spaces.enter(spaceId, actor)
    const held = await catalogue.one(space.id, id, actor)
    if (!held) throw new Failure('tableGone')
    const { table, columns: all } = held
    const columns = byId(all)
    const shown = ids.length ? ids.map((one) => columnIn(columns, one)) : all
    if (
      format === 'xlsx' &&
      (await hasTextAbove(db, table.id, columns, { question, shown, characters: XLSX_TEXT_MAX }))
    )
      throw new Failure('tableTextTooLongForXlsx')
    const sizes = format === 'parquet' ? await sizesOf(db, table.id, shown) : new Map()
    const heads = shown.map(({ id, name, type, formula, format: { offsetMinutes } }) => ({
      name,
      type,
      size: sizes.get(id),
      isComputed: formula !== null,
      offsetMinutes,
    }))
    await news.note(db, table, { action: 'tableExported', doer: actor })
    const rows = namedCells(questions, table.space_id, shown, rowsAtOnce(db, table.id, columns, { ...question, shown }))
    return { table, pieces: forms[format].write(table.name, heads, rows) }
  }

  async function sent(
    { question: asked, columns = '', ...wish }: ParsedOf<typeof tableFiles.export>,
    { actor, reply }: ByActor & { reply: FastifyReply },
  ): Promise<FastifyReply> {
    const question = questionOf(asked)
    const ids = columns.split(',').filter(Boolean).map(Number)
    return send(reply, wish.format, async () => {
      const { table, pieces } = await written({ ...wish, question, columns: ids }, actor)
      return { name: table.name, pieces }
    })
  }

  type Whole = { spaceId: string; id: string; format: 'csvForPrograms' | 'xlsx' }
  /** A whole table as a file, with its columns; `rows` counts those that were read so far. Throws tableGone. */
  async function asFile({ spaceId, id, format }: Whole, actor: SignedIn) {
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
    const heads = columns.map(({ name, type, formula }) => ({ name, type, isComputed: formula !== null }))
    const pieces = forms[format].write(table.name, heads, namedCells(questions, spaceId, columns, counted()))
    return { table, columns: columns.map(columnOf), pieces, rows: () => read.rows }
  }

  return { sent, written, asFile }
}
export type TableExports = ReturnType<typeof tableExports>
