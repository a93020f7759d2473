import type { Db } from '#server/storage/database.ts'
import { type Look, lookUp, reaches, walk } from './store.ts'

/** Nodes that are looked at one by one, round by round: an index fetches all of a common word's hits to answer the newest. */
const ROUND_LEAST = 200
const ROUNDS = [ROUND_LEAST, 2000, 10_000, 20_000, 20_000]
/** Rounds after which it is known how common a word is; beyond them only what the filters leave is looked into. */
const SAMPLES = 2
/** In each of many spaces at least so many. */
const EACH_LEAST = 4
/** A word that fewer than one in so many nodes has may be left to the index. */
const RARE = 200
/** It is left to the index when that finds no more; what the newest nodes lack may be common all the same. */
const HITS_MOST = 2000
/** Pages of one arm that are made again for one answer: hits that lie in the trash fall out, and there may be many. */
const BATCHES_MAX = 20

/** Nodes that may be hits, newest first; all of them down to `at`, and `isLast` when none come after. */
export type Batch = { ids: string[]; at: string | null; isLast: boolean }

/** Candidates of one arm, so many at a time; it ends without a last batch when enough was looked at. */
export async function* candidates(
  db: Db,
  look: Look,
  from: string | null,
  most: number,
): AsyncGenerator<Batch, void, undefined> {
  let after = from
  let isCommon = look.arm.index === null
  for (let count = 0; count < BATCHES_MAX; count += 1) {
    let batch = await byWalk(db, look, { after, most, isCommon })
    isCommon ||= !batch && (await reaches(db, look, HITS_MOST + 1))
    batch ??= isCommon ? await byWalk(db, look, { after, most, isCommon }) : await byIndex(db, look, after, most)
    if (!batch) return
    yield batch
    if (batch.isLast || batch.ids.length < most) return
    after = batch.at
  }
}

async function byIndex(db: Db, look: Look, after: string | null, most: number): Promise<Batch> {
  const ids = await lookUp(db, look, after, most)
  return { ids, at: ids.at(-1) ?? null, isLast: ids.length < most }
}

type Wish = { after: string | null; most: number; isCommon: boolean }

/**
 * The newest that fit, over all spaces: each is walked no further than it could still hold a newer one. Null when the
 * word turns out to be rare. With too much to look at, what was met so far.
 */
async function byWalk(db: Db, look: Look, { after, most, isCommon }: Wish): Promise<Batch | null> {
  /** Where each space was looked through to; those that were seen to their end are not in it. */
  const floors = new Map(look.spaceIds.map((id) => [id, after]))
  const found: string[] = []
  let [seen, fitting] = [0, 0]
  for (const [round, nodes] of ROUNDS.entries()) {
    const isSample = !isCommon && round < SAMPLES
    const last = found[most - 1]
    const open = [...floors].filter(([, floor]) => last === undefined || floor === null || floor > last)
    if (!open.length) break
    const places = open.map(([spaceId, floor]) => ({ spaceId, after: floor }))
    // When hits go on to be as frequent as they were so far, twice the nodes that fill the page.
    const likely = found.length ? ((most + 1 - found.length) * 2 * seen) / found.length : nodes
    const each = Math.max(EACH_LEAST, Math.ceil(Math.min(nodes, Math.max(ROUND_LEAST, likely)) / open.length))
    const walked = new Map(
      (await walk(db, look, places, { each, most: most + 1, isSample })).map((one) => [one.space_id, one]),
    )
    for (const { spaceId } of places) {
      const met = walked.get(spaceId)
      if (!met || met.seen < each) floors.delete(spaceId)
      else floors.set(spaceId, met.lowest)
      found.push(...(met?.ids ?? []))
      seen += met?.seen ?? 0
      fitting += met?.fitting ?? 0
    }
    found.sort((a, b) => (a < b ? 1 : -1))
    if (isSample && floors.size && fitting * RARE < seen) return null
  }
  return upTo(found, floors, most)
}

/** What is known for certain: above the highest floor nothing was left out. */
function upTo(found: readonly string[], floors: ReadonlyMap<string, string | null>, most: number): Batch {
  const floor = [...floors.values()].reduce<string | null>(
    (high, one) => (one && (!high || one > high) ? one : high),
    null,
  )
  const certain = found.filter((id) => !floor || id >= floor)
  const ids = certain.slice(0, most)
  const isWhole = !floor && ids.length === found.length
  return { ids, at: ids.length === most ? (ids.at(-1) ?? null) : floor, isLast: isWhole }
}
