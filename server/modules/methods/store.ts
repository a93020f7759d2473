import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

export type MethodRow = Selectable<Schema['method']>
type Values = Omit<Insertable<Schema['method']>, 'name' | 'config'> & Pick<MethodRow, 'name' | 'config'>

const json = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`
const columnsOf = (row: Values) => ({ ...row, name: json(row.name), config: json(row.config) })

export const sqlMethodStore = (db: Db) => ({
  /** All methods in their display order. */
  all: (): Promise<MethodRow[]> =>
    db.selectFrom('method').selectAll().orderBy('position').orderBy('created_at').orderBy('id').execute(),
  /** Number of bound people per method. */
  async identities(): Promise<Map<string, number>> {
    const { rows } = await sql<{ method_id: string; count: number }>`
      select method_id, count(*)::int as count from identity group by method_id`.execute(db)
    return new Map(rows.map(({ method_id, count }) => [method_id, count]))
  },
  /** Inserts a method at the end. */
  insert: (tx: Tx, row: Values) =>
    tx
      .insertInto('method')
      .values({ ...columnsOf(row), position: sql<number>`(select coalesce(max(position), -1) + 1 from method)` })
      .execute(),
  /** Locks a method's row for the following change. */
  lock: (tx: Tx, id: string): Promise<MethodRow | undefined> =>
    tx.selectFrom('method').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  /** Locks the table: nobody else changes a method until the transaction ends. */
  lockAll: (tx: Tx) => sql`lock table method in share row exclusive mode`.execute(tx),
  /** Disables methods that the environment configured before and no longer lists. */
  switchOffOthers: (tx: Tx, ids: readonly string[], at: Date) =>
    tx
      .updateTable('method')
      .set({ is_on: false, updated_at: at })
      .where('source', '=', 'environment')
      .where('is_on', '=', true)
      .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
      .execute(),
  update: (tx: Tx, row: Values) => {
    const { id, ...columns } = columnsOf(row)
    return tx.updateTable('method').set(columns).where('id', '=', id).execute()
  },
  remove: (tx: Tx, id: string) => tx.deleteFrom('method').where('id', '=', id).execute(),
  /** Orders the named methods first, the others after them in their old order. */
  order: (tx: Tx, ids: readonly string[]) =>
    sql`
      update method set position = placed.position
      from (
        select id, row_number() over (
          order by array_position(${sql.val([...ids])}::uuid[], id) nulls last, position, created_at, id
        ) - 1 as position from method
      ) placed
      where placed.id = method.id`.execute(tx),
  transaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => transact(db, work),
})
export type MethodStore = ReturnType<typeof sqlMethodStore>
