import cluster, { type Worker } from 'node:cluster'
import closeWithGrace from 'close-with-grace'
import type { FastifyBaseLogger } from 'fastify'
import { within } from '#server/concurrency/within.ts'
import type { Config } from '#server/config.ts'
import type { Wish } from '#server/storage/blobs/staging-pool.ts'
import { uploadKeeper } from '#server/storage/blobs/upload-keeper.ts'
import type { Address } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'
import { isFirstStart, startEmbedded } from '#server/storage/postgres/supervisor.ts'
import { type Calls, calls } from './calls.ts'
import { closesWhatItHolds } from './handed.ts'
import { type Figures, type Role, STOP_MS } from './place.ts'

/** Connections of the embedded database that each worker may have, and those for everything else. */
const CONNECTIONS = { worker: 20, others: 40 }
/** The wait before a worker is started again: doubled each time, from the first to the last; milliseconds. */
const AGAIN_MS = { first: 500, last: 30_000 }
/** A worker that lived for this long had no failed start. */
const PROVEN_MS = 60_000
/** A worker that does not tell its figures within this time is left out; milliseconds. */
const FIGURES_MS = 2000

type Slot = { number: number; nodeId: string; failures: number; worker: Worker | null; line: Calls | null }

/** A worker that ended before the server was ready, with its exit code. */
export class StartFailed extends Error {
  readonly exitCode: number
  constructor(exitCode: number) {
    super(`a worker ended with ${exitCode} before the server was ready`)
    this.exitCode = exitCode
  }
}

/**
 * Runs the server in several processes on one port. This one holds the port, the embedded database and the uploads of a
 * local folder, starts a worker again that died, and answers no requests. `program` is what a worker runs. Throws
 * StartFailed.
 */
export async function runWorkers(
  config: Config,
  {
    log,
    wantsDemo,
    say,
    program,
  }: { log: FastifyBaseLogger; wantsDemo: boolean; say: (line: string) => void; program: string },
): Promise<void> {
  cluster.setupPrimary({ exec: program, serialization: 'advanced' })
  const isFirst = !config.databaseUrl && isFirstStart(config.dataDir)
  const connections = CONNECTIONS.others + CONNECTIONS.worker * config.workers
  const embedded = config.databaseUrl
    ? null
    : startEmbedded(config.dataDir, { max_connections: String(connections) }, log)
  const database: Promise<Address> = embedded
    ? embedded.then(({ address }) => address)
    : Promise.resolve(config.databaseUrl ?? '')
  const keeper = uploadKeeper(config.blobDir, config.workers)
  const slots = Array.from(
    { length: config.workers },
    (_, at): Slot => ({ number: at + 1, nodeId: newId(), failures: 0, worker: null, line: null }),
  )
  let isStopping = false
  let isReady = false

  const figures = async (): Promise<Figures[]> => {
    const lines = slots.map(({ line }) => line).filter((line) => line !== null)
    const told = lines.map((line) => within(FIGURES_MS, () => line.ask<Figures>('figures')).catch(() => null))
    return (await Promise.all(told)).filter((one) => one !== null)
  }

  /** Starts a worker; resolves to where it listens. */
  function begin(slot: Slot): Promise<string> {
    const { promise: origin, resolve: ready, reject: failed } = Promise.withResolvers<string>()
    const bornMs = performance.now()
    const uploads = keeper.forProcess()
    const worker = cluster.fork()
    const closeHanded = closesWhatItHolds(worker.process)
    let isUp = false
    const role: Role = {
      number: slot.number,
      nodeId: slot.nodeId,
      wantsDemo: wantsDemo && slot.number === 1,
      isFirstStart: isFirst && !isReady,
      queries: Math.max(1, Math.floor(config.queries.processes / config.workers)),
    }
    slot.worker = worker
    slot.line = calls(worker, {
      role: () => role,
      database: () => database,
      uploads: (wish: Wish) => uploads.ask(wish),
      figures,
      ready(where: string) {
        isUp = true
        ready(where)
      },
    })
    worker.once('exit', (code: number | null, signal: string | null) => {
      slot.line?.cut()
      slot.worker = slot.line = null
      closeHanded()
      uploads.gone()
      failed(new StartFailed(code ?? 1))
      if ((isUp || isReady) && !isStopping) beginAgain(slot, bornMs, { code, signal, pid: worker.process.pid })
    })
    return origin
  }

  function beginAgain(slot: Slot, bornMs: number, fields: object): void {
    slot.failures = performance.now() - bornMs > PROVEN_MS ? 0 : slot.failures + 1
    const againInMs = Math.min(AGAIN_MS.last, AGAIN_MS.first * 2 ** Math.max(0, slot.failures - 1))
    log.error({ ...fields, worker: slot.number, againInMs }, 'a worker ended and is started again')
    setTimeout(() => {
      if (isStopping) return
      begin(slot).then(
        () => log.info({ worker: slot.number }, 'a worker is back'),
        // Its end was logged, and it is started once more.
        () => undefined,
      )
    }, againInMs)
  }

  async function stop(): Promise<void> {
    isStopping = true
    await Promise.all(
      slots.map(async ({ worker, line }) => {
        if (!worker || worker.isDead()) return
        const ended = new Promise((resolve) => worker.once('exit', resolve))
        // A worker that ends meanwhile does not answer.
        line?.ask('stop').catch(() => undefined)
        await ended
      }),
    )
    await keeper.close()
    await (await embedded)?.stop()
  }

  closeWithGrace({ delay: STOP_MS + config.drainMs + 5000, logger: log }, async ({ err }) => {
    if (err) log.fatal({ err }, 'stopping')
    await stop()
  })
  try {
    // The first one migrates, and makes what a new installation needs; it is loaded while the database starts.
    const [first, ...others] = slots
    const [origin] = await Promise.all([first && begin(first), database])
    await Promise.all(others.map(begin))
    isReady = true
    say(`DataSpace is ready: ${origin}`)
  } catch (error) {
    // Stopped by a signal: its sender waits for the rest.
    if (isStopping) return
    await stop()
    throw error
  }
}
