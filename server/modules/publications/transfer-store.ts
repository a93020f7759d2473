import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Sending } from '#contract/publications/dataset.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

export type TransferRow = Selectable<Schema['publication_transfer']>
type Change = Updateable<Schema['publication_transfer']>
/** A frozen file that is not sent yet. */
export type UnsentFile = { path: string; size: number; sha256: string }
type Totals = { files: number; filesSent: number; bytes: number; bytesSent: number }
/** Files that are read at a time. */
const FILES_AT_ONCE = 500

/** How far submissions to institutions are. */
export const sqlTransferStore = (db: Db) => ({
  one: (id: string, from: Db | Tx = db) =>
    from.selectFrom('publication_transfer').selectAll().where('publication_id', '=', id).executeTakeFirst(),

  byToken: (token: Buffer) =>
    db.selectFrom('publication_transfer').selectAll().where('token_sha256', '=', token).executeTakeFirst(),

  /** Begins the transfer of a submission; nothing stays of an earlier one. */
  async begin(tx: Tx, { plan, ...row }: Insertable<Schema['publication_transfer']>): Promise<void> {
    await tx.deleteFrom('publication_transfer').where('publication_id', '=', row.publication_id).execute()
    await tx
      .insertInto('publication_transfer')
      .values({ ...row, plan: sql`${JSON.stringify(plan)}::jsonb` })
      .execute()
  },

  update: (from: Db | Tx, id: string, change: Change) =>
    from.updateTable('publication_transfer').set(change).where('publication_id', '=', id).execute(),

  end: (tx: Tx, id: string) => tx.deleteFrom('publication_transfer').where('publication_id', '=', id).execute(),

  /** The files that are still to be sent, by path. */
  async *unsent(id: string): AsyncGenerator<UnsentFile> {
    for (let after = ''; ; ) {
      const { rows } = await sql<UnsentFile>`
        select path, size, encode(blob_sha256, 'hex') as sha256 from publication_file
        where publication_id = ${id}::uuid and not is_sent and path > ${after} order by path limit ${FILES_AT_ONCE}`.execute(
        db,
      )
      yield* rows
      if (rows.length < FILES_AT_ONCE) return
      after = rows.at(-1)?.path ?? after
    }
  },

  async setSent(tx: Tx, id: string, path: string): Promise<void> {
    await sql`update publication_file set is_sent = true
      where publication_id = ${id}::uuid and path = ${path}`.execute(tx)
  },

  /** One more part of the file under way is there. */
  async addPart(tx: Tx, id: string, tag: string): Promise<void> {
    await sql`update publication_transfer set part_tags = array_append(part_tags, ${tag}::text), part_breaks = 0
      where publication_id = ${id}::uuid`.execute(tx)
  },

  /** An attempt at the file under way ended without another part. */
  async partBroke(tx: Tx, id: string, path: string): Promise<void> {
    await sql`update publication_transfer set part_breaks = part_breaks + 1
      where publication_id = ${id}::uuid and part_path = ${path}`.execute(tx)
  },

  /** Everything is sent again. */
  async unsend(tx: Tx, id: string): Promise<void> {
    await sql`update publication_file set is_sent = false where publication_id = ${id}::uuid`.execute(tx)
  },

  async totals(id: string): Promise<Totals> {
    const { rows } = await sql<Totals>`
      select count(*) as files, count(*) filter (where is_sent) as "filesSent",
        coalesce(sum(size), 0)::bigint as bytes, coalesce(sum(size) filter (where is_sent), 0)::bigint as "bytesSent"
      from publication_file where publication_id = ${id}::uuid`.execute(db)
    return rows[0] ?? { files: 0, filesSent: 0, bytes: 0, bytesSent: 0 }
  },

  /** The file attached to the decision. */
  async attachment(id: string): Promise<{ name: string; sha256: string; size: number } | undefined> {
    const { rows } = await sql<{ name: string; sha256: string; size: number }>`
      select t.attachment_name as name, encode(b.sha256, 'hex') as sha256, b.size
      from publication_transfer t join blob b on b.sha256 = t.blob_sha256
      where t.publication_id = ${id}::uuid`.execute(db)
    return rows[0]
  },

  /** The submission that a later version of this dataset continues; '' if there is none at this institution. */
  async rootOf(id: string, institutionId: string): Promise<string> {
    const { rows } = await sql<{ trace_id: string }>`
      select d.trace_id from dataset d join publication p on p.dataset_id = d.id
      where p.id = ${id}::uuid and d.trace_institution_id = ${institutionId}::uuid`.execute(db)
    return rows[0]?.trace_id ?? ''
  },

  setRoot: (tx: Tx, datasetId: string, root: { trace_id: string; trace_institution_id: string }) =>
    tx.updateTable('dataset').set(root).where('id', '=', datasetId).execute(),

  /** The institutions of the published versions of a dataset; null is this site. */
  async publishers(datasetId: string): Promise<(string | null)[]> {
    const { rows } = await sql<{ institution_id: string | null }>`
      select distinct institution_id from publication
      where dataset_id = ${datasetId}::uuid and state in ('published', 'withdrawn')`.execute(db)
    return rows.map(({ institution_id }) => institution_id)
  },
})
export type TransferStore = ReturnType<typeof sqlTransferStore>

/** A transfer as people see it. */
export function sendingOf(row: TransferRow, { files, filesSent, bytes, bytesSent }: Totals): Sending {
  return {
    step: row.step,
    files,
    filesSent,
    bytes,
    bytesSent: Math.min(bytes, bytesSent + row.bytes_ahead),
    speed: row.step === 'sending' ? row.bytes_per_second : 0,
    keepsParts: row.keeps_parts,
    detailsUrl: row.details_url,
    doi: row.doi,
    cstr: row.cstr,
    attachment: row.attachment_name,
  }
}
