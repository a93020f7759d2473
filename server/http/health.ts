import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { within } from '#server/concurrency/within.ts'
import type { Deps } from '#server/deps.ts'

/** A part that does not answer within this many milliseconds counts as failing. */
const PROBE_MS = 3000

type Probe = { part: string; run: () => Promise<unknown> }
type Part = { part: string; reason: string }

async function failingOf({ part, run }: Probe): Promise<Part | null> {
  try {
    await within(PROBE_MS, run)
    return null
  } catch (error) {
    // Not swallowed: the answer contains the reason.
    return { part, reason: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * `/healthz`: the process answers. `/readyz`: the process can work; else it names the failing part. Weak outside parts
 * are listed too.
 */
export function healthRoutes(
  app: FastifyInstance,
  { db, bus, blobs, isDraining }: Deps,
  weakParts: () => Promise<Part[]>,
): void {
  const probes: Probe[] = [
    { part: 'database', run: () => sql`select 1`.execute(db) },
    { part: 'files', run: () => blobs.probe() },
    {
      part: 'notifications',
      run: async () => {
        if (!bus.isConnected()) throw new Error('not listening to the database')
      },
    },
  ]

  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (isDraining()) return reply.status(503).send({ status: 'stopping', failing: [], weak: [] })
    const failing = (await Promise.all(probes.map(failingOf))).filter((part) => part !== null)
    // Failing outside services (a directory, a sign-in service) are named but don't make the node unready.
    const weak = failing.length ? [] : await weakParts()
    return reply
      .status(failing.length ? 503 : 200)
      .send({ status: failing.length ? 'failing' : 'ready', failing, weak })
  })
}
