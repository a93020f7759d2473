import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { type Passage, watchTraffic } from './traffic.ts'

test('a request that forgot its connection is counted, and ends nothing', async () => {
  const passages: Passage[] = []
  const app = Fastify()
  onTestFinished(() => app.close())
  watchTraffic(app, (passage) => passages.push(passage))
  app.get('/lake', async (request, reply) => {
    reply.raw.once('prefinish', () => Object.assign(request.raw, { socket: null }))
    return 'deep'
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  expect(await (await fetch(`${origin}/lake`)).text()).toBe('deep')
  await expect.poll(() => passages.length).toBe(1)
  expect(passages[0]).toMatchObject({ channel: 'web', requests: 1 })
  expect(passages[0]?.outBytes).toBeGreaterThan(0)
})
