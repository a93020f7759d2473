import { sql } from 'kysely'
import { type SavedView, ViewState } from '#contract/tables.ts'
import type { Db, Tx } from '#server/storage/database.ts'

/** Name of the row that keeps how a person last looked at a table. */
const LAST = ''
type Owned = { tableId: string; personId: string }
type Row = { id: string; person_id: string; name: string; is_shared: boolean; state: ViewState }

const viewOf =
  (personId: string) =>
  ({ id, person_id, name, is_shared, state }: Row): SavedView => ({
    id,
    name,
    isShared: is_shared,
    isMine: person_id === personId,
    state,
  })

export const sqlTableViews = (db: Db) => ({
  /** How a person last looked at a table, and the saved views that they see, by name. */
  async of({ tableId, personId }: Owned): Promise<{ view: ViewState; views: SavedView[] }> {
    const { rows } = await sql<Row>`
      select id, person_id, name, is_shared, state from table_view
      where table_id = ${tableId}::uuid and (person_id = ${personId}::uuid or is_shared)
      order by name collate natural_order, id`.execute(db)
    return {
      view: ViewState.parse(rows.find(({ name }) => name === LAST)?.state ?? {}),
      views: rows.filter(({ name }) => name !== LAST).map(viewOf(personId)),
    }
  },

  setLast: (id: string, { tableId, personId }: Owned, state: ViewState) =>
    sql`
      insert into table_view (id, table_id, person_id, name, is_shared, state)
      values (${id}::uuid, ${tableId}::uuid, ${personId}::uuid, ${LAST}, false, ${JSON.stringify(state)}::jsonb)
      on conflict (table_id, person_id, lower(name)) do update set state = excluded.state`.execute(db),

  /** How many views of a table are saved. */
  async count(tx: Tx, tableId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from table_view where table_id = ${tableId}::uuid and name <> ${LAST}`.execute(tx)
    return rows[0]?.count ?? 0
  },

  /** Saves a view; one of the same person and name is replaced. */
  async save(
    tx: Tx,
    { tableId, personId }: Owned,
    { id, name, isShared, state }: Omit<SavedView, 'isMine'>,
  ): Promise<SavedView> {
    const { rows } = await sql<Row>`
      insert into table_view as v (id, table_id, person_id, name, is_shared, state)
      values (${id}::uuid, ${tableId}::uuid, ${personId}::uuid, ${name}, ${isShared}, ${JSON.stringify(state)}::jsonb)
      on conflict (table_id, person_id, lower(name))
        do update set name = excluded.name, is_shared = excluded.is_shared, state = excluded.state
      returning id, person_id, name, is_shared, state`.execute(tx)
    const [row] = rows
    if (!row) throw new Error('a view that was written is not there')
    return viewOf(personId)(row)
  },

  /** A saved view that a person sees. */
  async one(tx: Tx, { tableId, personId }: Owned, id: string): Promise<SavedView | undefined> {
    const { rows } = await sql<Row>`
      select id, person_id, name, is_shared, state from table_view
      where id = ${id}::uuid and table_id = ${tableId}::uuid and name <> ${LAST}
        and (person_id = ${personId}::uuid or is_shared)`.execute(tx)
    return rows.map(viewOf(personId))[0]
  },

  remove: (tx: Tx, id: string) => tx.deleteFrom('table_view').where('id', '=', id).execute(),
})
export type TableViews = ReturnType<typeof sqlTableViews>
