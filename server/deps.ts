import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { BlobStore } from './storage/blobs/blob-store.ts'
import type { Bus } from './storage/bus.ts'
import type { Db } from './storage/database.ts'
import type { Seal } from './storage/seal.ts'
import type { WorkerPlace } from './workers/place.ts'

/** Dependencies of the modules; the clock and the id generator are passed in so that tests can set them. */
export type Deps = {
  db: Db
  bus: Bus
  blobs: BlobStore
  config: Config
  now: () => Date
  newId: () => string
  log: FastifyBaseLogger
  seal: Seal
  /** True from the moment the server begins to stop. */
  isDraining: () => boolean
  /** Of a process that is one of several of one server. */
  worker?: WorkerPlace
}
