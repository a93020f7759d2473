import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { Delivery, webhooks } from '#contract/webhooks.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { hasCome } from '#server/storage/due.ts'

/** A delivery that this node sends now. */
export type Claimed = {
  id: string
  webhook_id: string
  url: string
  sealed_secret: Buffer
  event: string
  payload: Record<string, unknown>
  attempts: number
  created_at: Date
  /** The application is still online, in the space, and granted what the event tells. */
  is_admitted: boolean
}
/** The result of an attempt; `nextAt`: the time of the next one, null after the last. */
export type Attempt = { id: string; state: Delivery['state']; status: number; error: string; nextAt: Date | null }
type DeliveryRow = Omit<Delivery, 'createdAt' | 'nextAt' | 'sentAt'> & {
  created_at: Date
  next_at: Date | null
  sent_at: Date | null
  exact: string
}

const deliveryOf = ({ created_at, next_at, sent_at, exact: _exact, ...row }: DeliveryRow): Delivery => ({
  ...row,
  createdAt: created_at.toISOString(),
  nextAt: next_at?.toISOString() ?? null,
  sentAt: sent_at?.toISOString() ?? null,
})
/** Whether the application may still learn of the event; a test event contains nothing. */
const admittedAt = (at: Date) => sql`(d.payload->>'space' is null or exists (
  select from webhook_action a
    join member m on m.space_id = (d.payload->>'space')::uuid and m.person_id = w.application_id
    join person p on p.id = w.application_id and p.disabled_at is null
    join application_grant g on g.application_id = w.application_id and g.api_group = a.api_group
      and (g.until is null or g.until >= (${at}::timestamptz at time zone 'UTC')::date)
  where a.webhook_id = w.id and a.action = split_part(d.event, '.', 2))) as is_admitted`

/** Deliveries: events to be sent to webhooks, and their results. */
export const sqlDeliveryStore = (db: Db) => ({
  add: (tx: Tx, one: { id: string; webhook_id: string; event: string; at: Date }) =>
    tx
      .insertInto('webhook_delivery')
      .values({
        id: one.id,
        webhook_id: one.webhook_id,
        event: one.event,
        payload: '{}',
        next_at: one.at,
        created_at: one.at,
      })
      .execute(),

  async page({ id, after, size, state }: ParsedOf<typeof webhooks.deliveries>) {
    const where: RawBuilder<unknown>[] = [sql`d.webhook_id = ${id}::uuid`]
    if (state) where.push(sql`d.state = ${state}`)
    if (after) {
      const [at, last] = decodeCursor(after, z.tuple([part.timestamp, part.id]))
      where.push(sql`(d.created_at, d.id) < (${at}::timestamptz, ${last}::uuid)`)
    }
    const { rows } = await sql<DeliveryRow>`
      select d.id, d.event, d.state, d.attempts, d.status, d.error, d.created_at, d.next_at, d.sent_at,
        ${exactly(sql`d.created_at`)} as exact
      from webhook_delivery d where ${sql.join(where, sql` and `)}
      order by d.created_at desc, d.id desc limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: deliveryOf, key: (row) => [row.exact, row.id] })
  },
  /** Makes a delivery wait again; false if there is none. */
  async resend(tx: Tx, webhookId: string, id: string, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('webhook_delivery')
      .set({ state: 'waiting', next_at: at, attempts: 0, error: '', sent_at: null })
      .where('id', '=', id)
      .where('webhook_id', '=', webhookId)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /**
   * Takes due deliveries, at most `each` of a webhook, and none of those in `busy`. They are due again at `until`, in
   * case this node does not report the result.
   */
  async claim({ at, until, most, each, busy }: { at: Date; until: Date; most: number; each: number; busy: string[] }) {
    const { rows } = await sql<Claimed>`
      with due as materialized (
        select d.id from webhook w cross join lateral (
          select id from webhook_delivery d where d.webhook_id = w.id and d.state = 'waiting' and ${hasCome(sql`d.next_at`, at)}
          order by d.next_at limit ${each} for update skip locked) d
        where w.is_on and not w.id = any(${busy}::uuid[]) limit ${most})
      update webhook_delivery d set next_at = ${until}, attempts = d.attempts + 1
      from due, webhook w where d.id = due.id and w.id = d.webhook_id
      returning d.id, d.webhook_id, w.url, w.sealed_secret, d.event, d.payload, d.attempts, d.created_at, ${admittedAt(at)}`.execute(
      db,
    )
    return rows
  },
  /** Stores the results of attempts, in one statement. */
  async finish(attempts: readonly Attempt[], at: Date): Promise<void> {
    await sql`
      update webhook_delivery d set state = a.state, status = a.status, error = a.error, next_at = a.next_at,
        sent_at = case a.state when 'sent' then ${at}::timestamptz end
      from unnest(${attempts.map(({ id }) => id)}::uuid[], ${attempts.map(({ state }) => state)}::text[],
        ${attempts.map(({ status }) => status)}::int[], ${attempts.map(({ error }) => error)}::text[],
        ${attempts.map(({ nextAt }) => nextAt)}::timestamptz[]) as a(id, state, status, error, next_at)
      where d.id = a.id`.execute(db)
  },
  async sweep(before: Date): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('webhook_delivery')
      .where('created_at', '<', before)
      .where('state', '<>', 'waiting')
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})
export type DeliveryStore = ReturnType<typeof sqlDeliveryStore>
