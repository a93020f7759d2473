import { type DuckDBResult, listValue } from '@duckdb/node-api'
import type { Cell } from '#contract/tables/columns.ts'
import { limitMemory } from '#server/processes/end-with-parent.ts'
import { formOf } from './cells.ts'
import { judge, placeIn, SqlRefused, toldBy } from './reading-only.ts'
import { close, openSandbox, type Sandbox, shutIn } from './sandbox.ts'
import type { Answer, Batch, EngineColumn, Order, Refused, RowOrder, Wish } from './wire.ts'

/** Rows and characters of a batch; the next is sent when it was taken. */
const BATCH = { rows: 10_000, characters: 4_000_000 }
/** Maximum length of a database message that is returned. */
const REASON_MAX = 1000

/** Milliseconds between two tellings of how far a query is. */
const TELL_MS = 500

const say = (answer: Answer) => process.send?.(answer)
/**
 * Freed memory is not returned to the system at once: a process that has grown to this part of its limit is not used
 * again.
 */
const SPENT = 0.5
const isSpent = ({ limits }: Wish) => process.memoryUsage.rss() > limits.rssBytes * SPENT

/** When the current query arrived, when its sources were open, and how long it waited for batches to be taken. */
const clock = { came: 0, opened: 0, waitedMs: 0 }
const spent = () => ({
  openMs: clock.opened - clock.came,
  runMs: performance.now() - clock.opened - clock.waitedMs,
})

let taken = Promise.withResolvers<void>()
/** Resolves when the batch was taken. */
async function saidBatch(batch: Omit<Batch, 'spent'>): Promise<void> {
  taken = Promise.withResolvers()
  // A stop that arrives while nobody waits is handled by the next wait.
  taken.promise.catch(() => undefined)
  say({ batch: { ...batch, spent: spent() } })
  if (batch.isLast) return
  const since = performance.now()
  await taken.promise
  clock.waitedMs += performance.now() - since
}

/** Sends the rows of a result, at most as many as wished. */
async function sendRows(result: DuckDBResult, wish: Wish, orders: RowOrder[]): Promise<void> {
  const types = result.columnTypes()
  const shapes = types.map(formOf)
  const columns: EngineColumn[] = result.columnNames().map((name, at) => ({ name, type: shapes[at]?.type ?? 'text' }))
  let [rows, characters, sent]: [Cell[][], number, number] = [[], 0, 0]
  for await (const chunk of result) {
    for (const values of chunk.getRows()) {
      if (sent + rows.length >= wish.rowsMax)
        return saidBatch({ columns, rows, orders, isLast: true, isCut: true, isSpent: isSpent(wish) })
      const row = values.map((value, at) => {
        const [shape, type] = [shapes[at], types[at]]
        return value === null || !shape || !type ? null : shape.cellOf(value, type)
      })
      rows.push(row)
      for (const cell of row) characters += typeof cell === 'string' ? cell.length : 8
      if (rows.length < BATCH.rows && characters < BATCH.characters) continue
      await saidBatch({ columns, rows, orders, isLast: false, isCut: false, isSpent: false })
      sent += rows.length
      ;[rows, characters] = [[], 0]
    }
  }
  await saidBatch({ columns, rows, orders, isLast: true, isCut: false, isSpent: isSpent(wish) })
}

async function answer({ connection }: Sandbox, wish: Wish): Promise<void> {
  const { sql, values, people, into } = wish
  const orders: RowOrder[] = []
  for (const one of people) orders.push(await judge(connection, one))
  if (into === 'rows') {
    const prepared = await connection.prepare(sql)
    prepared.bind(values.map((value) => (Array.isArray(value) ? listValue(value) : value)))
    return sendRows(await prepared.stream(), wish, orders)
  }
  await connection.run(
    `copy (${sql}\n) to '${into.file}' (format parquet, compression zstd, row_group_size 122880, use_tmp_file false)`,
  )
  await saidBatch({ columns: [], rows: [], orders, isLast: true, isCut: false, isSpent: isSpent(wish) })
}

/** A sentence of the database without the places where things are. */
function cleaned(message: string, { sources }: Wish): string {
  const known = sources.flatMap(({ name, files, paths, parts = [] }) =>
    [...files, ...paths, ...parts.flatMap((part) => part.paths)].map((path) => [path, name] as const),
  )
  const plain = known.reduce((text, [path, name]) => text.replaceAll(path, name), message)
  return plain.replaceAll(`${process.cwd()}/`, '').replace('Failed to extract statements: ', '').slice(0, REASON_MAX)
}

/** Kinds of errors of DuckDB that are of the text of a query. */
const OF_TEXT = /^(Parser|Binder|Catalog|Not implemented|Permission|Invalid Input|Syntax) Error|^Failed to extract/i
const OF_MEMORY = /^Out of Memory Error|failed to (allocate|offload)|max_temp_directory_size/i

/** The place in the last text of people that a byte of the statement belongs to. */
function placeOf({ sql, people }: Wish, byte: number | null): Refused['at'] {
  const text = people.at(-1)?.text
  if (text === undefined || byte === null) return undefined
  const begin = Buffer.byteLength(sql.slice(0, sql.lastIndexOf(`(\n${text}\n)`) + 2))
  const within = byte - begin
  return within >= 0 && within <= Buffer.byteLength(text) ? placeIn(text, within) : undefined
}

function refusedBy(error: unknown, wish: Wish): Refused {
  if (error instanceof SqlRefused) return error.refused
  const { sentence, position } = toldBy(error, wish.sql)
  const reason = cleaned(sentence, wish)
  if (OF_MEMORY.test(sentence)) return { refusal: 'queryTooLarge', reason }
  return { refusal: OF_TEXT.test(sentence) ? 'queryInvalid' : 'queryFailed', reason, at: placeOf(wish, position) }
}

/** Opened before it is needed: its opening takes as long as many queries. */
let next = openSandbox()
let current: Sandbox | null = null
/** Shut in with the sources of the last query, for the next one over the same. */
let kept: Sandbox | null = null

/** The database for a query: the one with its sources that was kept for it, or a new one. */
async function sandboxFor(wish: Wish): Promise<{ sandbox: Sandbox; isOpen: boolean }> {
  const before = kept
  kept = null
  if (before && wish.isOpen) return { sandbox: before, isOpen: true }
  if (before) close(before)
  return { sandbox: await next, isOpen: false }
}

async function run(wish: Wish): Promise<void> {
  Object.assign(clock, { came: performance.now(), waitedMs: 0 })
  const { sandbox, isOpen } = await sandboxFor(wish)
  current = sandbox
  const telling = setInterval(() => {
    const { percentage } = sandbox.connection.progress
    if (percentage > 0) say({ progress: Math.min(1, percentage / 100) })
  }, TELL_MS)
  limitMemory(wish.limits.rssBytes)
  try {
    if (!isOpen) await shutIn(sandbox, wish)
    clock.opened = performance.now()
    await answer(sandbox, wish)
    if (wish.isKept) kept = sandbox
  } catch (error) {
    say({ refused: refusedBy(error, wish), isSpent: isSpent(wish) })
  } finally {
    clearInterval(telling)
    current = null
    limitMemory(null)
    if (!isOpen) next = openSandbox()
    if (kept !== sandbox) close(sandbox)
  }
}

// A process apart: people’s queries may ask for anything, and the database may crash. It then ends, and nothing else.
process.on('message', (order: Order) => {
  if (order === 'next') taken.resolve()
  else if (order === 'stop') {
    taken.reject(new Error('stopped'))
    current?.connection.interrupt()
  } else void run(order.wish)
})
