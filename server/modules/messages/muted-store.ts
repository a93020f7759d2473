import { sql } from 'kysely'
import * as z from 'zod/mini'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'

type MutedRow = { id: string; name: string; at: Date }

const Key = z.tuple([part.timestamp, part.id])

/** The spaces that people have muted. */
export const sqlMutedStore = (db: Db) => ({
  mute: (personId: string, spaceId: string, at: Date) =>
    sql`insert into muted_space (person_id, space_id, at) values (${personId}::uuid, ${spaceId}::uuid, ${at})
      on conflict do nothing`.execute(db),
  unmute: (personId: string, spaceId: string) =>
    sql`delete from muted_space where person_id = ${personId}::uuid and space_id = ${spaceId}::uuid`.execute(db),

  /** Muted spaces, the last muted first; former members of a private space don't see its current name. */
  async page(personId: string, { after, size }: { after?: string | undefined; size: number }) {
    const key = after ? decodeCursor(after, Key) : null
    const before = key ? sql`and (m.at, m.space_id) < (${key[0]}::timestamptz, ${key[1]}::uuid)` : sql``
    const { rows } = await sql<MutedRow & { key: string }>`
      select s.id, m.at, ${exactly(sql`m.at`)} as key,
        case when s.type = 'private' and not exists (
          select 1 from member b where b.space_id = s.id and b.person_id = m.person_id
        ) then '' else s.name end as name
      from muted_space m join space s on s.id = m.space_id where m.person_id = ${personId}::uuid ${before}
      order by m.at desc, m.space_id desc limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: (row) => row, key: (row) => [row.key, row.id] })
  },
})
