import { sql } from 'kysely'
import type { SpacePart } from '#server/space-part.ts'
import { fileRules } from './doctor.ts'
import { endAllLocks } from './locks/lock-store.ts'
import { nameWay } from './search.ts'

export const filesPart: SpacePart = {
  name: 'files',
  tables: ['blob', 'node', 'trash', 'file_lock'],
  saved: [{ table: 'node' }, { table: 'trash' }],
  usedBytes: [sql`select n.size from node n where n.space_id = s.id and not n.is_folder`],
  contents: [
    {
      table: 'node',
      column: 'blob_sha256',
      lost: sql`(select s.identifier from space s where s.id = u.space_id) || ':' || u.name`,
    },
  ],
  search: [nameWay],
  restored: endAllLocks,
  doctor: fileRules,
  demo: async () => (await import('#server/demo/files.ts')).fillInFiles,
}
