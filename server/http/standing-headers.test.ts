import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { standingHeaders } from './standing-headers.ts'

test('every answer, a refusal too, has its request id and protects browsers, and a route may say otherwise', async () => {
  const app = Fastify({ genReqId: () => 'one' })
  let isDraining = false
  standingHeaders(app, () => isDraining)
  app.get('/', async () => 'whole')
  app.get('/frame', async (_request, reply) =>
    reply.removeHeader('x-frame-options').header('referrer-policy', 'origin').send(''),
  )
  app.get('/refused', async () => {
    throw new Error('refused')
  })
  for (const url of ['/', '/refused', '/nowhere']) {
    const { headers } = await app.inject({ url })
    expect(headers).toMatchObject({
      'x-request-id': 'one',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
    expect(headers.connection).toBe('keep-alive')
  }
  const { headers } = await app.inject({ url: '/frame' })
  expect([headers['x-frame-options'], headers['referrer-policy']]).toEqual([undefined, 'origin'])
  isDraining = true
  expect((await app.inject({ url: '/' })).headers.connection).toBe('close')
  await app.close()
})
