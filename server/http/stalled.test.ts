import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { endStalled } from './stalled.ts'

function* zeros() {
  for (;;) yield Buffer.alloc(65_536)
}

test('an answer that nobody reads ends; one that is read goes on for longer than that', async () => {
  const ended: string[] = []
  const server = createServer((request, answer) => {
    endStalled(answer, 300)
    const source = Readable.from(zeros())
    answer.once('close', () => {
      ended.push(request.url ?? '')
      source.destroy()
    })
    source.pipe(answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const ask = (path: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
    return socket
  }
  ask('/read').resume()
  ask('/unread').pause()
  await expect.poll(() => ended, { timeout: 10_000 }).toEqual(['/unread'])
  expect(ended).toEqual(['/unread'])
})
