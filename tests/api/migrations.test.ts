import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Db } from '#server/storage/database.ts'
import { MigrationError, migrate, migrations } from '#server/storage/migrate.ts'
import { createTestDatabase } from '../support/database.ts'
import { isFull } from '../support/full.ts'

const known = migrations()
/** Counts of migrations that a version ended with: all in the full run, else the latest and every tenth before. */
const versions = known
  .map((_, at) => at)
  .filter((count) => count > 0 && (isFull || count % 10 === 0 || count > known.length - 4))

async function emptyDatabase(): Promise<Db> {
  const { db, drop } = await createTestDatabase({ template: 'template0' })
  onTestFinished(drop)
  return db
}

/** Everything that makes the shape of a database, as text. */
async function shapeOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' and probin is null
    order by 1`.execute(db)
  return rows.map(({ line }) => line)
}

describe('migrations', () => {
  test('a database that is newer than the program is refused, and left as it is', async () => {
    const db = await emptyDatabase()
    await migrate(db)
    await expect(migrate(db, known.slice(0, -1))).rejects.toThrow(MigrationError)
    await expect(migrate(db, known.slice(0, -1))).rejects.toThrow(known.at(-1)?.name)
  })

  test('a migration that was changed after it had been applied is refused', async () => {
    const db = await emptyDatabase()
    await migrate(db)
    const rewritten = known.map((one, at) => (at === 0 ? { ...one, checksum: 'other' } : one))
    await expect(migrate(db, rewritten)).rejects.toThrow(/changed after/)
  })

  test('one that fails leaves nothing of its round', async () => {
    const db = await emptyDatabase()
    const broken = { name: '9999-broken.sql', text: 'create table half (id int); select nonsense', checksum: 'x' }
    await expect(migrate(db, [...known, broken])).rejects.toThrow()
    expect(await shapeOf(db)).toEqual([])
  })

  test('an empty database gets all of them, once; of two programs that start at once one does it', async () => {
    const db = await emptyDatabase()
    const applied = await Promise.all([migrate(db), migrate(db)])
    expect(applied.flat()).toEqual(known.map(({ name }) => name))
    expect(await migrate(db)).toEqual([])
  })

  test('charts that were saved with the order of every new chart have none; a chosen order stays', async () => {
    const db = await emptyDatabase()
    await migrate(
      db,
      known.filter(({ name }) => name < '0114'),
    )
    const chart = (by: string) => ({
      kind: 'chart',
      definition: {
        options: { axes: {}, ramp: 'heat', order: { by, order: 'desc' }, title: '"order": {"by": "value"' },
      },
    })
    await db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const by of ['value', 'name'])
        await sql`insert into report
          (id, space_id, kind, name, description, maker_id, created_at, changed_at, changed_by, draft)
          values (gen_random_uuid(), gen_random_uuid(), 'chart', ${by}, '', gen_random_uuid(), now(), now(),
            gen_random_uuid(), ${JSON.stringify(chart(by))}::jsonb)`.execute(tx)
    })
    await migrate(db)
    const { rows } = await sql<{ draft: ReturnType<typeof chart> }>`select draft from report order by name`.execute(db)
    const { order: _usual, ...options } = chart('value').definition.options
    expect(rows.map(({ draft }) => draft)).toEqual([chart('name'), { kind: 'chart', definition: { options } }])
  })

  describe('a database of an older version', () => {
    let whole: string[]
    beforeAll(async () => {
      const { db, drop } = await createTestDatabase({ template: 'template0' })
      await migrate(db)
      whole = await shapeOf(db)
      await drop()
    })

    test.each(versions.map((count) => [known[count - 1]?.name, count] as const))(
      'that ended with %s comes to the same shape as an empty one',
      async (_name, count) => {
        const old = await emptyDatabase()
        await migrate(old, known.slice(0, count))
        expect(await migrate(old)).toEqual(known.slice(count).map(({ name }) => name))
        expect(await shapeOf(old)).toEqual(whole)
      },
    )
  })
})
