import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contentUses, spaceParts } from '#server/space-parts.ts'
import type { Db } from '#server/storage/database.ts'
import { buildWorld } from '../support/world.ts'

/**
 * Of accounts, and only named by them: an app password and an invitation may be for one space alone, a message may be
 * about one, and people mute some.
 */
const OF_ACCOUNTS = ['app_password', 'invitation', 'message', 'muted_space']
/** Datasets of other installations: their publications are of no space. */
const FROM_ELSEWHERE = ['received_dataset', 'received_file']
/** Sums of the site, which stay what they were when a space is gone. */
const OF_THE_SITE = ['traffic_day', 'traffic_hour']

/** Tables that belong to spaces: by a column, or by keys to others that do. */
async function tablesOfSpaces(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive key as (
      select conrelid, confrelid from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
    ), reached as (
      select attrelid as id from pg_attribute join pg_class c on c.oid = attrelid and c.relkind = 'r'
      where attname = 'space_id' and c.relnamespace = current_schema()::regnamespace
      union select 'space'::regclass::oid
      union select key.conrelid from reached join key on key.confrelid = reached.id
    ) select relname as name from reached join pg_class c on c.oid = reached.id order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

test('every table of spaces belongs to one part: a new one is declared by its capability', async () => {
  const { db } = await buildWorld()
  const declared: string[] = spaceParts.flatMap(({ tables }) => tables)
  expect(declared).toEqual([...new Set(declared)])
  expect((await tablesOfSpaces(db)).filter((name) => !declared.includes(name))).toEqual([
    ...OF_ACCOUNTS,
    ...FROM_ELSEWHERE,
    ...OF_THE_SITE,
  ])
})

test('what belongs to a space or an item goes with it, or outlives it without it, by its keys', async () => {
  const { db } = await buildWorld()
  const tables = await tablesOfSpaces(db)
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where contype = 'f' and confrelid::regclass::text = any(${tables}) and confdeltype not in ('c', 'n') order by 1`.execute(
    db,
  )
  expect(rows).toEqual([])
})

test('every row that a content stays for is told by a part', async () => {
  const { db } = await buildWorld()
  const { rows } = await sql<{ place: string }>`
    select conrelid::regclass || '.' || attname as place from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'blob'::regclass and confdeltype <> 'c' order by 1`.execute(db)
  const told = contentUses.map(({ table, column }) => `${table}.${column}`)
  // A content that an upload is about to place has no row in `blob` yet, so no key leads there.
  expect([...rows.map(({ place }) => place), 'staged_upload.sha256'].sort()).toEqual(told.sort())
})
