import { sql } from 'kysely'
import { recordAt } from '#server/modules/journal/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { SampleSpace } from '../sample.ts'

/** Names of versions, and a version of the whole space. */
export async function versionsOfPast(tx: Tx, space: SampleSpace): Promise<void> {
  const { id, rootId, life, newId, calendar } = space
  for (const { path, number, name, description = '' } of life?.versions ?? [])
    await tx
      .updateTable('version_metadata')
      .set({ name, description, is_pinned: true })
      .where('node_id', '=', space.itemId(path))
      .where('number', '=', number)
      .execute()
  for (const [i, { name, by, daysAgo }] of (life?.snapshots ?? []).entries()) {
    const at = calendar.at(daysAgo, 18)
    const person = space.person(by)
    await sql`
      insert into snapshot (id, space_id, folder_id, number, at, name, by_id, files, bytes, state)
      select ${newId()}::uuid, ${id}::uuid, ${rootId}::uuid, ${i + 1}, ${at}, ${name}, ${person.id}::uuid, count(*), coalesce(sum(n.size), 0), 'made'
      from node n where n.space_id = ${id}::uuid and not n.is_folder and n.created_at <= ${at}`.execute(tx)
    await recordAt(
      tx,
      [{ spaceId: id, action: 'versionMade', doer: { ...person, channel: 'web' }, item: { name } }],
      at,
    )
  }
}
