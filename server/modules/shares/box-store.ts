import { sql } from 'kysely'
import * as z from 'zod/mini'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { ReceiptRow } from './store.ts'

const columns = sql`id, share_id, code, sender, note, at, files, bytes, folder_id`
const Key = z.object({ at: part.timestamp, id: part.id })

/** A drop box with new files to report to its maker. */
export type Filled = { space_id: string; space_name: string; person_id: string; title: string; files: number }

export const sqlBoxStore = (db: Db) => ({
  Key,

  insert: async (row: Omit<ReceiptRow, 'files' | 'bytes' | 'folder_id'>): Promise<void> => {
    await sql`
      insert into share_receipt (id, share_id, code, sender, note, at, changed_at)
      values (${row.id}, ${row.share_id}, ${row.code}, ${row.sender}, ${row.note}, ${row.at}, ${row.at})`.execute(db)
  },

  async find(shareId: string, code: string, from: Db | Tx = db): Promise<ReceiptRow | undefined> {
    const { rows } = await sql<ReceiptRow>`
      select ${columns} from share_receipt where code = ${code} and share_id = ${shareId}::uuid`.execute(from)
    return rows[0]
  },

  /** The receipt, locked until the transaction ends. */
  async lock(tx: Tx, id: string): Promise<ReceiptRow | undefined> {
    const { rows } = await sql<ReceiptRow>`
      select ${columns} from share_receipt where id = ${id}::uuid for no key update`.execute(tx)
    return rows[0]
  },
  setFolder: (tx: Tx, id: string, folderId: string) =>
    sql`update share_receipt set folder_id = ${folderId}::uuid where id = ${id}::uuid`.execute(tx),

  async page(shareId: string, { after, size }: { after?: string; size: number }) {
    const key = after ? decodeCursor(after, Key) : null
    const before = key ? sql`and (at, id) < (${key.at}::timestamptz, ${key.id}::uuid)` : sql``
    const { rows } = await sql<ReceiptRow & { exact: string }>`
      select ${columns}, ${exactly(sql`at`)} as exact from share_receipt
      where share_id = ${shareId}::uuid and files <> '[]' ${before} order by at desc, id desc limit ${size + 1}`.execute(
      db,
    )
    return pageOf(rows, size, { toItem: (row) => row, key: (row) => ({ at: row.exact, id: row.id }) })
  },

  /** Deletes receipts of ended visits without files. */
  async sweep(before: Date): Promise<number> {
    const { numAffectedRows } = await sql`
      delete from share_receipt r where at < ${before} and files = '[]'
        and not exists (select 1 from upload u where u.receipt_id = r.id)`.execute(db)
    return Number(numAffectedRows ?? 0)
  },

  /** Boxes with new files that their makers were not told of, and no upload since `quietSince`. */
  async takeFilled(tx: Tx, { quietSince, now }: { quietSince: Date; now: Date }): Promise<Filled[]> {
    const { rows } = await sql<Filled>`
      with heard as (
        update share_receipt set notified_at = ${now}
        where notified_at is null and files <> '[]' and changed_at <= ${quietSince} returning share_id, files
      )
      select s.space_id, sp.name as space_name, s.person_id, s.title, sum(jsonb_array_length(h.files))::int as files
      from heard h join share s on s.id = h.share_id join space sp on sp.id = s.space_id
      group by s.id, sp.name`.execute(tx)
    return rows
  },
})
export type BoxStore = ReturnType<typeof sqlBoxStore>
