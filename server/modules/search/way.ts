import { type RawBuilder, sql } from 'kysely'
import { type Hit, type SearchPlace, searchPlaces } from '#contract/search.ts'
import type { LiveItem } from '#server/modules/files/index.ts'
import type { Db } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import type { Words } from './words.ts'

export type Sought = { words: Words; tag?: string }
/** Why an item was found: what of it is shown. */
export type Why = Pick<Hit, 'piece' | 'highlights'>

/**
 * One way to find nodes. In each statement `s` is a space that is looked into, with its queries of keys, and `n` a node
 * of it.
 */
export type Arm = {
  name: string
  /** Whether a node fits. */
  fits: RawBuilder<unknown>
  /** What of `s` fits by an index, and the nodes that this is of; null when none can help. */
  index: { hits: RawBuilder<unknown>; nodes: RawBuilder<unknown> } | null
}

/** How items are found by one of the places in which words may stand. */
export type SearchWay = {
  place: SearchPlace
  /** In the order in which results are shown; none when what is sought can't stand there. */
  arms(sought: Sought): Arm[]
  /** Tells of live items that were found why; null for what does not hold the words after all. */
  explain(db: Db, items: readonly LiveItem[], sought: Sought): Promise<(item: LiveItem) => Why | null>
}
export type WayArm = Arm & { way: SearchWay }

/** The arms for what somebody looks for, by place in the order of the contract; a tag alone is one of all places. */
export function armsFor(ways: readonly SearchWay[], sought: Sought, places: readonly SearchPlace[]): WayArm[] {
  const asked = sought.words.typed.length ? searchPlaces.filter((place) => places.includes(place)) : searchPlaces
  const inOrder = asked.flatMap((place) => ways.filter((way) => way.place === place))
  return inOrder.flatMap((way) => way.arms(sought).map((arm) => ({ ...arm, way })))
}

/** That a text holds each of some words. */
export const holdsEach = (text: RawBuilder<unknown>, words: readonly string[], how: 'like' | 'ilike') =>
  words.length
    ? sql`(${sql.join(
        words.map((word) => sql`${text} ${sql.raw(how)} ${`%${literal(word)}%`}`),
        sql` and `,
      )})`
    : sql`true`

/** The pairs that words are looked up by in an index of pairs, prefixed with the space; a single character has none. */
export function pairsOf(words: readonly string[]): RawBuilder<unknown> | null {
  const paired = words.filter((word) => [...word].length > 1)
  return paired.length
    ? sql`space_keys(s.id, ${sql.join(
        paired.map((word) => sql`grams(${word})`),
        sql` || `,
      )})`
    : null
}
