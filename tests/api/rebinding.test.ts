import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttp, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { RETRY_MS } from '#server/modules/senders/telling.ts'
import { CODE, startInstitution } from '../services/institution.ts'
import { templateXml, USUAL } from '../services/institution-template.ts'
import { registerApplication } from '../support/application.ts'
import { buildPublication } from '../support/publication.ts'
import { TEMPLATE } from '../support/speaker.ts'
import { buildWorld, type World } from '../support/world.ts'

const { files, imports, institutions, publications, senders, settings, tasks, webhooks } = contract
const RECORD = {
  name: [{ '@value': '湖', '@language': 'zh' }],
  description: [{ '@value': '水温', '@language': 'zh' }],
  keywords: [{ '@value': '湖泊', '@language': 'zh' }],
  subject: ['地球科学'],
  author: [{ '@type': 'Person', name: 'Olive Owner' }],
  privacyPolicy: { type: 'open' },
  license: 'CC-BY-4.0',
}
const NAME = 'rebind.example'
/** Addresses of this machine: one that may be reached, and one within. */
const OUTSIDE = '127.0.0.2'
const INSIDE = '127.0.0.1'
const ALLOWED = { OUTSIDE_ALLOW: `${OUTSIDE}/32` }

async function listening(server: Server, host: string, port = 0): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** A service within that hears of every connection, whatever is said in it. */
async function startInside(port = 0) {
  const heard = { connections: 0 }
  const server = createServer((socket) => {
    heard.connections += 1
    socket.destroy()
  })
  return { heard, port: await listening(server, INSIDE, port) }
}

/** A site outside, and a service within on the same port; the name means the site until it is told otherwise. */
async function startBoth({ names }: World, answer: RequestListener) {
  const heard: string[] = []
  const port = await listening(
    createHttp((request, response) => {
      heard.push(`${request.method} ${request.url}`)
      answer(request, response)
    }),
    OUTSIDE,
  )
  const { heard: inside } = await startInside(port)
  const asked = { times: 0 }
  /** What the name means from now on, look-up by look-up; the last one stays. */
  function means(...each: string[][]): void {
    asked.times = 0
    names.set(NAME, () => each[Math.min(asked.times++, each.length - 1)] ?? [])
  }
  means([OUTSIDE])
  return { host: `http://${NAME}:${port}`, port, heard, inside, asked, means }
}

describe('a webhook', () => {
  async function scene() {
    const world = await buildWorld(ALLOWED)
    const { id: spaceId, root } = await world.space()
    const app = await registerApplication(world, { spaceId })
    const [admin, owner] = [await world.as('admin'), await world.as('owner')]
    const site = await startBoth(world, ({ url }, response) =>
      url === '/moved' ? response.writeHead(307, { location: '/' }).end() : response.end(),
    )
    /** What became of an event, if the name means these from when the webhook is there. */
    async function delivered(path: string, ...each: string[][]) {
      // Names have to be of HTTPS; the way to them is the same.
      const url = `${site.host}${path}`
      const wish = { applicationId: app.id, url: url.replace('http:', 'https:'), topics: ['file' as const] }
      const { webhook } = await admin.data(webhooks.create, wish)
      await world.db.updateTable('webhook').set({ url }).execute()
      site.means(...each)
      await owner.data(files.create, { spaceId, hash: root, path: `folder-${site.heard.length}${path.slice(1)}` })
      await world.services.webhooks.drain()
      return (await admin.data(webhooks.deliveries, { id: webhook.id })).list[0]
    }
    return { ...site, delivered }
  }

  test.each([
    ['means an inner address by then', [[INSIDE]]],
    ['means an inner address among others', [[OUTSIDE, INSIDE]]],
    ['means an inner one of IPv4 written as IPv6', [['::ffff:127.0.0.1']]],
  ])('is not delivered when its name %s, and nothing is connected to', async (_what, each) => {
    const { delivered, inside, heard } = await scene()
    expect(await delivered('/', ...each)).toMatchObject({ state: 'waiting', error: 'outsideRefused' })
    expect([inside.connections, heard]).toEqual([0, []])
  })

  test('goes where its name led when it was judged, though the next look-up leads within', async () => {
    const { delivered, inside, heard, asked } = await scene()
    expect(await delivered('/', [OUTSIDE], [INSIDE])).toMatchObject({ state: 'sent', status: 200 })
    expect([inside.connections, heard, asked.times]).toEqual([0, ['POST /'], 1])
  })

  test('is judged anew at a redirect, also to the same name', async () => {
    const { delivered, inside, heard } = await scene()
    expect(await delivered('/moved', [OUTSIDE], [INSIDE])).toMatchObject({ state: 'waiting', error: 'outsideRefused' })
    expect([inside.connections, heard]).toEqual([0, ['POST /moved']])
  })
})

describe('a transfer', () => {
  /** An institution on this machine that is reached by a name, as are its services and its FTP server. */
  async function scene() {
    const base = await buildPublication(ALLOWED)
    const { world, admin, owner, complete } = base
    const there = await startInstitution(world, { general: templateXml('general', USUAL) })
    // Whoever is let through to the site by its name must not be let through by its address, too.
    world.config.outside.allow.splice(0, world.config.outside.allow.length, `${OUTSIDE}/32`)
    const proxied = await startBoth(world, (request, response) => {
      const url = `${there.origin}${request.url}`
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', async () => {
        const { method = 'GET' } = request
        const headers = Object.fromEntries(
          ['secretkey', 'token', 'version', 'content-type', 'authorization'].flatMap((name) => {
            const value = request.headers[name]
            return typeof value === 'string' ? [[name, value] as const] : []
          }),
        )
        const body = method === 'GET' ? null : new Uint8Array(Buffer.concat(pieces))
        const answer = await fetch(url, { method, headers, body })
        const text = (await answer.text()).replaceAll(there.origin, proxied.host)
        response.writeHead(answer.status).end(text)
      })
    })
    const { id: institution } = await admin.data(institutions.create, {
      name: 'Lake Archive',
      host: proxied.host,
      account: '42',
      code: CODE,
      transfer: 'https',
    })
    const [offered] = await owner.data(institutions.templates, { id: institution })
    const extra = { correspondingAuthor: ['owner@lab.test'] }
    const { id } = await complete({ institution, template: offered?.id ?? '', extra })
    async function submitted() {
      await owner.data(publications.submit, { id })
      await world.services.tasks.drain()
      const [task] = (await owner.data(tasks.mine, {})).list
      return { ...(await owner.data(publications.show, { id })), error: task?.error }
    }
    return { ...proxied, there, submitted }
  }

  test('arrives where the name leads outside', async () => {
    const { submitted, there, inside } = await scene()
    expect(await submitted()).toMatchObject({ transfer: 'success' })
    expect([...there.received.values()].map(({ files: all }) => all.size)).toEqual([2])
    expect(inside.connections).toBe(0)
  })

  test.each([
    ['the announcement', 1, []],
    ['the first file', 2, []],
    ['the completion', 4, []],
  ])('stops before %s when the name leads within by then, and nothing is connected to', async (_what, times) => {
    const { submitted, means, inside, there } = await scene()
    means(...Array.from({ length: times }, () => [OUTSIDE]), [INSIDE])
    const { transfer, error } = await submitted()
    expect([transfer, error, inside.connections]).toEqual(['failed', 'outsideRefused', 0])
    expect([...there.received.values()].every(({ isCompleted }) => !isCompleted)).toBe(true)
  })

  test('sends no file to an FTP server whose name leads within', async () => {
    const base = await buildPublication(ALLOWED)
    const { world, admin, owner, complete } = base
    const there = await startInstitution(world, { general: templateXml('general', USUAL) })
    const { heard: inside, port } = await startInside()
    there.state.instead.DATASET_PUBLISH = (response, request) => {
      request.resume()
      const account = { username: 'u', password: 'p' }
      there.say(response, { resourceId: 'r', ftpUrl: `ftp://${NAME}:${port}`, ...account })
    }
    world.names.set(NAME, () => [INSIDE])
    const { id: institution } = await admin.data(institutions.create, {
      name: 'Lake Archive',
      host: there.origin,
      account: '42',
      code: CODE,
    })
    const [offered] = await owner.data(institutions.templates, { id: institution })
    const extra = { correspondingAuthor: ['owner@lab.test'] }
    const { id } = await complete({ institution, template: offered?.id ?? '', extra })
    await owner.data(publications.submit, { id })
    await world.services.tasks.drain()
    expect((await owner.data(tasks.mine, {})).list[0]?.error).toBe('outsideRefused')
    expect(inside.connections).toBe(0)
  })
})

test('a decision is told to no inner address that the name of its sender means by then', async () => {
  const there = await buildWorld(ALLOWED)
  const admin = await there.as('admin')
  const site = await startBoth(there, (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":0}'),
  )
  await admin.data(settings.setFeatures, { senders: true })
  const { code } = await admin.data(senders.create, { name: 'Lake', account: 'lake', host: site.host, datasetGb: 1 })
  const ask = async (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
    (await (await fetch(`${there.origin}${path}`, { ...init, headers })).json()) as Record<string, string>
  const { ticket } = (await ask('/fair/entry', { secretKey: code })) as unknown as { ticket: { token: string } }
  const own = { token: ticket.token, version: '1.0', 'content-type': 'application/json' }
  const callbackUrl = { onSuccess: `${site.host}/api/audit.callback?token=1` }
  const body = JSON.stringify({ templateName: TEMPLATE, callbackUrl, metadata: RECORD })
  const { resourceId, uploadUrl, username, password } = await ask('/fair/publish', own, { method: 'POST', body })
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  await fetch(`${uploadUrl}/a.csv`, { method: 'PUT', headers: { authorization }, body: 'x\n' })
  await ask(`/fair/completed?resourceId=${resourceId}`, own)
  const [waiting] = (await admin.data(publications.queue, {})).list
  await admin.data(publications.approve, { id: waiting?.id ?? '' })

  site.means([INSIDE])
  expect(await there.services.senders.tellDecisions()).toBe(0)
  expect((await admin.data(senders.incoming, {})).list[0]).toMatchObject({ message: expect.stringMatching(/address/i) })
  expect([site.inside.connections, site.heard]).toEqual([0, []])
  there.clock.advance(RETRY_MS[0] ?? 0)
  site.means([OUTSIDE], [INSIDE])
  expect(await there.services.senders.tellDecisions()).toBe(1)
  expect([site.inside.connections, site.heard]).toEqual([0, ['POST /api/audit.callback?token=1']])
})

test('a published dataset is imported from no inner address that its site means by then', async () => {
  const world = await buildWorld(ALLOWED)
  const { id: spaceId } = await world.space()
  const pages: Record<string, string> = {
    '/bagit.txt': 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n',
    '/manifest-md5.txt': `${createHash('md5').update('x\n').digest('hex')}  data/a.csv\n`,
    '/data/a.csv': 'x\n',
  }
  const site = await startBoth(world, ({ url = '' }, response) =>
    pages[url] === undefined ? response.writeHead(404).end() : response.end(pages[url]),
  )
  const normal = await world.as('normal')
  async function bring() {
    const { id } = await normal.data(imports.fromPublished, { spaceId, address: `${site.host}/bagit.txt` })
    await world.services.tasks.drain()
    const { list } = await normal.data(tasks.parts, { id })
    return [(await normal.data(tasks.show, { id })).state, ...list.flatMap(({ error }) => error || [])]
  }
  expect(await bring()).toEqual(['completed'])
  const times = site.asked.times
  // The last look-up of all is the one for the file.
  site.means(...Array.from({ length: times - 1 }, () => [OUTSIDE]), [INSIDE])
  expect(await bring()).toEqual(['partlyFailed', 'outsideRefused'])
  expect(site.inside.connections).toBe(0)
})
