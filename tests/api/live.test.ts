import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import { REALTIME_PATH } from '#contract/events.ts'
import { contract } from '#contract/index.ts'
import type { Client } from '../support/client.ts'
import { buildWorld, type World } from '../support/world.ts'

const REFUSED = 4401

function listen(world: World, client: Client, email: string, origin = world.origin): WebSocket {
  const socket = new WebSocket(`${world.origin.replace('http', 'ws')}${REALTIME_PATH}${email}`, {
    origin,
    headers: { cookie: client.headers().cookie ?? '' },
  })
  onTestFinished(() => socket.terminate())
  return socket
}
const heard = async (socket: WebSocket): Promise<unknown> => JSON.parse(String((await once(socket, 'message'))[0]))
const closed = async (socket: WebSocket): Promise<number> => (await once(socket, 'close'))[0] as number

describe('the realtime channel', () => {
  test('is closed to a stranger, to another address than the own, and to a page of another site', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    expect(await closed(listen(world, await world.as('stranger'), 'owner@lab.test'))).toBe(REFUSED)
    expect(await closed(listen(world, owner, 'senior@lab.test'))).toBe(REFUSED)
    expect(await closed(listen(world, owner, 'owner@lab.test', 'https://elsewhere.test'))).toBe(REFUSED)
  })

  test('tells members which folder of their space changed, and nobody else', async () => {
    const world = await buildWorld()
    const { id: spaceId, root } = await world.space()
    const [normal, ordinary] = [await world.as('normal'), await world.as('ordinary')]
    const member = listen(world, normal, 'Normal@lab.test')
    const outsider = listen(world, ordinary, 'ordinary@lab.test')
    await Promise.all([once(member, 'open'), once(outsider, 'open')])
    const strange: string[] = []
    outsider.on('message', (message: Buffer) => strange.push(message.toString()))
    const told = heard(member)
    await (await world.as('owner')).data(contract.files.create, { spaceId, path: 'cruise' })
    expect(await told).toEqual({ mark: 'space', type: 'files', spaceId, folders: [root] })
    const last = heard(outsider)
    await world.bus.publish('realtime', {
      to: [world.idOf('ordinary')],
      event: { mark: 'message', title: 'last', content: '' },
    })
    expect(await last).toMatchObject({ mark: 'message', title: 'last' })
    expect(strange).toHaveLength(1)
  })

  test('ends with the session', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const socket = listen(world, owner, 'owner@lab.test')
    await once(socket, 'open')
    const end = closed(socket)
    await owner.fetch('/api/logout')
    expect(await end).toBeGreaterThan(0)
  })
})

describe('news', () => {
  test('what a node tells it has heard itself when that is done: nothing is answered from before', async () => {
    const { bus } = await buildWorld()
    const seen: unknown[] = []
    bus.on('space', (payload) => seen.push(payload))
    for (const id of [1, 2, 3]) {
      await bus.publish('space', { id })
      expect(seen.at(-1)).toEqual({ id })
    }
  })
})
