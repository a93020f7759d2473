import { writeFileSync } from 'node:fs'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { diagnose, examine, type Finding } from '#server/doctor/index.ts'
import { checkSeal } from '#server/setup.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'
import { openSeal, sealOf } from '#server/storage/seal.ts'
import { HOUR_MS } from '../../contract/core/time.ts'
import { physicalOf, rawTable } from '../support/tables.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { files } = contract

/** A world with folders, files, a version, something in the trash, and nothing wrong. */
async function livedIn() {
  const world = await buildWorld()
  const seal = openSeal(world.config)
  await checkSeal(world.db, seal)
  const { id: spaceId } = await world.space({ identifier: 'lake' })
  const other = await world.space({ identifier: 'river' })
  const owner = await world.as('owner')
  const put = (name: string, text: string) =>
    upload(owner, { spaceId, name, conflict: 'replace' }, new TextEncoder().encode(text))
  await put('a.txt', 'one')
  await put('a.txt', 'second')
  await put('b.txt', 'bb')
  for (const path of ['c', 'd']) await owner.data(files.create, { spaceId, path })
  const { hash } = await put('gone.txt', 'gone')
  await owner.data(files.remove, { spaceId, hashList: [hash] })
  const tableId = await rawTable(world.db, { spaceId, personId: world.idOf('owner') })
  const now = world.clock.now()
  const look = (wish: { repair?: boolean; deep?: boolean; now?: Date } = {}, db: Db = world.db): Promise<Finding[]> =>
    Array.fromAsync(diagnose(db, world.blobs, { repair: false, deep: true, seal, now, ...wish }))
  return { world, seal, spaceId, other, tableId, look, now }
}
type Scene = Awaited<ReturnType<typeof livedIn>>
const checksOf = (findings: readonly Finding[]) => findings.map(({ check }) => check)
const healthy = async ({ world, seal, now }: Scene) =>
  expect(await examine(world.db, world.blobs, { repair: false, deep: true, seal, now })).toEqual({
    lines: [],
    isHealthy: true,
  })

class Undone extends Error {}
/** What the doctor says while a change is made, which is taken back. */
async function during(world: World, corrupt: (tx: Tx) => Promise<unknown>, look: (db: Db) => Promise<Finding[]>) {
  let findings: Finding[] = []
  await world.db
    .transaction()
    .execute(async (tx) => {
      await corrupt(tx)
      findings = await look(tx)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return findings
}

/** Each damage, and all that is informed of it: what else it breaks is reported too. */
const damages = ({
  spaceId,
  other,
  tableId,
  world,
}: Scene): [checks: string[], ...corrupt: RawBuilder<unknown>[]][] => {
  const at = (ms: number) => new Date(world.clock.now().getTime() + ms)
  const task = (state: string, more: RawBuilder<unknown>) => sql`
    insert into task (id, kind, space_id, person_id, state, created_at, finished_at)
    values (${newId()}, 'verify', ${spaceId}, ${world.idOf('owner')}, ${state}, ${at(-48 * HOUR_MS)}, ${more})`
  const { rows, effects } = physicalOf(tableId)
  return [
    [['table-without-rows'], sql`drop table ${effects}`],
    [['table-without-rows'], sql`drop table ${rows}`],
    [['table-column-gone'], sql`alter table ${rows} drop column c1`],
    [['table-column-gone'], sql`alter table ${rows} alter column c1 type varchar(100)`],
    [['table-column-gone'], sql`alter table ${rows} alter column c3 drop expression`],
    [['table-column-stray'], sql`alter table ${rows} add column c9 text`],
    [['table-trash-stays'], sql`update data_table set trashed_at = ${at(-33 * 24 * HOUR_MS)}`],
    [['space-counters'], sql`update data_table set bytes = bytes + 8192`],
    [['file-without-content'], sql`update node set blob_sha256 = null where name = 'b.txt'`],
    [
      ['folder-with-content'],
      sql`update node set blob_sha256 = (select blob_sha256 from node where name = 'b.txt') where name = 'c'`,
    ],
    [['space-without-root', 'item-out-of-reach'], sql`update space set root_id = ${newId()} where id = ${other.id}`],
    [
      ['item-out-of-reach', 'folder-counters'],
      sql`update node n set parent_id = o.id from node o where (n.name, o.name) in (('c', 'd'), ('d', 'c'))`,
    ],
    [
      ['item-in-file', 'folder-counters'],
      sql`update node n set parent_id = o.id from node o where n.name = 'c' and o.name = 'b.txt'`,
    ],
    [['item-across-spaces', 'space-counters'], sql`update node set space_id = ${other.id} where name = 'b.txt'`],
    [['name-twice'], sql`drop index node_name_key`, sql`update node set name = 'a.txt' where name = 'b.txt'`],
    [
      ['trash-without-item'],
      sql`insert into trash (id, space_id, node_id, parent_id, path, deleted_by)
        select ${newId()}, space_id, id, parent_id, '/b.txt', author_id from node where name = 'b.txt'`,
    ],
    [['item-lost-in-trash'], sql`delete from trash`],
    [['content-damaged', 'size-of-file'], sql`update blob set size = 9 where size = 2`],
    [['size-of-version', 'space-counters', 'version-counters'], sql`update file_version set size = size + 1`],
    [['version-number'], sql`update file_version set number = 9`],
    [['space-without-rights'], sql`delete from space_flags where role = 'normal' and space_id = ${spaceId}`],
    [['task-half-ended'], task('completed', sql`null`)],
    [['task-waits'], task('waiting', sql`null`)],
    [
      ['mail-waits'],
      sql`insert into mail (id, kind, recipient, language, next_at) values (${newId()}, 'x', 'a@lab.test', 'en', ${at(-7 * HOUR_MS)})`,
    ],
    [['trash-stays'], sql`update trash set deleted_at = ${at(-33 * 24 * HOUR_MS)}`],
    [
      ['share-of-nothing'],
      sql`insert into share (id, hash, sealed, space_id, kind, title, person_id, expires_at, created_at)
        values (${newId()}, '\\x01', '\\x01', ${spaceId}, 'file', 'x', ${world.idOf('owner')}, ${at(HOUR_MS)}, ${at(0)})`,
    ],
    [
      ['site-picture-gone'],
      sql`insert into setting (key, value) values ('website', '{"logo": "/api/pictures/00"}')
        on conflict (key) do update set value = excluded.value`,
    ],
    [
      ['component-without-entry'],
      sql`insert into component (id, bundle, name, version, size, sha256, entry, suffixes, installed_at, changed_at)
        values ('x', 'x', '{}', '1', 1, '\\x01', 'index.html', '{x}', now(), now())`,
    ],
    [['restore'], sql`insert into setting (key, value) values ('restoring', '"20261122T040000Z"')`],
    [
      ['favourite_person_id_fkey'],
      sql`set local session_replication_role to replica`,
      sql`insert into favourite (person_id, node_id, at) select ${newId()}, id, now() from node limit 1`,
    ],
    [['migrations'], sql`insert into migration (name, checksum) values ('9999-later.sql', 'x')`],
    [['migrations'], sql`delete from migration where name = (select max(name) from migration)`],
    [['audit'], sql`update audit set actor_name = 'Nobody' where number = (select max(number) from audit)`],
  ]
}

test('every kind of damage in the database is reported by its name, with what it breaks and nothing more', async () => {
  const scene = await livedIn()
  await healthy(scene)
  for (const [checks, ...corrupt] of damages(scene)) {
    const all = async (tx: Tx) => {
      for (const one of corrupt) await one.execute(tx)
    }
    const findings = await during(scene.world, all, (db) => scene.look({}, db))
    expect.soft(checksOf(findings)).toEqual(checks)
    for (const { said } of findings) expect.soft(said).toMatch(/\w+ .*[:(] ?.*\w/)
  }
  await healthy(scene)
})

test('another key than the one that sealed the secrets is reported', async () => {
  const { world } = await livedIn()
  const seal = sealOf(Buffer.alloc(32, 7))
  const findings = await Array.fromAsync(diagnose(world.db, world.blobs, { repair: false, deep: false, seal }))
  expect(checksOf(findings)).toEqual(['key', 'audit'])
})

/** What a repair sets right, and all that it tells. */
const mendable = ({ spaceId, tableId, world }: Scene): [checks: string[], corrupt: RawBuilder<unknown>][] => {
  const at = (ms: number) => new Date(world.clock.now().getTime() + ms)
  return [
    [['space-without-counters', 'space-counters'], sql`delete from space_usage where space_id = ${spaceId}`],
    [['table-rows'], sql`delete from ${physicalOf(tableId).rows} where id = 1`],
    [['table-rows'], sql`update data_table set row_count = row_count + 1`],
    [['table-locked'], sql`update data_table set lock = jsonb_build_object('taskId', ${newId()}::text)`],
    [['table-stray'], sql`create table tables.t_00000000000000000000000000000000 (id bigint)`],
    [['folder-counters'], sql`update node set items = items + 1 where parent_id is null`],
    [['space-counters'], sql`update space_usage set reserved_bytes = 7`],
    [
      ['drop-box-use'],
      sql`insert into share (id, hash, sealed, space_id, kind, title, person_id, is_box, box_used, expires_at, created_at)
        values (${newId()}, '\\x01', '\\x01', ${spaceId}, 'space', 'x', ${world.idOf('owner')}, true, 5, ${at(HOUR_MS)}, ${at(0)})`,
    ],
    [
      ['task-held-after-end'],
      sql`insert into task (id, kind, space_id, person_id, state, lease_by, created_at, finished_at)
        values (${newId()}, 'verify', ${spaceId}, ${world.idOf('owner')}, 'completed', ${newId()}, ${at(0)}, ${at(0)})`,
    ],
    [
      ['thumb-without-picture'],
      sql`insert into rendition (sha256, kind, suffix, state) select sha256, 'thumb', 'png', 'done' from blob limit 1`,
    ],
    [['text-without-words'], sql`update rendition set state = 'done' where kind = 'text'`],
    [['avatar-gone'], sql`update person set avatar = '/api/avatars/00' where email = 'owner@lab.test'`],
    [['cover-gone'], sql`update space set cover = '/api/pictures/00' where id = ${spaceId}`],
    [['old-sessions'], sql`update session set created_at = ${at(-30 * 24 * HOUR_MS)}`],
    [
      ['old-captchas'],
      sql`insert into captcha (id, answer, expires_at) values (${newId()}, '\\x01', ${at(-48 * HOUR_MS)})`,
    ],
    [
      ['old-attempts'],
      sql`insert into attempt (key, kind, data, expires_at) values ('\\x01', 'x', '\\x01', ${at(-48 * HOUR_MS)})`,
    ],
  ]
}

test('a repair sets right what takes no guess, tells it, and leaves nothing to tell', async () => {
  const scene = await livedIn()
  for (const [checks, corrupt] of mendable(scene)) {
    await corrupt.execute(scene.world.db)
    const before = await scene.look()
    expect.soft(checksOf(before)).toEqual(checks.slice(0, before.length))
    const mended = await scene.look({ repair: true })
    expect.soft(mended.map(({ check, isMended }) => [check, isMended])).toEqual(checks.map((check) => [check, true]))
    await healthy(scene)
  }
})

describe('contents', () => {
  const rewrite = ({ blobs }: World, sha256: string, corrupt: (path: string) => void) =>
    blobs.withFile(sha256, async (path) => corrupt(path))
  async function sha256Of(world: World, name: string): Promise<string> {
    const { rows } = await sql<{ sha256: string }>`
      select encode(blob_sha256, 'hex') as sha256 from node where name = ${name}`.execute(world.db)
    return rows[0]?.sha256 ?? ''
  }

  test('that are missing, damaged or cut are reported with the files that lose them, and left for a backup', async () => {
    const { world, look } = await livedIn()
    const [a, b] = [await sha256Of(world, 'a.txt'), await sha256Of(world, 'b.txt')]
    await world.blobs.remove(a)
    await rewrite(world, b, (path) => writeFileSync(path, 'bx'))
    const findings = [
      `content ${a} is missing: lake:a.txt cannot be read; restore it from a backup`,
      `content ${b} is damaged: lake:b.txt cannot be read; restore it from a backup`,
    ].sort()
    for (const repair of [false, true])
      expect((await look({ repair })).map(({ said }) => said).sort()).toEqual(findings)
    expect(await look({ deep: false })).toMatchObject([{ check: 'content-missing', isMended: false }])
    await rewrite(world, b, (path) => writeFileSync(path, 'b'))
    expect((await look({ deep: false })).map(({ said }) => said).sort()).toEqual(findings)
  })

  test('that are missing and that nobody names are forgotten by a repair', async () => {
    const scene = await livedIn()
    const { sha256, md5, size } = await scene.world.blobs.put(Buffer.from('nobody'))
    await sql`insert into blob (sha256, md5, size) values (decode(${sha256}, 'hex'), decode(${md5}, 'hex'), ${size})`.execute(
      scene.world.db,
    )
    await healthy(scene)
    await scene.world.blobs.remove(sha256)
    expect(await scene.look()).toMatchObject([{ check: 'content-missing', level: 'light', isMended: false }])
    expect(await scene.look({ repair: true })).toMatchObject([{ check: 'content-missing', isMended: true }])
    await healthy(scene)
  })

  test('and staged bytes that no row knows are reported once they are old, and removed by a repair', async () => {
    const scene = await livedIn()
    const { world, look, now } = scene
    const { sha256 } = await world.blobs.put(Buffer.from('stray'))
    const place = { uploadId: newId(), index: 0, offset: 0, chunkCount: 1 }
    const bytes = world.blobs.staging.buffer(3)
    await world.blobs.staging.write(place, bytes)
    await healthy(scene)
    const later = new Date(now.getTime() + 2 * HOUR_MS)
    expect(checksOf(await look({ now: later }))).toEqual(['content-stray', 'staging-stray'])
    expect((await look({ now: later, repair: true })).every(({ isMended }) => isMended)).toBe(true)
    expect(await world.blobs.has(sha256)).toBe(false)
    expect(await look({ now: later })).toEqual([])
  })

  test('of a small picture are made again: no file of people is lost with it', async () => {
    const scene = await livedIn()
    const { world, look } = scene
    const { sha256, md5, size } = await world.blobs.put(Buffer.from('a picture'))
    await sql`insert into blob (sha256, md5, size) values (decode(${sha256}, 'hex'), decode(${md5}, 'hex'), ${size})`.execute(
      world.db,
    )
    await sql`insert into rendition (sha256, kind, suffix, state, blob_sha256)
      select blob_sha256, 'thumb', 'png', 'done', decode(${sha256}, 'hex') from node where name = 'b.txt'`.execute(
      world.db,
    )
    await healthy(scene)
    await world.blobs.remove(sha256)
    expect(await look({ repair: true })).toMatchObject([{ check: 'content-missing', isMended: true }])
    expect((await sql`select state from rendition where kind = 'thumb'`.execute(world.db)).rows).toEqual([
      { state: 'due' },
    ])
    await healthy(scene)
  })
})

test('a server at work raises no alarm, and a repair beside it corrupts nothing', async () => {
  const scene = await livedIn()
  const { world, spaceId } = scene
  const owner = await world.as('owner')
  let isOver = false
  async function goOn(): Promise<void> {
    for (let i = 0; !isOver; i += 1) {
      const { hash } = await upload(owner, { spaceId, name: `${i}.bin` }, new TextEncoder().encode(`content ${i}`))
      await owner.data(files.rename, { spaceId, hash, name: `renamed ${i}.bin` })
      if (i % 2) await owner.data(files.remove, { spaceId, hashList: [hash] })
    }
  }
  const working = [goOn()]
  for (let i = 0; i < 5; i += 1) {
    expect(await scene.look({ repair: i % 2 === 1 })).toEqual([])
    await sql`update space_usage set file_count = file_count + 3`.execute(world.db)
    expect(await scene.look({ repair: true })).toMatchObject([{ check: 'space-counters', isMended: true }])
  }
  isOver = true
  await Promise.all(working)
  await healthy(scene)
})

describe('tables', () => {
  test('that remember a removed column raise no alarm; only a deep look counts their rows', async () => {
    const scene = await livedIn()
    const { world, tableId, look } = scene
    await sql`update table_change set columns = jsonb_build_array(jsonb_build_object('id', 1, 'after', null,
      'before', (select to_jsonb(c) from data_column c where c.table_id = ${tableId} and c.id = 1)))`.execute(world.db)
    await sql`delete from data_column where table_id = ${tableId} and id = 1`.execute(world.db)
    await healthy(scene)
    await sql`update data_table set row_count = 100`.execute(world.db)
    expect(await look({ deep: false })).toEqual([])
    expect(checksOf(await look())).toEqual(['table-rows'])
  })

  test('of a deleted space that were many leave rows to the hourly work, which a repair does at once', async () => {
    const scene = await livedIn()
    const { world, other, look } = scene
    for (let i = 0; i < 21; i += 1)
      await rawTable(world.db, { spaceId: other.id, personId: world.idOf('owner'), name: `Table ${i}` })
    await healthy(scene)
    await world.db.deleteFrom('space').where('id', '=', other.id).execute()
    expect(checksOf(await look())).toEqual(['table-stray'])
    expect(await look({ repair: true })).toMatchObject([{ check: 'table-stray', isMended: true }])
    await healthy(scene)
  })
})
