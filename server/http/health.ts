import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Deps } from '#server/app.ts'
import { Failure } from '#server/failure.ts'

/** A part that has not answered after this long counts as failing. */
const PROBE_MS = 3000

type Probe = { part: string; run: () => Promise<unknown> }
type Part = { part: string; reason: string }

async function failingOf({ part, run }: Probe): Promise<Part | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer for ${PROBE_MS} ms`)), PROBE_MS)
  })
  try {
    await Promise.race([run(), late])
    return null
  } catch (error) {
    // Told, not swallowed: the reason is the answer.
    return { part, reason: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(timer)
  }
}

/** `/healthz`: the process answers. `/readyz`: it can work, or which part can't, and which of others' parts is weak. `/metrics`: figures for Prometheus. */
export function healthRoutes(
  app: FastifyInstance,
  { db, bus, blobs, isDraining }: Deps,
  weakParts: () => Promise<Part[]>,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

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
    // What others run (a directory, a sign-in service) is named, but takes nobody out of service.
    const weak = failing.length ? [] : await weakParts()
    return reply
      .status(failing.length ? 503 : 200)
      .send({ status: failing.length ? 'failing' : 'ready', failing, weak })
  })
  app.get('/metrics', async (request, reply) => {
    const isLocal = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip) && !request.headers['x-forwarded-for']
    if (!isLocal && request.actor?.role !== 'role_admin') throw new Failure('notFound')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
