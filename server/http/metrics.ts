import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type Metric,
  Registry,
} from 'prom-client'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import { poolFigures, statementsSent } from '#server/storage/database.ts'
import { diskOf } from '#server/storage/disk.ts'
import { type QueueFigures, queueFigures } from '#server/storage/figures.ts'
import { remembered } from '#server/storage/remembered.ts'
import { refusalOf, statusOf } from './answer.ts'

/** The queues are the same for every node and are read from the database: at most once in this many milliseconds. */
const QUEUES_AGE_MS = 10_000
/** HTTP statuses from here on are the server's fault, not the caller's. */
const SERVER_ERROR = 500

const isWithin = (address: string, network: string): boolean => {
  const own = ipaddr.process(address)
  const [net, bits] = ipaddr.parseCIDR(network)
  return own.kind() === net.kind() && own.match([net, bits])
}

/** Checks who may read the metrics: this machine, the networks of METRICS_FROM, and administrators. */
function mayRead(request: FastifyRequest, networks: readonly string[]): boolean {
  if (request.actor?.role === 'role_admin') return true
  // A proxied request may come from anybody.
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

/** A gauge whose value is read on request. */
const gauge = (registers: Registry[], name: string, help: string, read: () => number) =>
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read())
    },
  })

/** Metrics of requests: count, duration, and refusals that are the server's fault. */
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
  // Starts at zero, so that an alert sees the first refusal as a change.
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

/** Counts failed scheduled jobs of this node through `jobFailed`. */
const jobFailures = new Counter({
  name: 'dataspace_job_failures_total',
  help: 'Scheduled jobs that failed on this node',
  labelNames: ['job'],
  registers: [],
})
/** Counts one failure of a scheduled job. */
export const jobFailed = (job: string): void => jobFailures.inc({ job })

/** Metrics of this process: its database connections, its listeners, its clock. */
function watchProcess(app: FastifyInstance, { db, bus, now }: Deps, registers: Registry[]): void {
  const pool = () => poolFigures(db)
  let noted = 0
  gauge(registers, 'dataspace_database_connections_busy', 'Connections of this node in use', () => pool().busy)
  gauge(registers, 'dataspace_database_connections_max', 'Connections that it may have', () => pool().max)
  gauge(registers, 'dataspace_database_waiting', 'Requests that wait for a connection', () => pool().waiting)
  new Counter({
    name: 'dataspace_database_statements_total',
    help: 'Statements that this node sent',
    registers,
    collect() {
      this.inc(statementsSent() - noted)
      noted = statementsSent()
    },
  })
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

/** Open connections of clients and proxies to this node. */
function watchConnections({ server }: FastifyInstance, registers: Registry[]): void {
  const count = () =>
    new Promise<number>((resolve, reject) => {
      server.getConnections((error, open) => (error ? reject(error) : resolve(open)))
    })
  new Gauge({
    name: 'dataspace_connections_open',
    help: 'Connections of clients and proxies to this node',
    registers,
    async collect() {
      this.set(await count())
    },
  })
}

/** Disk space of DATA_DIR; absent when it can't be read. */
function watchDisk({ config }: Deps, registers: Registry[]): void {
  const free = new Gauge({ name: 'dataspace_disk_free_bytes', help: 'Room on the disk of DATA_DIR', registers })
  new Gauge({
    name: 'dataspace_disk_size_bytes',
    help: 'Size of that disk',
    registers,
    async collect() {
      const { bytes, freeBytes } = await diskOf(config.dataDir)
      free.set(freeBytes)
      this.set(bytes)
    },
  })
}

/** Queues of the whole installation; absent while the database is unavailable. */
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
/** Memory, processor time and the like: one registry per process, shared by all its servers and never stopped. */
function processFigures(): Registry {
  if (!ofProcess) collectDefaultMetrics({ register: (ofProcess = new Registry()) })
  return ofProcess
}

/** The figures of all workers, each with its number as a label; of a server of one process its own, without. */
function figuresOf(own: Registry, count: () => Promise<void>, { worker }: Deps): () => Promise<string> {
  if (!worker) return () => count().then(() => own.metrics())
  own.setDefaultLabels({ worker: String(worker.number) })
  const all = worker.shareFigures(async () => {
    await count()
    // Every value stands alone by its label; some would be left out.
    return (await own.getMetricsAsJSON()).map((figure) => ({ ...figure, aggregator: 'sum' }))
  })
  return async () => AggregatorRegistry.aggregate(await all()).metrics()
}

/** `/metrics`: figures for Prometheus, explained for operators in deploy/monitoring. `others`: metrics of modules. */
export function metricRoutes(app: FastifyInstance, deps: Deps, others: readonly Metric[]): void {
  const registry = new Registry()
  watchRequests(app, [registry])
  watchProcess(app, deps, [registry])
  watchConnections(app, [registry])
  watchDisk(deps, [registry])
  for (const metric of [jobFailures, ...others]) registry.registerMetric(metric)
  const count = watchQueues(deps, registry)
  const all = Registry.merge([processFigures(), registry])
  const figures = figuresOf(all, count, deps)
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, deps.config.metricsFrom)) throw new Failure('notFound')
    return reply.type(all.contentType).send(await figures())
  })
}
