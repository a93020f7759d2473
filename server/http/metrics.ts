import { statfs } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import { poolFigures } from '#server/storage/database.ts'
import { type QueueFigures, queueFigures } from '#server/storage/figures.ts'
import { remembered } from '#server/storage/remembered.ts'
import { refusalOf, statusOf } from './answer.ts'

/** The queues are the same for every node and asked of the database: not more often than this. */
const QUEUES_AGE_MS = 10_000
/** Refusals from here on are ours and not the caller's. */
const SERVER_ERROR = 500

const isWithin = (address: string, network: string): boolean => {
  const own = ipaddr.process(address)
  const [net, bits] = ipaddr.parseCIDR(network)
  return own.kind() === net.kind() && own.match([net, bits])
}

/** Who may read the figures: this machine, the networks of METRICS_FROM, and administrators. */
function mayRead(request: FastifyRequest, networks: readonly string[]): boolean {
  if (request.actor?.role === 'role_admin') return true
  // What came through a proxy came from anybody.
  if (request.headers['x-forwarded-for']) return false
  return ['127.0.0.0/8', '::1/128', ...networks].some((network) => isWithin(request.ip, network))
}

const gauges = {
  uploads: ['dataspace_uploads_under_way', 'Uploads begun and not finished, of the whole installation'],
  uploadBytes: ['dataspace_uploads_reserved_bytes', 'Bytes that they reserve'],
  tasksWaiting: ['dataspace_tasks_waiting', 'Background tasks that no node has'],
  taskAge: ['dataspace_task_oldest_waiting_seconds', 'Age of the oldest of them'],
  mailAge: ['dataspace_mail_oldest_waiting_seconds', 'How long the oldest mail is overdue'],
  mailsFailed: ['dataspace_mails_failed_last_day', 'Mails given up within a day'],
  contentAge: ['dataspace_content_oldest_due_seconds', 'How long the oldest content waits for its text or picture'],
  jobAge: ['dataspace_job_oldest_waiting_seconds', 'How long the oldest scheduled job is overdue'],
} as const satisfies Record<keyof QueueFigures, readonly [string, string]>

/** A figure that is looked up when it is asked for. */
const gauge = (registers: Registry[], name: string, help: string, read: () => number) =>
  new Gauge({
    ...{ name, help, registers },
    collect() {
      this.set(read())
    },
  })

/** Requests: how many, how long, and what of them was refused because of us. */
function watchRequests(app: FastifyInstance, registers: Registry[]): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers,
  })
  const refused = new Counter({
    name: 'dataspace_refusals_total',
    help: 'Answers that were refused because of us, by refusal: database or contents away, disk full, unknown',
    labelNames: ['refusal'],
    registers,
  })
  // Told from the start, so that the first one is a change that an alert can see.
  for (const refusal of ['busy', 'storeAway', 'diskFull', 'unknown'] as const) refused.inc({ refusal }, 0)
  app.addHook('onError', async (_request, _reply, error) => {
    const { refusal } = refusalOf(error)
    if (statusOf(refusal) >= SERVER_ERROR) refused.inc({ refusal })
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}

/** Scheduled jobs that failed on this node; each is counted by `jobFailed`. */
const jobFailures = new Counter({
  name: 'dataspace_job_failures_total',
  help: 'Scheduled jobs that failed on this node',
  labelNames: ['job'],
  registers: [],
})
/** Counts a failure of a scheduled job. */
export const jobFailed = (job: string): void => jobFailures.inc({ job })

/** This process: its connections to the database, its listeners, its clock. */
function watchProcess(app: FastifyInstance, { db, bus, now }: Deps, registers: Registry[]): void {
  const pool = () => poolFigures(db)
  gauge(registers, 'dataspace_database_connections_busy', 'Connections of this node in use', () => pool().busy)
  gauge(registers, 'dataspace_database_connections_max', 'Connections that it may have', () => pool().max)
  gauge(registers, 'dataspace_database_waiting', 'Requests that wait for a connection', () => pool().waiting)
  gauge(registers, 'dataspace_notifications_connected', '1 while this node hears the others', () =>
    Number(bus.isConnected()),
  )
  gauge(
    registers,
    'dataspace_clock_ahead_seconds',
    'How far the clock of this machine is ahead of the database',
    () => Math.round((Date.now() - now().getTime()) / 100) / 10,
  )
  gauge(
    registers,
    'dataspace_pages_listening',
    'Pages that hear news from this node',
    () => app.websocketServer.clients.size,
  )
}

/** Connections of clients and proxies to this node. */
function watchConnections({ server }: FastifyInstance, registers: Registry[]): void {
  const count = () =>
    new Promise<number>((resolve, reject) => {
      server.getConnections((error, open) => (error ? reject(error) : resolve(open)))
    })
  new Gauge({
    ...{ name: 'dataspace_connections_open', help: 'Connections of clients and proxies to this node', registers },
    async collect() {
      this.set(await count())
    },
  })
}

/** The disk of DATA_DIR; nothing is told of one that can't be asked. */
function watchDisk({ config }: Deps, registers: Registry[]): void {
  const free = new Gauge({ name: 'dataspace_disk_free_bytes', help: 'Room on the disk of DATA_DIR', registers })
  new Gauge({
    ...{ name: 'dataspace_disk_size_bytes', help: 'Size of that disk', registers },
    async collect() {
      const { bavail, blocks, bsize } = await statfs(config.dataDir)
      free.set(bavail * bsize)
      this.set(blocks * bsize)
    },
  })
}

/** The queues of the whole installation; none is told while the database is away. */
function watchQueues({ db, log }: Deps, registry: Registry): () => Promise<void> {
  const known = (Object.keys(gauges) as (keyof QueueFigures)[]).map((key) => {
    const [name, help] = gauges[key]
    return { key, gauge: new Gauge({ name, help, registers: [registry] }) }
  })
  const ask = remembered(
    QUEUES_AGE_MS,
    () => new Date(),
    () => queueFigures(db),
  )
  return async () => {
    try {
      const figures = await ask(null)
      for (const { key, gauge } of known) gauge.set(figures[key])
    } catch (error) {
      log.warn({ err: error }, 'queues not counted')
      for (const { gauge } of known) gauge.reset()
    }
  }
}

let ofProcess: Registry | undefined
/** Memory, processor time and the like: a process measures itself once, however many servers it has, and never stops. */
function processFigures(): Registry {
  if (!ofProcess) collectDefaultMetrics({ register: (ofProcess = new Registry()) })
  return ofProcess
}

/** `/metrics`: figures for Prometheus. What they mean for whoever looks after the machines: deploy/monitoring. `others`: what modules count. */
export function metricRoutes(app: FastifyInstance, deps: Deps, others: readonly Metric[]): void {
  const registry = new Registry()
  watchRequests(app, [registry])
  watchProcess(app, deps, [registry])
  watchConnections(app, [registry])
  watchDisk(deps, [registry])
  for (const metric of [jobFailures, ...others]) registry.registerMetric(metric)
  const count = watchQueues(deps, registry)
  const all = Registry.merge([processFigures(), registry])
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, deps.config.metricsFrom)) throw new Failure('notFound')
    await count()
    return reply.type(all.contentType).send(await all.metrics())
  })
}
