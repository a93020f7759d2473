import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import { BOARD_NEWS, BOARD_NEWS_PATH, CHANNEL_REFUSED } from '#contract/core/events.ts'
import { contract } from '#contract/index.ts'
import { buildReports } from '../support/reports.ts'
import { secretOf } from '../support/share.ts'
import type { World } from '../support/world.ts'

const { shares, spaces, tables } = contract

function listen(world: World, which: Record<string, string>, origin = world.origin): WebSocket {
  const socket = new WebSocket(
    `${world.origin.replace('http', 'ws')}${BOARD_NEWS_PATH}?${new URLSearchParams(which)}`,
    {
      origin,
    },
  )
  onTestFinished(() => socket.terminate())
  return socket
}
const closed = async (socket: WebSocket): Promise<number> => (await once(socket, 'close'))[0] as number
const heard = async (socket: WebSocket): Promise<string> => String((await once(socket, 'message'))[0])

test('is closed to boards that strangers may not read, to links that ended, and to pages of other sites', async () => {
  const { world, owner, spaceId, save, publish } = await buildReports()
  const { id } = await publish()
  expect(await closed(listen(world, { board: id }))).toBe(CHANNEL_REFUSED)
  expect(await closed(listen(world, { link: 'x'.repeat(43) }))).toBe(CHANNEL_REFUSED)
  expect(await closed(listen(world, {}))).toBe(CHANNEL_REFUSED)
  await owner.data(spaces.setType, { id: spaceId, type: 'public' })
  expect(await closed(listen(world, { board: (await save()).id }))).toBe(CHANNEL_REFUSED)
  expect(await closed(listen(world, { board: id }, 'https://elsewhere.test'))).toBe(CHANNEL_REFUSED)
})

test('tells that a table of the board changed, in a public space and by a link, and nothing of other tables', async () => {
  const { world, owner, spaceId, casts, publish, addRows, otherTable } = await buildNews()
  const { id } = await publish()
  const link = secretOf(await owner.data(shares.makeBoard, { reportId: id }))
  await owner.data(spaces.setType, { id: spaceId, type: 'public' })
  const all = [listen(world, { board: id }), listen(world, { link })]
  await Promise.all(all.map((socket) => once(socket, 'open')))
  const told: string[] = []
  for (const socket of all) socket.on('message', (text: Buffer) => told.push(text.toString()))
  await expect
    .poll(async () => {
      // A page is told from the moment at which its board was opened, which is a little after its channel is.
      await addRows(casts.id, casts.ids[0])
      return told.length >= 2
    })
    .toBe(true)
  expect(new Set(told)).toEqual(new Set([BOARD_NEWS]))
  const next = all.map(heard)
  await addRows(otherTable.id, otherTable.column)
  await addRows(casts.id, casts.ids[0])
  expect(await Promise.all(next)).toEqual([BOARD_NEWS, BOARD_NEWS])
})

test('is closed at once when a link ends, gets a password, or its space is no longer public', async () => {
  const { world, owner, spaceId, publish } = await buildReports()
  const { id } = await publish()
  const ended = await owner.data(shares.makeBoard, { reportId: id })
  const locked = await owner.data(shares.makeBoard, { reportId: id })
  await owner.data(spaces.setType, { id: spaceId, type: 'public' })
  const all: Record<string, string>[] = [{ link: secretOf(ended) }, { link: secretOf(locked) }, { board: id }]
  const sockets = all.map((which) => listen(world, which))
  const codes = sockets.map(closed)
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  await owner.data(shares.revoke, { id: ended.id })
  expect(await codes[0]).toBe(CHANNEL_REFUSED)
  await owner.data(shares.edit, { id: locked.id, way: 'rand' })
  expect(await codes[1]).toBe(CHANNEL_REFUSED)
  await owner.data(spaces.setType, { id: spaceId, type: 'private' })
  expect(await codes[2]).toBe(CHANNEL_REFUSED)
})

async function buildNews() {
  const built = await buildReports()
  const { owner, spaceId } = built
  const { id, columnList } = await owner.data(tables.create, {
    spaceId,
    name: 'Other',
    columns: [{ name: 'n', type: 'text' }],
  })
  const addRows = (tableId: string, column = 0) =>
    owner.data(tables.change, {
      spaceId,
      id: tableId,
      change: { kind: 'addRows', columns: [column], rows: [['S1']] },
    })
  return { ...built, addRows, otherTable: { id, column: columnList[0]?.id } }
}
