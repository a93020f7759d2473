import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { InputOf } from '#contract/core/operation.ts'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { anotherNode } from '../support/another-node.ts'
import { buildBackups } from '../support/backups.ts'

const { backups, messages, audit, jobs, health } = contract
type Draft = InputOf<typeof backups.setInstallationSchedule>
const nightly = (more: Partial<Draft> = {}): Draft => ({
  isOn: true,
  cycle: 'daily',
  hour: 2,
  zone: 'UTC',
  retention: 'latest',
  drill: 'never',
  ...more,
})

/** What the commands that a server runs read: the environment that it was started with. */
function configure(environment: Record<string, string>): void {
  for (const [key, value] of Object.entries(environment)) {
    const before = process.env[key]
    process.env[key] = value
    onTestFinished(() => {
      if (before === undefined) delete process.env[key]
      else process.env[key] = before
    })
  }
}
/** A world whose backups go to a folder; with `isAway` the commands find no database and fail at once. */
async function placed({ isAway = false } = {}) {
  const all = await buildBackups()
  const { world, root } = all
  const to = join(root, 'whole')
  world.config.backup.to = to
  configure({ DATABASE_URL: isAway ? 'postgres://nobody@127.0.0.1:9/none' : world.url, DATA_DIR: world.dataDir })
  return { ...all, to, service: world.services.backups, shown: () => all.admin.data(backups.installation, {}) }
}
const kinds = ({ list }: { list: { kind: string }[] }) => list.map(({ kind }) => kind)

describe('the page', () => {
  test('lists backups, newest first, with what became of each, and tells why its place can’t be read', async () => {
    const { admin, world, root } = await buildBackups()
    const none = { away: '', list: [], run: null, schedule: null }
    expect(await admin.data(backups.installation, {})).toEqual({ place: null, ...none })
    world.config.backup.to = root
    expect(await admin.data(backups.installation, {})).toEqual({ place: root, ...none })
    for (const id of ['20261101T000000Z', '20261102T000000Z'])
      await mkdir(join(root, 'backups', id), { recursive: true })
    writeFileSync(join(root, 'backups', '20261101T000000Z', 'manifest.json'), 'no manifest')
    expect((await admin.data(backups.installation, {})).list).toMatchObject([
      { id: '20261102T000000Z', state: 'unfinished', time: null },
      { id: '20261101T000000Z', state: 'unreadable', time: null },
    ])
    const file = join(root, 'backups', '20261101T000000Z', 'manifest.json')
    world.config.backup.to = file
    expect(await admin.data(backups.installation, {})).toMatchObject({
      place: file,
      away: expect.stringContaining('can’t be reached') as string,
      list: [],
    })
  })
})

describe('a backup that an administrator begins', () => {
  test('backupNoFolder: needs a place in the configuration, and an administrator', async () => {
    const { admin, owner } = await buildBackups()
    expect(await owner.call(backups.runInstallation, { kind: 'backup' })).toMatchObject({ error: 'forbidden' })
    expect(await admin.call(backups.runInstallation, { kind: 'backup' })).toMatchObject({ error: 'backupNoFolder' })
  })

  test('is made by the command, one at a time, with its report; a failed one is told to administrators', async () => {
    const { admin, world, root, service, shown } = await placed({ isAway: true })
    expect(await admin.data(backups.runInstallation, { kind: 'backup' })).toMatchObject({ state: 'running' })
    expect(await admin.call(backups.runInstallation, { kind: 'drill' })).toMatchObject({ error: 'backupRunning' })
    await service.installationRan()
    const { run } = await shown()
    expect(run).toMatchObject({ kind: 'backup', state: 'failed', person: 'Ada Admin' })
    expect(run?.report.join(' ')).toMatch(/ECONNREFUSED|connect/)
    expect(kinds(await admin.data(messages.list, {}))).toContain('installationBackupFailed')
    const { list: failed } = await admin.data(jobs.list, { queue: 'backup', state: 'failed' })
    expect(failed).toMatchObject([{ kind: 'installation', cause: expect.stringContaining('ECONNREFUSED') as string }])
    const { checks } = await admin.data(health.show, {})
    expect(checks.find(({ key }) => key === 'installationBackup')).toMatchObject({ state: 'failing' })
    const left = join(world.config.dataDir, 'drill', 'dataspace-drill-left')
    await mkdir(left, { recursive: true })
    expect(await admin.data(backups.runInstallation, { kind: 'drill' })).toMatchObject({ kind: 'drill' })
    await service.installationRan()
    expect(existsSync(left)).toBe(false)
    const node = process.execPath
    onTestFinished(() => {
      process.execPath = node
    })
    process.execPath = join(root, 'no-program')
    await admin.data(backups.runInstallation, { kind: 'backup' })
    await service.installationRan()
    expect((await shown()).run).toMatchObject({ state: 'failed', report: [expect.stringContaining('ENOENT')] })
    const { list } = await admin.data(audit.list, { action: 'installationBackupStarted' })
    expect(list.map(({ after }) => after?.kind)).toEqual(['backup', 'drill', 'backup'])
  })

  test('that its server left is taken over by the next, and given up when servers die over it', async () => {
    const { admin, world, service, shown } = await placed({ isAway: true })
    const lose = () =>
      sql`update installation_run set state = 'running', finished_at = null, seen_at = ${world.clock.now()}`.execute(
        world.db,
      )
    await admin.data(backups.runInstallation, { kind: 'backup' })
    await service.installationRan()
    await lose()
    expect(await service.runInstallationDue()).toBe(false)
    world.clock.advance(180_000)
    expect(await service.runInstallationDue()).toBe(true)
    await service.installationRan()
    expect((await shown()).run).toMatchObject({ state: 'failed', person: 'Ada Admin' })
    await lose()
    await sql`update installation_run set tries = 5`.execute(world.db)
    world.clock.advance(180_000)
    expect(await service.runInstallationDue()).toBe(false)
    expect((await shown()).run).toMatchObject({ state: 'failed' })
    expect(kinds(await admin.data(messages.list, {}))).toEqual(Array(3).fill('installationBackupFailed'))
  })
})

describe('the schedule', () => {
  test('is refused without a place, in a zone that nobody knows, and to all but administrators', async () => {
    const { admin, owner, world, root } = await buildBackups()
    expect(await owner.call(backups.setInstallationSchedule, nightly())).toMatchObject({ error: 'forbidden' })
    expect(await admin.call(backups.setInstallationSchedule, nightly())).toMatchObject({ error: 'backupNoFolder' })
    world.config.backup.to = root
    const odd = nightly({ zone: 'Moon/Crater' })
    expect(await admin.call(backups.setInstallationSchedule, odd)).toMatchObject({ error: 'backupZoneUnknown' })
    expect((await admin.data(backups.installation, {})).schedule).toBeNull()
  })

  test('begins a backup on one of two nodes when its time has come, and keeps as many as it says', async () => {
    const { admin, world, to, service, shown } = await placed()
    const node = await anotherNode(world)
    const set = await admin.data(backups.setInstallationSchedule, nightly())
    expect(new Date(set.nextTime ?? 0).getTime()).toBeGreaterThan(world.clock.now().getTime())
    expect(await service.runInstallationDue()).toBe(false)
    const found: string[] = []
    for (let night = 0; night < 2; night += 1) {
      await world.db.updateTable('installation_schedule').set({ next_at: world.clock.now() }).execute()
      const nodes = [service, node.services.backups]
      const begun = await Promise.all(nodes.map(({ runInstallationDue }) => runInstallationDue()))
      expect(begun.toSorted()).toEqual([false, true])
      await Promise.all(nodes.map(({ installationRan }) => installationRan()))
      const { run, list } = await shown()
      // The command of a run whose contents are in an object store does not know of it.
      const [state, made] = world.config.s3 ? ['lacking', 'lacking'] : ['completed', 'whole']
      expect(run).toMatchObject({ state, person: null, endTime: expect.any(String) as string })
      expect(run?.report.at(-1)).toContain('is finished')
      expect(list).toMatchObject([{ state: made }])
      found.push(list[0]?.id ?? '')
    }
    expect(new Set(found).size).toBe(2)
    expect(readdirSync(join(to, 'backups'))).toEqual([found[1]])
    const off = await admin.data(backups.setInstallationSchedule, nightly({ isOn: false }))
    expect(off).toMatchObject({ isOn: false, nextTime: null, retention: 'latest' })
    const { list } = await admin.data(audit.list, { action: 'installationScheduleChanged' })
    expect(list.map(({ after }) => after?.isOn)).toEqual([false, true])
    world.clock.advance(2 * DAY_MS)
    expect(await service.runInstallationDue()).toBe(false)
  })

  test('brings a drill after the backup of the same hour, and comes at its hour after a clock was ahead', async () => {
    const { admin, world, service, shown } = await placed({ isAway: true })
    await admin.data(backups.setInstallationSchedule, nightly({ drill: 'weekly' }))
    const at = world.clock.now()
    await world.db.updateTable('installation_schedule').set({ next_at: at, drill_at: at }).execute()
    expect(await service.runInstallationDue()).toBe(true)
    expect(await service.runInstallationDue()).toBe(false)
    await service.installationRan()
    expect((await shown()).run).toMatchObject({ kind: 'backup', person: null })
    expect(await service.runInstallationDue()).toBe(true)
    await service.installationRan()
    expect((await shown()).run).toMatchObject({ kind: 'drill', person: null })
    expect(kinds(await admin.data(messages.list, {}))).toContain('installationDrillFailed')
    const late = new Date(at.getTime() + 900 * DAY_MS)
    await world.db.updateTable('installation_schedule').set({ next_at: late, drill_at: late }).execute()
    // As another server has written them, whose clock was ahead.
    world.clock.advance(HOUR_MS)
    expect(await service.runInstallationDue()).toBe(false)
    const next = new Date((await shown()).schedule?.nextTime ?? 0)
    expect(next.getTime() - world.clock.now().getTime()).toBeLessThanOrEqual(DAY_MS)
  })
})
