import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { type Chain, chainsTo } from '../listing/tree-store.ts'
import { type LockRow, locksOf } from './lock-store.ts'

/** The change at the end of a path: a new item is added to that folder, or the item itself changes or is removed. */
type Scope = 'into' | 'itself'

/** Whether a lock covers the last item of a chain of ids from the root. */
export const covers = ({ itemId, isDeep }: LockRow, way: readonly string[]): boolean =>
  isDeep ? way.includes(itemId) : way.at(-1) === itemId

/**
 * Whether a lock prevents a change of a chain's last item: removing or renaming an item also changes its parent folder.
 */
const isAgainst = (lock: LockRow, way: readonly string[], scope: Scope): boolean =>
  covers(lock, way) || (scope === 'itself' && way.at(-2) === lock.itemId)

const refusalOf = ({ personName, expiresAt, secondsLeft }: LockRow, name: string): Failure => {
  const minutes = Math.max(1, Math.ceil(secondsLeft / 60))
  const data = { person: personName, until: expiresAt.toISOString() }
  return new Failure('fileLocked', { values: { name, person: personName, minutes }, data })
}

/** The locks of a space, as a check for other people than their holders; null while there are none. */
async function locksIn(from: Db | Tx, spaceId: string) {
  const locks = await locksOf(from, spaceId)
  if (!locks.length) return null
  const ways = await chainsTo(
    from,
    spaceId,
    locks.map(({ itemId }) => itemId),
  )
  /**
   * The lock that prevents a person's change of a chain's last item; null: none. A holder of a shared lock is not
   * blocked by the other holders.
   */
  return (personId: string, chain: Chain, scope: Scope): LockRow | null => {
    const way = chain.map(({ id }) => id)
    const here = locks.filter((lock) => isAgainst(lock, way, scope))
    const isHolder = here.some((lock) => lock.personId === personId)
    const last = way.at(-1)
    const below =
      scope === 'itself' ? locks.filter(({ itemId }) => ways.get(itemId)?.some(({ id }) => id === last)) : []
    return [...(isHolder ? [] : here), ...below].find((lock) => lock.personId !== personId) ?? null
  }
}

/** Spaces in which a change found no lock after acquiring the mutex: none can be added before it ends. */
const unlocked = new WeakMap<object, Set<string>>()

/** Notes that a space has no locks, so that the change does not ask again. */
export function noteUnlocked(tx: Tx, spaceId: string): void {
  unlocked.set(tx, (unlocked.get(tx) ?? new Set()).add(spaceId))
}

type Wish = { id: string; name: string; personId: string; scope: Scope }

/** The error fileLocked for each change that somebody else's lock prevents; null for allowed changes. */
export async function lockedOf(from: Db | Tx, spaceId: string, wishes: readonly Wish[]): Promise<(Failure | null)[]> {
  const isAsked = wishes.length > 0 && !unlocked.get(from)?.has(spaceId)
  const blockerOf = isAsked ? await locksIn(from, spaceId) : null
  if (!blockerOf) return wishes.map(() => null)
  const chains = await chainsTo(
    from,
    spaceId,
    wishes.map(({ id }) => id),
  )
  return wishes.map(({ id, name, personId, scope }) => {
    const blocker = blockerOf(personId, chains.get(id) ?? [], scope)
    return blocker && refusalOf(blocker, name)
  })
}

/** Throws fileLocked for the first change that somebody else's lock prevents. */
export async function demandUnlocked(from: Db | Tx, spaceId: string, wishes: readonly Wish[]): Promise<void> {
  const refusal = (await lockedOf(from, spaceId, wishes)).find((one) => one !== null)
  if (refusal) throw refusal
}
