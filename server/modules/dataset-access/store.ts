import { type Insertable, sql, type Updateable } from 'kysely'
import * as z from 'zod/mini'
import type { AccessRequest, AccessRequestState } from '#contract/dataset-access.ts'
import { shownAddress } from '#contract/people.ts'
import type { DatasetMetadata } from '#contract/publications/metadata.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

/** The newest published version of a dataset, and its space. */
export type HeldDataset = {
  dataset_id: string
  publication_id: string
  number: number
  title: string
  access: DatasetMetadata['access']
  restricted_count: number
  editors: string[]
  space_id: string | null
  space_name: string | null
  owner_id: string | null
}

type Row = {
  id: string
  person_id: string
  person_name: string
  email: string
  unit: string
  number: number
  purpose: string
  terms: string
  state: AccessRequestState
  asked_at: Date
  answered_at: Date | null
  answerer: string | null
  opinion: string
  expires_on: string | null
  key: string
}
const requestOf = (row: Row): AccessRequest => ({
  id: row.id,
  person: {
    personId: row.person_id,
    personName: row.person_name,
    emailAccounts: shownAddress(row.email),
    unit: row.unit,
  },
  number: row.number,
  purpose: row.purpose,
  terms: row.terms,
  state: row.state,
  askedAt: row.asked_at.toISOString(),
  answeredAt: row.answered_at?.toISOString() ?? null,
  answeredBy: row.answerer ?? '',
  opinion: row.opinion,
  expiresOn: row.expires_on,
})

const Cursor = z.tuple([part.timestamp, part.id])
/** A grant whose last day is over has expired, even if its row was not updated yet. */
const stateOn = (today: string) =>
  sql<AccessRequestState>`case when r.state = 'granted' and r.expires_on < ${today}::date then 'expired' else r.state end`
const columns = (today: string) => sql`
  r.id, r.person_id, p.name as person_name, p.email, p.unit, r.number, r.purpose, r.terms, ${stateOn(today)} as state,
  r.asked_at, r.answered_at, a.name as answerer, r.opinion, to_char(r.expires_on, 'YYYY-MM-DD') as expires_on,
  ${exactly(sql`r.asked_at`)} as key`
const TABLES = sql`access_request r join person p on p.id = r.person_id left join person a on a.id = r.answered_by`

type Page = { today: string; after?: string | undefined; size: number }
type Whose = { datasetId: string; personId?: string; isOpen?: boolean }

export const sqlAccessStore = (db: Db) => ({
  async dataset(id: string): Promise<HeldDataset | null> {
    const { rows } = await sql<HeldDataset>`
      select p.dataset_id, p.id as publication_id, p.number, p.title, p.metadata->'access' as access, p.restricted_count, p.editors,
        d.space_id, s.name as space_name, s.owner_id
      from publication p join dataset d on d.id = p.dataset_id left join space s on s.id = d.space_id
      where p.dataset_id = ${id}::uuid and p.is_current`.execute(db)
    return rows[0] ?? null
  },

  /** Whether a person has a grant on this day. */
  async isGranted(datasetId: string, personId: string, today: string): Promise<boolean> {
    const { rows } = await sql`
      select 1 from access_request r where r.dataset_id = ${datasetId}::uuid and r.person_id = ${personId}::uuid
        and r.state = 'granted' and (r.expires_on is null or r.expires_on >= ${today}::date)`.execute(db)
    return rows.length > 0
  },

  /** Throws invalid for a cursor that is none. */
  demandPlace(after: string | undefined): void {
    if (after) decodeCursor(after, Cursor)
  },

  async page({ datasetId, personId, isOpen }: Whose, { today, after, size }: Page) {
    const where = [sql`r.dataset_id = ${datasetId}::uuid`]
    if (personId) where.push(sql`r.person_id = ${personId}::uuid`)
    if (isOpen !== undefined) where.push(isOpen ? sql`r.state = 'pending'` : sql`r.state <> 'pending'`)
    if (after) {
      const [at, id] = decodeCursor(after, Cursor)
      where.push(sql`(r.asked_at, r.id) < (${at}::timestamptz, ${id}::uuid)`)
    }
    const { rows } = await sql<Row>`
      select ${columns(today)} from ${TABLES} where ${sql.join(where, sql` and `)}
      order by r.asked_at desc, r.id desc limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: requestOf, key: (row) => [row.key, row.id] })
  },

  /** Null when the dataset has no request of this id. */
  async one(datasetId: string, id: string, today: string): Promise<AccessRequest | null> {
    const { rows } = await sql<Row>`
      select ${columns(today)} from ${TABLES} where r.id = ${id}::uuid and r.dataset_id = ${datasetId}::uuid`.execute(
      db,
    )
    return rows[0] ? requestOf(rows[0]) : null
  },

  /** The request under its lock. */
  async held(tx: Tx, datasetId: string, id: string) {
    const { rows } = await sql<{ id: string; person_id: string; state: AccessRequestState }>`
      select id, person_id, state from access_request
      where id = ${id}::uuid and dataset_id = ${datasetId}::uuid for update`.execute(tx)
    return rows[0] ?? null
  },

  /** Pending requests and current grants; expired grants are ended first. */
  async open(tx: Tx, datasetId: string, personId: string, today: string): Promise<AccessRequestState | null> {
    await sql`
      update access_request set state = 'expired' where dataset_id = ${datasetId}::uuid
        and person_id = ${personId}::uuid and state = 'granted' and expires_on < ${today}::date`.execute(tx)
    const { rows } = await sql<{ state: AccessRequestState }>`
      select state from access_request where dataset_id = ${datasetId}::uuid and person_id = ${personId}::uuid
        and state in ('pending', 'granted') for update`.execute(tx)
    return rows[0]?.state ?? null
  },

  insert: (tx: Tx, row: Insertable<Schema['access_request']>) => tx.insertInto('access_request').values(row).execute(),
  update: (tx: Tx, id: string, change: Updateable<Schema['access_request']>) =>
    tx.updateTable('access_request').set(change).where('id', '=', id).execute(),

  async withdraw(tx: Tx, datasetId: string, personId: string): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('access_request')
      .set({ state: 'withdrawn' })
      .where('dataset_id', '=', datasetId)
      .where('person_id', '=', personId)
      .where('state', '=', 'pending')
      .executeTakeFirst()
    return numUpdatedRows > 0
  },

  async administrators(tx: Tx): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from person where role = 'role_admin' and disabled_at is null and state = 'active'`.execute(tx)
    return rows.map(({ id }) => id)
  },
})
export type AccessStore = ReturnType<typeof sqlAccessStore>
