import { parentPort, workerData } from 'node:worker_threads'
import type { ErrorName } from '#contract/core/errors.ts'
import { TABLE_TEXT_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import { type ConvertedBatch, convertedRows, type RowsWish } from '#server/table-files/convert.ts'
import { RawRows } from '#server/table-files/convert-bytes.ts'
import { type SourceRow, textCell } from '#server/table-files/source.ts'
import { withSession } from './drivers/index.ts'
import type { Selection, SourceAddress, SourceSession, TextRow } from './drivers/session.ts'
import { type Asked, importSelection } from './reading.ts'

/** A request to a thread: to read a database for an import, and convert its rows. */
export type ReadWish = { address: SourceAddress; asked: Asked; rows: RowsWish }
export type ReadAnswer =
  | { version: string; upTo: string | null }
  | { batch: ConvertedBatch }
  | { isDone: true }
  | { failed: { refusal: ErrorName; values: Failure['values'] } }

const port = parentPort
/** The next answer is made when this one was taken. */
async function say(answer: ReadAnswer): Promise<void> {
  const taken = new Promise<void>((resolve) => port?.once('message', () => resolve()))
  port?.postMessage(answer)
  await taken
}

/** Rows as those of files are, each made when it is converted: many at a time are more work for the garbage collector. */
function* cellsOf(part: readonly TextRow[], before: number): Generator<SourceRow> {
  let row = before
  for (const texts of part) {
    row += 1
    yield { row, cells: texts.map((text) => (text === null ? null : textCell(text))) }
  }
}

async function* numbered(parts: AsyncIterable<TextRow[]>): AsyncGenerator<Iterable<SourceRow>> {
  let before = 0
  for await (const part of parts) {
    yield cellsOf(part, before)
    before += part.length
  }
}

/** The converted rows; those of drivers that show their bytes are converted as they come. */
async function* batchesOf(
  session: SourceSession,
  selection: Selection,
  wish: RowsWish,
): AsyncGenerator<ConvertedBatch> {
  if ('rows' in session) return yield* convertedRows(numbered(session.rows(selection)), wish)
  const rows = new RawRows(wish)
  for await (const _ of session.rawRows(selection, (row) => rows.add(row))) yield rows.take()
}

async function read({ address, asked, rows }: ReadWish): Promise<void> {
  await withSession(address, undefined, async (session) => {
    const version = await session.version()
    await session.freeze()
    // One more character than a cell takes: a text that is too long must show.
    const { selection, upTo } = await importSelection(session, asked, TABLE_TEXT_MAX + 1)
    await say({ version, upTo })
    for await (const batch of batchesOf(session, selection, rows)) await say({ batch })
  })
}

try {
  await read(workerData as ReadWish)
  port?.postMessage({ isDone: true } satisfies ReadAnswer)
} catch (error) {
  if (!(error instanceof Failure)) throw error
  const { refusal, values } = error
  port?.postMessage({ failed: { refusal, values } } satisfies ReadAnswer)
}
