import { type Selectable, sql } from 'kysely'
import type { Digest } from '#server/storage/blobs/blob-store.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

export type ExportRow = Selectable<Schema['personal_data_export']>
export type Lease = { id: string; by: string }
type Asked = Pick<ExportRow, 'person_id' | 'id' | 'asked_by' | 'asked_at'>
type Claim = { by: string; at: Date; until: Date }

/** Whose lease this is, as long as it lasts. */
const held = ({ id, by }: Lease) => sql`id = ${id}::uuid and state = 'running' and lease_by = ${by}::uuid`

export const sqlPersonalDataStore = (db: Db) => ({
  of: (personId: string): Promise<ExportRow | undefined> =>
    db.selectFrom('personal_data_export').selectAll().where('person_id', '=', personId).executeTakeFirst(),
  /** Replaces an export that has ended; undefined while one is under way. */
  async ask(tx: Tx, { person_id, id, asked_by, asked_at }: Asked): Promise<ExportRow | undefined> {
    const { rows } = await sql<ExportRow>`
      insert into personal_data_export as e (person_id, id, asked_by, asked_at)
      values (${person_id}::uuid, ${id}::uuid, ${asked_by}::uuid, ${asked_at})
      on conflict (person_id) do update set id = excluded.id, asked_by = excluded.asked_by, asked_at = excluded.asked_at,
        state = 'waiting', error = '', tries = 0, lease_by = null, lease_until = null, blob_sha256 = null, size_bytes = 0,
        finished_at = null, expires_at = null
      where e.state in ('ready', 'failed') returning *`.execute(tx)
    return rows[0]
  },

  /** Takes the export that has waited longest, or one whose node has failed. */
  async claim({ by, at, until }: Claim): Promise<ExportRow | undefined> {
    const { rows } = await sql<ExportRow>`
      update personal_data_export set state = 'running', tries = tries + 1, lease_by = ${by}::uuid, lease_until = ${until}
      where person_id = (
        select person_id from personal_data_export
        where state = 'waiting' or (state = 'running' and lease_until < ${at}) order by asked_at limit 1
        for update skip locked) returning *`.execute(db)
    return rows[0]
  },
  /** False when this node has lost it. */
  async renew(lease: Lease, until: Date): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      update personal_data_export set lease_until = ${until} where ${held(lease)}`.execute(db)
    return numAffectedRows > 0n
  },
  /** Records the content, which is in the store; false when this node has lost the export. */
  async finish(tx: Tx, lease: Lease, { sha256, md5, size }: Digest, at: Date, expiresAt: Date): Promise<boolean> {
    await sql`
      insert into blob (sha256, md5, size, created_at, touched_at)
      values (decode(${sha256}, 'hex'), decode(${md5}, 'hex'), ${size}, ${at}, ${at})
      on conflict (sha256) do update set touched_at = excluded.touched_at`.execute(tx)
    const { numAffectedRows = 0n } = await sql`
      update personal_data_export set state = 'ready', lease_by = null, lease_until = null, error = '',
        blob_sha256 = decode(${sha256}, 'hex'), size_bytes = ${size}, finished_at = ${at}, expires_at = ${expiresAt}
      where ${held(lease)}`.execute(tx)
    return numAffectedRows > 0n
  },
  async fail(tx: Tx, lease: Lease, error: string, at: Date): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      update personal_data_export set state = 'failed', lease_by = null, lease_until = null, error = ${error}, finished_at = ${at}
      where ${held(lease)}`.execute(tx)
    return numAffectedRows > 0n
  },
  /** Deletes what has expired, and failures of before `failedBefore`. */
  async sweep(at: Date, failedBefore: Date): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      delete from personal_data_export
      where expires_at <= ${at} or (state = 'failed' and finished_at < ${failedBefore})`.execute(db)
    return Number(numAffectedRows)
  },
})
export type PersonalDataStore = ReturnType<typeof sqlPersonalDataStore>

/** Makes a failed export wait again, for the page of jobs; false if there is none. */
export async function retryExport(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update personal_data_export set state = 'waiting', error = '', tries = 0, finished_at = null
    where id = ${id}::uuid and state = 'failed'`.execute(tx)
  return numAffectedRows > 0n
}
