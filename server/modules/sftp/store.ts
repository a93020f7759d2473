import { sql } from 'kysely'
import type { Db } from '#server/storage/database.ts'

/** Setting with the encrypted host key, as base64. */
const KEY = 'sftpHostKey'

export const sqlHostKeyStore = (db: Db) => ({
  /** The shared host key: the stored one, else this one is stored. */
  async keepFirst(sealed: string): Promise<string> {
    const { rows } = await sql<{ value: string }>`
      insert into setting (key, value) values (${KEY}, ${JSON.stringify(sealed)}::jsonb)
      on conflict (key) do update set key = excluded.key returning value`.execute(db)
    return rows[0]?.value ?? sealed
  },
})
