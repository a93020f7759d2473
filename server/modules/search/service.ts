import * as z from 'zod/mini'
import { SPACES_AT_ONCE_MAX } from '#contract/core/limits.ts'
import type { DataOf, ParsedOf } from '#contract/core/operation.ts'
import type { Hit, search } from '#contract/search.ts'
import { Failure } from '#server/failure.ts'
import type { Call, SignedIn } from '#server/http/context.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { decodeCursor, encodeCursor, part } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'
import { type Batch, candidates } from './candidates.ts'
import { explained, type Found } from './explain.ts'
import { filtersOf } from './store.ts'
import { armsFor, type SearchWay } from './way.ts'
import { wordsOf } from './words.ts'

type Query = ParsedOf<typeof search.find>
type Needs = { db: Db; spaces: SpaceService; files: FilesModule; ways: readonly SearchWay[] }
type Places = { spaces: Hit['space'][]; isAll: boolean }

/** Cursor: the arm in which a page ended and its last checked node; null: none of that arm yet. */
const Key = z.tuple([part.text, z.nullable(part.id)])

/** Searches the spaces of a caller, arm by arm. */
export function searchService({ db, spaces, files, ways }: Needs) {
  /** The spaces to search; not all for somebody with more than the limit of one search. */
  async function placesFor({ spaceId, hash }: Query, actor: SignedIn | null): Promise<Places> {
    if (!spaceId) {
      if (!actor) throw new Failure('notSignedIn')
      const own = await spaces.belonging(actor, SPACES_AT_ONCE_MAX + 1)
      return { spaces: own.slice(0, SPACES_AT_ONCE_MAX), isAll: own.length <= SPACES_AT_ONCE_MAX }
    }
    const entered = await spaces.enter(spaceId, actor)
    if (hash) await files.demandFolder(entered, hash)
    return { spaces: [await spaces.see(spaceId, actor)], isAll: true }
  }

  async function find(query: Query, { actor }: Pick<Call, 'actor'>): Promise<DataOf<typeof search.find>> {
    const after = query.after ? decodeCursor(query.after, Key) : null
    const places = await placesFor(query, actor)
    const spaceOf = new Map(places.spaces.map(({ id, name, identifier }) => [id, { id, name, identifier }]))
    const words = wordsOf(query.q)
    const sought = { words, tag: query.tag }
    const arms = armsFor(ways, sought, query.in)
    const first = after ? arms.findIndex(({ name }) => name === after[0]) : 0
    if (first < 0) throw new Failure('invalid')
    const list: Hit[] = []
    for (const [at, arm] of arms.entries()) {
      if (at < first || !spaceOf.size) continue
      if (list.length === query.size) return { list, next: encodeCursor([arm.name, null]), isPartial: !places.isAll }
      const look = { spaceIds: [...spaceOf.keys()], words, filters: filtersOf(query), arm, not: arms.slice(0, at) }
      const room = query.size - list.length
      const batches = candidates(db, look, at === first ? (after?.[1] ?? null) : null, room)
      const wish = { way: arm.way, sought, folderId: query.hash }
      const { found, rest } = await fill(batches, room, (ids) => explained({ db, files }, ids, wish))
      for (const { item, ...why } of found) {
        const space = spaceOf.get(item.spaceId)
        if (space) list.push({ file: item.record, space, where: arm.way.place, ...why })
      }
      if (rest)
        return { list, next: encodeCursor([arm.name, rest]), isPartial: !places.isAll || list.length < query.size }
    }
    return { list, isPartial: !places.isAll }
  }
  return { find }
}

/** Fills a page; returns its hits and the cursor of the next page, null at the end. */
async function fill(
  batches: AsyncIterable<Batch>,
  room: number,
  explain: (ids: readonly string[]) => Promise<Found[]>,
): Promise<{ found: Found[]; rest: string | null }> {
  const found: Found[] = []
  let rest: string | null = null
  for await (const { ids, at, isLast } of batches) {
    const hits = await explain(ids)
    const taken = hits.slice(0, room - found.length)
    found.push(...taken)
    rest = isLast ? null : at
    if (found.length < room) continue
    return { found, rest: taken.length < hits.length ? (found.at(-1)?.item.record.hash ?? null) : rest }
  }
  return { found, rest }
}
