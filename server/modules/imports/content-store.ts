import { sql } from 'kysely'
import type { Db } from '#server/storage/database.ts'

/** MD5 of contents, by their SHA-256; missing contents are left out. */
export async function md5Of(db: Db, sha256: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ sha256: string; md5: string }>`
    select w.sha256, encode(b.md5, 'hex') as md5 from unnest(${sha256}::text[]) as w(sha256)
    join blob b on b.sha256 = decode(w.sha256, 'hex')`.execute(db)
  return new Map(rows.map((row) => [row.sha256, row.md5]))
}
