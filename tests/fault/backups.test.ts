import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { died, endLeases } from '../support/crash.ts'
import { sampled } from '../support/full.ts'
import { ADMIN, startServer } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'
import { upload } from '../support/upload.ts'
import { doctor } from './rounds.ts'

const { backups, spaces } = contract
const removed = { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }

test('a server that is killed anywhere in a backup leaves no half copy that counts; the next one ends the run', async () => {
  const [dataDir, root] = [startedDataDir(), mkdtempSync(join(tmpdir(), 'ds-copies-'))]
  onTestFinished(() => {
    for (const dir of [dataDir, root]) rmSync(dir, removed)
  })
  const connect = async (FAULT: string) => {
    const server = await startServer({ dataDir, env: { FAULT, BACKUP_FOLDERS: root } })
    return { server, client: await new Client(server.origin).login(ADMIN.email, ADMIN.password) }
  }
  const points = ['space-backup-rows', 'space-backup-content:2', 'space-backup-contents', 'space-backup-finished']
  const first = await connect(points[0] ?? '')
  const { id: spaceId } = await first.client.data(spaces.create, { name: 'Kept', identifier: 'kept', type: 'private' })
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await upload(first.client, { spaceId, name }, Buffer.from(name))
  const schedule = { cycle: 'daily', hour: 2, zone: 'UTC' } as const
  const policy = { name: 'Nightly', scope: 'all', retention: 'latest', folder: root, ...schedule } as const
  const { id } = await first.client.data(backups.create, policy)
  await first.client.data(backups.run, { id })
  await died(first.server)
  const later = [...points.slice(1), 'space-backup-known']
  for (const point of sampled(later, (one) => ['space-backup-finished', 'space-backup-known'].includes(one))) {
    await endLeases(dataDir)
    const { process: child, origin } = await startServer({ dataDir, env: { FAULT: point, BACKUP_FOLDERS: root } })
    await died({ process: child, origin, dataDir } as Parameters<typeof died>[0])
  }
  await endLeases(dataDir)
  const { server, client } = await connect('')
  const last = async () => (await client.data(backups.runs, { id })).list[0]
  await expect.poll(async () => (await last())?.state, { interval: 200 }).toBe('completed')
  const { list } = await client.data(backups.copies, { id: (await last())?.id ?? '' })
  expect(list).toMatchObject([{ state: 'completed', files: 3, error: '' }])

  // The next run keeps the latest alone, and removes what the others left.
  await client.data(backups.run, { id })
  await expect.poll(async () => (await last())?.spacesDone, { interval: 200 }).toBe(1)
  await expect.poll(async () => (await last())?.state, { interval: 200 }).toBe('completed')
  expect(globSync('*/*/copies/*', { cwd: root })).toHaveLength(1)
  await server.kill()
  expect(await doctor(dataDir)).toEqual([])
})

test('a server that is killed in a restore or a drill leaves nothing of it; the next one ends it, once', async () => {
  const [dataDir, root] = [startedDataDir(), mkdtempSync(join(tmpdir(), 'ds-copies-'))]
  onTestFinished(() => {
    for (const dir of [dataDir, root]) rmSync(dir, removed)
  })
  const connect = async (FAULT: string) => {
    const server = await startServer({ dataDir, env: { FAULT, BACKUP_FOLDERS: root } })
    return { server, client: await new Client(server.origin).login(ADMIN.email, ADMIN.password) }
  }
  const isOver = { interval: 200 }
  const first = await connect('space-restore-rows')
  const { id: spaceId } = await first.client.data(spaces.create, { name: 'Kept', identifier: 'kept', type: 'private' })
  for (const name of ['a.txt', 'b.txt']) await upload(first.client, { spaceId, name }, Buffer.from(name))
  const schedule = { cycle: 'daily', hour: 2, zone: 'UTC' } as const
  const policy = { name: 'Nightly', scope: 'all', retention: 'latest', folder: root, ...schedule } as const
  const { id } = await first.client.data(backups.create, policy)
  await first.client.data(backups.run, { id })
  const copies = async () => (await first.client.data(backups.ofSpace, { spaceId })).list
  await expect.poll(async () => (await copies()).length, isOver).toBe(1)
  const into = { way: 'new', name: 'Restored', identifier: 'restored' } as const
  await first.client.data(backups.restore, { copyId: (await copies())[0]?.id ?? '', into })
  await died(first.server)

  await endLeases(dataDir)
  const second = await connect('space-restore-rows:2')
  const restored = async () => (await second.client.data(spaces.list, { q: 'Restored' })).list
  await expect.poll(async () => (await restored()).length, isOver).toBe(1)
  await second.client.data(backups.run, { id, kind: 'drill' })
  await died(second.server)

  await endLeases(dataDir)
  const { server, client } = await connect('')
  const last = async () => (await client.data(backups.runs, { id })).list[0]
  await expect.poll(async () => (await last())?.state, isOver).toBe('completed')
  expect(await last()).toMatchObject({ kind: 'drill', spacesTotal: 1, spacesFailed: 0 })
  expect((await client.data(spaces.list, {})).list.map(({ name }) => name).toSorted()).toEqual(['Kept', 'Restored'])
  await server.kill()
  expect(await doctor(dataDir)).toEqual([])
})
