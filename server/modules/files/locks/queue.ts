import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { EnteredSpace, SpaceService } from '#server/modules/spaces/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { lockSpacesWith } from '#server/storage/locks.ts'
import { noteUnlocked } from './locked.ts'

/** A space by its code, or an already entered one. */
type Way = string | EnteredSpace

/**
 * Runs a change of several spaces in a transaction: one change per space at a time, with rights checked after the mutex
 * is acquired. A caller who may not enter a space is refused without waiting.
 */
export const spacesQueue =
  (db: Db, spaces: Pick<SpaceService, 'enter'>) =>
  async <T>(
    [one, other]: readonly [Way, Way],
    actor: SignedIn,
    run: (tx: Tx, entered: readonly [EnteredSpace, EnteredSpace]) => Promise<T>,
  ): Promise<T> => {
    const idOf = async (way: Way) => (typeof way === 'string' ? (await spaces.enter(way, actor)).id : way.id)
    const from = await idOf(one)
    const ids = [from, other === one ? from : await idOf(other)] as const
    return transact(db, async (tx) => {
      const { entered } = await enterLocked(
        tx,
        ids,
        (id) => spaces.enter(id, actor, tx),
        async () => null,
      )
      return run(tx, entered)
    })
  }

/**
 * Locks spaces, enters them and looks at what they hold, in one trip; the second space may be the first. A change of few
 * rows takes the plans that are there.
 */
export async function enterLocked<T>(
  tx: Tx,
  [one, other]: readonly [string, string],
  enter: (id: string) => Promise<EnteredSpace>,
  look: () => Promise<T>,
  locking: { isOfFewRows?: boolean } = {},
): Promise<{ entered: readonly [EnteredSpace, EnteredSpace]; looked: T }> {
  const both = () => Promise.all([look(), ...[...new Set([one, other])].map(enter)])
  const [, [looked, ...entered]] = await lockSpacesWith(tx, [one, other], both, locking)
  const [first, second = first] = entered
  if (!first || !second) throw new Failure('spaceNotFound')
  for (const space of entered) if (!space.hasLocks) noteUnlocked(tx, space.id)
  return { entered: [first, second], looked }
}

/** Runs a change of one space; one at a time. The caller must be able to enter the space, or has entered it. */
export const spaceQueue = (db: Db, spaces: Pick<SpaceService, 'enter'>) => {
  const inQueues = spacesQueue(db, spaces)
  return <T>(way: Way, actor: SignedIn, run: (tx: Tx, space: EnteredSpace) => Promise<T>): Promise<T> =>
    inQueues([way, way], actor, (tx, [space]) => run(tx, space))
}
