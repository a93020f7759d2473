import { sql } from 'kysely'
import { BYTES_PER_GB, CAPACITY_MAX_GB } from '#contract/core/limits.ts'
import { insertSpace } from '#server/modules/spaces/index.ts'
import type { Db } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'

/** Spaces of the first administrator; the first one has half of the contents. */
const SPACES = 200
const WORDS_EACH = 56

async function makeSpaces(db: Db): Promise<string[]> {
  const owner = await db.selectFrom('person').select('id').where('role', '=', 'role_admin').executeTakeFirstOrThrow()
  const spaces = Array.from({ length: SPACES }, () => ({ id: newId(), rootId: newId() }))
  await db.transaction().execute(async (tx) => {
    for (const [at, space] of spaces.entries())
      await insertSpace(tx, {
        ...space,
        name: `Contents ${at}`,
        introduction: '',
        tags: [],
        type: 'private',
        status: 'normal',
        identifier: `contents${space.id.replaceAll('-', '').slice(-10)}`,
        capacityBytes: CAPACITY_MAX_GB * BYTES_PER_GB,
        ownerId: owner.id,
        createdAt: new Date(),
      })
  })
  return spaces.map(({ id }) => id)
}

/**
 * Creates files in 200 spaces, each with its own text: words with a natural frequency distribution, some in every text,
 * many in only one, and as many pairs of Chinese characters. Search keys are written as text extraction would. For
 * benchmarks.
 */
export async function seedContents(db: Db, contents: number): Promise<{ spaceId: string }> {
  const spaceIds = await makeSpaces(db)
  await db.transaction().execute(async (tx) => {
    // Building an index afterwards takes a fraction of the time of filling it row by row.
    await sql`drop index content_key_keys, node_by_words`.execute(tx)
    await sql`alter table node disable trigger node_came`.execute(tx)
    await sql`
      create temporary table seeded on commit drop as
      select i, sha256(('content ' || i)::bytea) as sha256, s.id as space_id, r.root_id, s.owner_id,
        array(select case when n < 20000 then 'w' || n else chr(19968 + (n * 37) % 3000) || chr(19968 + (n * 91) % 3000) end
          from (select floor(power(random(), 4) * 60000)::int as n from generate_series(1, ${WORDS_EACH}) where i > 0) drawn) as words
      from generate_series(1, ${contents}::int) i
      join space s on s.id = (${spaceIds}::uuid[])[case when i % 2 = 0 then 1 else 2 + (i / 2) % ${SPACES - 1}::int end]
      join lateral (select s.root_id) r on true`.execute(tx)
    await sql`insert into blob (sha256, md5, size) select sha256, decode(md5(i::text), 'hex'), 400 from seeded`.execute(
      tx,
    )
    await sql`
      insert into node (id, space_id, parent_id, is_folder, name, suffix, mime, size, blob_sha256, author_id)
      select (lpad(to_hex(1700000000000 + i), 12, '0') || '7000800000' || lpad(to_hex(i), 10, '0'))::uuid, space_id, root_id, false, 'content ' || i || '.txt', 'txt', 'text/plain', 400, sha256, owner_id
      from seeded`.execute(tx)
    await sql`
      insert into content_text (sha256, text, is_whole) select sha256, array_to_string(words, ' '), true from seeded`.execute(
      tx,
    )
    await sql`
      insert into content_key (space_id, sha256, keys)
      select space_id, sha256, array_to_tsvector(space_keys(space_id, array(select distinct 't' || word from unnest(words) as word)))
      from seeded`.execute(tx)
    await sql`insert into rendition (sha256, kind, suffix, state) select sha256, 'text', 'txt', 'done' from seeded`.execute(
      tx,
    )
    await sql`alter table node enable trigger node_came`.execute(tx)
    await sql`create index content_key_keys on content_key using gin (keys) with (fastupdate = off)`.execute(tx)
    await sql`create index node_by_words on node using gin (space_keys(space_id, grams(name)))`.execute(tx)
  })
  await sql`vacuum analyze node, content_key, content_text, rendition`.execute(db)
  return { spaceId: spaceIds[0] ?? '' }
}

/** Creates files in a space that are newer than all others and contain none of the words. For benchmarks. */
export const coverContents = (db: Db, spaceId: string, count: number) =>
  sql`
  insert into node (id, space_id, parent_id, is_folder, name, suffix, mime, size, author_id)
  select ('ffffffff-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, id, root_id, false, 'shot ' || i || '.raw', 'raw', '', 1, owner_id
  from space, generate_series(1, ${count}::int) i where id = ${spaceId}::uuid`.execute(db)
