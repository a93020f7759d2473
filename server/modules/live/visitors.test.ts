import type { WebSocket } from '@fastify/websocket'
import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { CHANNEL_AGAIN, CHANNEL_FULL, CHANNEL_REFUSED, type RealtimeEvent } from '#contract/core/events.ts'
import type { SourceRef } from '#contract/queries/query.ts'
import { Failure } from '#server/failure.ts'
import { boardVisitors } from './visitors.ts'

const SPACE = '0b5f59e3-0000-4000-8000-000000000000'
const TABLE = '0b5f59e3-0000-4000-8000-000000000001'
const changed = (tableId = TABLE, more = {}): RealtimeEvent => ({
  mark: 'table_refresh',
  spaceId: SPACE,
  tableId,
  ...more,
})
const filed: RealtimeEvent = { mark: 'space', type: 'files', spaceId: SPACE, folders: [] }
const handedOut: RealtimeEvent = { mark: 'space', type: 'views', spaceId: SPACE, folders: [] }

/** A page that reads a board over a source, and what became of it. */
async function visiting(
  source: SourceRef,
  { ip = '192.0.2.1', visitors = one(source), query = { board: 'a' } as object } = {},
) {
  const state = { closed: 0, isCut: false, pings: 0, told: 0 }
  const heard = new Map<string, () => void>()
  const socket = {
    OPEN: 1,
    readyState: 1,
    on: (event: string, listener: () => void) => heard.set(event, listener),
    close: (code: number) => void (state.closed = code),
    terminate: () => void (state.isCut = true),
    ping: () => void (state.pings += 1),
  }
  const raw = { socket: { write: () => void (state.told += 1) } }
  const request = { query, ip, raw, headers: {} } as unknown as FastifyRequest
  await visitors.welcome(socket as unknown as WebSocket, request)
  return { state, visitors, pong: () => heard.get('pong')?.() }
}
const one = (source: SourceRef, open = async () => ({ spaceId: SPACE, sources: [source] })) =>
  boardVisitors({ board: open, link: open })

describe('those who read a board without an account', () => {
  test.each<[string, SourceRef, RealtimeEvent, number]>([
    ['of its table', { kind: 'table', id: TABLE }, changed(), 1],
    ['not of another table', { kind: 'table', id: TABLE }, changed(SPACE), 0],
    ['not of who looks at the table', { kind: 'table', id: TABLE }, changed(TABLE, { presence: {} }), 0],
    ['not of comments on it', { kind: 'table', id: TABLE }, changed(TABLE, { hasComments: true }), 0],
    ['not of views that were saved of it', { kind: 'table', id: TABLE }, changed(TABLE, { hasViews: true }), 0],
    ['of any table, for a view', { kind: 'view', id: SPACE }, changed(), 1],
    ['of what views hand out of tables that are not shared', { kind: 'view', id: SPACE }, handedOut, 1],
    ['not of that, for a table', { kind: 'table', id: TABLE }, handedOut, 0],
    ['of who may see tables', { kind: 'table', id: TABLE }, { mark: 'table_refresh', spaceId: SPACE }, 1],
    ['not of that, for a file', { kind: 'file', hash: 'a'.repeat(20) }, { mark: 'table_refresh', spaceId: SPACE }, 0],
    ['of files, for a file', { kind: 'file', hash: 'a'.repeat(20) }, filed, 1],
    ['not of files, for a table', { kind: 'table', id: TABLE }, filed, 0],
  ])('are told %s', async (_title, source, event, told) => {
    const { state, visitors } = await visiting(source)
    visitors.tell(TABLE, event)
    expect(state.told).toBe(0)
    visitors.tell(SPACE, event)
    expect(state.told).toBe(told)
  })

  test('hear no more at the next beat after the board was taken back, and connect again after a fault', async () => {
    let error: Error | null = null
    const open = () => (error ? Promise.reject(error) : Promise.resolve({ spaceId: SPACE, sources: [] }))
    const source: SourceRef = { kind: 'view', id: SPACE }
    const visitors = one(source, open)
    const first = await visiting(source, { visitors })
    error = new Failure('reportGone')
    visitors.beat()
    await expect.poll(() => first.state.closed).toBe(CHANNEL_REFUSED)
    error = null
    const second = await visiting(source, { visitors })
    error = new Error('down')
    visitors.beat()
    await expect.poll(() => second.state.closed).toBe(CHANNEL_AGAIN)
  })

  test('are judged once a beat for each board, and not again while that is under way', async () => {
    const source: SourceRef = { kind: 'table', id: TABLE }
    const opened: string[] = []
    const held: (() => void)[] = []
    let isHeld = false
    const open = async (id: string) => {
      opened.push(id)
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
      return { spaceId: SPACE, sources: [source] }
    }
    const visitors = boardVisitors({ board: open, link: open })
    const pages: Awaited<ReturnType<typeof visiting>>[] = []
    for (const query of [{ board: 'a' }, { board: 'a' }, { board: 'b' }, { link: 'c' }, { link: 'c' }])
      pages.push(await visiting(source, { visitors, query }))
    const beat = () => {
      for (const { pong } of pages) pong()
      opened.length = 0
      visitors.beat()
    }
    isHeld = true
    beat()
    await expect.poll(() => opened).toEqual(['a', 'b', 'c'])
    beat()
    expect(opened).toEqual([])
    isHeld = false
    for (const release of held) release()
    const again = () => {
      beat()
      return opened
    }
    await expect.poll(again).toEqual(['a', 'b', 'c'])
  })

  test('are cut when they are silent for two beats, and are so many of one network', async () => {
    const source: SourceRef = { kind: 'table', id: TABLE }
    const { state, visitors, pong } = await visiting(source)
    visitors.beat()
    pong()
    visitors.beat()
    expect([state.pings, state.isCut]).toEqual([2, false])
    visitors.beat()
    expect(state.isCut).toBe(true)
    const many = await Promise.all(Array.from({ length: 101 }, () => visiting(source, { visitors })))
    expect(many.filter(({ state: { closed } }) => closed === CHANNEL_FULL)).toHaveLength(1)
    expect((await visiting(source, { visitors, ip: '192.0.2.2' })).state.closed).toBe(0)
  })
})
