import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { died, endLeases } from '../support/crash.ts'
import { sampled } from '../support/full.ts'
import { mortalServer } from '../support/mortal.ts'
import { upload } from '../support/upload.ts'
import { doctor } from './rounds.ts'

const { backups, spaces } = contract
const isOver = { interval: 200 }

test('a server that is killed anywhere in a backup, a restore or a drill leaves no half copy that counts, and nothing of the rest; the next one ends it, once', async () => {
  const root = mkdtempSync(join(tmpdir(), 'ds-copies-'))
  const site = mortalServer({ BACKUP_FOLDERS: root })
  onTestFinished(async () => {
    await site.end()
    rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  })
  const all = ['space-backup-rows', 'space-backup-content:2', 'space-backup-contents', 'space-backup-finished']
  const daily = ['space-backup-content:2', 'space-backup-known']
  const points = sampled([...all, 'space-backup-known'], (one) => daily.includes(one))
  const first = await site.start(points[0])
  const { id: spaceId } = await first.client.data(spaces.create, { name: 'Kept', identifier: 'kept', type: 'private' })
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await upload(first.client, { spaceId, name }, Buffer.from(name))
  const schedule = { cycle: 'daily', hour: 2, zone: 'UTC' } as const
  const policy = { name: 'Nightly', scope: 'all', retention: 'latest', folder: root, ...schedule } as const
  const { id } = await first.client.data(backups.create, policy)
  await first.client.data(backups.run, { id })
  await died(first.server)
  for (const point of points.slice(1)) {
    await endLeases(site.dataDir)
    await died((await site.start(point)).server)
  }

  await endLeases(site.dataDir)
  let { server, client } = await site.start()
  const last = async () => (await client.data(backups.runs, { id })).list[0]
  await expect.poll(async () => (await last())?.state, isOver).toBe('completed')
  const { list } = await client.data(backups.copies, { id: (await last())?.id ?? '' })
  expect(list).toMatchObject([{ state: 'completed', files: 3, error: '' }])
  // The next run keeps the latest alone, and removes what the others left.
  await client.data(backups.run, { id })
  await expect.poll(async () => (await last())?.spacesDone, isOver).toBe(1)
  await expect.poll(async () => (await last())?.state, isOver).toBe('completed')
  expect(globSync('*/*/copies/*', { cwd: root })).toHaveLength(1)

  site.dieAt('space-restore-rows')
  const copies = (await client.data(backups.ofSpace, { spaceId })).list
  const into = { way: 'new', name: 'Restored', identifier: 'restored' } as const
  await client.data(backups.restore, { copyId: copies[0]?.id ?? '', into })
  await died(server)
  await endLeases(site.dataDir)
  ;({ server, client } = await site.start('space-restore-rows:2'))
  const restored = async () => (await client.data(spaces.list, { q: 'Restored' })).list
  await expect.poll(async () => (await restored()).length, isOver).toBe(1)
  await client.data(backups.run, { id, kind: 'drill' })
  await died(server)
  await endLeases(site.dataDir)
  ;({ server, client } = await site.start())
  await expect.poll(async () => (await last())?.state, isOver).toBe('completed')
  expect(await last()).toMatchObject({ kind: 'drill', spacesTotal: 1, spacesFailed: 0 })
  expect((await client.data(spaces.list, {})).list.map(({ name }) => name).toSorted()).toEqual(['Kept', 'Restored'])
  await server.kill()
  expect(await doctor(site.dataDir)).toEqual([])
})
