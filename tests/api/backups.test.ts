import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, symlink, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { BACKUP_POLICIES_MAX } from '#contract/core/limits.ts'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { anotherNode } from '../support/another-node.ts'
import { buildBackups } from '../support/backups.ts'
import { corrupt } from '../support/corrupt.ts'
import { sha256 } from '../support/upload.ts'
import type { Who } from '../support/world.ts'

const { backups, messages, audit } = contract
const NOBODY = '00000000-0000-4000-8000-000000000000'

describe('refusals', () => {
  test.each<[Who, string]>([
    ['owner', 'forbidden'],
    ['stranger', 'notSignedIn'],
  ])('policies are not for %s', async (who, error) => {
    const { world, draft } = await buildBackups()
    const client = await world.as(who)
    expect(await client.call(backups.list, {})).toMatchObject({ error })
    expect(await client.call(backups.create, draft())).toMatchObject({ error })
  })

  test.each<[string, object]>([
    ['backupZoneUnknown', { zone: 'Moon/Crater' }],
    ['backupScopeEmpty', { scope: 'some', spaceIds: [] }],
    ['backupScopeEmpty', { scope: 'rule' }],
    ['personGone', { scope: 'rule', ownerId: NOBODY }],
    ['invalid', { passphrase: 'too short' }],
    ['invalid', { hour: 24 }],
    ['invalid', { weekday: 8 }],
  ])('%s: a policy with %o is refused', async (error, more) => {
    const { admin, draft } = await buildBackups()
    expect(await admin.call(backups.create, draft(more))).toMatchObject({ error })
  })

  test('a folder outside those that the configuration allows is refused, also behind a link', async () => {
    const { admin, draft, root, world } = await buildBackups()
    await symlink(world.dataDir, join(root, 'link'))
    for (const folder of ['/tmp', `${root}/..`, `${root}-other`, 'relative', join(root, 'link', 'files')])
      expect(await admin.call(backups.create, draft({ folder }))).toMatchObject({ error: 'backupFolderForbidden' })
    expect(existsSync(join(world.dataDir, 'files', 'policy.json'))).toBe(false)
  })

  test('a folder in the data of the installation is refused, with which the copies would be lost', async () => {
    const store = await mkdtemp(join(tmpdir(), 'dataspace-store-'))
    onTestFinished(() => rm(store, { recursive: true, force: true }))
    const { admin, draft } = await buildBackups({ BLOB_STORE: store, BACKUP_FOLDERS: store })
    const refused = await admin.call(backups.create, draft({ folder: join(store, 'copies') }))
    expect(refused).toMatchObject({ error: 'backupFolderInData', fields: [{ field: 'folder' }] })
    expect(existsSync(join(store, 'copies'))).toBe(false)
  })

  test('a refused folder is not made: not behind a link, nor behind one that leads nowhere', async () => {
    const { admin, draft, root, world } = await buildBackups()
    await symlink(world.dataDir, join(root, 'link'))
    await symlink(join(world.dataDir, 'nothing'), join(root, 'nowhere'))
    for (const folder of [join(root, 'link', 'made', 'deep'), join(root, 'nowhere'), join(root, 'nowhere', 'made')])
      expect(await admin.call(backups.create, draft({ folder }))).toMatchObject({ error: 'backupFolderForbidden' })
    expect(existsSync(join(world.dataDir, 'made'))).toBe(false)
    expect(existsSync(join(world.dataDir, 'nothing'))).toBe(false)
  })

  test('a target that is not there is told when a policy is made', async () => {
    const { admin, draft, root } = await buildBackups()
    await rename(root, `${root}-away`)
    expect(await admin.call(backups.create, draft())).toMatchObject({ error: 'backupTargetAway' })
    await rename(`${root}-away`, root)
  })

  test('there are no more policies than the limit', async () => {
    const { admin, draft, world, create } = await buildBackups()
    const { id } = await create()
    const row = await world.db.selectFrom('backup_policy').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const more = Array.from({ length: BACKUP_POLICIES_MAX - 1 }, () => ({ ...row, id: crypto.randomUUID() }))
    await world.db.insertInto('backup_policy').values(more).execute()
    expect(await admin.call(backups.create, draft())).toMatchObject({ error: 'backupPoliciesTooMany' })
  })

  test('a policy that is gone', async () => {
    const { admin, draft } = await buildBackups()
    const { folder: _folder, ...edit } = draft()
    for (const answer of [
      admin.call(backups.edit, { ...edit, id: NOBODY }),
      admin.call(backups.setOn, { id: NOBODY, isOn: true }),
      admin.call(backups.run, { id: NOBODY }),
      admin.call(backups.stop, { id: NOBODY }),
      admin.call(backups.remove, { id: NOBODY }),
    ])
      expect(await answer).toMatchObject({ error: 'backupPolicyGone' })
  })

  test('a policy that runs is neither begun again nor deleted', async () => {
    const { admin, create } = await buildBackups()
    const { id } = await create()
    await admin.data(backups.run, { id })
    expect(await admin.call(backups.run, { id })).toMatchObject({ error: 'backupRunning' })
    expect(await admin.call(backups.remove, { id })).toMatchObject({ error: 'backupRunning' })
  })
})

describe('a run', () => {
  test('copies files, rows and tables of a space, and says how much it was', async () => {
    const { create, run } = await buildBackups()
    const { id } = await create()
    const { run: ended, copy } = await run(id)
    expect(ended).toMatchObject({ state: 'completed', spacesTotal: 1, spacesDone: 1, spacesFailed: 0, error: '' })
    expect(copy).toMatchObject({ state: 'completed', files: 2, bytes: 31, sentBytes: 31 })
    expect(copy?.rows).toBeGreaterThan(10)
  })

  test('sends a content once: the next run sends what is new', async () => {
    const { create, run, put } = await buildBackups()
    const { id } = await create()
    await run(id)
    expect((await run(id)).copy).toMatchObject({ bytes: 31, sentBytes: 0 })
    await put('more.txt', 'new')
    expect((await run(id)).copy).toMatchObject({ bytes: 34, sentBytes: 3 })
  })

  test('keeps the newest three copies, or the latest alone, and the contents that these name', async () => {
    const { admin, create, run, put, owner, spaceId, stored, draft, world } = await buildBackups()
    const { id } = await create()
    const file = await put('passing.txt', 'passing')
    await run(id)
    await owner.data(contract.files.remove, { spaceId, hashList: [file.hash] })
    await owner.data(contract.trash.purge, { spaceId })
    for (let count = 0; count < 2; count += 1) await run(id)
    expect(stored('*/copies/*')).toHaveLength(3)
    const passing = () => stored(`*/contents/*/${sha256(Buffer.from('passing'))}.zst`)
    expect(passing()).toHaveLength(1)
    await run(id)
    expect(stored('*/copies/*')).toHaveLength(3)
    expect(passing()).toHaveLength(0)
    const { folder: _folder, ...edit } = draft({ retention: 'latest' })
    await admin.data(backups.edit, { ...edit, id })
    await run(id)
    expect(stored('*/copies/*')).toHaveLength(1)
    const rows = await world.db.selectFrom('backup_copy').select('state').execute()
    expect(rows.filter(({ state }) => state === 'completed')).toHaveLength(1)
  })

  test('stores contents as they are when people chose so', async () => {
    const { create, run, stored } = await buildBackups()
    const { id } = await create({ isCompressed: false })
    await run(id)
    const [path = ''] = stored(`*/contents/*/${sha256(Buffer.from('calm water'))}`)
    expect(readFileSync(path, 'utf8')).toBe('calm water')
  })

  test('with a passphrase nothing that is stored tells a name, a content or its hash', async () => {
    const { create, run, stored, world } = await buildBackups()
    const policy = await create({ passphrase: 'twelve letters' })
    expect(policy).toMatchObject({ isEncrypted: true })
    expect(JSON.stringify(policy)).not.toContain('twelve')
    await run(policy.id)
    const files = stored('*/**').filter((path) => statSync(path).isFile())
    expect(files.length).toBeGreaterThan(5)
    expect(files.every((path) => path.endsWith('.sealed'))).toBe(true)
    expect(files.join()).not.toContain(sha256(Buffer.from('calm water')))
    for (const path of files) expect(readFileSync(path).includes('depths')).toBe(false)
    expect((await run(policy.id)).copy).toMatchObject({ state: 'completed', sentBytes: 0 })
    const row = await world.db.selectFrom('backup_policy').select('passphrase').executeTakeFirstOrThrow()
    expect(row.passphrase?.includes('twelve')).toBe(false)
  })

  test('copies the spaces that a rule names at the time of the run', async () => {
    const { world, admin, create, run } = await buildBackups()
    const { id: lakes, identifier } = await world.space({ name: 'Lakes', tags: ['limnology'] })
    const byTag = await run((await create({ scope: 'rule', tag: 'limnology' })).id)
    expect(byTag.copies.map(({ space }) => space.id)).toEqual([lakes])
    const chosen = await run((await create({ scope: 'some', spaceIds: [lakes] })).id)
    expect(chosen.copies.map(({ space }) => space.id)).toEqual([lakes])
    const byOwner = await run((await create({ scope: 'rule', ownerId: world.idOf('owner') })).id)
    expect(byOwner.copies).toHaveLength(2)
    expect((await run((await create({ scope: 'rule', type: 'public' })).id)).run).toMatchObject({
      state: 'completed',
      spacesTotal: 0,
    })
    // A space that is deleted is no longer one of a policy.
    await (await world.as('owner')).data(contract.spaces.remove, { id: lakes, identifier })
    const { list } = await admin.data(backups.list, {})
    expect(list.find(({ scope }) => scope === 'some')).toMatchObject({ spaceIds: [], spaces: [] })
  })

  test('comes when its time has come, once, and not while the policy is off', async () => {
    const { world, admin, create, lastRun } = await buildBackups()
    const { id } = await create()
    const due = world.services.backups.runDue
    expect(await due()).toBe(0)
    const makeDue = () => world.db.updateTable('backup_policy').set({ next_at: world.clock.now() }).execute()
    await makeDue()
    expect((await Promise.all([due(), due()])).toSorted()).toEqual([0, 1])
    await world.services.backups.drain()
    expect(await lastRun(id)).toMatchObject({ isScheduled: true, state: 'completed' })
    expect(await admin.data(backups.setOn, { id, isOn: false })).toMatchObject({ isOn: false, nextTime: null })
    expect(await due()).toBe(0)
    const again = await admin.data(backups.setOn, { id, isOn: true })
    expect(new Date(again.nextTime ?? 0).getTime()).toBeGreaterThan(world.clock.now().getTime())
  })

  test('of a drill and a backup of the same hour the backup comes first, and the drill tries it out', async () => {
    const { world, admin, create } = await buildBackups()
    const { id } = await create({ drill: 'weekly' })
    const at = world.clock.now()
    await world.db.updateTable('backup_policy').set({ next_at: at, drill_at: at }).execute()
    expect(await world.services.backups.runDue()).toBe(1)
    await world.services.backups.drain()
    expect(await world.services.backups.runDue()).toBe(1)
    await world.services.backups.drain()
    expect(await world.services.backups.runDue()).toBe(0)
    const { list } = await admin.data(backups.runs, { id })
    expect(list.map(({ kind, state }) => [kind, state])).toEqual([
      ['drill', 'completed'],
      ['backup', 'completed'],
    ])
  })

  test('that people stop ends as stopped', async () => {
    const { world, admin, create, lastRun } = await buildBackups()
    const { id } = await create()
    await admin.data(backups.run, { id })
    await admin.data(backups.stop, { id })
    await world.services.backups.drain()
    expect(await lastRun(id)).toMatchObject({ state: 'stopped', error: '' })
  })

  test('takes a space as it was at one moment, whatever people change meanwhile', async () => {
    const { world, create, run, put } = await buildBackups()
    const { id } = await create()
    const writing = (async () => {
      for (let count = 0; count < 5; count += 1) await put(`while-${count}.txt`, `text ${count}`)
    })()
    const { copy } = await run(id)
    await writing
    expect(copy).toMatchObject({ state: 'completed', error: '' })
    expect(await world.services.uploads.blobs()).toBe(0)
  })

  test('is told in the audit', async () => {
    const { world, admin, create, run } = await buildBackups()
    const { id } = await create()
    await run(id)
    await admin.data(backups.run, { id, kind: 'drill' })
    await world.services.backups.drain()
    const { list } = await admin.data(audit.list, {})
    const told = ['backupDrillStarted', 'backupStarted', 'backupPolicyCreated']
    expect(list.map(({ action }) => action)).toEqual(expect.arrayContaining(told))
  })
})

describe('when the clock of the site is changed', () => {
  test('back: the newest copy is the one that was made last, and it is the one that stays', async () => {
    const { world, create, run, put, stored } = await buildBackups()
    const { id } = await create({ retention: 'latest' })
    await run(id)
    world.clock.advance(-3 * DAY_MS)
    await put('later.txt', 'came later')
    const { run: later, copy } = await run(id)
    expect([later.state, copy?.state]).toEqual(['completed', 'completed'])
    expect(stored('*/copies/*')).toHaveLength(1)
    expect(stored(`*/copies/${copy?.id}`)).toHaveLength(1)
  })

  test('back, after it was ahead for a while: what is to come comes at its hour, not years later', async () => {
    const { world, admin, create } = await buildBackups()
    const { id } = await create({ drill: 'weekly' })
    world.clock.advance(400 * DAY_MS)
    await world.services.backups.runDue()
    await world.services.backups.drain()
    world.clock.advance(-400 * DAY_MS)
    await world.services.backups.runDue()
    const { list } = await admin.data(backups.list, {})
    const inDays = (new Date(list[0]?.nextTime ?? 0).getTime() - world.clock.now().getTime()) / DAY_MS
    expect(list[0]?.id).toBe(id)
    expect(inDays).toBeGreaterThan(0)
    expect(inDays).toBeLessThanOrEqual(1)
    const row = await world.db.selectFrom('backup_policy').select('drill_at').executeTakeFirstOrThrow()
    expect((row.drill_at?.getTime() ?? 0) - world.clock.now().getTime()).toBeLessThanOrEqual(7 * DAY_MS)
  })

  test.each([
    ['forward', 2 * HOUR_MS],
    ['back', -2 * HOUR_MS],
  ])('%s while a run is under way: two nodes make one whole copy of it', async (_way, ms) => {
    const { world, admin, create, copiesOf, lastRun, stored } = await buildBackups()
    const node = await anotherNode(world)
    const { id } = await create()
    // The clock jumps once the contents are being read, which is in the middle of the copy.
    const { read } = world.blobs
    const [reached, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    world.blobs.read = async (...rest) => {
      world.blobs.read = read
      reached.resolve()
      await other.promise
      return read(...rest)
    }
    onTestFinished(() => {
      world.blobs.read = read
    })
    await admin.data(backups.run, { id })
    const first = world.services.backups.drain()
    await reached.promise
    world.clock.advance(ms)
    // To this node the lease of the other has run out when the clock was set forward.
    const second = node.services.backups.drain().finally(other.resolve)
    await Promise.all([first, second])
    expect(await lastRun(id)).toMatchObject({ state: 'completed', spacesTotal: 1, spacesDone: 1, spacesFailed: 0 })
    const copies = await copiesOf(await lastRun(id))
    expect(copies.map(({ state, error }) => [state, error])).toEqual([['completed', '']])
    await admin.data(backups.run, { id, kind: 'drill' })
    await world.services.backups.drain()
    expect(await lastRun(id)).toMatchObject({ kind: 'drill', state: 'completed' })
    expect(stored(`*/copies/${copies[0]?.id}`)).toHaveLength(1)
  })
})

describe('when something is wrong', () => {
  test('what broke off at the target is removed with the copies that go', async () => {
    const { create, run, stored, spaceId, root } = await buildBackups()
    const { id } = await create({ retention: 'latest' })
    await run(id)
    const half = join(root, id, spaceId, 'contents', 'ab', 'abcdef.half')
    await mkdir(dirname(half), { recursive: true })
    writeFileSync(half, 'broke off')
    await run(id)
    expect(stored('*/contents/*/*.half')).toEqual([])
  })

  test('a content that is damaged at the target is sent again', async () => {
    const { create, run, stored } = await buildBackups()
    const { id } = await create({ isCompressed: false })
    await run(id)
    const [path = ''] = stored(`*/contents/*/${sha256(Buffer.from('calm water'))}`)
    writeFileSync(path, 'calm wateR')
    expect((await run(id)).copy).toMatchObject({ state: 'completed', sentBytes: 10 })
    expect(readFileSync(path, 'utf8')).toBe('calm water')
  })

  test('backupContentLost: a damaged content of the space fails its copy, and the older ones stay', async () => {
    const { world, admin, create, run, stored, put } = await buildBackups()
    const { id } = await create({ retention: 'latest' })
    await run(id)
    await put('bad.txt', 'good bytes')
    await corrupt(world.config, sha256(Buffer.from('good bytes')), 'evil bytes')
    const { run: ended, copy } = await run(id)
    expect(ended).toMatchObject({ state: 'failed', spacesFailed: 1 })
    expect(copy).toMatchObject({ state: 'failed', error: 'backupContentLost' })
    expect(stored('*/copies/*')).toHaveLength(1)
    const { list } = await admin.data(messages.list, {})
    expect(list.map(({ kind }) => kind)).toContain('backupFailed')
  })

  test('backupCopyDamaged: while a kept copy is cut no content is removed, and the new copy says so', async () => {
    const { create, run, stored } = await buildBackups()
    const { id } = await create()
    for (let count = 0; count < 3; count += 1) await run(id)
    const newest = stored('*/copies/*/rows.zst')
      .toSorted((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
      .at(-1)
    await truncate(newest ?? '', 20)
    const { run: ended, copy } = await run(id)
    expect(ended.state).toBe('partlyFailed')
    expect(copy).toMatchObject({ state: 'completed', error: 'backupCopyDamaged' })
    expect(stored('*/copies/*')).toHaveLength(4)
  })

  test('backupTargetFull: a full target fails the copy, and the next run goes on', async () => {
    const { create, run, root, spaceId, stored } = await buildBackups()
    const { id } = await create({ isCompressed: false })
    const hash = sha256(Buffer.from('calm water'))
    const half = join(root, id, spaceId, 'contents', hash.slice(0, 2), `${hash}.half`)
    await mkdir(dirname(half), { recursive: true })
    await symlink('/dev/full', half)
    expect((await run(id)).copy).toMatchObject({ state: 'failed', error: 'backupTargetFull' })
    expect(stored('*/copies/*')).toHaveLength(0)
    expect((await run(id)).copy).toMatchObject({ state: 'completed' })
  })

  test('backupTargetAway: a disk that is not mounted is not taken for an empty one', async () => {
    const { create, run, root } = await buildBackups()
    const { id } = await create()
    await rename(join(root, id), join(root, 'elsewhere'))
    expect((await run(id)).run).toMatchObject({ state: 'failed', error: 'backupTargetAway', spacesTotal: 0 })
    await rename(join(root, 'elsewhere'), join(root, id))
    expect((await run(id)).run).toMatchObject({ state: 'completed' })
  })

  test('backupSpaceBusy: a table that is not what the snapshot knows fails the copy after some tries', async () => {
    const { world, create, run, table } = await buildBackups()
    const { id } = await create()
    await sql`drop table ${sql.table(`tables.h_${table.id.replaceAll('-', '')}`)}`.execute(world.db)
    expect((await run(id)).copy).toMatchObject({ state: 'failed', error: 'backupSpaceBusy' })
  })

  test('backupInterrupted: a run that one node after the other dies over is given up', async () => {
    const { world, admin, create, lastRun } = await buildBackups()
    const { id } = await create()
    await admin.data(backups.run, { id })
    await world.db.updateTable('backup_run').set({ tries: 20 }).execute()
    await world.services.backups.drain()
    expect(await lastRun(id)).toMatchObject({ state: 'failed', error: 'backupInterrupted' })
  })
})
