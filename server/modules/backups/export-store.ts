import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { definitionOf, holdTable, spaceTable } from '#server/backup/space-tables.ts'
import { readTable, rowSum, speakPlainly } from '#server/backup/tables.ts'
import type { SavedTable } from '#server/space-part.ts'
import type { ContentUse } from '#server/storage/blob-use.ts'
import { copyOut } from '#server/storage/copy.ts'
import { databaseOn } from '#server/storage/database.ts'
import { appliedTo } from '#server/storage/migrate.ts'

/** Rows as plain JSON, a line each: JSON has neither of these characters, so nothing is quoted. */
const AS_LINES = `(format csv, quote e'\\x01', delimiter e'\\x02')`
const uuid = (id: string) => `'${id.replaceAll(/[^0-9a-f-]/g, '')}'::uuid`

/** Reads a space and its data as of the transaction of the client. */
export function spaceExport(client: pg.Client, spaceId: string, tables: readonly SavedTable[]) {
  const saved = new Map(tables.map((one) => [one.table, one]))

  /** SQL condition for the rows `t` of a table that are of the space. */
  function within(one: SavedTable): string {
    const { column, of } = one.by ?? { column: 'space_id', of: 'the space' }
    const parent = of === 'the space' ? null : saved.get(of)
    if (!parent) return `t.${column} = ${uuid(spaceId)}`
    return `t.${column} in (select t.id from ${parent.table} t where ${within(parent)})`
  }
  const rowsOf = (one: SavedTable) =>
    `copy (select json_build_object('table', '${one.table}', 'id', to_jsonb(t) ->> 'id', 'row', to_jsonb(t))
      from ${one.table} t where ${within(one)}) to stdout with ${AS_LINES}`

  return {
    async begin(snapshot?: string): Promise<void> {
      await client.query('begin isolation level repeatable read read only')
      if (snapshot) await client.query(`set transaction snapshot '${snapshot}'`)
      await speakPlainly(client)
    },
    end: () => client.query('commit'),
    async snapshot(): Promise<string> {
      const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
      return rows[0]?.snapshot ?? ''
    },
    /** Null if the space was deleted. */
    async space(): Promise<{ id: string; name: string; identifier: string } | null> {
      const { rows } = await client.query('select id, name, identifier from space where id = $1', [spaceId])
      return (rows[0] as { id: string; name: string; identifier: string }) ?? null
    },
    migrations: async () => (await appliedTo(databaseOn(client))).map(({ name }) => name),
    async countFiles(): Promise<number> {
      const { rows } = await client.query<{ count: number }>(
        'select count(*) as count from node where space_id = $1 and not is_folder',
        [spaceId],
      )
      return rows[0]?.count ?? 0
    },
    /** The rows of all tables, and their number and sum once they are read. */
    rows() {
      const sum = rowSum()
      async function* every() {
        for (const one of tables) yield* copyOut(client, rowsOf(one), sum.add)
      }
      return { lines: every(), totals: sum.totals }
    },
    within,
    /** Number and sum of the rows of one table as JSON. */
    async sumOf(one: SavedTable): Promise<{ rows: number; sum: string }> {
      const sum = rowSum()
      const text = `copy (select to_jsonb(t) from ${one.table} t where ${within(one)}) to stdout with ${AS_LINES}`
      await finished(copyOut(client, text, sum.add).resume())
      return sum.totals()
    },
    /** The contents that the rows name, `<sha256> <bytes>` a line. */
    contents(uses: readonly ContentUse[]) {
      const named = uses.flatMap(({ table, column }) => {
        const one = saved.get(table)
        return one ? [`select t.${column} from ${table} t where ${within(one)}`] : []
      })
      return copyOut(
        client,
        `copy (select encode(sha256, 'hex') || ' ' || size from blob
          where sha256 in (${named.join(' union ')}) order by sha256) to stdout`,
      )
    },
    /** Names of the tables that hold rows and history of the tables of the space. */
    async tableNames(): Promise<string[]> {
      const { rows } = await client.query<{ name: string }>(
        `select 'tables.' || kind || '_' || replace(d.id::text, '-', '') as name
        from data_table d, unnest(array['t', 'h']) as kind where d.space_id = $1 order by d.id, kind desc`,
        [spaceId],
      )
      return rows.map(({ name }) => name)
    },
    /** A table with its definition and its rows. Throws SnapshotLost when it was rebuilt since the snapshot. */
    async table(name: string) {
      await holdTable(client, name)
      const { create, complete } = await definitionOf(client, name)
      const table = await spaceTable(client, name)
      return { ...table, create, complete, ...readTable(client, table) }
    },
  }
}
