import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { died } from '../support/crash.ts'
import { sampled } from '../support/full.ts'
import { mortalServer } from '../support/mortal.ts'
import { sendDropped, share } from '../support/share.ts'
import { md5, postPack } from '../support/upload.ts'
import { doctor, points } from './rounds.ts'

const { files, shareAccess, spaces } = contract

/** Every file below a folder, by its path from there. */
async function pathsIn(client: Client, spaceId: string, hash: string): Promise<string[]> {
  const { list } = await client.data(files.list, { spaceId, hash })
  const below = await Promise.all(
    list.map(async ({ mime, path, hash: id }) => (mime === 'directory' ? pathsIn(client, spaceId, id) : [path])),
  )
  return below.flat().sort()
}

test('killed while something comes into a drop box, by pieces or as small files in one body, it has each file once, in one folder, and tells it on the receipt', async () => {
  const site = mortalServer()
  onTestFinished(site.end)
  let { server, client: maker } = await site.start()
  const { id: spaceId } = await maker.data(spaces.create, { name: 'one', identifier: 'one', type: 'private' })
  const inbox = await maker.data(files.create, { spaceId, path: 'inbox' })
  const { linkId } = await share(maker, { spaceId, hashes: [inbox], isBox: true, boxBytes: 1000 })
  const { code } = await new Client(server.origin).data(shareAccess.boxBegin, { linkId, sender: 'Ada' })
  const delivery = { linkId, code }
  const sent: string[] = []

  const ofPacks = ['pack-stored', 'merge-published', 'merge-in-transaction', 'merge-committed']
  for (const point of sampled(ofPacks, (one) => one === 'merge-committed')) {
    const listed = ['a', 'b', 'c'].map((name) => ({ name: `${point} ${name}`, bytes: Buffer.from(point + name) }))
    const send = () => postPack(new Client(server.origin), { path: shareAccess.boxPack.path, fields: delivery }, listed)
    site.dieAt(point)
    await expect(send()).rejects.toThrow()
    await died(server)
    ;({ server, client: maker } = await site.start())
    const { data } = (await (await send()).json()) as { data: { answers: { error: string | null }[] } }
    expect(data.answers.map(({ error }) => error)).toEqual([null, null, null])
    sent.push(...listed.map(({ name }) => name))
  }

  const daily: readonly string[] = ['chunk-written', 'merge-committed']
  for (const [round, point] of sampled(points, (one) => daily.includes(one)).entries()) {
    const name = `${round}.txt`
    const bytes = new TextEncoder().encode(name)
    site.dieAt(point)
    const visitor = new Client(server.origin)
    const wish = { ...delivery, name, path: 'run/day', total: bytes.length, fileMd5: md5(bytes) }
    const { checkId } = await visitor.data(shareAccess.boxCheck, wish)
    const send = (client: Client) =>
      sendDropped(client, { ...delivery, checkId, chunkCount: 1, chunkIndex: 0 }, bytes).then(() =>
        client.data(shareAccess.boxMerge, { ...delivery, checkId }),
      )
    await expect(send(visitor)).rejects.toThrow()
    await died(server)
    ;({ server, client: maker } = await site.start())
    const again = await send(new Client(server.origin))
    sent.push(`run/day/${name}`)
    expect(again.files.map((file) => file.name).sort()).toEqual(sent.toSorted())
  }
  const receipt = await new Client(server.origin).data(shareAccess.boxReceipt, delivery)
  expect(receipt.files.map(({ name }) => name).sort()).toEqual(sent.toSorted())
  const found = await pathsIn(maker, spaceId, inbox)
  expect(found).toEqual(sent.map((name) => `/inbox/Ada/${name}`).sort())
  await server.kill()
  expect(await doctor(site.dataDir)).toEqual([])
})
