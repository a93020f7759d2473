import { sql } from 'kysely'
import type { SpacePart } from '#server/space-part.ts'

export const instrumentsPart: SpacePart = {
  name: 'instruments',
  tables: ['instrument'],
  saved: [{ table: 'instrument', restored: 'intoNew' }],
  demo: async () => (await import('#server/demo/past/instruments.ts')).instrumentsOfPast,
  seed: [
    sql`
      insert into instrument
        (id, space_id, name, manufacturer, model, serial_number, pid, location, contact, state, due_on, note)
      select gen_random_uuid(), m.id, 'CTD ' || n, 'Sea-Bird Scientific', 'SBE 19plus V2', i || '-' || n, '', '', '',
        'inUse', m.at::date + 365, ''
      from made m, generate_series(1, 1 + i % 3) as n`,
  ],
}
