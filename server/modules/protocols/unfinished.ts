import { UPLOAD_IDLE_MS } from '#contract/core/limits.ts'
import { keepBlobs } from '#server/modules/files/index.ts'
import type { Digest } from '#server/storage/blobs/blob-store.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { type Part, type Spot, sqlUnfinishedStore } from './unfinished-store.ts'

export type { Part } from './unfinished-store.ts'

/** The sender disconnected before the end of a file; the bytes received are complete and in order. */
export class BrokenOff extends Error {
  constructor(cause?: unknown) {
    super('the file broke off', { cause })
  }
}

type Needs = { db: Db; now: () => Date; newId: () => string }

/** Interrupted uploads, which only their own person can resume. */
export function unfinishedRules({ db, now, newId }: Needs) {
  const store = sqlUnfinishedStore(db)
  const inQueue = (spaceId: string, run: (tx: Tx) => Promise<unknown>) =>
    transact(db, async (tx) => {
      await lockSpace(tx, spaceId)
      await run(tx)
    })

  return {
    find: store.find,
    /** Keeps the received bytes, replacing an earlier part; nothing is kept without enough storage. */
    keep: (spot: Spot, content: Digest): Promise<void> =>
      inQueue(spot.spaceId, async (tx) => {
        await store.forgetAt(tx, spot)
        if (!content.size) return
        await keepBlobs(tx, [{ blob: content }], now())
        await store.insert(tx, { ...spot, id: newId(), at: now() }, content)
      }),
    /** Releases a part's storage to the upload that resumes it. */
    release: (part: Part): Promise<void> => inQueue(part.spaceId, (tx) => store.release(tx, part)),
    /** The resumed upload failed: reserves the part's storage again, or deletes the part if there is not enough. */
    holdAgain: (part: Part): Promise<void> =>
      inQueue(part.spaceId, async (tx) => {
        await store.holdAgain(tx, part)
        await store.forgetReleased(tx, part)
      }),
    drop: (part: Part): Promise<void> => inQueue(part.spaceId, (tx) => store.forget(tx, part)),
    /** Removes expired parts; run by schedule. Returns in how many spaces. */
    async sweep(): Promise<number> {
      const before = new Date(now().getTime() - UPLOAD_IDLE_MS)
      const spaceIds = await store.spacesWithOld(before)
      for (const spaceId of spaceIds) await inQueue(spaceId, (tx) => store.forgetOld(tx, spaceId, before))
      return spaceIds.length
    },
  }
}
export type Unfinished = ReturnType<typeof unfinishedRules>
