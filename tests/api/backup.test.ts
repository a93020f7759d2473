import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { BackupError } from '#server/backup/manifest.ts'
import { folderPlace } from '#server/backup/open-place.ts'
import type { BackupPlace } from '#server/backup/place.ts'
import { prune } from '#server/backup/prune.ts'
import { checkRestored, checkSeal } from '#server/setup.ts'
import { openBlobStore } from '#server/storage/blobs/index.ts'
import type { Db } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'
import { migrate, migrations } from '#server/storage/migrate.ts'
import { openSeal } from '#server/storage/seal.ts'
import { backUp, emptyPlace, freshPlace, scratch } from '../support/backup.ts'
import { createTestDatabase } from '../support/database.ts'
import { physicalOf, rawTable } from '../support/tables.ts'
import { check, sendChunk, sha256, upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { files, trash } = contract
const textOf = (text: string) => new TextEncoder().encode(text)

/** A world with a space of the owner, three files in it, and the key that sealed it. */
async function livedIn(env: Record<string, string> = {}) {
  const world = await buildWorld(env)
  await checkSeal(world.db, openSeal(world.config))
  const { id: spaceId, root } = await world.space()
  const owner = await world.as('owner')
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await upload(owner, { spaceId, name }, textOf(name))
  return { world, spaceId, root, owner }
}
const contentsOf = async (world: Pick<World, 'blobs'>) => {
  const found: string[] = []
  for await (const { sha256 } of world.blobs.list()) found.push(sha256)
  return found
}
const fileIn = (place: BackupPlace, id: string, name: string) => join(place.where, 'backups', id, name)
const contentIn = (place: BackupPlace, sha256: string) => join(place.where, 'contents', sha256.slice(0, 2), sha256)
function flip(path: string, at?: number): void {
  const bytes = readFileSync(path)
  const index = at ?? Math.floor(bytes.length / 2)
  bytes[index] = (bytes[index] ?? 0) ^ 1
  writeFileSync(path, bytes)
}
/** Everything that a database holds, as text: each row of each table. */
async function rowsOf(db: World['db']): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select case schemaname when 'public' then tablename else schemaname || '.' || tablename end as name from pg_tables
    where schemaname in ('public', 'tables') and tablename <> 'migration' order by 1`.execute(db)
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t order by 1`.execute(db)
    all[name] = rows.map(({ row }) => row)
  }
  return all
}

describe('a restore', () => {
  test('into a database that is not empty is refused, and nothing of it is touched', async () => {
    const { world } = await livedIn()
    const other = await livedIn()
    const place = freshPlace()
    await backUp(world, place)
    const before = await rowsOf(other.world.db)
    const into = await emptyPlace()
    await expect(into.restore(place, { address: other.world.url })).rejects.toThrow(/the database is not empty/)
    expect(await rowsOf(other.world.db)).toEqual(before)
    expect(await contentsOf(into)).toEqual([])
  })

  test('beside contents of somebody else is refused', async () => {
    const { world } = await livedIn()
    const place = freshPlace()
    await backUp(world, place)
    const into = await emptyPlace()
    const { sha256 } = await into.blobs.put(Buffer.from('theirs'))
    await expect(into.restore(place)).rejects.toThrow(/store of contents is not empty/)
    expect(await contentsOf(into)).toEqual([sha256])
  })

  test('of a newer version is refused with the migration that is not known', async () => {
    const { world } = await livedIn()
    await sql`insert into migration (name, checksum) values ('9999-later.sql', 'x')`.execute(world.db)
    const place = freshPlace()
    await backUp(world, place)
    const into = await emptyPlace()
    await expect(into.restore(place)).rejects.toThrow(/9999-later\.sql.*newer than the program/)
    expect(await rowsOf(into.db)).toEqual({})
  })

  test('of a backup that was not finished is refused, and so is one of an empty place', async () => {
    const { world } = await livedIn()
    const place = freshPlace()
    const into = await emptyPlace()
    await expect(into.restore(place)).rejects.toThrow(/holds no finished backup/)
    const { id } = await backUp(world, place)
    rmSync(fileIn(place, id, 'manifest.json'))
    expect(await place.entries()).toEqual([{ id, isFinished: false }])
    await expect(into.restore(place, { id })).rejects.toThrow(/unfinished or not there/)
  })

  test('of a backup whose files were damaged is refused by name before anything is written', async () => {
    const { world } = await livedIn()
    const place = freshPlace()
    const { id } = await backUp(world, place)
    const into = await emptyPlace()
    const cut = (path: string) => truncateSync(path, 20)
    const damages: [name: string, corrupt: (path: string) => void, message: RegExp][] = [
      ['node.zst', flip, /node\.zst is damaged/],
      ['node.zst', cut, /node\.zst is damaged/],
      ['node.zst', rmSync, /node\.zst is missing/],
      ['contents.zst', flip, /contents\.zst is damaged/],
      ['secret.key', flip, /secret\.key is damaged/],
      ['manifest.json', flip, /manifest\.json is damaged/],
      ['manifest.json', cut, /manifest\.json is damaged/],
    ]
    for (const [name, corrupt, message] of damages) {
      const path = fileIn(place, id, name)
      const whole = readFileSync(path)
      corrupt(path)
      await expect(into.restore(place)).rejects.toThrow(message)
      writeFileSync(path, whole)
    }
    expect(await rowsOf(into.db)).toEqual({})
    expect(await contentsOf(into)).toEqual([])
    expect(await into.restore(place)).toMatchObject({ isGood: true })
  })

  test('of a backup whose contents were flipped, cut or lost names each, and brings all the others', async () => {
    const { world, owner, spaceId } = await livedIn()
    await upload(owner, { spaceId, name: 'd.txt' }, textOf('whole'))
    const place = freshPlace()
    await backUp(world, place)
    const [flipped = '', cut = '', lost = '', ...others] = await contentsOf(world)
    flip(contentIn(place, flipped))
    truncateSync(contentIn(place, cut), 2)
    rmSync(contentIn(place, lost))
    const into = await emptyPlace()
    const { isGood, checks } = await into.restore(place)
    expect(isGood).toBe(false)
    expect(into.said).toEqual(
      expect.arrayContaining([
        `content ${flipped} is damaged in the backup`,
        `content ${cut} is damaged in the backup`,
        `content ${lost} is missing in the backup`,
      ]),
    )
    expect(checks).toContainEqual({ isGood: false, said: '3 contents could not be restored' })
    expect(await contentsOf(into)).toEqual(others)
  })

  test('with another key than the one that sealed the secrets is refused', async () => {
    const { world } = await livedIn({ SECRET_KEY: 'k'.repeat(32) })
    const place = freshPlace()
    await backUp(world, place, { key: 'outside', own: [] })
    const into = await emptyPlace()
    await expect(into.restore(place)).rejects.toThrow(/give it as SECRET_KEY/)
    await expect(into.restore(place, { secretKey: 'x'.repeat(32) })).rejects.toThrow(/SECRET_KEY is not the key/)
    expect(await rowsOf(into.db)).toEqual({})
    expect(await into.restore(place, { secretKey: 'k'.repeat(32) })).toMatchObject({ isGood: true })
  })

  test('brings every row, content and the key; the key opens what was sealed', async () => {
    const { world, owner, spaceId } = await livedIn()
    await upload(owner, { spaceId, name: 'a.txt', conflict: 'replace' }, textOf('another'))
    const { hash } = await upload(owner, { spaceId, name: 'ätsch 数据.csv' }, textOf('x'))
    await owner.data(files.remove, { spaceId, hashList: [hash] })
    const place = freshPlace()
    const { isWhole } = await backUp(world, place)
    expect(isWhole).toBe(true)
    const before = await rowsOf(world.db)
    const into = await emptyPlace()
    const { isGood, checks } = await into.restore(place)
    expect(checks.filter((one) => !one.isGood)).toEqual([])
    expect(isGood).toBe(true)
    const { session: _sessions, login_delay: _delays, ...kept } = before
    expect(await rowsOf(into.db)).toMatchObject(kept)
    expect(await contentsOf(into)).toEqual(await contentsOf(world))
    await checkSeal(into.db, openSeal({ dataDir: into.dataDir, secretKey: null }))
  })

  test('goes on counting where the journal was, and what writes by itself writes again', async () => {
    const { world, spaceId } = await livedIn()
    const place = freshPlace()
    await backUp(world, place)
    const into = await emptyPlace()
    await into.restore(place)
    const insert = sql`insert into journal (space_id, at, "group", action, channel) values (${spaceId}, now(), 'file', 'x', 'web') returning id`
    const last = await sql<{ id: number }>`select max(id) as id from journal`.execute(into.db)
    const { rows } = await sql<{ id: number }>`${insert}`.execute(into.db)
    expect(rows[0]?.id).toBeGreaterThan(last.rows[0]?.id ?? 0)
    await sql`delete from rendition`.execute(into.db)
    await sql`insert into node (id, space_id, parent_id, is_folder, name, suffix, mime, size, blob_sha256, author_id)
      select gen_random_uuid(), space_id, parent_id, false, 'twin.txt', 'txt', mime, size, blob_sha256, author_id
      from node where name = 'a.txt'`.execute(into.db)
    expect((await sql`select 1 from rendition where kind = 'text'`.execute(into.db)).rows).toHaveLength(1)
  })

  test('lets nobody in who was signed in, sends no mail that waited, and frees what uploads under way had reserved', async () => {
    const { world, owner, spaceId } = await livedIn()
    const begun = await check(owner, { spaceId, name: 'half.bin' }, textOf('never ends'))
    const { checkId = '' } = (begun as { data: { checkId?: string } }).data
    await sendChunk(owner, { checkId, chunkCount: 1, chunkIndex: 0 }, textOf('never ends'))
    await sql`insert into incoming (id, space_id, person_id, bytes, active_at)
      values (${newId()}, ${spaceId}, ${world.idOf('owner')}, 7, now())`.execute(world.db)
    await sql`update space_usage set reserved_bytes = reserved_bytes + 7 where space_id = ${spaceId}`.execute(world.db)
    await sql`insert into mail (id, kind, recipient, language) values (${newId()}, 'test', 'a@lab.test', 'en')`.execute(
      world.db,
    )
    await sql`insert into link (hash, kind, person_id, email, expires_at)
      values ('\\x01', 'reset', ${world.idOf('owner')}, 'owner@lab.test', now() + interval '1 day')`.execute(world.db)
    const place = freshPlace()
    await backUp(world, place)
    const into = await emptyPlace()
    expect(await into.restore(place)).toMatchObject({ isGood: true })
    for (const table of ['session', 'attempt', 'link', 'incoming', 'upload where node_id is null'])
      expect((await sql`select 1 from ${sql.raw(table)}`.execute(into.db)).rows).toEqual([])
    expect(await into.db.selectFrom('mail').select('state').execute()).toEqual([{ state: 'failed' }])
    expect(await into.db.selectFrom('space_usage').select('reserved_bytes').execute()).toEqual([{ reserved_bytes: 0 }])
  })

  /** A backup of an installation that has only these migrations, and one person. */
  async function oldBackup(known: ReturnType<typeof migrations>, fill: (db: Db, personId: string) => Promise<unknown>) {
    const { db, url, drop } = await createTestDatabase({ template: 'template0' })
    onTestFinished(drop)
    await migrate(db, known)
    const personId = newId()
    await sql`insert into person (id, email, name, role) values (${personId}, 'old@lab.test', 'Old', 'role_admin')`.execute(
      db,
    )
    await fill(db, personId)
    const dataDir = scratch()
    const blobs = await openBlobStore({ blobDir: join(dataDir, 'files'), s3: null }, db)
    onTestFinished(() => blobs.close())
    const place = freshPlace()
    await backUp({ url, blobs, dataDir }, place)
    return place
  }

  test('of an older version is brought forward', async () => {
    const place = await oldBackup(migrations().slice(0, 3), async () => {})
    const into = await emptyPlace()
    expect(await into.restore(place)).toMatchObject({ isGood: true })
    expect(await into.db.selectFrom('person').select(['email', 'state']).execute()).toEqual([
      { email: 'old@lab.test', state: 'active' },
    ])
    expect(await migrate(into.db)).toEqual([])
  })

  test('of a version whose tables and columns had other names is brought forward', async () => {
    const before = migrations().filter(({ name }) => name < '0015')
    const place = await oldBackup(before, async (db, personId) => {
      await sql`insert into app_password (id, person_id, name, hash, doors)
        values (${newId()}, ${personId}, 'drive', 'x', array['webdav', 'ftp'])`.execute(db)
    })
    const into = await emptyPlace()
    expect(await into.restore(place)).toMatchObject({ isGood: true })
    expect(await into.db.selectFrom('app_password').select(['name', 'protocols']).execute()).toEqual([
      { name: 'drive', protocols: ['webdav', 'ftp'] },
    ])
  })

  test('that broke off is gone on with by the same command, and no server starts on it before its end', async () => {
    const { world } = await livedIn()
    const place = freshPlace()
    await backUp(world, place)
    const into = await emptyPlace()
    const full = { ...into.blobs, put: () => Promise.reject(new Error('disk full')) }
    await expect(into.restore(place, { blobs: full })).rejects.toThrow('disk full')
    await expect(checkRestored(into.db)).rejects.toThrow(/has not come to its end/)
    await into.blobs.put(Buffer.from('a.txt'))
    expect(await into.restore(place)).toMatchObject({ isGood: true })
    await expect(checkRestored(into.db)).resolves.toBeUndefined()
    await expect(into.restore(place)).rejects.toThrow(/not empty/)
  })

  test('that breaks off among the rows leaves the database empty', async () => {
    const { world } = await livedIn()
    const place = freshPlace()
    const { id } = await backUp(world, place)
    const into = await emptyPlace()
    const read = place.read
    const cut = (name: string, file: string) => {
      const rows = read(name, file)
      if (file === 'node.zst') rows.destroy(new Error('cable pulled'))
      return rows
    }
    await expect(into.restore({ ...place, read: cut }, { id })).rejects.toThrow('cable pulled')
    expect(await rowsOf(into.db)).toEqual({})
    expect(await into.restore(place)).toMatchObject({ isGood: true })
  })
})

describe('tables of spaces', () => {
  /** What the database says of the tables that hold their rows: columns, keys, indexes and where the ids are. */
  async function shapesOf(db: Db): Promise<unknown[]> {
    const { rows } = await sql`
      select c.oid::regclass::text as name, pg_get_indexdef(c.oid) as index,
        (select json_agg(json_build_array(attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
          pg_get_expr(adbin, adrelid)) order by attnum)
         from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         where a.attrelid = c.oid and attnum > 0) as columns,
        (select json_agg(json_build_array(conname, pg_get_constraintdef(k.oid)) order by conname)
         from pg_constraint k where conrelid = c.oid) as keys,
        (select last_value from pg_sequences where schemaname = 'tables' and sequencename = c.relname) as counted
      from pg_class c where relnamespace = 'tables'::regnamespace order by 1`.execute(db)
    return rows
  }
  async function withTables() {
    const { world, spaceId } = await livedIn()
    const table = (name: string) => rawTable(world.db, { spaceId, personId: world.idOf('owner'), name })
    const ids = [await table('Casts'), await table('Stations')]
    return { world, spaceId, ids, table }
  }

  test('whose rows were damaged in the backup are refused, and nothing is written', async () => {
    const { world, ids } = await withTables()
    const place = freshPlace()
    const { id } = await backUp(world, place)
    const into = await emptyPlace()
    for (const name of [`tables.t_${(ids[0] ?? '').replaceAll('-', '')}.zst`, 'definitions.zst']) {
      const path = fileIn(place, id, name)
      const whole = readFileSync(path)
      flip(path)
      await expect(into.restore(place)).rejects.toThrow(`${name} is damaged`)
      writeFileSync(path, whole)
    }
    expect(await rowsOf(into.db)).toEqual({})
  })

  test.each([
    ['as they are', null],
    ['encrypted', 'b'.repeat(32)],
  ])('come back with rows, history, formulas, keys, indexes and numbering: %s', async (_how, cipher) => {
    const { world, ids } = await withTables()
    const place = freshPlace(cipher)
    await backUp(world, place)
    const into = await emptyPlace()
    expect(await into.restore(place)).toMatchObject({ isGood: true })
    const { session: _sessions, login_delay: _delays, ...kept } = await rowsOf(world.db)
    expect(Object.keys(kept).filter((name) => name.startsWith('tables.'))).toHaveLength(4)
    expect(await rowsOf(into.db)).toMatchObject(kept)
    expect(await shapesOf(into.db)).toEqual(await shapesOf(world.db))
    const { rows } = physicalOf(ids[0] ?? '')
    const added = await sql`insert into ${rows} (ord, c2) values (4, 21) returning id, c3`.execute(into.db)
    expect(added.rows).toEqual([{ id: 4, c3: '42' }])
    await into.db.deleteFrom('data_table').execute()
    expect(await shapesOf(into.db)).toEqual([])
  })

  test('that are deleted while a backup reads are in it, and go with the next sweep', async () => {
    const { world, ids } = await withTables()
    const place = freshPlace()
    const write = place.write
    const deleting: BackupPlace['write'] = async (id, file, ...rest) => {
      if (file === 'person.zst')
        await world.db
          .deleteFrom('data_table')
          .where('id', '=', ids[0] ?? '')
          .execute()
      return write(id, file, ...rest)
    }
    await backUp(world, { ...place, write: deleting })
    const before = await rowsOf(world.db)
    const into = await emptyPlace()
    expect(await into.restore(place)).toMatchObject({ isGood: true })
    expect(await into.db.selectFrom('data_table').select('name').orderBy('name').execute()).toEqual([
      { name: 'Casts' },
      { name: 'Stations' },
    ])
    expect(Object.keys(before).filter((name) => name.startsWith('tables.'))).toHaveLength(4)
  })

  test('that are rebuilt while a backup reads make it begin anew, so that no row is missing', async () => {
    const { world, ids } = await withTables()
    const { rows } = physicalOf(ids[1] ?? '')
    const place = freshPlace()
    const write = place.write
    let isRebuilt = false
    const rebuilding: BackupPlace['write'] = async (id, file, ...rest) => {
      if (file === 'definitions.zst' && !isRebuilt) {
        isRebuilt = true
        await sql`alter table ${rows} add column c4 numeric generated always as (c2 * 3) stored`.execute(world.db)
      }
      return write(id, file, ...rest)
    }
    const said: string[] = []
    await backUp(world, { ...place, write: rebuilding }, { say: (line) => void said.push(line) })
    expect(said.join('\n')).toMatch(/tables\.t_\w+ was rebuilt meanwhile: beginning anew/)
    const into = await emptyPlace()
    await into.restore(place)
    expect(await shapesOf(into.db)).toEqual(await shapesOf(world.db))
    expect((await sql`select 1 from ${rows}`.execute(into.db)).rows).toHaveLength(3)
  })

  test('that were not all loaded when a restore broke off are gone on with', async () => {
    const { world, ids } = await withTables()
    const place = freshPlace()
    await backUp(world, place)
    const into = await emptyPlace()
    const last = `tables.t_${[...ids].sort().at(-1)?.replaceAll('-', '')}.zst`
    const read = (id: string, file: string) => {
      const rows = place.read(id, file)
      if (file === last) rows.destroy(new Error('cable pulled'))
      return rows
    }
    await expect(into.restore({ ...place, read })).rejects.toThrow('cable pulled')
    await expect(checkRestored(into.db)).rejects.toThrow(/has not come to its end/)
    expect((await shapesOf(into.db)).length).toBeGreaterThan(0)
    expect(await into.restore(place)).toMatchObject({ isGood: true })
    expect(await shapesOf(into.db)).toEqual(await shapesOf(world.db))
  })
})

describe('a backup', () => {
  test('into a place of another installation is refused', async () => {
    const [one, other] = [await livedIn(), await livedIn()]
    const place = freshPlace()
    await backUp(one.world, place)
    await expect(backUp(other.world, place)).rejects.toThrow(/backups of another installation/)
    expect(await place.entries()).toHaveLength(1)
  })

  test('of an installation that lacks a content holds all the rest and names it', async () => {
    const { world } = await livedIn()
    const [missing = '', damaged = '', whole = ''] = await contentsOf(world)
    await world.blobs.remove(missing)
    await world.blobs.withFile(damaged, async (path) => flip(path))
    const place = freshPlace()
    const { id, isWhole } = await backUp(world, place)
    expect(isWhole).toBe(false)
    const { contents } = await place.manifest(id)
    expect(contents).toMatchObject({ count: 1, missing: [missing], damaged: [damaged] })
    expect(existsSync(contentIn(place, whole))).toBe(true)
    expect(existsSync(contentIn(place, damaged))).toBe(false)
  })

  test('has the good copy of a content that was damaged after the backup before it', async () => {
    const { world } = await livedIn()
    const place = freshPlace()
    await backUp(world, place)
    const [damaged = ''] = await contentsOf(world)
    await world.blobs.withFile(damaged, async (path) => flip(path))
    expect(await backUp(world, place)).toMatchObject({ isWhole: true, added: 0 })
    expect(await (await emptyPlace()).restore(place)).toMatchObject({ isGood: true })
  })

  test('copies only contents that the ones before it have not, and mends a copy that was cut', async () => {
    const { world, owner, spaceId } = await livedIn()
    const place = freshPlace()
    expect(await backUp(world, place)).toMatchObject({ added: 3 })
    await upload(owner, { spaceId, name: 'd.txt' }, textOf('new'))
    expect(await backUp(world, place)).toMatchObject({ added: 1 })
    const [cut = ''] = await contentsOf(world)
    truncateSync(contentIn(place, cut), 1)
    expect(await backUp(world, place)).toMatchObject({ added: 1 })
    expect(await (await emptyPlace()).restore(place)).toMatchObject({ isGood: true })
  })

  test('is of one moment while people go on: what was there before it is in it, and nothing half', async () => {
    const { world, owner, spaceId } = await livedIn()
    const before: string[] = []
    let isOver = false
    async function goOn(): Promise<void> {
      for (let i = 0; !isOver; i += 1) {
        const name = `${i}.bin`
        const { hash } = await upload(owner, { spaceId, name }, textOf(`content ${i}`))
        await owner.data(files.rename, { spaceId, hash, name: `renamed ${name}` })
        if (i < 5) before.push(`renamed ${name}`)
        if (i >= 5 && i % 2) await owner.data(files.remove, { spaceId, hashList: [hash] })
        if (i >= 5 && i % 4 === 3) await owner.data(trash.purge, { spaceId })
        if (i === 5) reached()
      }
    }
    let reached = () => {}
    const five = new Promise<void>((resolve) => {
      reached = resolve
    })
    const working = goOn()
    await five
    const place = freshPlace()
    const made = await backUp(world, place)
    isOver = true
    await working
    expect(made.isWhole).toBe(true)
    const into = await emptyPlace()
    expect(await into.restore(place)).toMatchObject({ isGood: true })
    const found = await into.db.selectFrom('node').select('name').where('is_folder', '=', false).execute()
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(before))
  })

  test('keeps every content that it names from the sweep, however long it takes, and frees it then', async () => {
    const { world, owner, spaceId, root } = await livedIn()
    const sweep = async () => {
      world.clock.advance(2 * 3_600_000)
      return world.services.uploads.blobs()
    }
    const removeAll = async () => {
      const { list } = await owner.data(files.list, { spaceId, hash: root })
      await owner.data(files.remove, { spaceId, hashList: list.map(({ hash }) => hash) })
      await owner.data(trash.purge, { spaceId })
    }
    let removed: Promise<void> | undefined
    const read = async (sha256: string) => {
      removed ??= removeAll()
      await removed
      expect(await sweep()).toBe(0)
      return world.blobs.read(sha256)
    }
    const blobs = { ...world.blobs, read }
    const place = freshPlace()
    expect(await backUp({ ...world, blobs }, place)).toMatchObject({ isWhole: true, added: 3 })
    expect(await sweep()).toBeGreaterThanOrEqual(3)
    expect(await contentsOf(world)).toEqual([])
    expect(await (await emptyPlace()).restore(place)).toMatchObject({ isGood: true })
  })

  test('with a key is readable by that key alone, and as whole as without', async () => {
    const { world, owner, spaceId } = await livedIn()
    await upload(owner, { spaceId, name: 'big.bin' }, Buffer.alloc(3_000_000, 'plain words '))
    const place = freshPlace('b'.repeat(32))
    const { id } = await backUp(world, place)
    for (const sha256 of await contentsOf(world)) {
      const stored = readFileSync(contentIn(place, sha256))
      expect(stored.includes('plain words')).toBe(false)
    }
    const into = await emptyPlace()
    await expect(into.restore(folderPlace(place.where))).rejects.toThrow(/is encrypted/)
    await expect(into.restore(folderPlace(place.where, 'x'.repeat(32)))).rejects.toThrow(/BACKUP_KEY is another/)
    expect(await rowsOf(into.db)).toEqual({})
    expect(await backUp(world, place)).toMatchObject({ added: 0 })
    expect(await into.restore(place, { id })).toMatchObject({ isGood: true })
    const [first = ''] = await contentsOf(world)
    flip(contentIn(place, first))
    expect((await (await emptyPlace()).restore(place)).isGood).toBe(false)
  })
})

describe('pruning', () => {
  test('keeps the newest, and removes only contents that none of them names', async () => {
    const { world, owner, spaceId, root } = await livedIn()
    const place = freshPlace()
    await backUp(world, place)
    const { list } = await owner.data(files.list, { spaceId, hash: root })
    const gone = list.find(({ name }) => name === 'a.txt')?.hash ?? ''
    await owner.data(files.remove, { spaceId, hashList: [gone] })
    await owner.data(trash.purge, { spaceId })
    world.clock.advance(2 * 3_600_000)
    await world.services.uploads.blobs()
    const second = await backUp(world, place)
    await upload(owner, { spaceId, name: 'd.txt' }, textOf('new'))
    const third = await backUp(world, place)
    expect(await prune(place, 3, () => {})).toEqual({ forgotten: [], contents: 0 })
    expect(await prune(place, 2, () => {})).toMatchObject({ forgotten: [expect.any(String)], contents: 1 })
    expect((await place.entries()).map(({ id }) => id)).toEqual([second.id, third.id])
    for (const { id } of [second, third])
      expect(await (await emptyPlace()).restore(place, { id })).toMatchObject({ isGood: true })
  })

  test('reads the newest back before an older one goes: while a byte of it is wrong nothing goes, and it is copied anew', async () => {
    const { world, owner, spaceId } = await livedIn()
    const place = freshPlace()
    const first = await backUp(world, place)
    await upload(owner, { spaceId, name: 'd.txt' }, textOf('depth'))
    const second = await backUp(world, place)
    flip(contentIn(place, sha256(textOf('depth'))))
    await expect(prune(place, 1, () => {})).rejects.toThrow(/1 contents are damaged: nothing is pruned/)
    expect((await place.entries()).map(({ id }) => id)).toEqual([first.id, second.id])
    const third = await backUp(world, place)
    expect(third.added).toBe(1)
    expect(await prune(place, 1, () => {})).toMatchObject({ forgotten: [first.id, second.id] })
    expect(await (await emptyPlace()).restore(place)).toMatchObject({ isGood: true })
  })

  test('a clock that was set back makes no newer backup the older one', async () => {
    const { world } = await livedIn()
    const place = freshPlace()
    const ahead = await backUp(world, place, { now: () => new Date('2031-05-01T00:00:00Z') })
    const made = await backUp(world, place, { now: () => new Date('2026-12-01T00:00:00Z') })
    expect(made.id).toBe('20310501T000001Z')
    expect(await prune(place, 1, () => {})).toMatchObject({ forgotten: [ahead.id] })
    expect((await place.manifest(made.id)).at).toBe('2026-12-01T00:00:00.000Z')
  })

  test('removes nothing while a backup that stays is damaged', async () => {
    const { world } = await livedIn()
    const place = freshPlace()
    const first = await backUp(world, place)
    const { id } = await backUp(world, place)
    flip(fileIn(place, id, 'contents.zst'))
    await expect(prune(place, 1, () => {})).rejects.toThrow(BackupError)
    expect((await place.entries()).map((one) => one.id)).toEqual([first.id, id])
  })
})
