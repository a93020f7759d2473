import type { RawBuilder } from 'kysely'
import { type Hit, type SearchPlace, searchPlaces } from '#contract/search.ts'
import type { LiveItem } from '#server/modules/files/index.ts'
import type { Db } from '#server/storage/database.ts'
import type { Words } from './words.ts'

export type Sought = { words: Words; tag?: string }
/** The matching text of an item, as shown in the result. */
export type Why = Pick<Hit, 'piece' | 'highlights'>

/** One way to find nodes. In its SQL `s` is a searched space with its key queries, and `n` a node of it. */
export type Arm = {
  name: string
  /** SQL condition of a matching node. */
  fits: RawBuilder<unknown>
  /** The index hits in `s`, and the nodes that they belong to; null when no index helps. */
  index: { hits: RawBuilder<unknown>; nodes: RawBuilder<unknown> } | null
}

/** A way to find items by one place that may contain the words. */
export type SearchWay = {
  place: SearchPlace
  /** In the order of the results; none when this place can't contain what is sought. */
  arms(sought: Sought): Arm[]
  /** Finds the matching text of live items; null for an item that does not contain the words after all. */
  explain(db: Db, items: readonly LiveItem[], sought: Sought): Promise<(item: LiveItem) => Why | null>
}
export type WayArm = Arm & { way: SearchWay }

/** The arms of a search, by place in the order of the contract; a search by tag alone has one arm for all places. */
export function armsFor(ways: readonly SearchWay[], sought: Sought, places: readonly SearchPlace[]): WayArm[] {
  const asked = sought.words.typed.length ? searchPlaces.filter((place) => places.includes(place)) : searchPlaces
  const inOrder = asked.flatMap((place) => ways.filter((way) => way.place === place))
  return inOrder.flatMap((way) => way.arms(sought).map((arm) => ({ ...arm, way })))
}
