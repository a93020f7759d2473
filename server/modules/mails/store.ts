import { type RawBuilder, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { MailKind, mails } from '#contract/mails.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { hasCome } from '#server/storage/due.ts'
import { literal } from '#server/storage/like.ts'
import type { Schema } from '#server/storage/schema.ts'

export type MailRow = Selectable<Schema['mail']>
export type Written = NonNullable<MailRow['written']>
/** Subject and body in both languages. */
export type Words = Record<'zh' | 'en', { subject: string; body: string }>

/** The account of the mail is used, under the address that the mail is for. */
const isReachable = sql`p.disabled_at is null and lower(p.email) = lower(m.recipient)`
/** The newest invitation or activation of each person who has not set a password yet, where it was kept. */
const neededOfKept = sql`mail m join person p on p.id = m.person_id
  where m.state = 'kept' and ${isReachable} and (m.kind, p.state) in (('invitation', 'invited'), ('activation', 'pending'))
    and not exists (
      select from mail n where n.person_id = m.person_id and n.kind = m.kind and (n.created_at, n.id) > (m.created_at, m.id)
    )`

export const sqlMailStore = (db: Db) => ({
  insert: (tx: Db | Tx, letters: Omit<MailRow, 'subject' | 'state' | 'attempts' | 'error' | 'sent_at' | 'written'>[]) =>
    tx
      .insertInto('mail')
      .values(letters.map((letter) => ({ ...letter, sent_at: null, written: null })))
      .execute(),

  /** Claims due mails: no other server takes them before `until`, even if this one stops. */
  async claim(at: Date, until: Date, many: number): Promise<MailRow[]> {
    const { rows } = await sql<MailRow>`
      update mail set attempts = attempts + 1, next_at = ${until} where id in (
        select id from mail where state = 'waiting' and ${hasCome(sql`next_at`, at)} order by next_at limit ${many} for update skip locked
      ) returning *`.execute(db)
    return rows
  },
  update: (id: string, change: Partial<MailRow>) => db.updateTable('mail').set(change).where('id', '=', id).execute(),

  byId: (id: string) => db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst(),
  /**
   * The newest invitation of each person who has not set a password yet, if it stays on this site or waits for its turn,
   * and its link still works.
   */
  async keptInvitations(at: Date): Promise<MailRow[]> {
    const { rows } = await sql<MailRow>`
      select * from (
        select distinct on (m.person_id) m.* from mail m join person p on p.id = m.person_id
        where m.kind = 'invitation' and p.state = 'invited'
          and p.disabled_at is null and lower(p.email) = lower(m.recipient)
        order by m.person_id, m.created_at desc, m.id desc
      ) newest
      where state in ('kept', 'waiting') and secrets is not null
        and coalesce((details ->> 'linkedAt')::timestamptz, created_at)
          + make_interval(hours => (details ->> 'hours')::int) > ${at}
      order by created_at, id`.execute(db)
    return rows
  },
  async countNeededOfKept(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${neededOfKept}`.execute(db)
    return rows[0]?.count ?? 0
  },
  /** Locks the mails, so that two administrators do not send them twice. */
  async holdNeededOfKept(tx: Tx): Promise<MailRow[]> {
    const { rows } = await sql<MailRow>`
      select m.* from ${neededOfKept} order by m.created_at, m.id for update of m`.execute(tx)
    return rows
  },
  /** Locks a mail that has not left. */
  holdUnsent: (tx: Tx, id: string) =>
    tx.selectFrom('mail').selectAll().where('id', '=', id).where('state', '!=', 'sent').forUpdate().executeTakeFirst(),
  /** Whether the recipient of a mail with a link to an account still needs it. */
  async isNeeded(tx: Tx, id: string): Promise<boolean> {
    const { rows } = await sql`
      select from mail m join person p on p.id = m.person_id
      where m.id = ${id} and ${isReachable}
        and ((m.kind, p.state) in (('invitation', 'invited'), ('activation', 'pending'), ('reset', 'active'))
          or m.kind = 'invitation' and p.state = 'active' and p.password_hash is null)`.execute(tx)
    return rows.length > 0
  },
  /** Lets mails with new links go; `linkedAt` in their details tells from when the links count. */
  async renew(tx: Tx, at: Date, renewed: { id: string; secrets: Buffer }[]): Promise<void> {
    if (!renewed.length) return
    const linked = JSON.stringify({ linkedAt: at.toISOString() })
    await sql`
      update mail set state = 'waiting', next_at = ${at}, attempts = 0, error = '', secrets = new.secrets,
        details = details || ${linked}::jsonb
      from unnest(${renewed.map(({ id }) => id)}::uuid[], ${renewed.map(({ secrets }) => secrets)}::bytea[]) as new (id, secrets)
      where mail.id = new.id`.execute(tx)
  },
  /** Lets a mail go as it is. */
  release: (tx: Tx, id: string, at: Date) =>
    tx
      .updateTable('mail')
      .set({ state: 'waiting', next_at: at, attempts: 0, error: '' })
      .where('id', '=', id)
      .execute(),
  async page({ after, size, state, q }: ParsedOf<typeof mails.list>) {
    const where: RawBuilder<unknown>[] = [sql`true`]
    if (state) where.push(sql`state = ${state}`)
    if (q) where.push(sql`(recipient ilike ${`%${literal(q)}%`} or subject ilike ${`%${literal(q)}%`})`)
    const key = after ? decodeCursor(after, z.tuple([part.timestamp, part.id])) : null
    if (key) where.push(sql`(created_at, id) < (${key[0]}::timestamptz, ${key[1]}::uuid)`)
    const { rows } = await sql<MailRow & { key: string }>`
      select *, ${exactly(sql`created_at`)} as key from mail where ${sql.join(where, sql` and `)}
      order by created_at desc, id desc limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: (row) => row, key: (row) => [row.key, row.id] })
  },
  sweep: (before: Date) => db.deleteFrom('mail').where('created_at', '<', before).execute(),

  async words(kind: MailKind): Promise<Words | null> {
    const row = await db.selectFrom('mail_template').select('words').where('kind', '=', kind).executeTakeFirst()
    return (row?.words as Words | undefined) ?? null
  },
  async allWords(): Promise<Map<MailKind, Words>> {
    const rows = await db.selectFrom('mail_template').selectAll().execute()
    return new Map(rows.map((row) => [row.kind, row.words as Words]))
  },
  setWords: (tx: Db | Tx, kind: MailKind, words: Words) =>
    sql`insert into mail_template (kind, words) values (${kind}, ${JSON.stringify(words)}::jsonb)
      on conflict (kind) do update set words = excluded.words`.execute(tx),
  forgetWords: (tx: Db | Tx, kind: MailKind) => tx.deleteFrom('mail_template').where('kind', '=', kind).execute(),

  async server(): Promise<unknown> {
    const row = await db.selectFrom('setting').select('value').where('key', '=', 'mailServer').executeTakeFirst()
    return row?.value
  },
  setServer: (tx: Db | Tx, value: unknown) =>
    sql`insert into setting (key, value) values ('mailServer', ${JSON.stringify(value)}::jsonb)
      on conflict (key) do update set value = excluded.value, updated_at = now()`.execute(tx),
})
export type MailStore = ReturnType<typeof sqlMailStore>
