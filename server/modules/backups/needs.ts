import type { FastifyBaseLogger } from 'fastify'
import type { OutsidePolicy } from '#server/http/outside-address.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { People } from '#server/modules/people/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { BroughtBack } from '#server/space-part.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import type { SpaceContents } from './copying.ts'
import type { PolicyStore } from './policy-store.ts'
import type { RunStore } from './run-store.ts'

/** Dependencies of the work of a run. */
export type WorkNeeds = {
  db: Db
  bus: Bus
  blobs: BlobStore
  seal: Seal
  /** Which addresses of other servers are allowed. */
  outside: OutsidePolicy
  audit: Audit
  journal: Journal
  messages: Messages
  people: Pick<People, 'byId'>
  spaces: Pick<SpaceService, 'demand'>
  parts: SpaceContents
  broughtBack: readonly ((tx: Tx, back: BroughtBack) => Promise<void>)[]
  policies: PolicyStore
  runs: RunStore
  /** Recomputes the counters of a space. */
  mendCounters: (tx: Tx, spaceId: string) => Promise<void>
  now: () => Date
  newId: () => string
  log: FastifyBaseLogger
}
