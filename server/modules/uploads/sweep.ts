import type { RawBuilder } from 'kysely'
import { UPLOAD_IDLE_MS } from '#contract/core/limits.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { whileBlobsRest } from '#server/storage/locks.ts'
import type { UploadStore } from './store.ts'
import { strangers, takeUnused } from './sweep-store.ts'

/** How long unreferenced content is kept: a running upload may reference it soon. */
export const BLOB_REST_MS = HOUR_MS
/** Rows per round, so that the lock, which uploads wait for, is held briefly. */
const ROUND = 200

type Sweeps = {
  /** Cancels uploads inactive for UPLOAD_IDLE_MS, and removes staged files without an upload. */
  uploads(): Promise<number>
  /** Removes unreferenced content, and files without a row. */
  blobs(): Promise<number>
}
type Needs = {
  db: Db
  blobs: BlobStore
  store: UploadStore
  /** SQL condition: no row references the content of `blob as b`. */
  isUnused: RawBuilder<unknown>
  now: () => Date
}

export function uploadSweeps({ db, blobs, store, isUnused, now }: Needs): Sweeps {
  async function uploads(): Promise<number> {
    const staged = new Map<string, number>()
    for await (const { uploadId, modifiedMs } of blobs.staging.list()) staged.set(uploadId, modifiedMs)
    const idleSince = now().getTime() - UPLOAD_IDLE_MS
    let swept = 0
    const alive = new Set<string>()
    let after: string | null = null
    do {
      const page: { id: string; active_at: Date }[] = await store.open(after, ROUND)
      for (const { id, active_at } of page) {
        const touched = Math.max(active_at.getTime(), staged.get(id) ?? 0)
        if (touched >= idleSince) alive.add(id)
        else if (await store.giveUp(id)) swept += 1
      }
      after = page.length === ROUND ? (page.at(-1)?.id ?? null) : null
    } while (after)
    for (const [uploadId, modifiedMs] of staged) {
      if (!alive.has(uploadId) && modifiedMs < now().getTime() - BLOB_REST_MS) await blobs.staging.discard(uploadId)
    }
    await store.forgetFinished(new Date(idleSince))
    return swept
  }

  /** Runs while no transaction can reference blobs; returns 0 when the lock is not free in time. */
  const alone = async (run: (tx: Tx) => Promise<number>) => (await whileBlobsRest(db, run)) ?? 0

  async function round(before: Date): Promise<number> {
    return alone(async (tx) => {
      const unused = await takeUnused(tx, { isUnused, before, most: ROUND })
      for (const sha256 of unused) await blobs.remove(sha256)
      return unused.length
    })
  }

  /** Checks without the lock first: usually there is nothing to remove. */
  async function sweepStrays(page: string[]): Promise<number> {
    const found = await strangers(db, page)
    if (!found.length) return 0
    return alone(async (tx) => {
      const gone = await strangers(tx, found)
      for (const sha256 of gone) await blobs.remove(sha256)
      return gone.length
    })
  }

  async function strays(before: Date): Promise<number> {
    let swept = 0
    let page: string[] = []
    for await (const { sha256, modifiedMs } of blobs.list()) {
      if (modifiedMs < before.getTime()) page.push(sha256)
      if (page.length < ROUND) continue
      swept += await sweepStrays(page)
      page = []
    }
    return swept + (await sweepStrays(page))
  }

  return {
    uploads,
    async blobs() {
      const before = new Date(now().getTime() - BLOB_REST_MS)
      let swept = 0
      for (let gone = ROUND; gone === ROUND; swept += gone) gone = await round(before)
      return swept + (await strays(before))
    },
  }
}
