import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { DataSource } from '#contract/data-sources.ts'
import { decodeCursor, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import type { Schema } from '#server/storage/schema.ts'
import { uniqueAs } from '#server/storage/unique.ts'

export type SourceRow = Selectable<Schema['data_source']>
type Listed = SourceRow & { maker_name: string; imports: number; key: string }
type Query = { q?: string | undefined; after?: string | undefined; size: number }

const sourceOf = (row: Listed): DataSource => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  host: row.host,
  port: row.port,
  database: row.database,
  account: row.account,
  tls: row.tls,
  ca: row.ca,
  comment: row.comment,
  hasPassword: row.password !== null,
  maker: { personId: row.maker_id, personName: row.maker_name },
  createdAt: row.created_at.toISOString(),
  imports: row.imports,
})

const listed = sql`
  select d.*, p.name as maker_name, d.name as key,
    (select count(*) from source_import i where i.source_id = d.id) as imports
  from data_source d join person p on p.id = d.maker_id`

export const sqlDataSourceStore = (db: Db) => ({
  /** A page of the databases of a space, by name. */
  async page(spaceId: string, { q, after, size }: Query) {
    const where = [sql`d.space_id = ${spaceId}::uuid`]
    if (q) where.push(sql`concat_ws(' ', d.name, d.host, d.database, d.comment) ilike ${`%${literal(q)}%`}`)
    if (after) {
      const [key, id] = decodeCursor(after, z.tuple([part.text, part.id]))
      where.push(sql`(d.name collate natural_order, d.id) > (${key}, ${id}::uuid)`)
    }
    const { rows } = await sql<Listed>`
      ${listed} where ${sql.join(where, sql` and `)}
      order by d.name collate natural_order, d.id limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: sourceOf, key: (row) => [row.key, row.id] })
  },

  async one(spaceId: string, id: string): Promise<DataSource | undefined> {
    const { rows } = await sql<Listed>`
      ${listed} where d.space_id = ${spaceId}::uuid and d.id = ${id}::uuid`.execute(db)
    return rows[0] && sourceOf(rows[0])
  },

  /** The row with its sealed password. */
  row: (spaceId: string, id: string, from: Db | Tx = db): Promise<SourceRow | undefined> =>
    from.selectFrom('data_source').selectAll().where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst(),

  async countIn(tx: Tx, spaceId: string): Promise<number> {
    const { count } = await tx
      .selectFrom('data_source')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('space_id', '=', spaceId)
      .executeTakeFirstOrThrow()
    return count
  },

  /** Throws dataSourceNameTaken. */
  insert: (tx: Tx, row: SourceRow) =>
    uniqueAs({ data_source_name: 'dataSourceNameTaken' }, () => tx.insertInto('data_source').values(row).execute()),

  /** Throws dataSourceNameTaken. */
  update: (tx: Tx, { id, space_id: _, maker_id: __, created_at: ___, ...set }: SourceRow) =>
    uniqueAs({ data_source_name: 'dataSourceNameTaken' }, () =>
      tx.updateTable('data_source').set(set).where('id', '=', id).execute(),
    ),

  remove: (tx: Tx, id: string) => tx.deleteFrom('data_source').where('id', '=', id).execute(),
})
export type DataSourceStore = ReturnType<typeof sqlDataSourceStore>

/** Databases and imports of a person who leaves a space belong to its owner. */
export const giveToOwner = async (tx: Tx, { spaceId, personId }: { spaceId: string; personId: string }) => {
  for (const table of [sql`data_source`, sql`source_import`])
    await sql`update ${table} d set maker_id = s.owner_id from space s
      where s.id = d.space_id and d.space_id = ${spaceId}::uuid and d.maker_id = ${personId}::uuid`.execute(tx)
}
