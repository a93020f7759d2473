import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#server/storage/database.ts'

const WRITE_MS = 5000

/** Counts downloads of spaces in memory and writes them now and then: a figure for people, not for accounts. */
export function downloadCounter(db: Db, app: FastifyInstance) {
  const waiting = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  async function write(): Promise<void> {
    timer = undefined
    const counts = [...waiting]
    waiting.clear()
    if (!counts.length) return
    await sql`
      update space s set downloads = s.downloads + c.count
      from unnest(${counts.map(([id]) => id)}::uuid[], ${counts.map(([, count]) => count)}::bigint[]) as c(id, count) where s.id = c.id`.execute(
      db,
    )
  }
  app.addHook('onClose', async () => {
    clearTimeout(timer)
    await write()
  })

  return (spaceId: string): void => {
    waiting.set(spaceId, (waiting.get(spaceId) ?? 0) + 1)
    timer ??= setTimeout(() => {
      write().catch((error: unknown) => app.log.warn({ err: error }, 'downloads not counted'))
    }, WRITE_MS).unref()
  }
}
