import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type audit, auditTopics } from '#contract/audit.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { decodeCursor, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import type { Schema } from '#server/storage/schema.ts'

/**
 * Key of the advisory lock for writers: each entry contains the previous entry's hash, so only one may write at a time.
 */
const CHAIN = 20261123

/** Whether a text contains what is searched; two characters or more are looked up in its index. */
const said = (text: RawBuilder<unknown>, q: string) => {
  const contains = sql`${text} ilike ${`%${literal(q)}%`}`
  return [...q].length > 1 ? sql`(${contains} and grams(${text}) @> grams(${q}))` : contains
}

export type AuditRow = Selectable<Schema['audit']>
export type AuditFilter = ParsedOf<typeof audit.export>

/** What is searched, as it is indexed; an account that got another address is found by both. */
const words = sql`(actor_name || ' ' || actor_email || ' ' || target_name || ' ' || target_email || ' ' || address
  || ' ' || coalesce(before ->> 'emailAccounts', '') || ' ' || coalesce(after ->> 'emailAccounts', ''))`

/** A name that more people have is too common to look up whose accounts it means. */
const NAMESAKES_MAX = 20

function conditions(filter: AuditFilter, namesakes: readonly string[]): RawBuilder<unknown>[] {
  const { topic, targetId, q, action, outcome, channel, from, to } = filter
  const where: RawBuilder<unknown>[] = [sql`true`]
  // With a list of names the planner knows the number of rows of each action and can choose the better index.
  if (topic) where.push(sql`action = any(${auditTopics[topic]}::text[])`)
  if (targetId) where.push(sql`target_id = ${targetId}`)
  if (action) where.push(sql`action = ${action}`)
  if (outcome) where.push(sql`outcome = ${outcome}`)
  if (channel) where.push(sql`channel = ${channel}`)
  if (from) where.push(sql`at >= ${from}::timestamptz`)
  if (to) where.push(sql`at < ${to}::timestamptz`)
  if (q) where.push(namesakes.length ? sql`(${said(words, q)} or target_id = any(${namesakes}))` : said(words, q))
  return where
}

/** The accounts of people with such a name, which entries about an account may leave out; none if it is common. */
async function namesakesOf(db: Db, q: string): Promise<string[]> {
  // A single character is in too many names, and in no index.
  if ([...q].length < 2) return []
  const { rows } = await sql<{ id: string }>`
    select id from person where ${said(sql`(name || ' ' || english_name)`, q)} limit ${NAMESAKES_MAX + 1}`.execute(db)
  return rows.length > NAMESAKES_MAX ? [] : rows.map(({ id }) => id)
}

export const sqlAuditStore = (db: Db) => ({
  /** Takes the writers' lock until the transaction ends, and returns the last entry of the chain. */
  async tail(tx: Tx): Promise<{ number: number; hash: Buffer } | undefined> {
    await sql`select pg_advisory_xact_lock(${CHAIN})`.execute(tx)
    return tx.selectFrom('audit').select(['number', 'hash']).orderBy('number', 'desc').limit(1).executeTakeFirst()
  },
  insert: (tx: Tx, rows: readonly AuditRow[]) =>
    tx
      .insertInto('audit')
      .values(
        rows.map(
          (row) =>
            ({
              ...row,
              before: row.before && sql`${JSON.stringify(row.before)}::jsonb`,
              after: row.after && sql`${JSON.stringify(row.after)}::jsonb`,
            }) as AuditRow,
        ),
      )
      .execute(),
  /** Newest first; `below` is the number of the last entry of the previous page. */
  async newest(filter: AuditFilter, below: number | null, size: number): Promise<AuditRow[]> {
    const where = conditions(filter, filter.q ? await namesakesOf(db, filter.q) : [])
    if (below !== null) where.push(sql`number < ${below}`)
    const { rows } = await sql<AuditRow>`
      select * from audit where ${sql.join(where, sql` and `)} order by number desc limit ${size}`.execute(db)
    return rows
  },
  /** In the order of the chain, after a number. */
  inOrder: (after: number, size: number) =>
    db.selectFrom('audit').selectAll().where('number', '>', after).orderBy('number').limit(size).execute(),
  /** The last of the entries that were removed, after which the log begins. */
  start: () => db.selectFrom('audit_start').select(['number', 'hash', 'signature']).executeTakeFirst(),
  /**
   * The last of the oldest entries that were written before a moment, `most` at once; the newest entry of all stays, and
   * all do while something is on legal hold.
   */
  async oldest(tx: Tx, before: Date, most: number): Promise<{ number: number; hash: Buffer } | undefined> {
    const { rows } = await sql<{ number: number; hash: Buffer }>`
      with first as (
        select number, hash, at from audit where number < (select max(number) from audit) order by number limit ${most}
      ) select number, hash from first
      where number < (select coalesce(min(number), 9223372036854775807) from first where at >= ${before})
        and not exists (select from legal_hold where ended_at is null and (until is null or until > now()))
      order by number desc limit 1`.execute(tx)
    return rows[0]
  },
  /** Removes the entries up to one, which is remembered. Answers how many there were. */
  async prune(tx: Tx, last: { number: number; hash: Buffer; signature: Buffer; at: Date }): Promise<number> {
    const gone = await tx.deleteFrom('audit').where('number', '<=', last.number).executeTakeFirst()
    await tx.deleteFrom('audit_start').execute()
    await tx.insertInto('audit_start').values(last).execute()
    return Number(gone.numDeletedRows)
  },
  /** Sign-ins and refusals of one account, newest first. */
  signInsOf: (personId: string, below: number | null, size: number) =>
    db
      .selectFrom('audit')
      .selectAll()
      .where('target_id', '=', personId)
      .where('action', '=', 'signIn')
      .$if(below !== null, (query) => query.where('number', '<', below ?? 0))
      .orderBy('number', 'desc')
      .limit(size)
      .execute(),
})
export type AuditStore = ReturnType<typeof sqlAuditStore>

/** The `after` cursor of a list: the number of its last entry. */
export const belowOf = (after: string | undefined): number | null => (after ? decodeCursor(after, part.count) : null)
