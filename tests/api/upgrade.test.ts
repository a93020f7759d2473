import { spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { configKeys } from '#server/config.ts'
import { migrate, migrations } from '#server/storage/migrate.ts'
import { strangeKeys, upgradeState } from '#server/upgrade/check.ts'
import { backUp, freshPlace, scratch } from '../support/backup.ts'
import { createTestDatabase } from '../support/database.ts'
import { upload } from '../support/upload.ts'
import { buildWorld } from '../support/world.ts'

const asked = { product: '0.2.0', environment: {}, known: configKeys, free: async () => 1024 ** 4 }
const placed = () => {
  const place = freshPlace()
  return { place, folder: place.where }
}
const last = migrations().at(-1)?.name ?? ''

/** A database of the version before: it lacks the last migration. */
async function older() {
  const { db, url, drop } = await createTestDatabase({ template: 'template0' })
  onTestFinished(() => drop())
  await migrate(db, migrations().slice(0, -1))
  return { db, url }
}
/** Runs the command as administrators do. */
function upgrade(url: string, args: readonly string[], env: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/upgrade.ts', ...args], {
    env: { PATH, HOME, DATA_DIR: scratch(), DATABASE_URL: url, ...env },
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

describe('the check before an upgrade', () => {
  test('stops at a database that is newer than the program', async () => {
    const { db } = await older()
    await sql`insert into migration (name, checksum) values ('9999-future.sql', 'x')`.execute(db)
    const { findings } = await upgradeState({ db, ...placed(), ...asked })
    expect(findings).toContainEqual({ level: 'stop', text: expect.stringContaining('9999-future.sql') })
  })

  test('stops when migrations are due and their backup has no place, or no room', async () => {
    const { db } = await older()
    const nowhere = await upgradeState({ db, place: null, folder: null, ...asked })
    expect(nowhere.findings.at(-1)).toMatchObject({ level: 'stop', text: expect.stringContaining('BACKUP_TO') })
    const full = await upgradeState({ db, ...placed(), ...asked, free: async () => 1000 })
    expect(full.findings.at(-1)).toMatchObject({ level: 'stop', text: expect.stringContaining('0.00 GiB are free') })
  })

  test('names the migrations, the version of PostgreSQL and the servers that run', async () => {
    const { db } = await older()
    await sql`insert into server_node (id, host, version, started_at, seen_at)
      values (gen_random_uuid(), 'node-a', '0.1.0', now(), now())`.execute(db)
    const { findings, pending } = await upgradeState({ db, ...placed(), ...asked })
    expect(pending).toEqual([last])
    expect(findings.map(({ level }) => level)).toEqual(['ok', 'ok', 'ok', 'ok'])
    const said = findings.map(({ text }) => text).join('\n')
    for (const part of ['version 0.2.0', 'node-a 0.1.0', 'PostgreSQL', `1 migrations to apply: ${last}`])
      expect(said).toContain(part)
  })

  test('counts only the contents that the last backup lacks', async () => {
    const world = await buildWorld()
    const space = await world.space()
    const put = (name: string, bytes: number) =>
      world
        .as('owner')
        .then((owner) => upload(owner, { spaceId: space.id, hash: space.root, name }, Buffer.alloc(bytes, name)))
    await put('a', 300_000)
    const place = freshPlace()
    await backUp(world, place, { now: () => new Date(world.clock.now().getTime() + 1000) })
    await sql`delete from migration where name = ${last}`.execute(world.db)
    const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
      world.db,
    )
    const room = (rows[0]?.bytes ?? 0) + 250_000
    const level = async () =>
      (await upgradeState({ db: world.db, place, folder: place.where, ...asked, free: async () => room })).findings.at(
        -1,
      )?.level
    expect(await level()).toBe('ok')
    world.clock.advance(5000)
    await sql`update blob set created_at = created_at + interval '1 hour'`.execute(world.db)
    expect(await level()).toBe('stop')
  })

  test('names keys that look like ours and are none', () => {
    const environment = { BACKUP_TOO: '/x', S3_SECRET_KEY: 'y', HOME: '/root', XDG_DATA_DIRS: '/usr', BACKUP_TO: '/b' }
    expect(strangeKeys(environment, configKeys)).toEqual(['BACKUP_TOO'])
  })
})

describe('npm run upgrade', () => {
  test('with --check changes nothing: 1 when something stands in the way, 2 when it is ready', async () => {
    const { db, url } = await older()
    expect(upgrade(url, ['--check'])).toMatchObject({ status: 1, said: expect.stringContaining('STOP') })
    const ready = upgrade(url, ['--check', '--to', scratch()], { BACKUP_TOO: '/x' })
    expect(ready).toMatchObject({ status: 2, said: expect.stringContaining(last) })
    expect(ready.said).toContain('BACKUP_TOO is no key of ours')
    const { rows } = await sql`select from migration where name = ${last}`.execute(db)
    expect(rows).toEqual([])
  })

  test('backs up, migrates and says the way back; then there is nothing to do', async () => {
    const { db, url } = await older()
    const place = freshPlace()
    const done = upgrade(url, ['--to', place.where])
    const [made] = await place.entries()
    expect(done).toMatchObject({ status: 0, said: expect.stringContaining(`applied ${last}`) })
    expect(done.said).toContain(`--from ${place.where} --at ${made?.id}`)
    expect((await place.manifest(made?.id ?? '')).migrations.map(({ name }) => name)).not.toContain(last)
    const { rows } = await sql`select from migration where name = ${last}`.execute(db)
    expect(rows).toHaveLength(1)
    expect(upgrade(url, ['--check'])).toMatchObject({ status: 0, said: expect.stringContaining('up to date') })
  })

  test('leaves the tables as they are when there is no whole backup', async () => {
    const { db, url } = await older()
    const { status, said } = upgrade(url, ['--to', '/proc/nowhere'])
    expect({ status, said }).toMatchObject({ status: 1 })
    const { rows } = await sql`select from migration where name = ${last}`.execute(db)
    expect(rows).toEqual([])
  })
})
