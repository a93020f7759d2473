import { type RawBuilder, sql } from 'kysely'
import type { SpacePart } from '#server/space-part.ts'
import { carrySnapshots } from './snapshot-store.ts'

/** A readable name for a row of `file_version`: the space's identifier, the file's name, and the number. */
const nameOf = (row: RawBuilder<unknown>) => sql`(
  select s.identifier || ':' || n.name || ' version ' || ${row}.number
  from node n join space s on s.id = n.space_id where n.id = ${row}.node_id)`

export const versionsPart: SpacePart = {
  name: 'versions',
  tables: ['file_version', 'version_metadata', 'version_rule', 'node_history', 'node_gone', 'snapshot'],
  saved: [
    { table: 'file_version', by: { column: 'node_id', of: 'node' } },
    { table: 'version_metadata', by: { column: 'node_id', of: 'node' } },
    { table: 'version_rule', restored: 'intoNew' },
    { table: 'node_history', by: { column: 'node_id', of: 'node' } },
    { table: 'node_gone' },
    { table: 'snapshot', restored: 'intoNew' },
  ],
  demo: async () => (await import('#server/demo/past/versions.ts')).versionsOfPast,
  items: { crossed: carrySnapshots },
  usedBytes: [sql`select v.size from file_version v join node n on n.id = v.node_id where n.space_id = s.id`],
  contents: [{ table: 'file_version', column: 'blob_sha256', lost: nameOf(sql`u`) }],
  doctor: [
    {
      check: 'size-of-version',
      level: 'grave',
      wrong: () => sql`
        select ${nameOf(sql`v`)} as what
        from file_version v join node n on n.id = v.node_id join blob b on b.sha256 = v.blob_sha256 where v.size <> b.size`,
      said: 'older versions have another size than their content',
      so: 'one of both rows was changed by hand; compare with a backup',
    },
    {
      check: 'version-number',
      level: 'grave',
      wrong: () => sql`
        select ${nameOf(sql`v`)} as what
        from file_version v join node n on n.id = v.node_id where v.number >= n.version or n.is_folder`,
      said: 'older versions have a number that only the current one may have',
      so: 'overwriting these files fails; compare with a backup',
    },
  ],
}
