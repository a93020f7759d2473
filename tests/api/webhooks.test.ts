import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ApiGroup } from '#contract/applications.ts'
import { WEBHOOKS_MAX } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import type { WebhookTopic } from '#contract/webhooks.ts'
import { RETRY_MS } from '#server/modules/webhooks/sending.ts'
import { registerApplication } from '../support/application.ts'
import { Client } from '../support/client.ts'
import { heldUpIn } from '../support/locks.ts'
import { buildWorld, PASSWORD } from '../support/world.ts'

const { applications, files, tables, webhooks } = contract
const NOBODY = '00000000-0000-4000-8000-000000000000'
const WHOLE: WebhookTopic[] = ['space', 'file', 'table', 'publication']

type Received = { path: string; headers: IncomingHttpHeaders; body: string }

/** A receiver that answers with the status of its path, `/slow` only when it is told to. */
async function openReceiver() {
  const received: Received[] = []
  const held: (() => void)[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body: Buffer.concat(pieces).toString() })
      const answer = () => void response.writeHead(Number(path.slice(1)) || 200).end()
      if (path === '/slow') held.push(answer)
      else answer()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return {
    received,
    held,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function buildLab({
  groups,
  env = { OUTSIDE_ALLOW: '127.0.0.0/8' },
}: {
  groups?: ApiGroup[]
  env?: Record<string, string>
} = {}) {
  const world = await buildWorld(env)
  const receiver = await openReceiver()
  const { id: spaceId, root } = await world.space()
  const app = await registerApplication(world, { spaceId, ...(groups && { groups }) })
  const admin = await world.as('admin')
  const owner = await world.as('owner')
  const add = (path: string, topics = WHOLE) =>
    admin.data(webhooks.create, { applicationId: app.id, url: receiver.url(path), topics })
  const makeFolder = (path: string) => owner.data(files.create, { spaceId, hash: root, path })
  const log = async (id: string) => (await admin.data(webhooks.deliveries, { id })).list
  return { world, receiver, spaceId, app, admin, owner, add, makeFolder, log, drain: world.services.webhooks.drain }
}

describe('keeping webhooks', () => {
  test.each(['http://example.org/hook', 'ftp://a.test/', 'https://me:secret@a.test/', 'hook'])(
    'an address like %s is refused beside its field',
    async (url) => {
      const { admin, app } = await buildLab()
      expect(await admin.call(webhooks.create, { applicationId: app.id, url, topics: ['file'] })).toMatchObject({
        error: 'invalid',
        fields: [{ field: 'url' }],
      })
    },
  )

  test.each(['http://127.0.0.1:8080/hook', 'https://192.168.1.4/', 'https://[::1]/'])(
    'an internal address like %s is refused when it is saved, unless the operator allows it',
    async (url) => {
      const { admin, app } = await buildLab({ env: {} })
      expect(await admin.call(webhooks.create, { applicationId: app.id, url, topics: ['file'] })).toMatchObject({
        error: 'invalid',
        fields: [{ field: 'url', message: expect.stringContaining('OUTSIDE_ALLOW') }],
      })
    },
  )

  test('an application has so many, and what is gone is told to be gone', async () => {
    const { admin, app, add } = await buildLab()
    for (let count = 0; count < WEBHOOKS_MAX; count += 1) await add('/200')
    const draft = { url: 'https://a.test/', topics: WHOLE }
    expect(await admin.call(webhooks.create, { ...draft, applicationId: app.id })).toMatchObject({
      error: 'webhooksTooMany',
    })
    expect(await admin.call(webhooks.create, { ...draft, applicationId: NOBODY })).toMatchObject({
      error: 'applicationGone',
    })
    for (const answer of [
      admin.call(webhooks.setOn, { id: NOBODY, isOn: true }),
      admin.call(webhooks.remove, { id: NOBODY }),
      admin.call(webhooks.ping, { id: NOBODY }),
      admin.call(webhooks.resend, { id: NOBODY, delivery: NOBODY }),
    ])
      expect(await answer).toMatchObject({ error: 'webhookGone' })
  })

  test('the secret is answered once and stored sealed', async () => {
    const { world, add } = await buildLab()
    const { secret } = await add('/200')
    const rows = await world.db.selectFrom('webhook').selectAll().execute()
    expect(rows.map(({ sealed_secret }) => sealed_secret.toString()).join()).not.toContain(secret.slice(6))
  })
})

describe('sending a delivery again', () => {
  test('is written to the audit log', async () => {
    const { admin, app, add, makeFolder, drain, log } = await buildLab()
    const { webhook } = await add('/200')
    await makeFolder('raw')
    await drain()
    const [{ id: delivery } = { id: NOBODY }] = await log(webhook.id)
    await admin.data(webhooks.resend, { id: webhook.id, delivery })
    const { list } = await admin.data(contract.audit.list, { action: 'webhookResent' })
    expect(list).toMatchObject([{ target: { id: app.id } }])
    expect(await drain()).toBe(1)
  })

  test('is refused to somebody who stopped being an administrator meanwhile', async () => {
    const { world, admin, add, makeFolder, drain, log } = await buildLab()
    const { webhook } = await add('/200')
    await makeFolder('raw')
    await drain()
    const [{ id: delivery } = { id: NOBODY }] = await log(webhook.id)
    const answer = await world.db.transaction().execute(async (tx) => {
      await tx.updateTable('person').set({ role: 'role_general' }).where('id', '=', world.idOf('admin')).execute()
      const asked = admin.call(webhooks.resend, { id: webhook.id, delivery })
      await Promise.race([asked, expect.poll(() => heldUpIn(world)).toBe(1)])
      return { asked }
    })
    expect(await answer.asked).toMatchObject({ error: 'forbidden' })
    expect(await log(webhook.id)).toMatchObject([{ state: 'sent' }])
  })
})

describe('an event', () => {
  test('arrives signed as Standard Webhooks says', async () => {
    const { receiver, add, makeFolder, drain, log, spaceId, world } = await buildLab()
    const { webhook, secret } = await add('/200')
    await makeFolder('raw')
    expect(await drain()).toBe(1)
    const headers: IncomingHttpHeaders = receiver.received[0]?.headers ?? {}
    const body = receiver.received[0]?.body ?? ''
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    expect(signature).toBe(`v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`)
    expect(Number(at)).toBe(Math.floor(world.clock.now().getTime() / 1000))
    expect(JSON.parse(body)).toMatchObject({
      type: 'file.folderMade',
      data: { space: spaceId, by: { name: 'Olive Owner' }, item: { name: 'raw' }, count: 1 },
    })
    expect(await log(webhook.id)).toMatchObject([{ event: 'file.folderMade', state: 'sent', attempts: 1, status: 200 }])
  })

  test('is told by topic, in spaces of the application, while it is granted, online and on', async () => {
    const { world, receiver, admin, owner, app, add, makeFolder, drain, spaceId } = await buildLab()
    const { webhook } = await add('/tables', ['table'])
    await makeFolder('raw')
    const other = await world.space()
    await owner.data(tables.create, { spaceId: other.id, name: 'Elsewhere' })
    expect(await drain()).toBe(0)
    await owner.data(tables.create, { spaceId, name: 'Samples' })
    expect(await drain()).toBe(1)
    expect(JSON.parse(receiver.received[0]?.body ?? '{}')).toMatchObject({ type: 'table.tableMade' })
    const id = app.id
    await admin.data(webhooks.setOn, { id: webhook.id, isOn: false })
    await owner.data(tables.create, { spaceId, name: 'While off' })
    await admin.data(webhooks.setOn, { id: webhook.id, isOn: true })
    await admin.data(applications.setOnline, { id, isOnline: false })
    await owner.data(tables.create, { spaceId, name: 'While offline' })
    await admin.data(applications.setOnline, { id, isOnline: true })
    await admin.data(applications.grant, { id, grants: [{ group: 'readFiles', until: null }] })
    await owner.data(tables.create, { spaceId, name: 'While not granted' })
    await admin.data(applications.removeSpace, { id, spaceId })
    await owner.data(tables.create, { spaceId, name: 'While no member' })
    expect(await drain()).toBe(0)
  })

  test.each(['out of the space', 'without its grant', 'offline'])(
    'that waits is not sent to an application that is %s by then, nor when it is sent again',
    async (what) => {
      const { world, receiver, app, spaceId, admin, add, makeFolder, log, drain } = await buildLab()
      const { webhook } = await add('/500', ['file'])
      await makeFolder('secret')
      await drain()
      expect(receiver.received).toHaveLength(1)
      const { id } = app
      if (what === 'out of the space') await admin.data(applications.removeSpace, { id, spaceId })
      if (what === 'without its grant')
        await admin.data(applications.grant, { id, grants: [{ group: 'readTables', until: null }] })
      if (what === 'offline') await admin.data(applications.setOnline, { id, isOnline: false })
      world.clock.advance(RETRY_MS[0] ?? 0)
      await drain()
      const [one] = await log(webhook.id)
      expect(one).toMatchObject({ state: 'failed', error: 'apiNotGranted', nextAt: null })
      await admin.data(webhooks.resend, { id: webhook.id, delivery: one?.id ?? '' })
      await drain()
      expect(await log(webhook.id)).toMatchObject([{ state: 'failed', error: 'apiNotGranted' }])
      expect(receiver.received).toHaveLength(1)
    },
  )

  test('that is not taken is tried again later and later, and given up in the end', async () => {
    const { world, add, makeFolder, drain, receiver } = await buildLab()
    const { webhook } = await add('/500')
    await makeFolder('raw')
    for (const wait of RETRY_MS) {
      expect(await drain()).toBe(1)
      expect(await drain()).toBe(0)
      world.clock.advance(wait)
    }
    // Their session is over by now.
    const admin = await new Client(world.origin).login('admin@lab.test', PASSWORD)
    const log = async () => (await admin.data(webhooks.deliveries, { id: webhook.id })).list
    expect(await log()).toMatchObject([{ state: 'waiting', error: 'HTTP 500' }])
    await drain()
    const [given] = await log()
    expect(given).toMatchObject({ state: 'failed', status: 500, attempts: RETRY_MS.length + 1, nextAt: null })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    await admin.data(webhooks.resend, { id: webhook.id, delivery: given?.id ?? '' })
    expect(await drain()).toBe(1)
  })

  test('is given up at once when the receiver says that nobody listens any more', async () => {
    const { admin, add, drain, log } = await buildLab()
    const { webhook } = await add('/410')
    await admin.data(webhooks.ping, { id: webhook.id })
    await drain()
    expect(await log(webhook.id)).toMatchObject([{ event: 'ping', state: 'failed', status: 410 }])
  })

  test('is tried again after a node died that had taken it', async () => {
    const { world, add, makeFolder, drain, log } = await buildLab()
    const { webhook } = await add('/200')
    await makeFolder('raw')
    await world.db
      .updateTable('webhook_delivery')
      .set({ next_at: new Date(world.clock.now().getTime() + 120_000) })
      .execute()
    expect(await drain()).toBe(0)
    world.clock.advance(121_000)
    expect(await drain()).toBe(1)
    expect(await log(webhook.id)).toMatchObject([{ state: 'sent' }])
  })

  test('never reaches this machine unless the operator allows it', async () => {
    const { world, admin, app, receiver, makeFolder, drain, log } = await buildLab({ env: {} })
    const draft = { applicationId: app.id, url: 'https://a.invalid/', topics: WHOLE }
    const { webhook } = await admin.data(webhooks.create, draft)
    // The operator took the address from the list after it was saved.
    await world.db
      .updateTable('webhook')
      .set({ url: receiver.url('/200') })
      .execute()
    await makeFolder('raw')
    await drain()
    expect(receiver.received).toEqual([])
    expect(await log(webhook.id)).toMatchObject([{ state: 'waiting', error: 'outsideRefused', status: 0 }])
  })

  test('is held up by no slow receiver', async () => {
    const { receiver, add, makeFolder, drain, log } = await buildLab()
    const slow = await add('/slow')
    for (let count = 0; count < 30; count += 1) await makeFolder(`early ${count}`)
    const held = drain()
    await expect.poll(() => receiver.held.length).toBeGreaterThan(0)
    const fast = await add('/200')
    for (let count = 0; count < 30; count += 1) await makeFolder(`late ${count}`)
    void drain()
    await expect.poll(async () => (await log(fast.webhook.id)).filter(({ state }) => state === 'sent').length).toBe(30)
    expect(receiver.received.filter(({ path }) => path === '/slow').length).toBeLessThan(30)
    expect((await log(slow.webhook.id)).every(({ state }) => state === 'waiting')).toBe(true)
    receiver.close()
    await held
  })
})
