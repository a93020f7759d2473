import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closeAsTheyRest } from './body-timeout.ts'

test('a stop waits a second, no longer, for a connection over which nothing has come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = fastify()
  closeAsTheyRest(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const accepted = once(app.server, 'connection')
  const unused = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void unused.destroy())
  const [connection] = await accepted
  const stopped = app.close()
  await vi.advanceTimersByTimeAsync(990)
  expect(connection.destroyed).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(connection.destroyed).toBe(true)
  await stopped
})
