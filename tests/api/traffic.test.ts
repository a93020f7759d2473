import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { TRAFFIC_KEEP_DAYS } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { serveSite } from '../services/site.ts'
import { makeKey } from '../support/app-password.ts'
import { ftpClient } from '../support/ftp-client.ts'
import { store } from '../support/ftp-data.ts'
import { drawing } from '../support/random.ts'
import { sftpIn } from '../support/sftp-driver.ts'
import { tokenOf } from '../support/token.ts'
import { buildWorld, ownWorld, type World } from '../support/world.ts'

const { traffic, files, imports } = contract

async function shown(world: World, wish: { spaceId?: string; range?: 'day' | 'year' } = {}) {
  await world.services.traffic.save()
  return (await world.as('admin')).data(traffic.show, wish)
}
/** Sends a request over a connection of its own; returns the bytes that went each way. */
async function exchanged(world: World, lines: readonly string[], body = Buffer.alloc(0)) {
  const socket = connect(Number(new URL(world.origin).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(`${[...lines, 'Host: 127.0.0.1', 'Connection: close'].join('\r\n')}\r\n\r\n`)
  if (body.length) socket.write(body)
  socket.resume()
  await once(socket, 'close')
  return { in: socket.bytesWritten, out: socket.bytesRead }
}

describe('traffic', () => {
  test('is for administrators', async () => {
    const world = await buildWorld()
    for (const operation of [traffic.show, traffic.top, traffic.live])
      expect(await (await world.as('owner')).call(operation, {})).toMatchObject({ error: 'forbidden' })
  })

  test.each([
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2001-01-01', to: '2026-03-01' },
  ])('of $from to $to is refused', async (span) => {
    const admin = await (await buildWorld()).as('admin')
    for (const operation of [traffic.show, traffic.top] as const)
      expect(await admin.call(operation, span)).toMatchObject({ error: 'spanInvalid' })
  })

  test('of share links equals the bytes of the connections, and health checks are none', async () => {
    const world = await buildWorld()
    await world.services.traffic.save()
    const before = await shown(world)
    const sums = { in: 0, out: 0 }
    for (const path of [
      '/file-share',
      '/space-share?linkId=x',
      '/api/share/getFileInfo?linkId=x',
      '/api/share/nothing',
    ]) {
      const passed = await exchanged(world, [`GET ${path} HTTP/1.1`])
      sums.in += passed.in
      sums.out += passed.out
    }
    await exchanged(world, ['GET /healthz HTTP/1.1'])
    const { share } = (await shown(world)).total
    expect(share.inBytes - before.total.share.inBytes).toBe(sums.in)
    expect(share.outBytes - before.total.share.outBytes).toBe(sums.out)
    expect(share.requests - before.total.share.requests).toBe(4)
  })

  test('of a random run equals what the connections carried, channel by channel', async () => {
    const world = await buildWorld({ SFTP_PORT: '0', FTP_PORT: '0', FTP_PASSIVE_PORTS: '0' })
    const draw = drawing(20_261_128)
    const { id: spaceId, identifier } = await world.space()
    const owner = await world.as('owner')
    const token = await tokenOf(owner)
    const { user, password } = await makeKey(world, { protocols: ['webdav', 'sftp', 'ftp'] })
    const sftp = await sftpIn((await world.services.openSftp()) ?? 0, user, password)
    const ftp = await ftpClient((await world.services.openFtp()) ?? 0)
    onTestFinished(() => void ftp.die())
    await ftp.login(user, password)
    const basic = `Authorization: Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    const asOwner = (body: Buffer) => [
      cookie,
      `DS_TOKEN: ${owner.cookies.get('DS_TOKEN')}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    const cookie = `Cookie: ${[...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`
    const carried: Record<string, { requests: number; in: number; out: number }> = {}
    const add = (channel: string, { in: arrived, out }: { in: number; out: number }) => {
      const sums = (carried[channel] ??= { requests: 0, in: 0, out: 0 })
      sums.requests += 1
      sums.in += arrived
      sums.out += out
    }
    const random = () => Buffer.alloc(Math.ceil(draw() * 60_000), 'x')
    const site = await serveSite(world, (_request, response) => response.end(random()))
    const ways: Record<string, () => Promise<{ in: number; out: number }>> = {
      web: () => exchanged(world, [`GET /api/spaces?size=${1 + Math.floor(draw() * 9)} HTTP/1.1`, cookie]),
      share: () => exchanged(world, [`GET /api/share/getFileInfo?linkId=${Math.floor(draw() * 1e9)} HTTP/1.1`]),
      token: () => exchanged(world, ['GET /api/spaces HTTP/1.1', `Authorization: Bearer ${token}`]),
      transfer: async () => {
        if (draw() < 0.5) return exchanged(world, ['GET /fair/entry HTTP/1.1'])
        const before = site.carried()
        const wish = Buffer.from(JSON.stringify({ spaceId, urls: [`${site.origin}/${Math.floor(draw() * 1e9)}`] }))
        add('web', await exchanged(world, [`POST /api${imports.fromUrl.path} HTTP/1.1`, ...asOwner(wish)], wish))
        await world.services.tasks.drain()
        const { in: arrived, out } = site.carried()
        return { in: arrived - before.in, out: out - before.out }
      },
      webdav: () => {
        const body = random()
        const name = Math.floor(draw() * 5)
        return exchanged(
          world,
          [`PUT /dav/${identifier}/${name}.bin HTTP/1.1`, basic, `Content-Length: ${body.length}`],
          body,
        )
      },
      sftp: async () => {
        const body = random()
        await sftp.write(`/${identifier}/s.bin`, body)
        return { in: body.length, out: 0 }
      },
      ftp: async () => {
        const body = random()
        await store(ftp, `STOR /${identifier}/f.bin`, body)
        return { in: body.length, out: 0 }
      },
    }
    const sums = async () => {
      await world.services.traffic.save()
      const { rows } = await sql<{ channel: string; requests: number; in: number; out: number }>`
        select channel, sum(requests)::int as requests, sum(in_bytes)::int as in, sum(out_bytes)::int as out
        from traffic_hour group by channel`.execute(world.db)
      return Object.fromEntries(rows.map(({ channel, ...amounts }) => [channel, amounts]))
    }
    const before = await sums()
    const names = Object.keys(ways)
    for (let step = 0; step < 80; step += 1) {
      const name = names[Math.floor(draw() * names.length)] ?? ''
      add(name, (await ways[name]?.()) ?? { in: 0, out: 0 })
    }
    sftp.end()
    const after = await sums()
    const none = { requests: 0, in: 0, out: 0 }
    for (const name of names) {
      const [was, is] = [before[name] ?? none, after[name] ?? none]
      const counted = { requests: is.requests - was.requests, in: is.in - was.in, out: is.out - was.out }
      expect([name, counted]).toEqual([name, carried[name]])
    }
  })

  test('of requests that the installation sends to itself is none, and hinders no other count', async () => {
    const world = await buildWorld()
    const { statusCode } = await world.app.inject({ url: '/api/setting/basic' })
    expect(statusCode).toBe(200)
    expect((await shown(world)).total.web).toEqual({ requests: 0, inBytes: 0, outBytes: 0 })
  })

  test('counts for its channel however the address is written', async () => {
    const world = await buildWorld()
    const before = (await shown(world)).total
    await exchanged(world, ['GET /%64av/x HTTP/1.1'])
    await exchanged(world, ['GET /api/%73hare/getFileInfo?linkId=x HTTP/1.1'])
    await exchanged(world, ['GET /%E0%A4%A/dav/ HTTP/1.1'])
    const { total } = await shown(world)
    expect(total.webdav.requests - before.webdav.requests).toBe(1)
    expect(total.share.requests - before.share.requests).toBe(1)
  })

  test('names the space, the person and the channel, whichever way the bytes take', async () => {
    const world = await buildWorld({ SFTP_PORT: '0' })
    const port = (await world.services.openSftp()) ?? 0
    const space = await world.space()
    await world.space({ name: 'Quiet' })
    const { user, password } = await makeKey(world, { protocols: ['webdav', 'sftp'] })
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    const body = Buffer.alloc(50_000, 'x')
    await fetch(`${world.origin}/dav/${space.identifier}/a.txt`, { method: 'PUT', headers: { authorization }, body })
    const sftp = await sftpIn(port, user, password)
    await sftp.write(`/${space.identifier}/b.txt`, body)
    await sftp.read(`/${space.identifier}/b.txt`)
    sftp.end()
    await (await world.as('owner')).data(files.list, { spaceId: space.id })

    const { total } = await shown(world, { spaceId: space.id })
    expect(total.webdav.inBytes).toBeGreaterThan(50_000)
    expect(total.webdav.requests).toBe(1)
    expect(total.sftp).toEqual({ requests: 2, inBytes: 50_000, outBytes: 50_000 })
    expect(total.web.requests).toBeGreaterThanOrEqual(1)
    expect(total.ftp).toEqual({ requests: 0, inBytes: 0, outBytes: 0 })
    const admin = await world.as('admin')
    const [first] = await admin.data(traffic.top, { by: 'spaces' })
    expect(first).toMatchObject({ id: space.id, name: space.name })
    const [person] = await admin.data(traffic.top, { by: 'people' })
    expect(person?.id).toBe(world.idOf('owner'))
  })

  test('of a day is shown by the hour, of a year by the month, and sums are added to', async () => {
    const world = await buildWorld()
    const passage = { channel: 'ftp', spaceId: null, personId: null, requests: 1, inBytes: 10, outBytes: 5 } as const
    world.services.traffic.count(passage)
    await world.services.traffic.save()
    world.services.traffic.count(passage)
    world.services.traffic.count(passage)
    const day = await shown(world, { range: 'day' })
    expect(day.steps).toHaveLength(24)
    expect(day.steps.at(-1)?.channels.ftp).toEqual({ requests: 3, inBytes: 30, outBytes: 15 })
    const year = await shown(world, { range: 'year' })
    expect(year.steps).toHaveLength(12)
    expect(year.total.ftp.inBytes).toBe(30)
  })

  test('is forgotten by the hour after a month, and stays by the day for years', async () => {
    const world = await buildWorld()
    const passage = { channel: 'ftp', spaceId: null, personId: null, requests: 1, inBytes: 10, outBytes: 5 } as const
    world.services.traffic.count(passage)
    await world.services.traffic.save()
    world.clock.advance(40 * DAY_MS)
    expect(await world.services.traffic.sweep({ trafficDays: TRAFFIC_KEEP_DAYS.default })).toBeGreaterThan(0)
    expect((await shown(world, { range: 'year' })).total.ftp.inBytes).toBe(10)
    world.clock.advance(4 * 366 * DAY_MS)
    await world.services.traffic.sweep({ trafficDays: TRAFFIC_KEEP_DAYS.default })
    const { rows } = await sql`select from traffic_day where channel = 'ftp'`.execute(world.db)
    expect(rows).toEqual([])
  })

  test('of a space that is gone stays in the sums, without its name', async () => {
    const world = await buildWorld()
    const spaceId = randomUUID()
    const passage = { channel: 'share', spaceId, personId: null, requests: 1, inBytes: 1e9, outBytes: 0 } as const
    world.services.traffic.count(passage)
    await world.services.traffic.save()
    const [first] = await (await world.as('admin')).data(traffic.top, { by: 'spaces' })
    expect(first).toMatchObject({ id: spaceId, name: '', inBytes: 1e9 })
  })

  test('of this moment is told second by second from the first question on', async () => {
    const world = await ownWorld()
    const admin = await world.as('admin')
    await admin.data(traffic.live, {})
    await world.services.traffic.tick()
    world.clock.advance(1000)
    const passage = { channel: 'ftp', spaceId: null, personId: null, requests: 1, inBytes: 10, outBytes: 5 } as const
    world.services.traffic.count(passage)
    await world.services.traffic.tick()
    const { seconds } = await admin.data(traffic.live, {})
    expect(seconds).toHaveLength(120)
    expect(seconds.at(-1)?.channels.ftp).toEqual({ requests: 1, inBytes: 10, outBytes: 5 })
    expect(seconds.at(-2)?.channels.ftp.requests).toBe(0)
  })

  test('is exported as a sheet, in the words of the reader', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    await world.services.traffic.save()
    const sheet = await (await admin.send(traffic.export, {})).text()
    expect(sheet.split('\r\n')[0]).toContain('Access method')
    expect(sheet).toMatch(/\r\n\d{4}-\d\d-\d\d,web,\d+,\d+,\d+/)
  })
})
