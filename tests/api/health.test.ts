import { describe, expect, test } from 'vitest'
import { buildWorld } from '../support/world.ts'

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
    expect([response.status, await response.json()]).toEqual([200, { status: 'ready', failing: [], weak: [] }])
  })
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

  test('counts requests by route and status, never by address of a file', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    await fetch(`${world.origin}/api/spaces/${id}`)
    const text = await (await fetch(`${world.origin}/metrics`)).text()
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/spaces/:id",status="404"} 1')
    expect(text).not.toContain(id)
  })
})
