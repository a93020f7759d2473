import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { died } from '../support/crash.ts'
import { ADMIN, startServer } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'
import { doctor } from './rounds.ts'

const { reports, spaces } = contract
const boardOf = (name: string) => ({
  kind: 'board' as const,
  board: { tabs: [{ key: 't1', name, cards: [] }] },
})

test('a board whose server is killed while it is saved, and while it is published, has what was acknowledged and no more', async () => {
  const dataDir = startedDataDir()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const connect = async (FAULT: string) => {
    const server = await startServer({ dataDir, env: { FAULT } })
    return { server, client: await new Client(server.origin).login(ADMIN.email, ADMIN.password) }
  }
  const first = await connect('report-written:3')
  const { id: spaceId } = await first.client.data(spaces.create, {
    name: 'Reports',
    identifier: 'reportspace',
    type: 'private',
  })
  const { id, version } = await first.client.data(reports.create, { spaceId, name: 'Lake', content: boardOf('0') })
  const save = (client: Client, number: number, name: string) =>
    client.data(reports.edit, { spaceId, id, version: number, content: boardOf(name) })
  const one = await save(first.client, version, '1')
  const two = await save(first.client, one.version, '2')
  await expect(save(first.client, two.version, '3')).rejects.toThrow()
  await died(first.server)

  const second = await connect('report-written:1')
  expect(await second.client.data(reports.show, { id })).toMatchObject({
    version: two.version,
    draft: { board: { tabs: [{ name: '2' }] } },
  })
  await expect(second.client.data(reports.publish, { spaceId, id, version: two.version })).rejects.toThrow()
  await died(second.server)

  const { server, client } = await connect('')
  expect(await client.data(reports.show, { id })).toMatchObject({ version: two.version, published: null })
  expect(await client.data(reports.versions, { spaceId, id })).toEqual([])
  await client.data(reports.publish, { spaceId, id, version: two.version })
  expect(await client.data(reports.versions, { spaceId, id })).toMatchObject([{ number: 1, isPublished: true }])
  await server.kill()
  expect(await doctor(dataDir)).toEqual([])
})
