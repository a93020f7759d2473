import { sql } from 'kysely'
import type { SpacePart } from '#server/space-part.ts'
import { releaseAll } from './store.ts'

export const protocolsPart: SpacePart = {
  name: 'protocols',
  tables: ['incoming', 'unfinished'],
  reservedBytes: [
    sql`select i.bytes from incoming i where i.space_id = s.id`,
    sql`select u.held_bytes from unfinished u where u.space_id = s.id`,
  ],
  restored: releaseAll,
  contents: [
    {
      table: 'unfinished',
      column: 'blob_sha256',
      lost: sql`(select s.identifier from space s where s.id = u.space_id) || ':' || u.name || ' (unfinished)'`,
    },
  ],
}
