import { Failure } from '#server/failure.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import { type Db, transact } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import type { ProtocolStore } from './store.ts'

/** Smaller transfers reserve no storage: it is only checked that there is enough. */
const FREE_BYTES = 1_048_576
/** Step of reservations for a transfer of unknown size. */
const STEP_BYTES = 67_108_864
/** Interval at which a running transfer refreshes its reservation; stale reservations are swept. */
const ALIVE_MS = 5 * 60_000
export const IDLE_MS = 12 * ALIVE_MS

export type RoomNeeds = { db: Db; store: ProtocolStore; now: () => Date; newId: () => string }

/** Reserves storage in a space for one transfer, as it grows. */
export function roomFor({ db, store, now, newId }: RoomNeeds, space: EnteredSpace, personId: string) {
  const { id: spaceId } = space
  const id = newId()
  let held = 0
  let extendedMs = now().getTime()

  async function hold(bytes: number): Promise<void> {
    if (!(await store.hold({ id, spaceId, personId, at: now() }, bytes - held))) throw new Failure('spaceFull')
    held = bytes
  }

  return {
    /** Id of the reservation; null while nothing is reserved. */
    heldAs: (): string | null => (held ? id : null),
    /** Reserves storage for a known size. Throws spaceFull. */
    async demand(bytes: number): Promise<void> {
      if (bytes > FREE_BYTES) return hold(bytes)
      if (space.usedBytes + bytes > space.capacityBytes) throw new Failure('spaceFull')
    },
    /** Reserves storage for the bytes received so far of a transfer of unknown size. Throws spaceFull. */
    async grow(bytes: number): Promise<void> {
      if (bytes > Math.max(FREE_BYTES, held)) await hold(bytes + STEP_BYTES)
    },
    /** Refreshes the reservation while bytes arrive, so that it is not swept. */
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

/** Under the space's lock: otherwise releases would wait for the counters' row, each with a connection. */
export const releaseAll = ({ db, store }: Pick<RoomNeeds, 'db' | 'store'>, spaceId: string, ids: readonly string[]) =>
  transact(db, async (tx) => {
    await lockSpace(tx, spaceId)
    await store.release(tx, ids)
  })
