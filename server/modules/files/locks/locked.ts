import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { type Chain, chainsTo } from '../listing/tree-store.ts'
import { type LockRow, locksOf } from './lock-store.ts'

/** What happens at the end of a way: something new comes into the folder there, or the item there changes or goes. */
type Scope = 'into' | 'itself'

/** Whether a lock covers what is at the end of a way of ids from the root. */
export const covers = ({ itemId, isDeep }: LockRow, way: readonly string[]): boolean =>
  isDeep ? way.includes(itemId) : way.at(-1) === itemId

/** Whether a lock stands against a change at the end of a way: what goes, or gets another name, changes the folder above. */
const isAgainst = (lock: LockRow, way: readonly string[], scope: Scope): boolean =>
  covers(lock, way) || (scope === 'itself' && way.at(-2) === lock.itemId)

const refusalOf = ({ personName, expiresAt, secondsLeft }: LockRow, name: string): Failure => {
  const minutes = Math.max(1, Math.ceil(secondsLeft / 60))
  const data = { person: personName, until: expiresAt.toISOString() }
  return new Failure('fileLocked', { values: { name, person: personName, minutes }, data })
}

/** The locks of a space as they bind everybody but those who hold them; null while there are none. */
async function locksIn(from: Db | Tx, spaceId: string) {
  const locks = await locksOf(from, spaceId)
  if (!locks.length) return null
  const ways = await chainsTo(
    from,
    spaceId,
    locks.map(({ itemId }) => itemId),
  )
  /** Who keeps somebody from a change at the end of a way; null: nobody. Who holds a lock there is not kept from it by others that share it. */
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

type Wish = { id: string; name: string; personId: string; scope: Scope }

/** Of each wish the refusal fileLocked, when somebody else has locked what it is about; null when nobody has. */
export async function lockedOf(from: Db | Tx, spaceId: string, wishes: readonly Wish[]): Promise<(Failure | null)[]> {
  const blockerOf = wishes.length ? await locksIn(from, spaceId) : null
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

/** Throws fileLocked for the first wish that somebody else's lock stands against. */
export async function demandUnlocked(from: Db | Tx, spaceId: string, wishes: readonly Wish[]): Promise<void> {
  const refusal = (await lockedOf(from, spaceId, wishes)).find((one) => one !== null)
  if (refusal) throw refusal
}
