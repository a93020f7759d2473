import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { died, endLeases } from '../support/killed.ts'
import { ADMIN, freshDataDir, startServer } from '../support/server.ts'
import { upload } from '../support/upload.ts'

const { versions, files, messages, spaces, tasks } = contract
/** Every one of them kills the server once, in this order. */
const POINTS = [
  'task-planned',
  'restore-in-transaction:1',
  'restore-batch:1',
  'restore-in-transaction:2',
  'task-ending',
]

test('a space whose server is killed again and again while it goes back is brought back whole, each file once', {
  timeout: 240_000,
}, async () => {
  const dataDir = freshDataDir()
  const connect = async (FAULT: string) => {
    const server = await startServer({ dataDir, env: { FAULT } })
    return { server, client: await new Client(server.origin).login(ADMIN.email, ADMIN.password) }
  }
  const first = await connect(POINTS[0] ?? '')
  const { client } = first
  const draft = { name: 'Back', identifier: 'back', type: 'private' } as const
  const { id: spaceId } = await client.data(spaces.create, draft)
  const folder = await client.data(files.create, { spaceId, path: 'a' })
  const inner = await client.data(files.create, { spaceId, path: 'a/b' })
  const put = async (name: string, text: string) =>
    (await upload(client, { spaceId, hash: inner, name, conflict: 'replace' }, Buffer.from(text))).hash
  const names = ['1.txt', '2.txt', '3.txt']
  const hashes: string[] = []
  for (const name of names) hashes.push(await put(name, `old ${name}`))
  const at = new Date().toISOString()
  for (const name of names) await put(name, `new ${name}`)
  await client.data(files.rename, { spaceId, hash: inner, name: 'c' })
  await client.data(files.remove, { spaceId, hashList: [folder] })
  const { id } = await client.data(versions.restoreAll, { spaceId, at })
  await died(first.server)

  for (const point of POINTS.slice(1)) {
    await endLeases(dataDir)
    await died((await connect(point)).server)
  }
  await endLeases(dataDir)
  const last = await connect('')
  const state = async () => (await last.client.data(tasks.show, { id })).state
  await expect.poll(state, { timeout: 60_000 }).toBe('completed')
  for (const [i, hash] of hashes.entries()) {
    const record = await last.client.data(files.show, { spaceId, hash })
    expect(record).toMatchObject({ path: `/a/b/${names[i]}`, version: 3 })
    expect(await (await last.client.send(files.content, { spaceId, hash })).text()).toBe(`old ${names[i]}`)
  }
  const told = (await last.client.data(messages.list, {})).list.filter(({ kind }) => kind === 'taskDone')
  expect(told).toHaveLength(1)
  expect((await last.client.data(versions.rule, { spaceId })).bytes).toBe(6 * 'old 1.txt'.length)
  await last.server.stop()
})
