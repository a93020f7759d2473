import { sql } from 'kysely'
import type { SiteNumbers } from '#contract/settings.ts'
import type { Db, Tx } from '#server/storage/database.ts'

export function sqlSettingStore(db: Db) {
  return {
    async read(key: string): Promise<unknown> {
      const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
      return row?.value
    },
    /** Reads a value and locks its row until the transaction ends; undefined when there is none. */
    async lockOrNone(tx: Tx, key: string): Promise<unknown> {
      const row = await tx.selectFrom('setting').select('value').where('key', '=', key).forUpdate().executeTakeFirst()
      return row?.value
    },
    write: (tx: Db | Tx, key: string, value: unknown) =>
      sql`insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
        on conflict (key) do update set value = excluded.value, updated_at = now()`.execute(tx),
    /** Writes a value unless there is one; returns the value that is stored afterwards. */
    async readOrWrite(key: string, value: unknown): Promise<unknown> {
      const json = JSON.stringify(value)
      const row = await sql<{ value: unknown }>`
        insert into setting (key, value) values (${key}, ${json}::jsonb)
        on conflict (key) do update set key = excluded.key returning value`.execute(db)
      return row.rows[0]?.value
    },
    /** The numbers of spaces and datasets that anybody can find, and of the files and bytes of these spaces. */
    async numbers(): Promise<SiteNumbers> {
      const { rows } = await sql<SiteNumbers>`
        select count(*)::int as spaces, (select count(*)::int from dataset_entry) as datasets, coalesce(sum(r.files_below), 0)::bigint as files,
          coalesce(sum(u.used_bytes), 0)::bigint as bytes
        from space s join space_usage u on u.space_id = s.id join node r on r.id = s.root_id
        where s.status = 'normal' and s.type in ('public', 'restricted')`.execute(db)
      return rows[0] ?? { spaces: 0, datasets: 0, files: 0, bytes: 0 }
    },
  }
}
export type SettingStore = ReturnType<typeof sqlSettingStore>
