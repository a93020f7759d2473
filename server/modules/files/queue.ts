import type { SignedIn } from '#server/http/context.ts'
import type { EnteredSpace, SpaceService } from '#server/modules/spaces/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'

/**
 * Changes what a space holds in a transaction: one change at a time, each judged by what holds when its turn comes.
 * Whoever may not enter does not wait.
 */
export const spaceQueue =
  (db: Db, spaces: Pick<SpaceService, 'enter'>) =>
  async <T>(spaceId: string, actor: SignedIn, run: (tx: Tx, space: EnteredSpace) => Promise<T>): Promise<T> => {
    await spaces.enter(spaceId, actor)
    return db.transaction().execute(async (tx) => {
      await lockSpace(tx, spaceId)
      return run(tx, await spaces.enter(spaceId, actor, tx))
    })
  }
