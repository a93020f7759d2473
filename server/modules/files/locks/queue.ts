import type { SignedIn } from '#server/http/context.ts'
import type { EnteredSpace, SpaceService } from '#server/modules/spaces/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { lockSpaces } from '#server/storage/locks.ts'

/**
 * Runs a change of several spaces in a transaction: one change per space at a time, with rights checked after the mutex
 * is acquired. A caller who may not enter a space is refused without waiting.
 */
export const spacesQueue =
  (db: Db, spaces: Pick<SpaceService, 'enter'>) =>
  async <T>(
    [one, other]: readonly [string, string],
    actor: SignedIn,
    run: (tx: Tx, entered: readonly [EnteredSpace, EnteredSpace]) => Promise<T>,
  ): Promise<T> => {
    const ids = [(await spaces.enter(one, actor)).id, (await spaces.enter(other, actor)).id] as const
    return transact(db, async (tx) => {
      await lockSpaces(tx, ids)
      const entered = await spaces.enter(ids[0], actor, tx)
      return run(tx, [entered, ids[0] === ids[1] ? entered : await spaces.enter(ids[1], actor, tx)])
    })
  }

/** Runs a change of one space; one at a time. The caller must be able to enter the space. */
export const spaceQueue = (db: Db, spaces: Pick<SpaceService, 'enter'>) => {
  const inQueues = spacesQueue(db, spaces)
  return <T>(spaceId: string, actor: SignedIn, run: (tx: Tx, space: EnteredSpace) => Promise<T>): Promise<T> =>
    inQueues([spaceId, spaceId], actor, (tx, [space]) => run(tx, space))
}
