import { Failure } from '#server/failure.ts'
import { type Db, transact } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import type { ProtocolStore } from './store.ts'

/** What is no larger holds no room while it comes: it is only seen that there is some. */
const FREE_BYTES = 1_048_576
/** Room is held in such steps for what does not say how large it is. */
const STEP_BYTES = 67_108_864
/** It is told this often that something still comes, and what says nothing for so long is swept. */
const ALIVE_MS = 5 * 60_000
export const IDLE_MS = 12 * ALIVE_MS

export type RoomNeeds = { db: Db; store: ProtocolStore; now: () => Date; newId: () => string }

/** Room in a space for one thing that comes, held as it grows. */
export function roomFor({ db, store, now, newId }: RoomNeeds, spaceId: string, personId: string) {
  const id = newId()
  let held = 0
  let extendedMs = now().getTime()

  async function hold(bytes: number): Promise<void> {
    if (!(await store.hold({ id, spaceId, personId, at: now() }, bytes - held))) throw new Failure('spaceFull')
    held = bytes
  }

  return {
    /** What the bytes are held under; null while none are. */
    heldAs: (): string | null => (held ? id : null),
    /** Room for something of a known size. Throws spaceFull. */
    async demand(bytes: number): Promise<void> {
      if (bytes > FREE_BYTES) return hold(bytes)
      const { usedBytes, capacityBytes } = await store.room(spaceId)
      if (usedBytes + bytes > capacityBytes) throw new Failure('spaceFull')
    },
    /** Room for what has come so far of something that does not tell its size. Throws spaceFull. */
    async grow(bytes: number): Promise<void> {
      if (bytes > Math.max(FREE_BYTES, held)) await hold(bytes + STEP_BYTES)
    },
    /** Bytes come: nobody sweeps what is held for them. */
    async stillComes(): Promise<void> {
      if (!held || now().getTime() - extendedMs < ALIVE_MS) return
      extendedMs = now().getTime()
      await store.noteActive(id, now())
    },
    async release(): Promise<void> {
      if (held) await releaseAll({ db, store }, spaceId, [id])
      held = 0
    },
  }
}
export type Room = ReturnType<typeof roomFor>

/** In the space's queue: what gives room back would wait for whoever holds the counters, with a connection each. */
export const releaseAll = ({ db, store }: Pick<RoomNeeds, 'db' | 'store'>, spaceId: string, ids: readonly string[]) =>
  transact(db, async (tx) => {
    await lockSpace(tx, spaceId)
    await store.release(tx, ids)
  })
