import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import { openServer } from '#server/serving.ts'
import type { Wish } from '#server/storage/blobs/staging-pool.ts'
import type { Address } from '#server/storage/database.ts'
import { type Calls, calls } from './calls.ts'
import { type Figures, type Role, STOP_MS } from './place.ts'

/** Signals that a terminal or a service manager sends to all processes: the parent decides when to stop. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first one keeps to the folder that the server had as one process, so that what was kept there serves on. */
const ownDirOf = ({ dataDir }: Config, number: number) =>
  number === 1 ? dataDir : join(dataDir, 'workers', String(number))

/** One of several processes of a server: does what its parent says, and ends with it. */
export async function work(config: Config, log: FastifyBaseLogger): Promise<void> {
  const { promise: isTold, resolve: tell } = Promise.withResolvers<void>()
  let own: () => Promise<Figures> = async () => []
  const line: Calls = calls(process as Parameters<typeof calls>[0], { stop: () => tell(), figures: () => own() })
  for (const signal of SIGNALS) process.on(signal, () => tell())
  const { number, nodeId, wantsDemo, isFirstStart, queries } = await line.ask<Role>('role')
  const server = await openServer({
    config: { ...config, queries: { ...config.queries, processes: queries }, ownDir: ownDirOf(config, number) },
    log,
    wantsDemo,
    isFirstStart,
    database: line.ask<Address>('database'),
    keeper: (wish: Wish) => line.ask('uploads', wish),
    worker: {
      number,
      nodeId,
      shareFigures(answer) {
        own = answer
        return () => line.ask<Figures[]>('figures')
      },
    },
  })
  const { close } = closeWithGrace(
    { delay: STOP_MS + config.drainMs, logger: log, skip: [...SIGNALS] },
    async ({ err }) => {
      if (err) log.fatal({ err, worker: number }, 'stopping')
      await server.stop({ drains: !err })
    },
  )
  void isTold.then(close)
  await line.ask('ready', await server.started)
  await server.working
}
