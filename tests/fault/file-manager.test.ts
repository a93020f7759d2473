import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { died } from '../support/crash.ts'
import { mortalServer } from '../support/mortal.ts'
import { upload } from '../support/upload.ts'
import { doctor } from './rounds.ts'

const { files, spaces } = contract

test('killed between two spaces, a move has not begun: all is where it was, and the counters agree', async () => {
  const site = mortalServer()
  onTestFinished(site.end)
  const { server: first, client } = await site.start()
  const [one, two] = await Promise.all(
    ['one', 'two'].map((identifier) => client.data(spaces.create, { name: identifier, identifier, type: 'private' })),
  )
  if (!one || !two) throw new Error('no spaces')
  const hash = await client.data(files.create, { spaceId: one.id, path: 'a' })
  await upload(client, { spaceId: one.id, hash, name: 'b.txt' }, new TextEncoder().encode('b'))
  const { hash: target } = await client.data(files.show, { spaceId: two.id, hash: 'root' })

  const move = { spaceId: one.id, hash, target, toSpaceId: two.id }
  site.dieAt('across-moved')
  await expect(client.call(files.move, move)).rejects.toThrow()
  await died(first)
  const { server, client: after } = await site.start()
  expect(await after.data(files.show, { spaceId: one.id, hash })).toMatchObject({ items: 1, size: 1 })
  expect((await after.data(files.list, { spaceId: two.id })).list).toEqual([])
  expect(await after.data(files.move, move)).toMatchObject({ list: [{ hash, path: '/a' }] })
  await server.kill()
  expect(await doctor(site.dataDir)).toEqual([])
})
