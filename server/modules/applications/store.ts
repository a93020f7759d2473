import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Application, applications } from '#contract/applications.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import { uniqueAs } from '#server/storage/unique.ts'
import type { CredentialRow, Secret } from './credentials-store.ts'
import { GRANTS } from './grants-store.ts'

type Row = Omit<CredentialRow, 'secret_hash' | 'sealed_secret'> & {
  description: string
  contact: string
  created_at: Date
  secret_at: Date
  last_used_at: Date | null
  redirect_uris: string[]
  space_count: number
  today_calls: number
  today_bytes: number
  exact: string
}
export type Draft = {
  name: string
  description: string
  contact: string
  callsPerMinute: number
  callsPerDay: number | null
  gbPerDay: number | null
  redirectUris: string[]
}

const applicationOf = (row: Row): Application => ({
  id: row.id,
  key: row.key,
  name: row.name,
  description: row.description,
  contact: row.contact,
  callsPerMinute: row.calls_per_minute,
  callsPerDay: row.calls_per_day,
  gbPerDay: row.gb_per_day,
  today: { calls: row.today_calls, bytes: row.today_bytes },
  redirectUris: row.redirect_uris,
  ways: row.ways,
  isOnline: row.disabled_at === null,
  grants: row.grants,
  spaceCount: row.space_count,
  createdAt: row.created_at.toISOString(),
  secretAt: row.secret_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

/** Applications `a` with their persons `p`, and what they used of the day `at`. */
const selected = (at: Date) => sql`
  select a.id, a.key, p.name, a.description, a.contact, a.ways, a.calls_per_minute, a.calls_per_day, a.gb_per_day,
    a.redirect_uris, p.disabled_at, a.created_at, a.secret_at,
    a.last_used_at, ${exactly(sql`a.created_at`)} as exact, ${GRANTS},
    (select count(*)::int from member m where m.person_id = a.id) as space_count,
    coalesce(d.calls - d.limited, 0)::bigint as today_calls, coalesce(d.bytes, 0)::bigint as today_bytes
  from application a join person p on p.id = a.id
    left join application_day d on d.application_id = a.id and d.day = (${at}::timestamptz at time zone 'UTC')::date`
const NAMED = { application_name: 'applicationNameTaken' } as const

export const sqlApplicationStore = (db: Db, now: () => Date) => ({
  async page({ after, size, q, isOnline }: ParsedOf<typeof applications.list>) {
    const where: RawBuilder<unknown>[] = [sql`true`]
    if (q) where.push(sql`concat_ws(' ', p.name, a.key, a.description, a.contact) ilike ${`%${literal(q)}%`}`)
    if (isOnline !== undefined) where.push(sql`(p.disabled_at is null) = ${isOnline}`)
    if (after) {
      const [at, id] = decodeCursor(after, z.tuple([part.timestamp, part.id]))
      where.push(sql`(a.created_at, a.id) < (${at}::timestamptz, ${id}::uuid)`)
    }
    const { rows } = await sql<Row>`
      ${selected(now())} where ${sql.join(where, sql` and `)} order by a.created_at desc, a.id desc limit ${size + 1}`.execute(
      db,
    )
    return pageOf(rows, size, { toItem: applicationOf, key: (row) => [row.exact, row.id] })
  },

  async one(id: string, from: Db | Tx = db): Promise<Application | null> {
    const { rows } = await sql<Row>`${selected(now())} where a.id = ${id}::uuid`.execute(from)
    return rows[0] ? applicationOf(rows[0]) : null
  },

  /** Locks an application until the transaction ends; null when there is none. */
  async hold(tx: Tx, id: string): Promise<{ id: string; key: string; name: string } | null> {
    const { rows } = await sql<{ id: string; key: string; name: string }>`
      select a.id, a.key, p.name from application a join person p on p.id = a.id
      where a.id = ${id}::uuid for no key update`.execute(tx)
    return rows[0] ?? null
  },

  /** Throws applicationNameTaken. */
  insert: (tx: Tx, one: Draft & { id: string; key: string }, secret: Secret) =>
    uniqueAs(NAMED, async () => {
      await tx
        .insertInto('person')
        .values({
          id: one.id,
          email: `${one.key}@application.invalid`,
          name: one.name,
          role: 'role_general',
          state: 'application',
          password_hash: null,
          disabled_at: null,
          created_at: secret.at,
        })
        .execute()
      await tx
        .insertInto('application')
        .values({
          id: one.id,
          key: one.key,
          description: one.description,
          contact: one.contact,
          ways: secret.ways,
          secret_hash: secret.hash,
          sealed_secret: secret.sealed,
          calls_per_minute: one.callsPerMinute,
          calls_per_day: one.callsPerDay,
          gb_per_day: one.gbPerDay,
          redirect_uris: one.redirectUris,
          created_at: secret.at,
          secret_at: secret.at,
          last_used_at: null,
        })
        .execute()
    }),

  /** Throws applicationNameTaken. */
  update: (tx: Tx, id: string, { name, ...draft }: Draft) =>
    uniqueAs(NAMED, async () => {
      await tx.updateTable('person').set({ name }).where('id', '=', id).execute()
      await tx
        .updateTable('application')
        .set({
          description: draft.description,
          contact: draft.contact,
          calls_per_minute: draft.callsPerMinute,
          calls_per_day: draft.callsPerDay,
          gb_per_day: draft.gbPerDay,
          redirect_uris: draft.redirectUris,
        })
        .where('id', '=', id)
        .execute()
    }),
  /** Its person row is kept, without permissions and name; everything else is deleted. */
  async remove(tx: Tx, id: string, at: Date): Promise<void> {
    await tx.deleteFrom('application').where('id', '=', id).execute()
    await tx.updateTable('person').set({ disabled_at: at, removed_at: at }).where('id', '=', id).execute()
  },
  setOffline: (tx: Tx, id: string, since: Date | null) =>
    tx.updateTable('person').set({ disabled_at: since }).where('id', '=', id).execute(),
})
export type ApplicationStore = ReturnType<typeof sqlApplicationStore>
