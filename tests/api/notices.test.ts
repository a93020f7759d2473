import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import type { Announcement, Maintenance } from '#contract/notices.ts'
import { makeKey } from '../support/app-password.ts'
import { ftpWorld } from '../support/ftp.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const { notices, files, session, spaces, registration, settings } = contract
const MESSAGE = { zh: '今晚升级', en: 'Upgrade tonight' }

const maintain = async (world: World, wish: Partial<Maintenance>) =>
  (await world.as('admin')).data(notices.setMaintenance, { mode: 'off', message: MESSAGE, from: null, ...wish })
const announcement = (wish: Partial<Announcement> = {}): Announcement => ({
  id: randomUUID(),
  level: 'info',
  text: { zh: '', en: 'New storage' },
  from: null,
  until: null,
  isDismissable: true,
  ...wish,
})
const textsFor = async (world: World, who: 'owner' | 'normal' | 'stranger') =>
  (await (await world.as(who)).data(notices.current, {})).map(({ text }) => text)

describe('maintenance', () => {
  test('is set by administrators, with a message of limited length', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const wish = { mode: 'closed', message: MESSAGE, from: null } as const
    for (const answer of [
      await owner.call(notices.maintenance, {}),
      await owner.call(notices.setMaintenance, wish),
      await owner.call(notices.announcements, {}),
      await owner.call(notices.setAnnouncements, { list: [] }),
    ])
      expect(answer).toMatchObject({ error: 'forbidden' })
    const long = { ...wish, message: { zh: 'x'.repeat(501), en: '' } }
    expect(await (await world.as('admin')).call(notices.setMaintenance, long)).toMatchObject({ error: 'invalid' })
  })

  test('that closes the site refuses everybody but administrators, with its message, on pages and calls', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    await maintain(world, { mode: 'closed' })
    expect(await owner.call(spaces.show, { id })).toMatchObject({ error: 'maintenance', message: 'Upgrade tonight' })
    const stranger = await world.as('stranger')
    expect(await stranger.call(spaces.list, {})).toMatchObject({ error: 'maintenance' })
    const raw = await fetch(`${world.origin}/api/spaces`)
    expect(raw.status).toBe(503)
    const page = await fetch(`${world.origin}/space/${id}`, { headers: { accept: 'text/html', cookie: 'lang=zh' } })
    const html = await page.text()
    expect([page.status, html]).toEqual([503, expect.stringContaining('今晚升级')])
    // Readers of the other language find theirs below, and both see whose site it is.
    expect(html).toContain('<section lang="en">')
    expect(html).toContain('Upgrade tonight')
    const logo = /<img src="([^"]+)"/.exec(html)?.[1] ?? ''
    expect((await fetch(new URL(logo, world.origin))).status).toBe(200)
    // What asks whether it is open again is answered as the page was, and the map of the site tells nothing.
    const head = await fetch(`${world.origin}/space/${id}`, { method: 'HEAD', headers: { accept: 'text/html' } })
    expect([head.status, head.headers.get('retry-after')]).toEqual([503, page.headers.get('retry-after')])
    expect((await fetch(`${world.origin}/sitemap.xml`)).status).toBe(503)
    for (const path of ['/healthz', '/readyz', '/login'])
      expect((await fetch(`${world.origin}${path}`, { headers: { accept: 'text/html' } })).status).toBe(200)
    expect((await (await world.as('admin')).data(spaces.list, {})).list).toBeDefined()
  })

  test('with a message in one language has the default sentence in the other: on its page, in refusals and notices', async () => {
    const world = await buildWorld()
    await maintain(world, { mode: 'closed', message: { zh: '今晚升级', en: '' } })
    const html = await (await fetch(`${world.origin}/space`, { headers: { accept: 'text/html' } })).text()
    const [own = '', other = ''] = html.split('<section lang="en">')
    const sentence = 'The site is under maintenance and temporarily unavailable. Please come back later.'
    expect([own.includes('今晚升级'), other.includes('今晚升级'), other.includes(sentence)]).toEqual([
      true,
      false,
      true,
    ])
    const owner = await world.as('owner')
    expect(await owner.call(spaces.list, {})).toMatchObject({ error: 'maintenance', message: sentence })
    expect(await textsFor(world, 'owner')).toEqual([sentence])
    // Who would sign in for nothing is told before.
    expect(await textsFor(world, 'stranger')).toEqual([`${sentence} (Only administrators can sign in for now.)`])
    owner.language = 'zh'
    expect(await owner.call(spaces.list, {})).toMatchObject({ error: 'maintenance', message: '今晚升级' })
  })

  test('lets administrators sign in and end it', async () => {
    const world = await buildWorld()
    await maintain(world, { mode: 'closed' })
    const stranger = await world.as('stranger')
    expect(await stranger.data(settings.basic, {})).toBeDefined()
    const answer = await stranger.call(session.login, { emailAccounts: 'admin@lab.test', password: PASSWORD })
    expect(answer).toMatchObject({ code: 0 })
    await maintain(world, { mode: 'off' })
    expect(await (await world.as('owner')).call(spaces.list, {})).toMatchObject({ code: 0 })
  })

  test('that is read-only lets people read and change nothing', async () => {
    const world = await buildWorld()
    const { id: spaceId, root } = await world.space()
    const owner = await world.as('owner')
    const { hash } = await upload(owner, { spaceId, name: 'a.txt' }, Buffer.from('still here'))
    await maintain(world, { mode: 'readOnly' })
    expect((await owner.data(files.list, { spaceId, hash: root })).list).toHaveLength(1)
    expect(await owner.call(files.create, { spaceId, path: 'new' })).toMatchObject({ error: 'maintenance' })
    expect(await owner.call(files.remove, { spaceId, hashList: [hash] })).toMatchObject({ error: 'maintenance' })
    expect(
      await (await world.as('stranger')).call(registration.resend, { emailAccounts: 'x@lab.test' } as never),
    ).toMatchObject({
      error: 'maintenance',
    })
    expect(
      await (await world.as('admin')).call(notices.setMaintenance, { mode: 'off', message: MESSAGE, from: null }),
    ).toMatchObject({ code: 0 })
    expect(await owner.call(files.create, { spaceId, path: 'new' })).toMatchObject({ code: 0 })
  })

  test('holds for WebDAV and FTP too', async () => {
    const { world, space, logIn } = await ftpWorld()
    const { identifier, id: spaceId } = space
    await upload(await world.as('owner'), { spaceId, name: 'a.txt' }, Buffer.from('still here'))
    const { password } = await makeKey(world)
    const dav = (method: string, name: string, body?: string) =>
      fetch(`${world.origin}/dav/${identifier}/${name}`, {
        method,
        headers: { authorization: `Basic ${Buffer.from(`owner@lab.test:${password}`).toString('base64')}` },
        ...(body !== undefined && { body }),
      })
    await maintain(world, { mode: 'readOnly' })
    expect((await dav('GET', 'a.txt')).status).toBe(200)
    expect((await dav('PUT', 'b.txt', 'no')).status).toBe(503)
    expect((await dav('DELETE', 'a.txt')).status).toBe(503)
    const ftp = await logIn()
    expect(await ftp.say(`MKD /${identifier}/new`)).toMatch(/^450/)
    await maintain(world, { mode: 'closed' })
    expect((await dav('GET', 'a.txt')).status).toBe(503)
    expect(await ftp.say(`CWD /${identifier}`)).toMatch(/^450/)
  })

  test('holds however the address of a call is spelt', async () => {
    const world = await buildWorld()
    const { id: spaceId, root } = await world.space()
    const owner = await world.as('owner')
    const said = (path: string) =>
      new Promise<unknown>((resolve, reject) => {
        const headers = { ...owner.headers(), 'content-type': 'application/x-www-form-urlencoded' }
        const sent = request(world.origin, { path, method: 'POST', headers }, (answer) => resolve(json(answer)))
        sent.on('error', reject).end(new URLSearchParams({ spaceId, path: 'new' }).toString())
      })
    await maintain(world, { mode: 'readOnly' })
    for (const path of ['/api/file/create', '/%61pi/file/create', '/%61pi/file/create#.js', '/api/file/create#.js'])
      expect.soft(await said(path), path).toMatchObject({ error: 'maintenance' })
    expect((await owner.data(files.list, { spaceId, hash: root })).list).toEqual([])
    await maintain(world, { mode: 'closed' })
    for (const path of [`/dataset/${spaceId}/1/files/a.csv`, `/%64ataset/${spaceId}/1/files/a.csv`])
      expect.soft((await fetch(world.origin + path)).status, path).toBe(503)
  })

  test('that begins later is told before, and refuses nothing until then', async () => {
    const world = await buildWorld()
    const from = new Date(world.clock.now().getTime() + HOUR_MS).toISOString()
    await maintain(world, { mode: 'closed', from })
    const owner = await world.as('owner')
    expect(await owner.data(notices.current, {})).toMatchObject([{ id: null, text: 'Upgrade tonight', from }])
    expect(await owner.call(spaces.list, {})).toMatchObject({ code: 0 })
    world.clock.advance(HOUR_MS)
    expect(await owner.call(spaces.list, {})).toMatchObject({ error: 'maintenance' })
    expect(await owner.data(notices.current, {})).toMatchObject([{ id: null, level: 'warning', from: null }])
  })
})

describe('an announcement', () => {
  test('without a text is refused, and so are too many', async () => {
    const admin = await (await buildWorld()).as('admin')
    const empty = announcement({ text: { zh: ' ', en: '' } })
    expect(await admin.call(notices.setAnnouncements, { list: [empty] })).toMatchObject({ error: 'invalid' })
    const many = Array.from({ length: 21 }, () => announcement())
    expect(await admin.call(notices.setAnnouncements, { list: many })).toMatchObject({ error: 'invalid' })
  })

  test('that would end before it begins is refused with its end', async () => {
    const admin = await (await buildWorld()).as('admin')
    const [early, late] = ['2026-09-04T08:00:00.000Z', '2026-09-04T09:00:00.000Z']
    for (const until of [early, late])
      expect(
        await admin.call(notices.setAnnouncements, { list: [announcement(), announcement({ from: late, until })] }),
      ).toMatchObject({ error: 'invalid', fields: [{ field: 'list.1.until' }] })
    const right = announcement({ from: early, until: late })
    expect(await admin.data(notices.setAnnouncements, { list: [right] })).toEqual({ list: [right] })
  })

  test('is shown to everybody in its time, and to nobody who dismissed it', async () => {
    const world = await buildWorld()
    const soon = new Date(world.clock.now().getTime() + HOUR_MS).toISOString()
    const one = announcement()
    const kept = announcement({ text: { zh: '停电', en: 'Power cut' }, isDismissable: false, until: soon })
    const later = announcement({ text: { zh: '', en: 'Later' }, from: soon })
    await (await world.as('admin')).data(notices.setAnnouncements, { list: [one, kept, later] })
    expect(await textsFor(world, 'stranger')).toEqual(['New storage', 'Power cut'])
    const owner = await world.as('owner')
    await owner.data(notices.dismiss, { id: one.id })
    await owner.data(notices.dismiss, { id: kept.id })
    expect(await textsFor(world, 'owner')).toEqual(['Power cut'])
    expect(await textsFor(world, 'normal')).toEqual(['New storage', 'Power cut'])
    world.clock.advance(2 * HOUR_MS)
    expect(await textsFor(world, 'normal')).toEqual(['New storage', 'Later'])
  })
})
