import { type Insertable, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { VIEW_VERSIONS_MAX } from '#contract/core/limits.ts'
import type { Actor } from '#contract/core/policy.ts'
import { sourcesOfView, type ViewRecord, type ViewVersion } from '#contract/data-views.ts'
import { idOf } from '#contract/queries/query.ts'
import { holdsEach } from '#server/modules/search/index.ts'
import { decodeCursor, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import type { Schema } from '#server/storage/schema.ts'
import { uniqueAs } from '#server/storage/unique.ts'

export type ViewRow = Selectable<Schema['data_view']>
type Listed = ViewRow & { maker_name: string; key: string }
type NewView = Insertable<Schema['data_view']>

/** `names` are those of the sources that the reader may see, by id. */
export const recordOf = (row: Listed, names: ReadonlyMap<string, string>): ViewRecord => ({
  id: row.id,
  name: row.name,
  description: row.description,
  isShared: row.is_shared,
  access: row.access,
  maker: { personId: row.maker_id, personName: row.maker_name },
  createdAt: row.created_at.toISOString(),
  changedAt: row.changed_at.toISOString(),
  sourceNames: sourcesOfView(row.definition).flatMap((ref) => names.get(idOf(ref)) ?? []),
  isSql: 'sql' in row.definition,
})

/** A view that is not shared is there for its maker alone. */
export const viewVisibleTo = (actor: Actor) => sql`(v.is_shared or v.maker_id = ${actor?.id ?? null}::uuid)`
const listed = sql`
  select v.*, p.name as maker_name, v.name as key from data_view v join person p on p.id = v.maker_id`
const stored = ({ definition, columns, ...row }: Partial<NewView>) => ({
  ...row,
  ...(definition && { definition: sql<ViewRow['definition']>`${JSON.stringify(definition)}::jsonb` }),
  ...(columns && { columns: sql<ViewRow['columns']>`${JSON.stringify(columns)}::jsonb` }),
})

type Page = { q?: string | undefined; after?: string | undefined; size: number }

export const sqlDataViews = (db: Db | Tx) => ({
  /** A page of the views of a space that the actor may see, by name. */
  async page(spaceId: string, actor: Actor, { q, after, size }: Page) {
    const where = [sql`v.space_id = ${spaceId}::uuid`, viewVisibleTo(actor)]
    if (q) where.push(sql`concat_ws(' ', v.name, v.description) ilike ${`%${literal(q)}%`}`)
    if (after) {
      const [key, id] = decodeCursor(after, z.tuple([part.text, part.id]))
      where.push(sql`(v.name collate natural_order, v.id) > (${key}, ${id}::uuid)`)
    }
    const { rows } = await sql<Listed>`
      ${listed} where ${sql.join(where, sql` and `)}
      order by v.name collate natural_order, v.id limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: (row) => row, key: (row) => [row.key, row.id] })
  },

  /** Views of a space that all readers may see, by their ids. */
  async some(spaceId: string, ids: readonly string[], readers: readonly Actor[]): Promise<Listed[]> {
    if (!ids.length) return []
    const { rows } = await sql<Listed>`
      ${listed} where v.space_id = ${spaceId}::uuid and v.id = any(${[...ids]}::uuid[])
        and ${sql.join(readers.map(viewVisibleTo), sql` and `)}`.execute(db)
    return rows
  },

  /** Views of a space, by name, up to a maximum. */
  async all(spaceId: string, actor: Actor, most: number): Promise<Listed[]> {
    const { rows } = await sql<Listed>`
      ${listed} where v.space_id = ${spaceId}::uuid and ${viewVisibleTo(actor)}
      order by v.name collate natural_order, v.id limit ${most}`.execute(db)
    return rows
  },

  /** The first views of some spaces of which name and description contain each word; names before all others. */
  async find(spaceIds: readonly string[], actor: Actor, { q, most }: { q: string; most: number }) {
    const words = q.split(/\s+/u)
    const { rows } = await sql<{ id: string; name: string; space: { id: string; name: string } }>`
      select v.id, v.name, jsonb_build_object('id', s.id, 'name', s.name) as space
      from data_view v join space s on s.id = v.space_id
      where v.space_id = any(${[...spaceIds]}::uuid[]) and ${viewVisibleTo(actor)}
        and ${holdsEach(sql`concat_ws(' ', v.name, v.description)`, words, 'ilike')}
      order by ${holdsEach(sql`v.name`, words, 'ilike')} desc, v.name collate natural_order, v.id
      limit ${most}`.execute(db)
    return rows
  },

  /** A view that the actor may see, held for a change. */
  async held(tx: Tx, spaceId: string, id: string, actor: Actor): Promise<ViewRow | undefined> {
    const { rows } = await sql<ViewRow>`
      select v.* from data_view v
      where v.id = ${id}::uuid and v.space_id = ${spaceId}::uuid and ${viewVisibleTo(actor)} for update`.execute(tx)
    return rows[0]
  },

  /** Views of a space that read one of these tables, views or files, as far as the actor may see them. */
  async readers(spaceId: string, ids: readonly string[], actor: Actor): Promise<{ id: string; name: string }[]> {
    const { rows } = await sql<{ id: string; name: string }>`
      select v.id, v.name from data_view v
      where v.space_id = ${spaceId}::uuid and ${viewVisibleTo(actor)} and jsonb_path_exists(v.definition,
        '$.**?(@.id == $ids[*] || @.hash == $ids[*])', jsonb_build_object('ids', ${JSON.stringify(ids)}::jsonb))
      order by v.name collate natural_order, v.id limit 100`.execute(db)
    return rows
  },

  /** The name of the first of these sources that depends on a view, directly or indirectly, whoever may see it. */
  async circular(tx: Tx, id: string, sources: readonly string[]): Promise<string | undefined> {
    const { rows } = await sql<{ name: string }>`
      with recursive read (source, id) as (
        select id, id from unnest(${[...sources]}::uuid[]) as id
        union select read.source, (found.id #>> '{}')::uuid from read join data_view v on v.id = read.id,
          jsonb_path_query(v.definition, '$.**?(@.kind == "view").id') as found (id))
      select v.name from read join data_view v on v.id = read.source where read.id = ${id}::uuid limit 1`.execute(tx)
    return rows[0]?.name
  },

  async countIn(tx: Tx, spaceId: string): Promise<number> {
    const { count } = await tx
      .selectFrom('data_view')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('space_id', '=', spaceId)
      .executeTakeFirstOrThrow()
    return count
  },

  /** Throws dataViewNameTaken. */
  async insert(tx: Tx, row: NewView): Promise<void> {
    await uniqueAs({ data_view_name: 'dataViewNameTaken' }, () =>
      tx
        .insertInto('data_view')
        .values({ ...row, ...stored(row) })
        .execute(),
    )
    await keepVersion(tx, row.id)
  },

  /** Throws dataViewNameTaken. */
  async update(tx: Tx, id: string, set: Partial<NewView>): Promise<void> {
    await uniqueAs({ data_view_name: 'dataViewNameTaken' }, () =>
      tx.updateTable('data_view').set(stored(set)).where('id', '=', id).execute(),
    )
    if (set.definition) await keepVersion(tx, id)
  },

  /** The saved definitions of a view, newest first. */
  async versions(id: string): Promise<ViewVersion[]> {
    const rows = await db
      .selectFrom('data_view_version as v')
      .innerJoin('person as p', 'p.id', 'v.saved_by')
      .select(['v.number', 'v.definition', 'v.saved_by', 'p.name', 'v.saved_at'])
      .where('v.view_id', '=', id)
      .orderBy('v.number', 'desc')
      .execute()
    return rows.map(({ number, definition, saved_by, name, saved_at }) => ({
      number,
      definition,
      savedBy: { personId: saved_by, personName: name },
      savedAt: saved_at.toISOString(),
    }))
  },

  remove: (tx: Tx, id: string) => tx.deleteFrom('data_view').where('id', '=', id).execute(),

  /** The name of a person. */
  async nameOf(tx: Tx, personId: string): Promise<string> {
    const row = await tx.selectFrom('person').select('name').where('id', '=', personId).executeTakeFirst()
    return row?.name ?? ''
  },
})
export type DataViewStore = ReturnType<typeof sqlDataViews>

/** Keeps what a view shows now as its newest version, and as many as there may be. */
async function keepVersion(tx: Tx, id: string): Promise<void> {
  await sql`
    insert into data_view_version select id, version, definition, changed_by, changed_at from data_view
    where id = ${id}::uuid`.execute(tx)
  await sql`
    delete from data_view_version where view_id = ${id}::uuid and number in (
      select number from data_view_version where view_id = ${id}::uuid order by number desc
      offset ${VIEW_VERSIONS_MAX})`.execute(tx)
}

/** The views of a person who leaves a space go to its owner, unpublished: the owner hasn't published anything. */
export const giveViewsToOwner = async (tx: Tx, { spaceId, personId }: { spaceId: string; personId: string }) => {
  await sql`
    update data_view v set maker_id = s.owner_id, access = 'sources' from space s
    where s.id = v.space_id and v.space_id = ${spaceId}::uuid and v.maker_id = ${personId}::uuid`.execute(tx)
}
