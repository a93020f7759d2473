import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Db } from '#server/storage/database.ts'
import { seedFiles } from '../support/seed-files.ts'
import { buildWorld } from '../support/world.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Rows of each table that has some, and what its numbers have come to. */
async function contentsOf(db: Db): Promise<unknown[]> {
  const tables = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by name`.execute(db)
  const counts = tables.rows.map(({ name }) => `(select count(*)::int from ${name}) as ${name}`)
  const { rows } = await sql.raw(`select ${counts.join(', ')}`).execute(db)
  const numbers = await sql`select sequencename, last_value from pg_sequences order by 1`.execute(db)
  return [...rows, ...numbers.rows]
}

describe('the database of a test', () => {
  let first: unknown[] = []
  test('is filled', async () => {
    const world = await buildWorld()
    first = await contentsOf(world.db)
    const { id } = await world.space()
    await seedFiles(world, id, ['a/b.txt'])
    await sql`insert into favourite (person_id, node_id, at)
      select ${world.idOf('owner')}::uuid, id, now() from node limit 1`.execute(world.db)
    expect(await contentsOf(world.db)).not.toEqual(first)
  })
  test('is empty again for the next one, numbers and all', async () => {
    const { db } = await buildWorld()
    expect(await contentsOf(db)).toEqual(first)
  })

  const changed = new Set<string>()
  test.each([
    ['has a table more', sql`create table too_much ()`],
    ['lost an index', sql`drop index node_name_key`],
    ['lost what migrations filled', sql`delete from rendition_suffix where suffix = 'txt'`],
  ])('is used by nobody else once it %s', async (_what, change) => {
    const { db, url } = await buildWorld()
    expect(changed).not.toContain(url)
    changed.add(url)
    await change.execute(db)
  })
  test('and what follows has another one', async () => {
    expect(changed).not.toContain((await buildWorld()).url)
  })
})

describe('the server of a test', () => {
  const servers: WeakRef<object>[] = []
  test.each([1, 2, 3])('is there (%i)', async () => {
    const { app, as } = await buildWorld()
    await as('owner')
    servers.push(new WeakRef(app))
  })
  test('is held by nobody once it is over', async () => {
    // The last one is still in the hands of who runs the tests.
    const over = servers.slice(0, -1)
    await expect
      .poll(() => {
        collectGarbage()
        return over.filter((server) => server.deref()).length
      })
      .toBe(0)
  })
})
