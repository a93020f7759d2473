import { describe, expect, test } from 'vitest'
import { check } from '../support/upload.ts'
import { buildWorld, ownWorld } from '../support/world.ts'

const noMail = { part: 'mail', reason: 'no mail server is set: mails stay on this site' }

describe('GET /readyz', () => {
  test('names the part that fails, and nothing else', async () => {
    const world = await buildWorld()
    await world.bus.close()
    const response = await fetch(`${world.origin}/readyz`)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ status: 'failing', failing: [{ part: 'notifications' }] })
  })

  test('is 200 when database, files and notifications work', async () => {
    const world = await buildWorld()
    const response = await fetch(`${world.origin}/readyz`)
    expect([response.status, await response.json()]).toEqual([200, { status: 'ready', failing: [], weak: [noMail] }])
  })
})

test('GET /readyz has no word against mail once something sends it', async () => {
  const world = await buildWorld({ SENDMAIL: '/usr/sbin/sendmail', MAIL_FROM: 'ds@lab.test' })
  expect(await (await fetch(`${world.origin}/readyz`)).json()).toMatchObject({ weak: [] })
})

describe('GET /healthz', () => {
  test('answers as long as the process does', async () => {
    const world = await buildWorld()
    await world.bus.close()
    expect((await fetch(`${world.origin}/healthz`)).status).toBe(200)
  })
})

describe('GET /metrics', () => {
  test('is not there for those who come through a proxy without being administrators', async () => {
    const world = await buildWorld()
    const ask = (headers: Record<string, string>) => fetch(`${world.origin}/metrics`, { headers })
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    expect((await ask(forwarded)).status).toBe(404)
    expect((await ask({ ...forwarded, ...(await world.as('senior')).headers() })).status).toBe(404)
    expect((await ask({ ...forwarded, ...(await world.as('admin')).headers() })).status).toBe(200)
  })

  test('is there for the networks that METRICS_FROM names, and for no other', async () => {
    const { app } = await buildWorld({ METRICS_FROM: '10.1.0.0/16' })
    const ask = async (remoteAddress: string) => (await app.inject({ url: '/metrics', remoteAddress })).statusCode
    expect([await ask('10.2.0.1'), await ask('203.0.113.9'), await ask('10.1.2.3')]).toEqual([404, 404, 200])
  })

  test('tells what waits in the queues, and no refusal while there was none because of us', async () => {
    const world = await ownWorld()
    const owner = await world.as('owner')
    const { id: spaceId } = await world.space()
    await check(owner, { spaceId, name: 'a.txt' }, Buffer.from('abc'))
    const text = await (await fetch(`${world.origin}/metrics`)).text()
    expect(text).toMatch(/^dataspace_uploads_under_way 1$/m)
    expect(text).toMatch(/^dataspace_uploads_reserved_bytes 3$/m)
    expect(text).toMatch(/^dataspace_notifications_connected 1$/m)
    expect(text).toMatch(/^dataspace_refusals_total\{refusal="busy"\} 0$/m)
  })

  test('counts requests by route and status, never by address of a file', async () => {
    const world = await ownWorld()
    const { id } = await world.space()
    await fetch(`${world.origin}/api/spaces/${id}`)
    const text = await (await fetch(`${world.origin}/metrics`)).text()
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/spaces/:id",status="404"} 1')
    expect(text).not.toContain(id)
  })
})
