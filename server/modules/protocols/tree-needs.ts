import type { SignedIn } from '#server/http/context.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { ClientSession } from './client-sessions.ts'
import type { Place } from './placing.ts'
import type { RoomNeeds } from './room.ts'
import type { Unfinished } from './unfinished.ts'

export type TreeNeeds = RoomNeeds & {
  blobs: BlobStore
  files: FilesModule
  place: Place
  unfinished: Unfinished
  /** Throws maintenance while the site is read-only or closed. */
  demandOpen: (role: SignedIn['role'], isWriting: boolean) => Promise<void>
  /** Reloads the client session. Throws appPasswordWrong and the like. */
  again: (clientSession: ClientSession) => Promise<ClientSession>
}
/** A space, and the client session that uses it. */
export type Walk = TreeNeeds & { clientSession: ClientSession; space: EnteredSpace }
