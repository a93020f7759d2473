import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

export type AlertRow = Selectable<Schema['report_alert']>
export type DueAlert = AlertRow & { space_id: string; newest: string }
/** An alert with its report. */
export type NamedAlert = AlertRow & { space_id: string; report_name: string; is_published: boolean }

/**
 * Interval of alerts that depend on more than tables, in minutes, since there are no events for file changes (our
 * choice).
 */
const REST_MINUTES = 10
/** The number of the last change of some tables. */
const newest = (tables: ReturnType<typeof sql>) => sql`coalesce((
  select max(last.id) from unnest(${tables}) as t(id) cross join lateral (
    select c.id from table_change c where c.table_id = t.id order by c.id desc limit 1) as last), 0)`

export const sqlAlerts = (db: Db) => ({
  /** The alerts of a person on a report, the oldest first; there are never many. */
  mine: (reportId: string, personId: string): Promise<AlertRow[]> =>
    db
      .selectFrom('report_alert')
      .selectAll()
      .where('report_id', '=', reportId)
      .where('person_id', '=', personId)
      .orderBy('created_at')
      .execute(),

  /** All alerts of a person with their reports, the newest first. */
  all: (personId: string, most: number): Promise<NamedAlert[]> =>
    db
      .selectFrom('report_alert as a')
      .innerJoin('report as r', 'r.id', 'a.report_id')
      .selectAll('a')
      .select(['r.space_id', 'r.name as report_name', sql<boolean>`r.published is not null`.as('is_published')])
      .where('a.person_id', '=', personId)
      .orderBy('a.created_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(most)
      .execute(),

  async countOf(tx: Tx, personId: string): Promise<number> {
    const { count } = await tx
      .selectFrom('report_alert')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  async newestOf(tables: readonly string[]): Promise<number> {
    const { rows } = await sql<{ newest: string }>`
      select ${newest(sql`${[...tables]}::uuid[]`)}::text as newest`.execute(db)
    return Number(rows[0]?.newest ?? 0)
  },

  insert: (tx: Tx, row: Insertable<Schema['report_alert']>) => tx.insertInto('report_alert').values(row).execute(),

  /** Turns an alert of a person on or off; false if there is none. When turned on, it is checked at once. */
  async setOn(tx: Tx, one: Pick<AlertRow, 'id' | 'person_id' | 'report_id' | 'is_on'>): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('report_alert')
      .set({ is_on: one.is_on, seen: 0 })
      .where('id', '=', one.id)
      .where('report_id', '=', one.report_id)
      .where('person_id', '=', one.person_id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Deletes an alert of a person; returns its report, undefined if there is none. */
  remove: (tx: Tx, one: Pick<AlertRow, 'id' | 'person_id' | 'report_id'>) =>
    tx
      .deleteFrom('report_alert as a')
      .using('report as r')
      .whereRef('r.id', '=', 'a.report_id')
      .where('a.id', '=', one.id)
      .where('a.report_id', '=', one.report_id)
      .where('a.person_id', '=', one.person_id)
      .returning(['r.space_id', 'r.name'])
      .executeTakeFirst(),

  /**
   * Alerts whose tables have changed since they were checked, that rested long enough, or were checked by a clock that was
   * ahead; the longest unchecked first.
   */
  async due(at: Date, most: number): Promise<DueAlert[]> {
    const { rows } = await sql<DueAlert>`
      select a.*, r.space_id, ${newest(sql`a.tables`)}::text as newest
      from report_alert a join report r on r.id = a.report_id
      where a.is_on and (${newest(sql`a.tables`)} > a.seen
        or a.checked_at < ${at}::timestamptz - make_interval(mins => ${REST_MINUTES})
        or a.checked_at > ${at}::timestamptz + make_interval(mins => ${REST_MINUTES}))
      order by a.checked_at limit ${most}`.execute(db)
    return rows
  },

  /** An alert in its current state, locked until the end of the transaction; undefined if it is off or was deleted. */
  held: (tx: Tx, id: string): Promise<AlertRow | undefined> =>
    tx
      .selectFrom('report_alert')
      .selectAll()
      .where('id', '=', id)
      .where('is_on', '=', true)
      .forUpdate()
      .executeTakeFirst(),

  update: (tx: Tx | Db, id: string, set: Partial<Insertable<Schema['report_alert']>>) =>
    tx.updateTable('report_alert').set(set).where('id', '=', id).execute(),
})
export type AlertStore = ReturnType<typeof sqlAlerts>
