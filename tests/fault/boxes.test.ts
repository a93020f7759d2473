import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { sampled } from '../support/full.ts'
import { ADMIN, type Server, startServer } from '../support/server.ts'
import { sendDropped, share } from '../support/share.ts'
import { startedDataDir } from '../support/started.ts'
import { md5, postPack } from '../support/upload.ts'
import { doctor, points } from './rounds.ts'

const { files, shareAccess, spaces } = contract
const connect = (server: Server) => new Client(server.origin).login(ADMIN.email, ADMIN.password)

/** Every file below a folder, by its path from there. */
async function pathsIn(client: Client, spaceId: string, hash: string): Promise<string[]> {
  const { list } = await client.data(files.list, { spaceId, hash })
  const below = await Promise.all(
    list.map(async ({ mime, path, hash: id }) => (mime === 'directory' ? pathsIn(client, spaceId, id) : [path])),
  )
  return below.flat().sort()
}

/** A drop box on a server that is killed at once, with a delivery that has begun. */
async function deliveryOn(dataDir: string) {
  const server = await startServer({ dataDir })
  const maker = await connect(server)
  const { id: spaceId } = await maker.data(spaces.create, { name: 'one', identifier: 'one', type: 'private' })
  const inbox = await maker.data(files.create, { spaceId, path: 'inbox' })
  const { linkId } = await share(maker, { spaceId, hashes: [inbox], isBox: true, boxBytes: 1000 })
  const { code } = await new Client(server.origin).data(shareAccess.boxBegin, { linkId, sender: 'Ada' })
  await server.kill()
  return { spaceId, inbox, linkId, code }
}
const folderOfItsOwn = () => {
  const dataDir = startedDataDir()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  return dataDir
}

test('killed while small files come into a drop box in one body, it has each once when they are sent again', async () => {
  const dataDir = folderOfItsOwn()
  const { spaceId, inbox, ...delivery } = await deliveryOn(dataDir)
  const sent: string[] = []
  const ofPacks = ['pack-stored', 'merge-published', 'merge-in-transaction', 'merge-committed']
  for (const point of sampled(ofPacks, (one) => one === 'pack-stored' || one === 'merge-committed')) {
    const listed = ['a', 'b', 'c'].map((name) => ({ name: `${point} ${name}`, bytes: Buffer.from(point + name) }))
    const send = ({ origin }: Server) =>
      postPack(new Client(origin), { path: shareAccess.boxPack.path, fields: delivery }, listed)
    let server = await startServer({ dataDir, env: { FAULT: point } })
    await expect(send(server)).rejects.toThrow()
    await server.kill()
    server = await startServer({ dataDir })
    const { data } = (await (await send(server)).json()) as { data: { answers: { error: string | null }[] } }
    expect(data.answers.map(({ error }) => error)).toEqual([null, null, null])
    sent.push(...listed.map(({ name }) => name))
    await server.kill()
  }
  const server = await startServer({ dataDir })
  const receipt = await new Client(server.origin).data(shareAccess.boxReceipt, delivery)
  expect(receipt.files.map(({ name }) => name).sort()).toEqual(sent.toSorted())
  const found = await pathsIn(await connect(server), spaceId, inbox)
  expect(found).toEqual(sent.map((name) => `/inbox/Ada/${name}`).sort())
  await server.kill()
  expect(await doctor(dataDir)).toEqual([])
})

test('killed while something comes into a drop box, it has each file once, in one folder, and tells it on the receipt', async () => {
  const dataDir = folderOfItsOwn()
  const { spaceId, inbox, linkId, code } = await deliveryOn(dataDir)
  let server: Server
  const sent: string[] = []
  const daily: readonly string[] = ['chunk-written', 'merge-committed']
  for (const [round, point] of sampled(points, (one) => daily.includes(one)).entries()) {
    const name = `${round}.txt`
    const bytes = new TextEncoder().encode(name)
    server = await startServer({ dataDir, env: { FAULT: point } })
    const visitor = new Client(server.origin)
    const wish = { linkId, code, name, path: 'run/day', total: bytes.length, fileMd5: md5(bytes) }
    const { checkId } = await visitor.data(shareAccess.boxCheck, wish)
    const send = (client: Client) =>
      sendDropped(client, { linkId, code, checkId, chunkCount: 1, chunkIndex: 0 }, bytes).then(() =>
        client.data(shareAccess.boxMerge, { linkId, code, checkId }),
      )
    await expect(send(visitor)).rejects.toThrow()
    await server.kill()
    server = await startServer({ dataDir })
    const again = await send(new Client(server.origin))
    sent.push(name)
    expect(again.files.map((file) => file.name)).toEqual(sent.map((one) => `run/day/${one}`))
    await server.kill()
  }
  server = await startServer({ dataDir })
  const found = await pathsIn(await connect(server), spaceId, inbox)
  expect(found).toEqual(sent.map((name) => `/inbox/Ada/run/day/${name}`))
  await server.kill()
  expect(await doctor(dataDir)).toEqual([])
})
