import { Failure } from '#server/failure.ts'
import { batcher, type Gathering } from './batcher.ts'

/** Most changes in one round. */
const BATCH_MAX = 200

/** What a change affects (items, names, rows), and whether it needs a separate transaction. */
export type Touch = { touches: readonly (string | number)[]; isAlone: boolean }

/**
 * The changes that can share a transaction, in their order. Each sees the state before the transaction, so no two may
 * affect the same thing; those that must run alone (such as folders, whose counters include everything below) are first
 * or wait.
 */
export function sharing<Wish>(wishes: readonly Wish[], touchOf: (wish: Wish) => Touch): Wish[] {
  const touched = new Set<string | number>()
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

export type Outcomes<Wish, Result> = Map<Wish, Result | Failure>
/**
 * The error of a caller whose transaction failed; the other callers, also those whose change was committed, don't see
 * it.
 */
class Broken {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

/** Classes of errors of PostgreSQL that are about values; what their transaction did is taken back for certain. */
const OF_VALUES = /^(22|23|54)/
const isOfValues = (error: unknown) => OF_VALUES.test(String((error as { code?: unknown }).code))

type Round<Wish, Result> = Gathering & {
  /** Does some of the changes that it is given, at least the first, in one transaction. */
  run: (key: string, wishes: readonly Wish[]) => Promise<Outcomes<Wish, Result>>
  /** Changes share a round only with those of the same party. */
  partyOf: (wish: Wish) => string
}

/**
 * Batches changes by key: those that arrive while a round runs share the next one, and each caller gets its own result.
 * What a round leaves waits for the next. When a round is refused as a whole, or the database can't take a value, each
 * change is tried alone.
 */
export function inRounds<Wish, Result>({
  run,
  partyOf,
  ...gathering
}: Round<Wish, Result>): (key: string, wish: Wish) => Promise<Result> {
  /** Any other error is the outcome of those alone who shared the transaction. */
  async function runTogether(key: string, wishes: readonly Wish[]): Promise<Outcomes<Wish, Result | Broken>> {
    try {
      return await run(key, wishes)
    } catch (error) {
      const outcome = error instanceof Failure ? error : new Broken(error)
      const isOfOne = error instanceof Failure || isOfValues(error)
      if (wishes.length === 1 || !isOfOne) return new Map(wishes.map((wish) => [wish, outcome]))
      const outcomes: Outcomes<Wish, Result | Broken> = new Map()
      for (const wish of wishes) for (const [one, outcome] of await runTogether(key, [wish])) outcomes.set(one, outcome)
      return outcomes
    }
  }

  async function runAll(key: string, wishes: Wish[]): Promise<(Result | Failure | Broken)[]> {
    const outcomes: Outcomes<Wish, Result | Broken> = new Map()
    for (let left = wishes; left.length; left = left.filter((wish) => !outcomes.has(wish))) {
      const parties = left.map(partyOf)
      const together = left.filter((_wish, at) => parties[at] === parties[0])
      for (const [wish, outcome] of await runTogether(key, together)) outcomes.set(wish, outcome)
    }
    return wishes.map((wish) => outcomes.get(wish) ?? new Failure('unknown'))
  }

  const batch = batcher<Wish, Result | Failure | Broken>(BATCH_MAX, runAll, gathering)
  return async (key, wish) => {
    const outcome = await batch(key, wish)
    if (outcome instanceof Broken) throw outcome.error
    if (outcome instanceof Failure) throw outcome
    return outcome
  }
}
