import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { releasing } from './send-pieces.ts'

const PIECE_BYTES = 1_048_576

/** A server that answers with a source, and a client that reads what it says. */
async function answering(source: Readable) {
  const app = Fastify()
  app.get('/', (_request, reply) => reply.send(releasing(source)))
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}
const ask = (port: number): Socket => {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  return socket
}

test('each piece is sent whole and freed then; one that shares its memory is left alone', async () => {
  const whole = Array.from({ length: 6 }, (_, at) => Buffer.allocUnsafeSlow(PIECE_BYTES).fill(at))
  const shared = Buffer.allocUnsafeSlow(2 * PIECE_BYTES).fill(9)
  const port = await answering(Readable.from([...whole, shared.subarray(PIECE_BYTES)]))
  const body = Buffer.from(await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer())
  expect(Array.from({ length: 7 }, (_, at) => body[at * PIECE_BYTES])).toEqual([0, 1, 2, 3, 4, 5, 9])
  expect(body.length).toBe(7 * PIECE_BYTES)
  expect(whole.map(({ length }) => length)).toEqual([0, 0, 0, 0, 0, 0])
  expect(shared.at(-1)).toBe(9)
})

test('a source ends when its reader hangs up', async () => {
  const source = Readable.from(
    (function* () {
      for (;;) yield Buffer.allocUnsafeSlow(PIECE_BYTES)
    })(),
  )
  const socket = ask(await answering(source))
  await once(socket, 'data')
  // It ends with an error, as a source does that is not read to its end.
  const closed = new Promise<void>((resolve) => source.once('close', resolve).on('error', () => {}))
  socket.destroy()
  await closed
  expect(source.destroyed).toBe(true)
})

test('an answer breaks off when its source does: nobody takes a part for the whole', async () => {
  const source = Readable.from(
    (function* () {
      yield Buffer.allocUnsafeSlow(PIECE_BYTES)
      throw new Error('the disk is gone')
    })(),
  )
  const port = await answering(source)
  const read = fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.arrayBuffer())
  await expect(read).rejects.toThrow()
})
