import { type RawBuilder, sql } from 'kysely'
import type { CellType } from '#contract/tables/columns.ts'
import type { Db } from '#server/storage/database.ts'
import { columnName, rowsOf } from './physical-store.ts'
import { pairsIn } from './search-store.ts'

/** An index of a table that serves one order of a column, and comparisons with it, or searches (`pairs`). */
export type Wanted = { tableId: string; physical: number; type: CellType; direction: 'asc' | 'desc' | 'pairs' }
type Place = Pick<Wanted, 'tableId' | 'physical' | 'direction'>

const nameOf = ({ tableId, physical, direction }: Place) =>
  `x_${tableId.toLowerCase().replaceAll('-', '')}_${physical}_${direction}`

function keysOf({ physical, type, direction }: Wanted): RawBuilder<unknown> {
  if (direction === 'pairs') return sql`using gin (${pairsIn({ physical, type })})`
  const collation = type === 'text' || type === 'choice' ? sql`collate natural_order ` : sql``
  return sql`(${columnName(physical)} ${collation}${sql.raw(direction)} nulls last, ord, id)`
}

/** How long dropping an index waits for those who use it; then the index stays (our choice). */
const DROP_WAIT = '2s'
const LOCK_NOT_AVAILABLE = '55P03'

/** Functions of PostgreSQL that refuse a text which is too long for an index. */
const INDEXERS = ['index_form_tuple', 'index_form_tuple_context', '_bt_check_third_page']
export const isTooLongForIndex = (error: unknown) => INDEXERS.includes((error as { routine?: string }).routine ?? '')

/** An index by its name, and the statement that makes it. */
type Dropped = { name: string; statement: RawBuilder<unknown> }

export const sqlTableIndexes = (db: Db) => {
  /**
   * Creates an index if missing, without blocking readers and writers; one that a killed server left unfinished is
   * created again.
   */
  async function makeOf(tableId: string, { name, statement }: Dropped): Promise<void> {
    await db.connection().execute(async (connection) => {
      const { rows } = await sql<{ isMine: boolean }>`
        select pg_try_advisory_lock(hashtextextended(${name}, 0)) as "isMine"`.execute(connection)
      // Another node makes it.
      if (!rows[0]?.isMine) return
      try {
        const { rows: found } = await sql<{ isWhole: boolean }>`
          select indisvalid as "isWhole" from pg_index where indexrelid = to_regclass(${`tables.${name}`})`.execute(
          connection,
        )
        if (found[0]?.isWhole) return
        if (found.length) await sql`drop index concurrently tables.${sql.ref(name)}`.execute(connection)
        await statement.execute(connection)
        await sql`analyze ${rowsOf(tableId)}`.execute(connection)
      } finally {
        await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(connection)
      }
    })
  }

  return {
    make: (wanted: Wanted): Promise<void> =>
      makeOf(wanted.tableId, {
        name: nameOf(wanted),
        statement: sql`
      create index concurrently if not exists ${sql.ref(nameOf(wanted))} on ${rowsOf(wanted.tableId)} ${keysOf(wanted)}`,
      }),

    /**
     * Drops the indexes of a table that were created for queries; returns a function that creates them again. One that
     * is in use for long is kept.
     */
    async drop(tableId: string): Promise<(() => Promise<void>)[]> {
      const { rows } = await sql<{ name: string; definition: string }>`
      select c.relname as name, pg_get_indexdef(c.oid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = to_regclass(${`tables.t_${tableId.toLowerCase().replaceAll('-', '')}`})
        and c.relname like 'x\\_%'`.execute(db)
      await db.connection().execute(async (connection) => {
        await sql`set lock_timeout = ${sql.lit(DROP_WAIT)}`.execute(connection)
        try {
          for (const { name } of rows)
            await sql`drop index concurrently if exists tables.${sql.ref(name)}`.execute(connection)
        } catch (error) {
          if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
        } finally {
          await sql`set lock_timeout = 0`.execute(connection)
        }
      })
      return rows.map(({ name, definition }) => () => {
        const statement = sql.raw(definition.replace('CREATE INDEX', 'create index concurrently if not exists'))
        return makeOf(tableId, { name, statement })
      })
    },

    /** The physical columns of a table whose pairs of characters are indexed. */
    async paired(tableId: string): Promise<Set<number>> {
      const { rows } = await sql<{ physical: number }>`
      select split_part(c.relname, '_', 3)::int as physical from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = to_regclass(${`tables.t_${tableId.toLowerCase().replaceAll('-', '')}`}) and i.indisvalid
        and c.relname like 'x\\_%\\_pairs'`.execute(db)
      return new Set(rows.map(({ physical }) => physical))
    },

    /** Drops the indexes of the orders of texts of a table. */
    async dropOfTexts(tableId: string): Promise<void> {
      const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] and a.atttypid = 'text'::regtype
      where i.indrelid = to_regclass(${`tables.t_${tableId.toLowerCase().replaceAll('-', '')}`})`.execute(db)
      for (const { name } of rows) await sql`drop index concurrently if exists tables.${sql.ref(name)}`.execute(db)
    },

    /** Records the use of an index. */
    use: ({ tableId, physical, direction }: Place, at: Date) =>
      sql`
      insert into table_index (table_id, physical, direction, used_at)
      values (${tableId}::uuid, ${physical}, ${direction}, ${at})
      on conflict (table_id, physical, direction) do update set used_at = excluded.used_at`.execute(db),

    /** Drops indexes that have not been used since; returns how many. */
    async dropUnused(since: Date): Promise<number> {
      const { rows } = await sql<{ table_id: string; physical: number; direction: Wanted['direction'] }>`
      delete from table_index where used_at < ${since} returning table_id, physical, direction`.execute(db)
      for (const { table_id: tableId, ...place } of rows)
        await sql`drop index concurrently if exists tables.${sql.ref(nameOf({ tableId, ...place }))}`.execute(db)
      return rows.length
    },
  }
}
export type TableIndexes = ReturnType<typeof sqlTableIndexes>
