import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { ADMIN, type Server, startServer } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'
import { upload } from '../support/upload.ts'
import { doctor } from './rounds.ts'

const { files, spaces } = contract
const connect = (server: Server) => new Client(server.origin).login(ADMIN.email, ADMIN.password)

test('killed between two spaces, a move has not begun: all is where it was, and the counters agree', async () => {
  const dataDir = startedDataDir()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  let server = await startServer({ dataDir })
  const client = await connect(server)
  const [one, two] = await Promise.all(
    ['one', 'two'].map((identifier) => client.data(spaces.create, { name: identifier, identifier, type: 'private' })),
  )
  if (!one || !two) throw new Error('no spaces')
  const hash = await client.data(files.create, { spaceId: one.id, path: 'a' })
  await upload(client, { spaceId: one.id, hash, name: 'b.txt' }, new TextEncoder().encode('b'))
  const { hash: target } = await client.data(files.show, { spaceId: two.id, hash: 'root' })
  await server.kill()

  const move = { spaceId: one.id, hash, target, toSpaceId: two.id }
  server = await startServer({ dataDir, env: { FAULT: 'across-moved' } })
  await expect((await connect(server)).call(files.move, move)).rejects.toThrow()
  await server.kill()
  server = await startServer({ dataDir })
  const after = await connect(server)
  expect(await after.data(files.show, { spaceId: one.id, hash })).toMatchObject({ items: 1, size: 1 })
  expect((await after.data(files.list, { spaceId: two.id })).list).toEqual([])
  expect(await after.data(files.move, move)).toMatchObject({ list: [{ hash, path: '/a' }] })
  await server.kill()
  expect(await doctor(dataDir)).toEqual([])
})
