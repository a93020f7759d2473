import { sql } from 'kysely'
import type { Db } from '#server/storage/database.ts'

/** Where the key of the host is kept, sealed, as base64. */
const KEY = 'sftpHostKey'

export const sqlHostKeyStore = (db: Db) => ({
  /** The key that every node shows: the one that is there, else this one. */
  async keepFirst(sealed: string): Promise<string> {
    const { rows } = await sql<{ value: string }>`
      insert into setting (key, value) values (${KEY}, ${JSON.stringify(sealed)}::jsonb)
      on conflict (key) do update set key = excluded.key returning value`.execute(db)
    return rows[0]?.value ?? sealed
  },
})
