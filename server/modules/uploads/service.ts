import type { ParsedOf } from '#contract/core/operation.ts'
import type { uploads } from '#contract/uploads.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { transact } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { beginning } from './begin.ts'
import { chunkRules } from './chunks.ts'
import { committing } from './committing.ts'
import { droppedRules } from './dropped.ts'
import { droppedPackRules } from './dropped-packs.ts'
import { merging } from './merge.ts'

import { findUpload, ownerOf, type Shared, type UploadNeeds } from './needs.ts'
import { packRules } from './packs.ts'
import type { Owner, UploadRow } from './store.ts'
import { uploadsUnderWay } from './uploads-under-way.ts'

export type UploadService = ReturnType<typeof uploadService>

export function uploadService(needs: UploadNeeds) {
  const { store, blobs, db, now, newId } = needs
  const underWay = uploadsUnderWay()
  const commit = committing({ ...needs, forget: underWay.forget })
  const shared: Shared = { ...needs, underWay, commit }
  const { received, chunk } = chunkRules(shared)
  const { merge, complete } = merging(shared)

  /** Under the space's lock: otherwise releases would wait for the counters' row, each with a connection. */
  const giveUp = ({ id, space_id }: UploadRow): Promise<boolean> =>
    transact(db, async (tx) => {
      await lockSpace(tx, space_id)
      return store.giveUp(id, tx)
    })

  async function cancel(checkId: string, owner: Owner): Promise<null> {
    const upload = await store.find(checkId, owner)
    if (upload) underWay.forget(checkId)
    if (upload && !upload.node_id && (await giveUp(upload))) await blobs.staging.discard(checkId)
    return null
  }

  return {
    ...beginning(shared),
    received: (checkId: string, actor: SignedIn) => received(checkId, ownerOf(actor)),
    chunk: (input: ParsedOf<typeof uploads.chunk>, bytes: Buffer, { actor }: ByActor) =>
      chunk(input, bytes, ownerOf(actor)),
    merge,
    ...packRules(shared),
    cancel: ({ checkId }: ParsedOf<typeof uploads.cancel>, { actor }: ByActor) => cancel(checkId, ownerOf(actor)),
    dropped: {
      ...droppedPackRules(shared),
      ...droppedRules({ store, find: (checkId, owner) => findUpload(needs, checkId, owner), complete, now, newId }),
      received,
      chunk,
      cancel,
    },
  }
}
