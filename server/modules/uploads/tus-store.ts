import { sql } from 'kysely'
import type { Db } from '#server/storage/database.ts'

/** Progress of a tus upload. */
export type TusUpload = {
  id: string
  size: number
  /** Bytes stored so far; the last ones, which do not fill a chunk yet, are the tail. */
  received: number
  tail: Buffer
  metadata: string
  /** The resulting file. */
  nodeId: string | null
}
export type TusStore = ReturnType<typeof sqlTusStore>

export const sqlTusStore = (db: Db, now: () => Date) => ({
  async begin(id: string, metadata: string): Promise<void> {
    await sql`insert into tus_upload (upload_id, metadata) values (${id}::uuid, ${metadata})`.execute(db)
  },
  async find(id: string, personId: string): Promise<TusUpload | undefined> {
    const { rows } = await sql<TusUpload>`
      select u.id, u.size, t.received, t.tail, t.metadata, u.node_id as "nodeId"
      from tus_upload t join upload u on u.id = t.upload_id
      where u.id = ${id}::uuid and u.person_id = ${personId}::uuid and u.receipt_id is null`.execute(db)
    return rows[0]
  },
  /** Updates the progress; false when another request was faster. */
  async advance(id: string, from: number, to: number, tail: Buffer): Promise<boolean> {
    const { rows } = await sql`
      with noted as (
        update tus_upload set received = ${to}, tail = ${tail}
        where upload_id = ${id}::uuid and received = ${from} returning upload_id
      )
      update upload u set active_at = ${now()} from noted where u.id = noted.upload_id returning u.id`.execute(db)
    return rows.length > 0
  },
})
