import { sql } from 'kysely'
import { PROPERTIES_OF_ITEM, SCRATCH } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { Copied } from '#server/modules/files/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'

/** A stored property of an item: an XML element, by namespace and name. */
export type Property = { nodeId: string; namespace: string; name: string; xml: string }
/** A property to set, or to remove (`xml` is null). */
export type PropertyChange = { namespace: string; name: string; xml: string | null }

/** A scratch file of somebody's computer; `size` in bytes. */
export type Scratch = { id: string; name: string; size: number; createdAt: Date; modifiedAt: Date; etag: string }
export type ScratchPlace = { personId: string; folderId: string; name: string }

const scratchColumns = sql`id, name, length(content) as size, created_at as "createdAt", modified_at as "modifiedAt",
  '"' || md5(content) || '"' as etag`

/** Copies get the properties of their originals. */
export async function copyProperties(tx: Tx, pairs: readonly Copied[]): Promise<void> {
  await sql`
    insert into file_property (node_id, namespace, name, xml)
    select c.new_id, p.namespace, p.name, p.xml
    from unnest(${pairs.map(({ from }) => from)}::uuid[], ${pairs.map(({ to }) => to)}::uuid[]) as c(old_id, new_id)
    join file_property p on p.node_id = c.old_id`.execute(tx)
}

/**
 * An overwritten item gets the properties of the new one and loses its own. Source: RFC 4918 sections 9.8.4 and 9.9.3.
 */
export async function replaceProperties(tx: Tx, pairs: readonly Copied[]): Promise<void> {
  await sql`delete from file_property where node_id = any(${pairs.map(({ to }) => to)}::uuid[])`.execute(tx)
  await copyProperties(tx, pairs)
}

export const sqlDavStore = (db: Db) => ({
  async properties(nodeIds: readonly string[]): Promise<Property[]> {
    const { rows } = await sql<Property>`
      select node_id as "nodeId", namespace, name, xml from file_property
      where node_id = any(${[...nodeIds]}::uuid[]) order by node_id, namespace, name`.execute(db)
    return rows
  },
  /** Applies all changes, or none. Throws davPropertiesFull. */
  change: (nodeId: string, changes: readonly PropertyChange[]): Promise<void> =>
    db.transaction().execute(async (tx) => {
      // The item is locked, since its properties are counted against a limit.
      await sql`select from node where id = ${nodeId}::uuid for no key update`.execute(tx)
      for (const { namespace, name, xml } of changes)
        if (xml === null)
          await sql`delete from file_property where node_id = ${nodeId}::uuid and namespace = ${namespace} and name = ${name}`.execute(
            tx,
          )
        else
          await sql`
            insert into file_property (node_id, namespace, name, xml) values (${nodeId}::uuid, ${namespace}, ${name}, ${xml})
            on conflict (node_id, namespace, name) do update set xml = excluded.xml`.execute(tx)
      const { rows } = await sql<{ count: number; bytes: number }>`
        select count(*)::int as count, coalesce(sum(octet_length(xml) + octet_length(namespace) + octet_length(name)), 0)::int as bytes
        from file_property where node_id = ${nodeId}::uuid`.execute(tx)
      const [held] = rows
      if (held && (held.count > PROPERTIES_OF_ITEM.count || held.bytes > PROPERTIES_OF_ITEM.bytes))
        throw new Failure('davPropertiesFull')
    }),
  async scratch({ personId, folderId, name }: ScratchPlace): Promise<Scratch | null> {
    const { rows } = await sql<Scratch>`
      select ${scratchColumns} from scratch
      where person_id = ${personId}::uuid and folder_id = ${folderId}::uuid and name = ${name}`.execute(db)
    return rows[0] ?? null
  },
  async scratchIn(personId: string, folderId: string): Promise<Scratch[]> {
    const { rows } = await sql<Scratch>`
      select ${scratchColumns} from scratch
      where person_id = ${personId}::uuid and folder_id = ${folderId}::uuid order by name`.execute(db)
    return rows
  },
  /** The bytes of a scratch file; reading it postpones its expiry. */
  async openScratch(id: string, at: Date): Promise<Buffer> {
    const { rows } = await sql<{ content: Buffer }>`
      update scratch set used_at = ${at} where id = ${id}::uuid returning content`.execute(db)
    const [row] = rows
    if (!row) throw new Failure('fileGone')
    return row.content
  },
  /** Saves a scratch file; false when the person has too many. */
  async keepScratch(
    { personId, folderId, name }: ScratchPlace,
    row: { id: string; content: Buffer; at: Date },
  ): Promise<boolean> {
    const { rows } = await sql`
      insert into scratch (id, person_id, folder_id, name, content, created_at, modified_at, used_at)
      select ${row.id}::uuid, ${personId}::uuid, ${folderId}::uuid, ${name}, ${row.content}, ${row.at}, ${row.at}, ${row.at}
      where (select count(*) from scratch where person_id = ${personId}::uuid) < ${SCRATCH.perPerson}
      on conflict (person_id, folder_id, name) do update
        set content = excluded.content, modified_at = excluded.modified_at, used_at = excluded.used_at
      returning id`.execute(db)
    return rows.length > 0
  },
  moveScratch: (id: string, { personId, folderId, name }: ScratchPlace) =>
    sql`
      with gone as (
        delete from scratch where person_id = ${personId}::uuid and folder_id = ${folderId}::uuid and name = ${name} and id <> ${id}::uuid
      ) update scratch set folder_id = ${folderId}::uuid, name = ${name} where id = ${id}::uuid`.execute(db),
  endScratch: (id: string) => sql`delete from scratch where id = ${id}::uuid`.execute(db),
  sweepScratch: (before: Date) => sql`delete from scratch where used_at < ${before}`.execute(db),
})
export type DavStore = ReturnType<typeof sqlDavStore>
