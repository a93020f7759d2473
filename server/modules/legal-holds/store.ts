import { type Insertable, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { ParsedOf } from '#contract/core/operation.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { LegalHold, LegalHoldKind, LegalHoldTarget, legalHolds } from '#contract/legal-holds.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import type { Schema } from '#server/storage/schema.ts'

/** Number of possible targets listed at once (our choice). */
const OFFERED_MAX = 20
const Key = z.tuple([part.timestamp, part.id])

type Row = Selectable<Schema['legal_hold']> & { placer: string; ender: string | null; is_active: boolean; key: string }
/** A hold ends with the day that people chose: at the midnight after it. */
export const endOf = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS)
const dayOf = (end: Date): string => new Date(end.getTime() - DAY_MS).toISOString().slice(0, 10)

const holdOf = (row: Row): LegalHold => ({
  id: row.id,
  kind: row.kind,
  target: { id: row.target_id, name: row.target_name },
  reason: row.reason,
  until: row.until && dayOf(row.until),
  placedBy: row.placer,
  placedAt: row.placed_at.toISOString(),
  isActive: row.is_active,
  ended: row.ended_at && { by: row.ender ?? '', at: row.ended_at.toISOString(), reason: row.end_reason },
})

const isActive = sql`(h.ended_at is null and (h.until is null or h.until > now()))`
const rows = sql`
  select h.*, p.name as placer, e.name as ender, ${isActive} as is_active, ${exactly(sql`h.placed_at`)} as key
  from legal_hold h join person p on p.id = h.placed_by left join person e on e.id = h.ended_by`

const names = {
  space: sql`select id, name, identifier as about from space`,
  person: sql`select id, name, email as about from person where removed_at is null and state <> 'application'`,
  dataset: sql`
    select distinct on (dataset_id) dataset_id as id, title as name, coalesce(to_char(published_at, 'YYYY-MM-DD'), '') as about
    from publication where state in ('published', 'withdrawn') order by dataset_id, number desc`,
} satisfies Record<LegalHoldKind, unknown>

export const sqlLegalHoldStore = (db: Db) => ({
  async page({ isActive: active, kind, after, size }: ParsedOf<typeof legalHolds.list>) {
    const where = [sql`true`]
    if (active !== undefined) where.push(sql`${isActive} = ${active}`)
    if (kind) where.push(sql`h.kind = ${kind}`)
    if (after) {
      const [at, id] = decodeCursor(after, Key)
      where.push(sql`(h.placed_at, h.id) < (${at}::timestamptz, ${id}::uuid)`)
    }
    const found = await sql<Row>`
      ${rows} where ${sql.join(where, sql` and `)} order by h.placed_at desc, h.id desc limit ${size + 1}`.execute(db)
    return pageOf(found.rows, size, { toItem: holdOf, key: ({ key, id }) => [key, id] })
  },

  async one(tx: Tx, id: string): Promise<LegalHold | undefined> {
    const found = await sql<Row>`${rows} where h.id = ${id}::uuid for update of h`.execute(tx)
    return found.rows[0] && holdOf(found.rows[0])
  },

  async targets(kind: LegalHoldKind, q: string): Promise<LegalHoldTarget[]> {
    const like = `%${literal(q)}%`
    const found = await sql<LegalHoldTarget>`
      select t.id, t.name, t.about from (${names[kind]}) as t where t.name ilike ${like} or t.about ilike ${like}
      order by t.name collate natural_order, t.id limit ${OFFERED_MAX}`.execute(db)
    return found.rows
  },

  /** The name of something that a hold can be placed on. */
  async nameOf(tx: Tx, kind: LegalHoldKind, id: string): Promise<string | undefined> {
    const found = await sql<{ name: string }>`
      select t.name from (${names[kind]}) as t where t.id = ${id}::uuid`.execute(tx)
    return found.rows[0]?.name
  },

  /** Waits for changes of the versions of a dataset that are under way. */
  lockVersions: (tx: Tx, datasetId: string) =>
    tx.selectFrom('publication').select('id').where('dataset_id', '=', datasetId).orderBy('id').forUpdate().execute(),

  insert: (tx: Tx, row: Insertable<Schema['legal_hold']>) => tx.insertInto('legal_hold').values(row).execute(),
  end: (tx: Tx, id: string, end: { ended_by: string; ended_at: Date; end_reason: string }) =>
    tx.updateTable('legal_hold').set(end).where('id', '=', id).execute(),
})
export type LegalHoldStore = ReturnType<typeof sqlLegalHoldStore>

/** The name of something, if a hold is on it. */
export async function heldName(tx: Tx, kind: LegalHoldKind, id: string): Promise<string | undefined> {
  const found = await sql<{ name: string }>`
    select h.target_name as name from legal_hold h
    where h.kind = ${kind} and h.target_id = ${id}::uuid and ${isActive} limit 1`.execute(tx)
  return found.rows[0]?.name
}
