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
      where state in ('kept', 'waiting') and secrets is not null and created_at + make_interval(hours => (details ->> 'hours')::int) > ${at}
      order by created_at, id`.execute(db)
    return rows
  },
  /**
   * The newest invitation or activation of each person who has not set a password yet, where it was kept; or one kept
   * mail with a link to an account that is still in need of it.
   */
  async neededOfKept(tx: Db | Tx, id: string | null = null): Promise<MailRow[]> {
    const { rows } = await sql<MailRow>`
      select m.* from mail m join person p on p.id = m.person_id
      where m.state = 'kept' and p.disabled_at is null and lower(p.email) = lower(m.recipient) and ${
        id
          ? sql`m.id = ${id} and ((m.kind, p.state) in (('invitation', 'invited'), ('activation', 'pending'), ('reset', 'active'))
              or m.kind = 'invitation' and p.state = 'active' and p.password_hash is null)`
          : sql`(m.kind, p.state) in (('invitation', 'invited'), ('activation', 'pending')) and not exists (
              select from mail n where n.person_id = m.person_id and n.kind = m.kind
                and (n.created_at, n.id) > (m.created_at, m.id)
            )`
      }
      order by m.created_at, m.id`.execute(tx)
    return rows
  },
  /** Lets a kept mail go; false when it is no longer kept. */
  async release(tx: Tx, id: string, at: Date, secrets?: Buffer): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('mail')
      .set({ state: 'waiting', next_at: at, attempts: 0, error: '', ...(secrets && { secrets }) })
      .where('id', '=', id)
      .where('state', '=', 'kept')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
  async retry(id: string, at: Date, tx: Db | Tx = db): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('mail')
      .set({ state: 'waiting', next_at: at, attempts: 0, error: '' })
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'failed'])
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
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
