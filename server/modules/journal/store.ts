import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { ACTIVE_MEMBERS, FOLDER_DEPTH_MAX } from '#contract/core/limits.ts'
import type { ActiveMember } from '#contract/journal.ts'
import { exactly } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'
import { conditionsOf, fits, type JournalFilter, type Key, likelyOf, walksOf, withinOf, words } from './filter-store.ts'

export type NewRow = Insertable<Schema['journal']>
/** An entry with the actor's avatar. */
export type Row = Omit<Selectable<Schema['journal']>, 'id'> & { id: number; exact: string; avatar: string | null }

/**
 * Sample for estimating how common a word or a piece of it is: `entries` entries before each of `points` points in
 * time.
 */
const SAMPLE = { points: 16, entries: 64, entriesForPieces: 16 }
/** Maximum number of pieces looked up in the index: the rarest leave few entries, and common ones are expensive. */
const PIECES = 4
/** With this many hits in the sample a word is common: then an ordered scan fills a page sooner than the index. */
const COMMON = 6
/**
 * Planner settings for the ordered scan: it follows indexes and stops early, whatever selectivity the planner
 * estimates.
 */
const WALKING = { enable_sort: 'off', enable_bitmapscan: 'off', max_parallel_workers_per_gather: '0' }

/**
 * Settings for the index look-up: planned for this word, with enough memory for exact row positions; rechecking all
 * rows of a block would take far longer.
 */
const LOOKING_UP = { plan_cache_mode: 'force_custom_plan', work_mem: '64MB', max_parallel_workers_per_gather: '0' }

export const sqlJournalStore = (db: Db) => ({
  insert: (tx: Db | Tx, rows: NewRow[]) => tx.insertInto('journal').values(rows).execute(),

  /** Inserts delayed entries; entries of spaces deleted meanwhile are dropped. */
  insertLate: (rows: NewRow[]) =>
    db.transaction().execute(async (tx) => {
      const spaces = await tx
        .selectFrom('space')
        .select('id')
        .where('id', 'in', [...new Set(rows.map((row) => row.space_id))].sort())
        .orderBy('id')
        .forKeyShare()
        .execute()
      const known = new Set(spaces.map(({ id }) => id))
      const kept = rows.filter((row) => known.has(row.space_id))
      if (kept.length) await tx.insertInto('journal').values(kept).execute()
    }),

  /**
   * One page, newest first. A common word is found by an ordered scan, because the index would fetch all its hits
   * first. A rare word is found by the index.
   */
  async newest(filter: JournalFilter, after: Key | null, size: number): Promise<Row[]> {
    const { q } = filter
    const page = (entries: RawBuilder<unknown>, where = sql`true`) =>
      sql`select * from ${entries} e where ${where} order by at desc, id desc limit ${size}`
    if (!q) return rowsOf(db, page(walksOf(filter, after, size)))
    if (await isCommon(db, filter, q))
      return planned(db, WALKING, (tx) => rowsOf(tx, page(walksOf(filter, after), fits(q))))
    // A fence keeps the planner from combining this with a scan of all entries of the month.
    const likely = sql`(select * from journal where ${likelyOf(filter, await rarestOf(db, filter, q))} offset 0)`
    const rest = sql`${withinOf(filter, after)} and ${conditionsOf(filter)} and ${fits(q)}`
    return planned(db, LOOKING_UP, (tx) => rowsOf(tx, page(likely, rest)))
  },

  /** The current folder of each of these live items (null for the root); deleted items are left out. */
  async foldersOf(spaceId: string, ids: readonly string[]): Promise<Map<string, string | null>> {
    const { rows } = await sql<{ id: string; parent_id: string | null }>`
      with recursive up as (
        select n.id as item, n.parent_id as home, n.parent_id as at, 1 as depth from node n
        where n.id = any(${[...new Set(ids)]}::uuid[]) and n.space_id = ${spaceId}::uuid and n.trash_id is null
        union all
        select up.item, up.home, n.parent_id, up.depth + 1 from up join node n on n.id = up.at and n.trash_id is null
        where up.depth <= ${FOLDER_DEPTH_MAX + 2}
      ) select item as id, home as parent_id from up where at is null`.execute(db)
    return new Map(rows.map((row) => [row.id, row.parent_id]))
  },

  /** The people with the most entries since a moment. */
  async active(spaceId: string, since: Date): Promise<ActiveMember[]> {
    const { rows } = await sql<ActiveMember>`
      select p.id as "personId", p.name as "personName", p.avatar, top.count from (
        select person_id, count(*) as count from journal
        where space_id = ${spaceId}::uuid and at >= ${since} and person_id is not null
        group by person_id order by count(*) desc, person_id limit ${ACTIVE_MEMBERS}
      ) top join person p on p.id = top.person_id order by top.count desc, p.id`.execute(db)
    return rows
  },

  /** Examines the next entries after an id and deletes those from before a moment; `last` is the last one examined. */
  async sweep(after: number, before: Date, size: number): Promise<{ last: number | null; deleted: number }> {
    const { rows } = await sql<{ last: number | null; deleted: number }>`
      with seen as materialized (select id, at from journal where id > ${after} order by id limit ${size}),
        gone as (delete from journal j using seen s where j.id = s.id and s.at < ${before}
          and j.space_id not in (select on_hold_now('space')) returning 1)
      select (select max(id) from seen) as last, (select count(*) from gone) as deleted`.execute(db)
    return rows[0] ?? { last: null, deleted: 0 }
  },
})
export type JournalStore = ReturnType<typeof sqlJournalStore>

/** Runs a query with planner settings of its own. */
const planned = <T>(db: Db, settings: Readonly<Record<string, string>>, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    const each = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
    await sql`select ${sql.join(each)}`.execute(tx)
    return run(tx)
  })

/** A sample of entries over the time range of a filter, as `seen`. */
function sampleOf({ spaceId, from, to }: JournalFilter, entries: number): RawBuilder<unknown> {
  const step = (to.getTime() - from.getTime()) / SAMPLE.points
  const points = Array.from({ length: SAMPLE.points }, (_, i) => new Date(to.getTime() - i * step))
  return sql`unnest(${points}::timestamptz[]) as m(moment) cross join lateral (
      select * from journal where space_id = ${spaceId}::uuid and at >= ${from} and at < m.moment
      order by at desc, id desc limit ${entries}
    ) seen`
}

async function isCommon(db: Db, filter: JournalFilter, q: string): Promise<boolean> {
  const { rows } = await sql<{ hits: number }>`
    select count(*) as hits from ${sampleOf(filter, SAMPLE.entries)} where ${fits(q)}`.execute(db)
  return (rows[0]?.hits ?? 0) >= COMMON
}

/** The rarest bigrams of a word; a single character has none and is looked up itself. */
async function rarestOf(db: Db, filter: JournalFilter, q: string): Promise<string[]> {
  const pieces = [...q].length > 1 ? sql`grams(${q})` : sql`array[lower(${q})]`
  const { rows } = await sql<{ piece: string }>`
    select piece from unnest(${pieces}) as piece left join
      (select lower(${words}) as text from ${sampleOf(filter, SAMPLE.entriesForPieces)}) held on strpos(held.text, piece) > 0
    group by piece order by count(held.text) limit ${PIECES}`.execute(db)
  return rows.map(({ piece }) => piece)
}

async function rowsOf(db: Db | Tx, entries: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select e.*, ${exactly(sql`e.at`)} as exact, p.avatar from (${entries}) e left join person p on p.id = e.person_id
    order by e.at desc, e.id desc`.execute(db)
  return rows
}
