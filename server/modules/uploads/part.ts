import { sql } from 'kysely'
import type { SpacePart } from '#server/space-part.ts'
import { giveUpAll, giveUpBelow, giveUpOf } from './store.ts'

export const uploadsPart: SpacePart = {
  name: 'uploads',
  tables: ['upload', 'tus_upload', 'staged_upload', 'staged_chunk', 'staged_part'],
  items: { purging: giveUpBelow },
  memberLeaving: giveUpOf,
  reservedBytes: [sql`select u.size from upload u where u.space_id = s.id and u.node_id is null`],
  restored: giveUpAll,
  contents: [{ table: 'staged_upload', column: 'sha256' }],
}
