import { describe, expect, test } from 'vitest'
import type { Operation } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import { encodeCursor } from '#server/storage/cursor.ts'
import { newId } from '#server/storage/id.ts'
import { Client } from '../support/client.ts'
import { buildWorld } from '../support/world.ts'

const { audit, mails, users } = contract

const TIMESTAMPS = [
  '2026-02-30T00:00:00Z',
  '2026-02-31T00:00:00.123456Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:00',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+15',
  '9999-12-31T23:59:59-15',
  `2026-01-01T00:00:00.${'1'.repeat(300)}Z`,
]

describe('a timestamp that there is not', () => {
  const lists: [name: string, operation: Operation, rest: Record<string, string>][] = [
    ['invitations', users.invitations, {}],
    ['mails', mails.list, {}],
    ['users', users.list, {}],
    ['users by their last sign-in', users.list, { sort: 'lastSignIn' }],
  ]
  test.each(lists)('is refused in the cursor of %s', async (_name, operation, rest) => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const refused = await Promise.all(
      TIMESTAMPS.map((timestamp) =>
        admin.call(operation, { ...rest, after: encodeCursor([timestamp, newId()]) } as never),
      ),
    )
    expect(refused.map(({ status }) => status)).toEqual(TIMESTAMPS.map(() => 400))
  })

  test.each(['from', 'to'] as const)('is refused as %s of the audit log and of its export', async (field) => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    for (const timestamp of TIMESTAMPS)
      for (const operation of [audit.list, audit.export]) {
        const response = await admin.send(operation, { [field]: timestamp })
        expect([timestamp, response.status]).toEqual([timestamp, 400])
      }
    expect(await admin.call(audit.list, { [field]: '2024-02-29T12:00:00.123Z' })).toMatchObject({ code: 0 })
  })
})

describe('a form that is none', () => {
  const forms: [what: string, type: string, body: string][] = [
    ['cut short', 'multipart/form-data; boundary=B', '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nx'],
    ['without a boundary', 'multipart/form-data', 'x'],
    ['with an empty boundary', 'multipart/form-data; boundary=', 'x'],
    ['with a boundary that is too long', `multipart/form-data; boundary=${'B'.repeat(300)}`, 'x'],
  ]
  const file = '--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx'
  test.each([...forms, ['cut short in a file', 'multipart/form-data; boundary=B', file]])(
    '%s is refused to a stranger, to an administrator who imports and to whoever uploads',
    async (_what, type, body) => {
      const world = await buildWorld()
      const send = async (client: Client, path: string) => {
        const init = { method: 'POST', body, headers: { 'content-type': type } }
        return (await client.fetch(`/api${path}`, init)).status
      }
      expect(await send(new Client(world.origin), `/sign-in/${newId()}/callback`)).toBeLessThan(414)
      expect(await send(await world.as('admin'), '/users-import')).toBe(400)
      expect(await send(await world.as('owner'), contract.uploads.chunk.path)).toBe(400)
    },
  )

  test('with a part of JSON that is no text means nothing to another side', async () => {
    const world = await buildWorld()
    const part = '--B\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/json\r\n\r\n'
    const body = `${part}{"toString":1,"valueOf":1}\r\n--B--\r\n`
    const init = { method: 'POST', body, headers: { 'content-type': 'multipart/form-data; boundary=B' } }
    expect((await new Client(world.origin).fetch(`/api/sign-in/${newId()}/callback`, init)).status).toBe(404)
  })
})

test.each(['constructor', '__proto__', 'toString', 'strange'])('a filter %s is none, and refused', async (name) => {
  const world = await buildWorld()
  const response = await (await world.as('admin')).fetch(`/api/users?${name}=1`)
  expect(response.status).toBe(400)
})

test('what callers add against caches, and to cancel a call, is no filter', async () => {
  const world = await buildWorld()
  const response = await (await world.as('admin')).fetch('/api/users?_=1&t=2&reqId=3')
  expect(response.status).toBe(200)
})

test('no cache keeps a refusal', async () => {
  const world = await buildWorld()
  for (const path of ['/api/users', '/api/spaces/nowhere', '/api/nothing']) {
    const { headers } = await fetch(`${world.origin}${path}`)
    expect([path, headers.get('cache-control')]).toEqual([path, 'no-store'])
  }
})

test.each(['/?after=zzz', '/text?after=W10', `/?after=${encodeCursor(['x', 'y'])}`])(
  'the home page at %s is the home page',
  async (path) => {
    const world = await buildWorld()
    const space = await world.space({ type: 'public' })
    const response = await fetch(`${world.origin}${path}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await response.text()).toContain(space.identifier)
  },
)
