import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { died, endLeases } from '../support/crash.ts'
import { sampled } from '../support/full.ts'
import { ADMIN, startServer } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'
import { doctor } from './rounds.ts'

const { metadata, files, journal, spaces, tasks } = contract
/** More than are written at once. */
const ITEMS = 250

test('a sheet whose server is killed while it is written is written to its end, each row once', async () => {
  const dataDir = startedDataDir()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const start = (FAULT: string) => startServer({ dataDir, env: { FAULT } })
  const connect = async (FAULT: string) => {
    const server = await start(FAULT)
    return { server, client: await new Client(server.origin).login(ADMIN.email, ADMIN.password) }
  }
  const first = await connect('metadata-written:2')
  const { id: spaceId } = await first.client.data(spaces.create, {
    name: 'Metadata',
    identifier: 'metadata',
    type: 'private',
  })
  const hashes: string[] = []
  for (let i = 0; i < ITEMS; i += 1) hashes.push(await first.client.data(files.create, { spaceId, path: `f${i}` }))
  const changes = hashes.map((hash, i) => ({
    hash,
    path: `/f${i}`,
    stamp: '' as const,
    cells: [{ column: 'meta' as const, key: 'n', before: '', after: String(i) }],
  }))
  const { id } = await first.client.data(metadata.apply, { spaceId, name: 'x.csv', changes })
  await died(first.server)
  await endLeases(dataDir)
  // It dies over the work that it finds, and nobody signs in to it.
  for (const point of sampled(['metadata-committed:1'], () => false)) {
    await died(await start(point))
    await endLeases(dataDir)
  }
  const { server, client } = await connect('')
  const state = async () => (await client.data(tasks.show, { id })).state
  await expect.poll(state).toBe('completed')
  expect(await client.data(tasks.show, { id })).toMatchObject({ itemsDone: ITEMS, itemsFailed: 0 })
  for (const i of [0, 199, 200, ITEMS - 1]) {
    const found = await client.data(metadata.of, { spaceId, hash: hashes[i] ?? '' })
    expect(found.data).toEqual([{ key: 'n', value: String(i) }])
  }
  const { list } = await client.data(journal.list, { id: spaceId, action: 'metaChanged' })
  expect(list.reduce((sum, { count }) => sum + count, 0)).toBe(ITEMS)
  await server.kill()
  expect(await doctor(dataDir)).toEqual([])
})
