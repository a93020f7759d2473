import { sql } from 'kysely'
import type { SpacePart } from '#server/space-part.ts'

const PICTURES = '/api/pictures/'
const noCover = sql`s.cover like ${`${PICTURES}%`}
  and not exists (select 1 from picture p where s.cover = ${PICTURES} || encode(p.hash, 'hex'))`

export const spacesPart: SpacePart = {
  name: 'spaces',
  tables: ['space', 'space_usage', 'space_day', 'member'],
  saved: [
    { table: 'space', by: { column: 'id', of: 'the space' }, restored: 'apart' },
    { table: 'member', restored: 'apart' },
  ],
  demo: async () => (await import('#server/demo/past/interest.ts')).interestOfPast,
  doctor: [
    {
      check: 'space-without-counters',
      level: 'light',
      said: 'spaces have no counters',
      so: 'nothing can be brought into them',
      wrong: () => sql`
        select s.identifier as what from space s where not exists (select 1 from space_usage u where u.space_id = s.id)`,
      mend: {
        run: () => sql`insert into space_usage (space_id) select id from space on conflict do nothing`,
        done: 'they have them now',
      },
    },
    {
      check: 'cover-gone',
      level: 'light',
      said: 'spaces have a cover that is not there',
      so: 'they are shown without one until an owner chooses another',
      wrong: () => sql`select s.identifier as what from space s where ${noCover}`,
      mend: { run: () => sql`update space s set cover = '' where ${noCover}`, done: 'they have none now' },
    },
  ],
}
