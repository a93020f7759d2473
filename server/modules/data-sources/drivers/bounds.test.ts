import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { DatabaseKind } from '#contract/data-sources.ts'
import { openSession } from './index.ts'
import { ASK_BYTES } from './session.ts'

/** Longest part of a message of MySQL; a message of such parts goes on with the next one. */
const PART_MAX = 0xff_ffff
const nothing = (bytes: number) => Buffer.alloc(bytes)

/** A first message that never ends: how it begins, and what follows for ever. */
const messages: [kind: DatabaseKind, beginning: Buffer, part: Buffer][] = [
  ['postgresql', Buffer.from([0x52, 0x7f, 0xff, 0xff, 0xff]), nothing(1_048_576)],
  ['mysql', nothing(0), Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0x00]), nothing(PART_MAX)])],
]

async function endless(beginning: Buffer, part: Buffer) {
  let sent = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined).on('data', () => undefined)
    const pump = () => {
      for (let isFree = true; isFree && !socket.destroyed; sent += part.length) isFree = socket.write(part)
    }
    socket.on('drain', pump).write(beginning)
    pump()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, sent: () => sent }
}

test.each(messages)('a %s that sends without end is left before memory is full', async (kind, beginning, part) => {
  const { port, sent } = await endless(beginning, part)
  const place = { kind, host: '127.0.0.1', port, admitted: { address: '127.0.0.1', family: 4 as const } }
  const access = { database: 'x', account: 'x', password: '', tls: 'off' as const, ca: '' }
  await expect(openSession({ ...place, ...access })).rejects.toMatchObject({ refusal: 'dataSourceTooLarge' })
  expect(sent()).toBeLessThan(16 * ASK_BYTES)
})
