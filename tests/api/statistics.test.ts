import { describe, expect, test } from 'vitest'
import { BYTES_PER_GB } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { statisticsService } from '#server/modules/statistics/service.ts'
import { sqlStatisticsStore } from '#server/modules/statistics/store.ts'
import { upload } from '../support/upload.ts'
import { buildWorld } from '../support/world.ts'

const { statistics } = contract

describe('statistics', () => {
  test('are for administrators', async () => {
    const world = await buildWorld()
    for (const operation of [statistics.overview, statistics.growth, statistics.top])
      expect(await (await world.as('owner')).call(operation, {})).toMatchObject({ code: 403 })
  })

  test('count users by role, spaces by type and state, and the same content once', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const { id: spaceId } = await world.space()
    const open = await world.space({ type: 'public' })
    await upload(owner, { spaceId, name: 'a.csv' }, new Uint8Array(1000))
    await upload(owner, { spaceId: open.id, name: 'b.csv' }, new Uint8Array(1000))
    const overview = await (await world.as('admin')).data(statistics.overview, {})
    expect(overview.users).toMatchObject({ total: 5, byRole: { role_admin: 1, role_senior: 2, role_general: 2 } })
    expect(overview.spaces).toMatchObject({
      total: 2,
      byType: { private: 1, restricted: 0, public: 1 },
      byStatus: { failed: 0, pending: 0, normal: 2, offline: 0 },
      nearlyFull: 0,
    })
    expect(overview.storage).toMatchObject({ usedBytes: 2000, storedBytes: 1000, files: 2 })
    const { diskBytes, diskFreeBytes, contentsDisk } = overview.storage
    expect(diskFreeBytes).toBeGreaterThan(0)
    expect(contentsDisk?.freeBytes).toBeGreaterThan(0)
    expect(contentsDisk?.bytes).toBe(diskBytes)
  })

  test('know no disk of the contents while those are in an object store', async () => {
    const { db, config, clock } = await buildWorld()
    const needs = { store: sqlStatisticsStore(db), dataDir: config.dataDir, contentsDir: null, now: clock.now }
    const { storage } = await statisticsService(needs).overview(null)
    expect(storage).toMatchObject({ contentsDisk: null, diskBytes: expect.any(Number) })
  })

  test('count the storage of spaces that there are, not of those that are asked for or were refused', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const [pending, failed] = [await world.space({ type: 'public' }), await world.space({ type: 'public' })]
    const status = (one: { id: string }, to: string) =>
      world.db
        .updateTable('space')
        .set({ status: to as never })
        .where('id', '=', one.id)
        .execute()
    await status(pending, 'pending')
    await status(failed, 'failed')
    const { size } = await (await world.as('owner')).data(contract.spaces.show, { id })
    const { storage } = await (await world.as('admin')).data(statistics.overview, {})
    expect(storage.allocatedBytes).toBe(size * BYTES_PER_GB)
  })

  test('tell a sum of capacities that no whole number holds exactly', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    for (const name of ['one', 'two']) {
      const { id } = await world.space({ name })
      await world.db
        .updateTable('space')
        .set({ capacity_bytes: 2 ** 53 })
        .where('id', '=', id)
        .execute()
    }
    const { storage } = await admin.data(statistics.overview, {})
    expect(storage.allocatedBytes).toBe(2 ** 54)
  })

  test('are the same for a minute, and then those of now', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    expect((await admin.data(statistics.overview, {})).spaces.total).toBe(0)
    await world.space()
    expect((await admin.data(statistics.overview, {})).spaces.total).toBe(0)
    world.clock.advance(60_001)
    expect((await admin.data(statistics.overview, {})).spaces.total).toBe(1)
  })

  test.each([
    ['day', 24],
    ['week', 7],
    ['month', 31],
    ['halfYear', 6],
    ['year', 12],
  ] as const)('the growth of a %s has %i steps without a gap, the last one of now', async (range, steps) => {
    const world = await buildWorld()
    await world.space({ type: 'restricted' })
    const list = await (await world.as('admin')).data(statistics.growth, { range })
    expect(list).toHaveLength(steps)
    expect(list.map(({ from }) => from)).toEqual([...new Set(list.map(({ from }) => from))].toSorted())
    expect(list.at(-1)).toMatchObject({ restricted: 1, private: 0, spacesTotal: 1, users: 5, usersTotal: 5 })
    expect(list.at(0)).toMatchObject({ spacesTotal: 0 })
  })

  test('the growth of a day goes by whole hours and leaves out what is counted by the day', async () => {
    const world = await buildWorld()
    const list = await (await world.as('admin')).data(statistics.growth, { range: 'day' })
    const hours = list.map(({ from }) => Date.parse(from))
    expect(hours.every((at) => at % 3_600_000 === 0)).toBe(true)
    expect(hours.slice(1).map((at, i) => at - (hours[i] ?? 0))).toEqual(Array(23).fill(3_600_000))
    expect(new Set(list.map(({ downloads }) => downloads))).toEqual(new Set([null]))
  })

  test.each(['used', 'files', 'members', 'downloads', 'views'] as const)('the ten that lead by %s', async (by) => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await world.space({ name: 'small' })
    const big = await world.space({ name: 'big' })
    await upload(owner, { spaceId: big.id, name: 'a.csv' }, new Uint8Array(1000))
    await world.join(big.id, 'ordinary', 'normal')
    await world.db.updateTable('space').set({ downloads: 3, views: 3 }).where('id', '=', big.id).execute()
    const list = await (await world.as('admin')).data(statistics.top, { by })
    expect(list[0]).toMatchObject({ name: 'big', owner: 'Olive Owner' })
    expect(list).toHaveLength(2)
  })

  test('members, datasets, tables, dashboards and activity of spaces grow, and rank the spaces', async () => {
    const world = await buildWorld()
    const [admin, owner] = [await world.as('admin'), await world.as('owner')]
    await world.space({ name: 'quiet' })
    const { id: spaceId } = await world.space({ name: 'busy' })
    const columns = [{ name: 'Station', type: 'text' }] as const
    for (const name of ['one', 'two'])
      await owner.data(contract.tables.create, { spaceId, name, columns: [...columns] })
    const [gone] = (await owner.data(contract.tables.list, { spaceId })).list
    await owner.data(contract.tables.remove, { spaceId, id: gone?.id ?? '' })
    await world.join(spaceId, 'ordinary', 'normal')
    const step = (await admin.data(statistics.growth, { range: 'day' })).at(-1)
    expect(step).toMatchObject({ members: 7, membersTotal: 7, tables: 1, tablesTotal: 1, datasets: 0, boards: 0 })
    expect(step?.activity).toBeGreaterThan(0)
    const top = async (by: 'members' | 'datasets' | 'tables' | 'boards' | 'activity') =>
      (await admin.data(statistics.top, { by })).map(({ name, value }) => [name, value])
    expect(await top('tables')).toEqual([
      ['busy', 1],
      ['quiet', 0],
    ])
    expect((await top('activity'))[0]?.[0]).toBe('busy')
    expect((await top('members'))[0]).toEqual(['busy', 4])
    for (const by of ['datasets', 'boards'] as const) expect((await top(by)).map(([, value]) => value)).toEqual([0, 0])
  })

  test('the growth of one space is that of its own content, and no other’s', async () => {
    const world = await buildWorld()
    const [admin, owner] = [await world.as('admin'), await world.as('owner')]
    const { id: spaceId } = await world.space({ name: 'busy' })
    const other = await world.space({ name: 'other' })
    await upload(owner, { spaceId, name: 'a.csv' }, new Uint8Array(1000))
    await upload(owner, { spaceId: other.id, name: 'a.csv' }, new Uint8Array(1000))
    await upload(owner, { spaceId, name: 'b.csv' }, new Uint8Array(500).fill(1))
    await owner.data(contract.tables.create, { spaceId, name: 'one', columns: [{ name: 'Station', type: 'text' }] })
    await world.join(spaceId, 'ordinary', 'normal')
    const list = await admin.data(statistics.growth, { range: 'month', spaceId })
    expect(list).toHaveLength(31)
    expect(list.at(-1)).toMatchObject({ files: 2, bytes: 1500, members: 4, membersTotal: 4, tables: 1, users: null })
    expect(list.at(-1)?.activity).toBeGreaterThan(0)
    expect((await admin.data(statistics.growth, { range: 'month' })).at(-1)).toMatchObject({ bytes: 1500, tables: 1 })
    const sheet = await (await admin.send(statistics.export, { range: 'month', spaceId })).text()
    const [headings, ...lines] = sheet.trim().split('\r\n')
    expect(headings).not.toContain('Total users')
    expect(lines.at(-1)).toMatch(/^\d{4}-\d\d-\d\d,2,1500,/)
    const gone = await admin.call(statistics.growth, { range: 'month', spaceId: crypto.randomUUID() })
    expect(gone).toMatchObject({ error: 'spaceNotFound' })
  })

  test('an earlier version counts in its space from when it came', async () => {
    const world = await buildWorld()
    const [admin, owner] = [await world.as('admin'), await world.as('owner')]
    const { id: spaceId } = await world.space()
    await upload(owner, { spaceId, name: 'a.csv' }, new Uint8Array(1000))
    await upload(owner, { spaceId, name: 'a.csv', conflict: 'replace' }, new Uint8Array(300).fill(2))
    const [step] = (await admin.data(statistics.growth, { range: 'day', spaceId })).slice(-1)
    expect(step).toMatchObject({ files: 2, bytes: 1300 })
  })

  test('growth is exported as a sheet, in the words of the reader, for administrators', async () => {
    const world = await buildWorld()
    expect((await (await world.as('owner')).send(statistics.export, { range: 'month' })).status).toBe(403)
    const sheet = await (await (await world.as('admin')).send(statistics.export, { range: 'month' })).text()
    const [headings, ...lines] = sheet.trim().split('\r\n')
    expect(headings).toContain('Total users')
    expect(lines).toHaveLength(31)
    expect(lines.at(-1)).toMatch(/^\d{4}-\d\d-\d\d,5,5,/)
  })
})
