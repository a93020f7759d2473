import type { Db } from '#server/storage/database.ts'
import { type Look, lookUp, walk } from './store.ts'

/**
 * Nodes that are looked at one by one, step by step, before and unless the index is asked: it fetches all of a common
 * word's hits to answer the newest ones.
 */
const STEPS = [200, 2000, 10_000, 40_000]
/** In each of many spaces at least so many. */
const EACH_LEAST = 20
/** After this many steps a word that fewer than one in so many nodes has is left to the index. */
const STEPS_TO_TELL = 2
const RARE = 200
/** Statements of one page: hits that lie in the trash are left out after the look-up, and there may be many. */
const ROUNDS_MAX = 30

/** Nodes that may be hits, newest first; all of them down to `at`, and `isLast` when none come after. */
export type Batch = { ids: string[]; at: string | null; isLast: boolean }

/** Candidates of one arm, at most so many a time; it ends without a last batch when enough was looked at. */
export async function* candidates(
  db: Db,
  look: Look,
  after: string | null,
  most: number,
): AsyncGenerator<Batch, void, undefined> {
  let at = after
  let seen = 0
  let fitting = 0
  let step = 0
  for (let round = 0; round < ROUNDS_MAX && step < STEPS.length; round += 1) {
    const isRare = step >= STEPS_TO_TELL && fitting * RARE < seen
    const batch = isRare && look.arm.lookUp ? await byIndex() : await byWalk()
    yield batch
    if (batch.isLast) return
    at = batch.at
  }

  async function byIndex(): Promise<Batch> {
    const ids = await lookUp(db, look, at, most)
    return { ids, at: ids.at(-1) ?? null, isLast: ids.length < most }
  }

  async function byWalk(): Promise<Batch> {
    const each = Math.max(EACH_LEAST, Math.ceil((STEPS[step] ?? 0) / look.spaceIds.length))
    const walked = await walk(db, look, at, { each, most })
    if (walked.ids.length === most) return { ids: walked.ids, at: walked.ids.at(-1) ?? null, isLast: false }
    step += 1
    seen += walked.seen
    fitting += walked.fitting
    return { ids: walked.ids, at: walked.floor, isLast: walked.floor === null }
  }
}
