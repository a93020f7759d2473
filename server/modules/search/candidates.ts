import type { Db } from '#server/storage/database.ts'
import { type Look, lookUp, reaches, walk } from './store.ts'

/** Nodes checked one by one per round: for a common word an index would fetch all hits to find the newest. */
const ROUND_LEAST = 200
const ROUNDS = [ROUND_LEAST, 2000, 10_000, 20_000, 20_000]
/** Rounds after which the frequency of a word is known; later rounds check only nodes that pass the filters. */
const SAMPLES = 2
/** Least number of nodes checked in each of many spaces. */
const EACH_LEAST = 4
/** A word in fewer than one of so many nodes may be searched by the index. */
const RARE = 200
/** The index is used only with at most so many hits: a word that the newest nodes lack may still be common. */
const HITS_MOST = 2000
/** Most batches of one arm for one answer: hits in the trash are dropped, and there may be many. */
const BATCHES_MAX = 20

/** Candidate nodes, newest first and complete down to `at`; `isLast` when none follow. */
export type Batch = { ids: string[]; at: string | null; isLast: boolean }

/** Candidates of one arm in batches; ends without a last batch when the limit of checked nodes is reached. */
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
 * The newest matching nodes of all spaces: each space is walked only as far as it could have a newer one. Null when the
 * word turns out to be rare. At the limit, returns what was found so far.
 */
async function byWalk(db: Db, look: Look, { after, most, isCommon }: Wish): Promise<Batch | null> {
  /** How far each space was walked; spaces that were walked to the end are removed. */
  const floors = new Map(look.spaceIds.map((id) => [id, after]))
  const found: string[] = []
  let [seen, fitting] = [0, 0]
  for (const [round, nodes] of ROUNDS.entries()) {
    const isSample = !isCommon && round < SAMPLES
    const last = found[most - 1]
    const open = [...floors].filter(([, floor]) => last === undefined || floor === null || floor > last)
    if (!open.length) break
    const places = open.map(([spaceId, floor]) => ({ spaceId, after: floor }))
    // Twice the number of nodes that should fill the page at the current frequency of hits.
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

/** The complete part of the result: above the highest floor no node was skipped. */
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
