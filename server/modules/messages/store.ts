import { type RawBuilder, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { MailType } from '#contract/account.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { messages } from '#contract/messages.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

export type MessageRow = Selectable<Schema['message']>
export type Reader = { id: string; email: string; name: string; language: 'zh' | 'en'; wantsMail: boolean }
type Shared = Pick<MessageRow, 'kind' | 'values' | 'space_id' | 'link' | 'created_at'>
export type ListedRow = MessageRow & { is_muted: boolean }

const Key = z.tuple([part.timestamp, part.id])

export const sqlMessageStore = (db: Db) => ({
  /** Inserts the same message for many people in one statement, because a space may have very many members. */
  insert: (
    tx: Db | Tx,
    rows: { ids: string[]; people: string[] },
    { kind, values, space_id, link, created_at }: Shared,
  ) =>
    sql`insert into message (id, person_id, kind, "values", space_id, link, created_at)
      select id, person_id, ${kind}, ${JSON.stringify(values)}::jsonb, ${space_id}, ${link}, ${created_at}
      from unnest(${rows.ids}::uuid[], ${rows.people}::uuid[]) as recipients (id, person_id)`.execute(tx),

  /**
   * The active accounts among the people, without those who have muted the space, and whether each wants this type of
   * mail.
   */
  async readers(tx: Db | Tx, ids: readonly string[], type: MailType | null, mutable: string | null): Promise<Reader[]> {
    const { rows } = await sql<Reader>`
      select p.id, p.email, p.name, p.language,
        ${type}::text is not null and not exists (
          select 1 from mail_off o where o.person_id = p.id and o.type = ${type}
        ) as "wantsMail"
      from person p where p.id = any(${ids}::uuid[]) and p.disabled_at is null and p.state = 'active'
        and not exists (select 1 from muted_space m where m.person_id = p.id and m.space_id = ${mutable}::uuid)`.execute(
      tx,
    )
    return rows
  },

  async page(personId: string, { after, size, isUnread }: ParsedOf<typeof messages.list>) {
    const where: RawBuilder<unknown>[] = [sql`person_id = ${personId}::uuid`]
    if (isUnread) where.push(sql`read_at is null`)
    const key = after ? decodeCursor(after, Key) : null
    if (key) where.push(sql`(created_at, id) < (${key[0]}::timestamptz, ${key[1]}::uuid)`)
    const { rows } = await sql<ListedRow & { key: string }>`
      select *, ${exactly(sql`created_at`)} as key, exists (
        select 1 from muted_space m where m.person_id = message.person_id and m.space_id = message.space_id
      ) as is_muted
      from message where ${sql.join(where, sql` and `)}
      order by created_at desc, id desc limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: (row) => row, key: (row) => [row.key, row.id] })
  },
  async unread(personId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from message where person_id = ${personId}::uuid and read_at is null`.execute(db)
    return rows[0]?.count ?? 0
  },

  /** Marks messages of the person as read, all when `ids` is null; returns whether any was unread. */
  async read(tx: Tx, personId: string, at: Date, ids: readonly string[] | null): Promise<boolean> {
    const named = ids ? sql`and id = any(${ids}::uuid[])` : sql``
    const { numAffectedRows = 0n } = await sql`
      update message set read_at = ${at} where person_id = ${personId}::uuid and read_at is null ${named}`.execute(tx)
    return numAffectedRows > 0n
  },
  async remove(tx: Tx, personId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await tx
      .deleteFrom('message')
      .where('id', '=', id)
      .where('person_id', '=', personId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
  /** Deletes the oldest messages from before a moment, at most `many`; returns their number. */
  async sweep(before: Date, many: number): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      delete from message where id in (select id from message where created_at < ${before}
        and person_id not in (select on_hold_now('person')) limit ${many})`.execute(db)
    return Number(numAffectedRows)
  },
})
export type MessageStore = ReturnType<typeof sqlMessageStore>
