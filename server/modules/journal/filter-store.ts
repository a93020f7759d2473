import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { Channel, type JournalAction, type JournalGroup, journalGroups } from '#contract/journal.ts'
import { part } from '#server/storage/cursor.ts'
import { literal } from '#server/storage/like.ts'

/** A filter for the entries of one space within a month. */
export type JournalFilter = {
  spaceId: string
  from: Date
  to: Date
  group?: JournalGroup
  action?: JournalAction
  channel?: Channel
  personId?: string
  q?: string
}

/** Position of an entry in the order of the list. */
export const Key = z.tuple([part.timestamp, part.count])
export type Key = z.infer<typeof Key>
/** `exact` keeps the microseconds that a JavaScript date drops. */
export const keyOf = ({ exact, id }: { exact: string; id: number }): Key => [exact, id]

export const words = sql`journal_words(item_name, person_name, details)`
export const fits = (q: string) => sql`${words} ilike ${`%${literal(q)}%`}`

/** Conditions for space, time range and page; every index of the journal begins with these columns. */
export function withinOf({ spaceId, from, to }: JournalFilter, after: Key | null): RawBuilder<unknown> {
  const beyond = after ? sql`and (at, id) < (${after[0]}::timestamptz, ${after[1]}::bigint)` : sql``
  return sql`space_id = ${spaceId}::uuid and at >= ${from} and at < ${to} ${beyond}`
}

/** The conditions of a filter except its search word. */
export function conditionsOf({ group, action, channel, personId }: JournalFilter): RawBuilder<unknown> {
  return sql`true
    ${personId ? sql`and person_id = ${personId}::uuid` : sql``} ${group ? sql`and "group" = ${group}` : sql``}
    ${action ? sql`and action = ${action}` : sql``} ${channel ? sql`and channel = ${channel}` : sql``}`
}

const everyAction = Object.values(journalGroups).flat()

/**
 * The entries of a filter without its word, as index scans from the newest entry on, which the database merges. `most`
 * limits the rows of each scan, where it is known.
 */
export function walksOf(filter: JournalFilter, after: Key | null, most?: number): RawBuilder<unknown> {
  const { group, action, channel, personId } = filter
  const within = withinOf(filter, after)
  const end = most === undefined ? sql`` : sql`limit ${most}`
  const walk = (conditions: RawBuilder<unknown>) =>
    sql`(select * from journal where ${within} and ${conditions} order by at desc, id desc ${end})`
  if (!action && !channel && !(group && personId)) return walk(conditionsOf(filter))
  const own: readonly JournalAction[] = group ? journalGroups[group] : everyAction
  const actions = action ? own.filter((one) => one === action) : own
  const channels = channel ? [channel] : Channel.options
  const person = personId ? sql`person_id = ${personId}::uuid and` : sql``
  const walks = actions.flatMap((one) =>
    channels.map((way) => walk(sql`${person} action = ${one} and channel = ${way}`)),
  )
  return walks.length ? sql`(${sql.join(walks, sql` union all `)})` : walk(sql`false`)
}

/** Candidate entries that contain all of these pieces of a word, from the index of characters and bigrams. */
export function likelyOf({ spaceId, from, to }: JournalFilter, pieces: readonly string[]): RawBuilder<unknown> {
  const held = sql`journal_keys(space_id, journal_span(at),
    grams(${words}) || string_to_array(lower(${words}), null))`
  const holds = (timestamp: Date) =>
    sql`${held} @> journal_keys(${spaceId}::uuid, journal_span(${timestamp}), ${[...pieces]}::text[])`
  // A month overlaps one or two index periods.
  return sql`(${holds(from)} or ${holds(to)})`
}
