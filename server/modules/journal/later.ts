import type { FastifyInstance } from 'fastify'
import type { NewRow } from './store.ts'

const WRITE_MS = 3000
/** So many do not wait for the clock, and no more are kept while the database is away. */
const WRITE_AT = 500
const WAITING_MAX = 20_000

/** Gathers entries of what must not wait for the database, such as downloads, and writes them set-wise. */
export function laterWriter(insert: (rows: NewRow[]) => Promise<unknown>, app: FastifyInstance) {
  let waiting: NewRow[] = []
  let timer: NodeJS.Timeout | undefined

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const rows = waiting
    waiting = []
    if (!rows.length) return
    try {
      await insert(rows)
    } catch (error) {
      waiting = [...rows, ...waiting].slice(0, WAITING_MAX)
      begin()
      app.log.warn({ err: error, entries: rows.length }, 'journal entries wait')
    }
  }
  const begin = () => void (timer ??= setTimeout(write, WRITE_MS).unref())
  app.addHook('onClose', write)

  return {
    later(row: NewRow): void {
      waiting.push(row)
      begin()
      if (waiting.length === WRITE_AT) void write()
    },
    /** All that waits, written. */
    settled: write,
  }
}
