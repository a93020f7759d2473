import Fastify, { LogController } from 'fastify'
import { expect, test } from 'vitest'
import { logAnswers, openLog } from './log.ts'

test('a request leaves its method, route, status and id in the log, and nothing about the person', async () => {
  const lines: string[] = []
  const app = Fastify({
    loggerInstance: openLog('info', { write: (line) => void lines.push(line) }),
    logController: new LogController({ disableRequestLogging: true }),
  })
  logAnswers(app)
  app.get('/api/msg/:email', async () => 'ok')
  await app.inject({
    url: '/api/msg/lin@demo.test?q=secret',
    headers: { cookie: 'ds_session_id=abc', 'x-forwarded-for': '203.0.113.9' },
  })
  const text = lines.join('')
  for (const trace of ['lin@demo.test', 'secret', 'abc', '203.0.113.9', '127.0.0.1']) expect(text).not.toContain(trace)
  expect(text).toContain('"route":"/api/msg/:email"')
  expect(lines).toHaveLength(1)
  expect(text).toMatch(/"reqId":.*"status":200/)
  await app.close()
})

test('an error leaves its type, message, code and stack in the log, and nothing that a library attached to it', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const error = Object.assign(new Error('terminating connection', { cause: new TypeError('the reason') }), {
    code: '57P01',
    client: { secretKey: 4711, queue: ['SELECT lin'] },
  })
  log.warn({ err: error }, 'database connection lost')
  log.warn({ reason: error }, 'database connection lost')
  log.warn(error)
  const [named, other, alone] = lines.map((line) => JSON.parse(line))
  for (const logged of [named.err, other.reason, alone.err])
    expect(logged).toEqual({
      type: 'Error',
      message: 'terminating connection: the reason',
      code: '57P01',
      stack: expect.stringContaining('log.test.ts'),
    })
})
