import { batcher } from '#server/concurrency/batcher.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'

/** Most changes in one transaction. */
const BATCH_MAX = 200

/** The items and names that a change touches, and whether it has a round of its own. */
export type Touch = { touches: readonly string[]; isAlone: boolean }

/**
 * The changes that share a round, in their order. Each sees what was there before the round, so none touches what
 * another touches; those of folders go alone, because a folder's counters include everything below.
 */
export function sharing<Wish>(wishes: readonly Wish[], touchOf: (wish: Wish) => Touch): Wish[] {
  const touched = new Set<string>()
  const round: Wish[] = []
  for (const wish of wishes) {
    const { touches, isAlone } = touchOf(wish)
    if (round.length && (isAlone || touches.some((one) => touched.has(one)))) continue
    for (const one of touches) touched.add(one)
    round.push(wish)
    if (isAlone) break
  }
  return round
}

type Outcomes<Wish, Result> = Map<Wish, Result | Failure>
/** What a caller hears when a round broke: others, also those whose change is committed, do not hear of it. */
class Broken {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

/** The same for calls of one person by one way: only those share a transaction. */
const doerOf = ({ id, role, channel, sessionId, scope, viewAs }: SignedIn) =>
  JSON.stringify([id, role, channel, sessionId, scope, viewAs])

/**
 * Batches structural changes of a space: those of one person that arrive together share a transaction, and each caller
 * gets its own result. `round` does some of the changes that it is given, at least the first; the others wait for the
 * next round. When a round is refused as a whole, each change is tried alone.
 */
export function roundsFor<Wish extends { actor: SignedIn }, Result>(
  db: Db,
  round: (tx: Tx, spaceId: string, wishes: readonly Wish[]) => Promise<Outcomes<Wish, Result>>,
): (spaceId: string, wish: Wish) => Promise<Result> {
  /** An error that is no refusal is the outcome of those alone who shared the transaction. */
  async function runTogether(spaceId: string, wishes: readonly Wish[]): Promise<Outcomes<Wish, Result | Broken>> {
    try {
      return await transact(db, (tx) => round(tx, spaceId, wishes))
    } catch (error) {
      if (!(error instanceof Failure)) return new Map(wishes.map((wish) => [wish, new Broken(error)]))
      if (wishes.length === 1) return new Map(wishes.map((wish) => [wish, error]))
      const outcomes: Outcomes<Wish, Result | Broken> = new Map()
      for (const wish of wishes)
        for (const [one, outcome] of await runTogether(spaceId, [wish])) outcomes.set(one, outcome)
      return outcomes
    }
  }

  const batch = batcher<Wish, Result | Failure | Broken>(BATCH_MAX, async (spaceId, wishes) => {
    const outcomes: Outcomes<Wish, Result | Broken> = new Map()
    for (let left = wishes; left.length; left = left.filter((wish) => !outcomes.has(wish))) {
      const doers = left.map(({ actor }) => doerOf(actor))
      const together = left.filter((_wish, at) => doers[at] === doers[0])
      for (const [wish, outcome] of await runTogether(spaceId, together)) outcomes.set(wish, outcome)
    }
    return wishes.map((wish) => outcomes.get(wish) ?? new Failure('unknown'))
  })
  return async (spaceId, wish) => {
    const outcome = await batch(spaceId, wish)
    if (outcome instanceof Broken) throw outcome.error
    if (outcome instanceof Failure) throw outcome
    return outcome
  }
}
