import { sql } from 'kysely'
import * as z from 'zod/mini'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'
import { columns, type ShareRow, source } from './store.ts'

export type ReceivedRow = ShareRow & { at: Date }

const Key = z.object({ at: part.timestamp, id: part.id })

/** The links of others that a person opened. */
export const sqlReceivedStore = (db: Db) => ({
  /** Links that a person opened, the last opened first. */
  async page(personId: string, { after, size }: { after?: string | undefined; size: number }) {
    const key = after ? decodeCursor(after, Key) : null
    const before = key ? sql`and (r.at, r.share_id) < (${key.at}::timestamptz, ${key.id}::uuid)` : sql``
    const { rows } = await sql<ReceivedRow & { exact: string }>`
      select ${columns}, r.at, ${exactly(sql`r.at`)} as exact
      from (select * from received_share r where r.person_id = ${personId}::uuid ${before}
        order by r.at desc, r.share_id desc limit ${size + 1}) r
      join (${source}) on s.id = r.share_id order by r.at desc, r.share_id desc`.execute(db)
    return pageOf(rows, size, { toItem: (row) => row, key: (row) => ({ at: row.exact, id: row.id }) })
  },

  /** False when it was not among them. */
  async forget(personId: string, shareId: string): Promise<boolean> {
    const { rows } = await sql`
      delete from received_share where person_id = ${personId}::uuid and share_id = ${shareId}::uuid
      returning share_id`.execute(db)
    return rows.length > 0
  },
})
