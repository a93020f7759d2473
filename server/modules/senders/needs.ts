import type { ReceivedPublications } from '#server/modules/publications/index.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import type { IncomingStore } from './incoming-store.ts'
import type { SenderStore } from './store.ts'

/** Dependencies for receiving the files of submissions. */
export type ReceivingNeeds = {
  db: Db
  blobs: BlobStore
  senders: SenderStore
  incoming: IncomingStore
  publications: ReceivedPublications
  now: () => Date
  newId: () => string
}
