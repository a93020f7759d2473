import { sql } from 'kysely'
import type { Db } from '#server/storage/database.ts'

const WORDS_EACH = 40
const LICENCES = ['CC-BY-4.0', 'CC0-1.0', 'CC-BY-NC-4.0', 'MIT', 'ODbL-1.0', '']
const SUBJECTS = ['110', '130', '140', '150', '160', '170', '180', '210', '310', '610']
const TYPES = ['dataset', 'observation', 'sequencing', 'software', 'collection']

/**
 * Publishes datasets without files over ten years, each with an identifier and with words of a natural frequency
 * distribution in both languages. For benchmarks.
 */
export async function seedDatasets(db: Db, count: number): Promise<void> {
  const { id: maker } = await db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'role_admin')
    .executeTakeFirstOrThrow()
  await db.transaction().execute(async (tx) => {
    await sql`
      create temporary table seeded on commit drop as
      select i, gen_random_uuid() as dataset_id, gen_random_uuid() as id,
        timestamptz '2016-01-01Z' + i * interval '50 minutes' as at,
        (${TYPES}::text[])[1 + floor(power(random(), 2) * 5)::int] as type,
        (${LICENCES}::text[])[1 + floor(power(random(), 2) * 6)::int] as licence,
        array[(${SUBJECTS}::text[])[1 + i % 10], (${SUBJECTS}::text[])[1 + (i * 7 + 3) % 10]] as subjects,
        (array['open', 'open', 'open', 'restricted', 'closed'])[1 + i % 5] as access,
        array(select case when n % 2 = 0 then 'word' || n else chr(19968 + (n * 37) % 3000) || chr(19968 + (n * 91) % 3000) end
          from (select floor(power(random(), 4) * 20000)::int as n from generate_series(1, ${WORDS_EACH}::int) where i > 0) drawn) as words
      from generate_series(1, ${count}::int) i`.execute(tx)
    await sql`insert into dataset (id, created_at) select dataset_id, at from seeded`.execute(tx)
    await sql`insert into identifier (dataset_id, scheme, value, created_at)
      select dataset_id, 'ARK', 'ark:99999/seed' || i, at from seeded`.execute(tx)
    await sql`
      insert into publication (id, dataset_id, number, state, is_current, fields, revisions, title, resource_type,
        metadata, publisher, access_kind, transfer, made_by, editors, created_at, changed_at, submitted_at, published_at)
      select id, dataset_id, 1, 'published', true, '{}', '{}', words[1] || ' ' || words[2] || ' ' || i, type,
        jsonb_build_object('resourceType', type, 'title', jsonb_build_object('zh', words[1] || ' ' || words[2] || ' ' || i, 'en', ''),
          'description', jsonb_build_object('zh', array_to_string(words, ' '), 'en', ''),
          'authors', jsonb_build_array(jsonb_build_object('kind', 'person', 'name', 'Author ' || i % 5000, 'family', '',
            'given', '', 'orcid', '', 'email', '', 'affiliations', '[]'::jsonb, 'isContact', false)),
          'keywords', jsonb_build_object('zh', words[3:5], 'en', '[]'::jsonb), 'subjects', subjects, 'dates', '[]'::jsonb,
          'places', '[]'::jsonb, 'funding', '[]'::jsonb, 'related', '[]'::jsonb, 'licence', licence,
          'access', jsonb_build_object('kind', access, 'until', null, 'terms', jsonb_build_object('zh', '', 'en', '')),
          'language', '', 'extra', '[]'::jsonb),
        jsonb_build_object('zh', '研究所 ' || i % 8, 'en', 'Institute ' || i % 8), access, 'success', ${maker}::uuid, '{}',
        at, at, at, at
      from seeded`.execute(tx)
    await sql`insert into dataset_usage (publication_id, day, views, downloads)
      select id, at::date, floor(power(random(), 9) * 5000), floor(power(random(), 9) * 500) from seeded
      where i % 2 = 0`.execute(tx)
  })
  await sql`vacuum analyze dataset, identifier, publication, dataset_entry, dataset_usage_total`.execute(db)
}
