import { Readable } from 'node:stream'
import { TABLE_COLUMNS_MAX, TABLE_ROWS_MAX } from '#contract/core/limits.ts'
import { MINUTE_MS } from '#contract/core/time.ts'
import type { FrozenColumn } from '#contract/publications/dataset.ts'
import type { ProposedColumn } from '#contract/table-files.ts'
import { Failure, orRefusal } from '#server/failure.ts'
import { keepBlobs } from '#server/modules/files/index.ts'
import type { Digest } from '#server/storage/blobs/blob-store.ts'
import { transact } from '#server/storage/database.ts'
import { holdBlobs } from '#server/storage/locks.ts'
import { type ConvertedBatch, textsIn } from '#server/table-files/convert.ts'
import { convertInThread, scanInThread } from '#server/table-files/in-thread.ts'
import { TableFileError } from '#server/table-files/source.ts'
import { csvText } from '#server/table-files/write/text.ts'
import type { IncomingRow } from './incoming-store.ts'
import type { ReceivingNeeds } from './needs.ts'

/** How long one workbook may take (our choice). */
const WORKBOOK_MS = 5 * MINUTE_MS
/** Submissions of one round. */
const ROUND = 20
/** Types that are kept; whatever else a column may look like is a text. */
const KEPT = ['number', 'date', 'datetime', 'boolean'] as const

type Table = { name: string; path: string; rows: number; columns: FrozenColumn[]; blob: Digest }

const takenOf = ({ type, format }: ProposedColumn, index: number) => {
  const kept = KEPT.find((one) => one === type)
  return kept ? { index, type: kept, format } : { index, type: 'text' as const, format: {} }
}
/** A value does not fit: the table would say less than the workbook. */
class Unfit extends Error {}

/** Rows of converted batches; `count` is called with their number. */
async function* rowsOf(batches: AsyncIterable<ConvertedBatch>, count: (rows: number) => void) {
  for await (const batch of batches) {
    if (batch.misfits.length) throw new Unfit()
    count(batch.rows)
    yield textsIn(batch)
  }
}

/**
 * Converts workbooks that a sender declared as tables, and gives the submission to the reviewers. The workbooks are
 * kept; one that can't be read as a table remains only a file.
 */
export function receivedTables({ db, blobs, senders, incoming, publications, now, newId }: ReceivingNeeds) {
  /** The first sheet of a workbook as CSV that is stored. Throws TableFileError, Unfit. */
  async function written(place: string, signal: AbortSignal): Promise<Omit<Table, 'name' | 'path'>> {
    const sheet = { path: place, name: 'table.xlsx', options: {}, sheet: 0, hasHeader: true, firstRow: 1 }
    const scan = await scanInThread(sheet, signal)
    const isSmall = scan.columns.length <= TABLE_COLUMNS_MAX && scan.rows <= TABLE_ROWS_MAX
    if (scan.format !== 'xlsx' || !scan.columns.length || !isSmall) throw new Unfit()
    const taken = scan.columns.map(takenOf)
    const columns = scan.columns.map(({ name }, at) => ({ name, type: taken[at]?.type ?? ('text' as const) }))
    let rows = 0
    const batches = convertInThread({ ...sheet, width: columns.length, columns: taken }, signal)
    const pieces = csvText(
      columns,
      rowsOf(batches, (count) => (rows += count)),
      { isForPrograms: true },
    )
    const blob = await blobs.put(Readable.from(pieces, { objectMode: false }))
    const described = columns.map((column, at) => ({ ...column, id: at + 1, unit: '', description: '' }))
    return { rows, columns: described, blob }
  }

  /** A table of a submission; null if its workbook is missing or unreadable. */
  async function tableOf({ publication_id }: IncomingRow, name: string): Promise<Table | null> {
    const [workbook, other] = [`${name}.xlsx`, `${name}.csv`]
    const file = await publications.file(publication_id, workbook)
    if (!file || (await publications.file(publication_id, other))) return null
    const signal = AbortSignal.timeout(WORKBOOK_MS)
    try {
      const table = await blobs.withFile(file.sha256, (place) => written(place, signal))
      return { ...table, name, path: other }
    } catch (error) {
      if (error instanceof TableFileError || error instanceof Unfit || signal.aborted) return null
      throw error
    }
  }

  async function handOver(row: IncomingRow): Promise<void> {
    const tables: Table[] = []
    for (const name of row.tables) tables.push(...[(await tableOf(row, name)) ?? []].flat())
    const sender = (await senders.one(row.sender_id))?.name ?? ''
    await transact(db, async (tx) => {
      await holdBlobs(tx)
      // It may have been taken back meanwhile.
      if (!(await incoming.held(tx, row.id))) return
      await keepBlobs(tx, tables, now())
      await publications.placeTables(
        tx,
        row.publication_id,
        tables.map(({ blob, ...table }) => ({ ...table, ...blob, id: newId() })),
      )
      await publications.handOver(tx, row.publication_id, { sender, person: row.person })
    })
  }

  /** Hands over what is complete and has tables; run by a job. Answers how many. */
  return async (): Promise<number> => {
    const rows = await incoming.unprepared(ROUND)
    for (const row of rows) {
      const said = await orRefusal(handOver(row))
      // The submission was completed, cancelled or decided meanwhile.
      if (said instanceof Failure && said.refusal !== 'publicationStateChanged') throw said
    }
    return rows.length
  }
}
