import { sql } from 'kysely'
import type { Db } from '../storage/database.ts'
import { type Applied, appliedTo } from '../storage/migrate.ts'

type Server = { version: string; major: number; bytes: number }
type Node = { host: string; version: string }

/** Reads databases of any version: a table that is not there yet is empty. */
export const upgradeStateStore = (db: Db) => {
  async function isThere(table: string): Promise<boolean> {
    const { rows } = await sql<{ is_there: boolean }>`select to_regclass(${table}) is not null as is_there`.execute(db)
    return rows[0]?.is_there ?? false
  }
  return {
    applied: async (): Promise<Applied[]> => ((await isThere('migration')) ? appliedTo(db) : []),
    async server(): Promise<Server> {
      const { rows } = await sql<Server>`
        select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
          pg_database_size(current_database()) as bytes`.execute(db)
      return rows[0] as Server
    },
    /** Bytes of the contents that were stored after a moment; null: of all. */
    async contentBytes(after: string | null): Promise<number> {
      if (!(await isThere('blob'))) return 0
      const { rows } = await sql<{ bytes: number }>`
        select coalesce(sum(size), 0)::bigint as bytes from blob
        where ${after}::timestamptz is null or created_at > ${after}::timestamptz`.execute(db)
      return rows[0]?.bytes ?? 0
    },
    /** Servers that have said within 90 s that they run. */
    async nodes(): Promise<Node[]> {
      if (!(await isThere('server_node'))) return []
      const { rows } = await sql<Node>`
        select host, version from server_node where seen_at > now() - interval '90 seconds' order by host limit 100`.execute(
        db,
      )
      return rows
    },
  }
}
