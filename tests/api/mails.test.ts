import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { MAIL_TRIES } from '../../server/modules/mails/outbox.ts'
import { startSmtp } from '../services/smtp.ts'
import { Client } from '../support/client.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const { audit, mails, registration, users } = contract
const FAR_MS = 24 * 3_600_000

async function smtp(wish: Parameters<typeof startSmtp>[0] = {}) {
  const server = await startSmtp(wish)
  onTestFinished(() => server.stop())
  return server
}
const setSmtp = async (world: World, port: number, more: Record<string, unknown> = {}) =>
  (await world.as('admin')).data(mails.setServer, {
    kind: 'smtp',
    host: '127.0.0.1',
    port,
    security: 'none',
    from: 'ds@lab.test',
    fromName: '数据空间',
    ...more,
  })
const askReset = async (world: World, emailAccounts = 'owner@lab.test') =>
  (await world.as('stranger')).data(registration.requestReset, { emailAccounts, ...(await world.captcha()) })
const sendAll = async (world: World) => {
  await world.services.mails.flushed()
  await world.services.mails.drain()
  // What another round claimed meanwhile.
  await world.services.mails.flushed()
}

describe('the mail server', () => {
  test('is for administrators', async () => {
    const owner = await (await buildWorld()).as('owner')
    expect(await owner.call(mails.server, {})).toMatchObject({ error: 'forbidden' })
    expect(await owner.call(mails.list, {})).toMatchObject({ error: 'forbidden' })
  })

  test('without an address is refused beside the field', async () => {
    const admin = await (await buildWorld()).as('admin')
    expect(await admin.call(mails.setServer, { kind: 'smtp', from: 'a@lab.test' })).toMatchObject({
      error: 'mailServerWrong',
      fields: [{ field: 'host' }],
    })
  })

  test('that the environment names is not changed here', async () => {
    const world = await buildWorld({ MAIL_URL: 'smtp://127.0.0.1:9' })
    const admin = await world.as('admin')
    const wish = { kind: 'smtp', host: 'mail.lab.test', from: 'ds@lab.test' } as const
    expect(await admin.call(mails.setServer, wish)).toMatchObject({ error: 'mailServerFixed' })
    expect(await admin.data(mails.server, {})).toMatchObject({ host: '127.0.0.1', isFixed: true })
  })

  test('its password is kept sealed, never reported, and stays when none is given', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    await setSmtp(world, 25, { account: 'ds', password: 'hunter2' })
    const answered = await setSmtp(world, 26, { account: 'ds' })
    expect(answered).toMatchObject({ port: 26, hasPassword: true })
    expect(JSON.stringify(await admin.data(mails.server, {}))).not.toContain('hunter2')
    expect(JSON.stringify(await world.db.selectFrom('setting').selectAll().execute())).not.toContain('hunter2')
    expect(await setSmtp(world, 26, { password: '' })).toMatchObject({ hasPassword: false })
  })

  test('is none at first: mails go to a folder that the console shows whole', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    expect(await admin.data(mails.server, {})).toMatchObject({ kind: 'file', isFixed: false })
    await askReset(world)
    expect(await world.inbox('owner@lab.test')).toHaveLength(1)
    const [mail] = (await admin.data(mails.list, {})).list
    expect(mail).toMatchObject({ kind: 'reset', state: 'kept', sentAt: null, recipient: 'owner@lab.test' })
    expect((await admin.data(mails.show, { id: mail?.id ?? '' })).text).toContain('/reset-password?code=')
  })
})

test('links of people who have set no password yet are downloaded at once, until their mail has left', async () => {
  const world = await buildWorld()
  const admin = await world.as('admin')
  const draft = { orgChineseName: 'Institute of Lakes', role: 'role_general' as const }
  await admin.data(users.create, { ...draft, emailAccounts: 'wu@lab.test', name: 'Wu Yan' })
  const { id } = await admin.data(users.create, { ...draft, emailAccounts: 'he@lab.test', name: 'He Ping' })
  await admin.data(users.disable, { id })
  // The mails of a large import come into the outbox one after another; their links are there at once.
  await world.db.updateTable('mail').set({ state: 'waiting' }).execute()
  expect(await (await admin.send(mails.links, {})).text()).toContain('wu@lab.test,Wu Yan,http')
  await world.db.updateTable('mail').set({ state: 'kept' }).execute()
  const [mail] = await world.inbox('wu@lab.test')
  const [, link = ''] = /(http\S+code=\S+)/.exec(mail?.text ?? '') ?? []
  const sheet = await (await admin.send(mails.links, {})).text()
  expect(sheet).toContain(`wu@lab.test,Wu Yan,${link},`)
  expect(sheet).not.toContain('he@lab.test')
  const { list } = await admin.data(contract.audit.list, {})
  expect(list).toContainEqual(expect.objectContaining({ action: 'mailLinksExported' }))
  const server = await smtp()
  await setSmtp(world, server.port)
  expect(await (await admin.send(mails.links, {})).text()).toContain(link)
  await admin.data(mails.sendKept, {})
  await sendAll(world)
  expect(await (await admin.send(mails.links, {})).text()).not.toContain('wu@lab.test')
})

describe('a kept mail', () => {
  const draft = { orgChineseName: 'Institute of Lakes', role: 'role_general' as const }
  const linkIn = (text = '') => /http\S+code=\S+/.exec(text)?.[0] ?? ''

  test('does not go while nothing sends mail', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    await askReset(world)
    await sendAll(world)
    const [mail] = (await admin.data(mails.list, {})).list
    expect(await admin.call(mails.retry, { id: mail?.id ?? '' })).toMatchObject({ error: 'mailsStay' })
    expect(await admin.call(mails.sendKept, {})).toMatchObject({ error: 'mailsStay' })
  })

  test('shows its link until it has left; all invitations still needed go at once, with links that work', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    for (const name of ['wu', 'he']) {
      await admin.data(users.create, { ...draft, emailAccounts: `${name}@lab.test`, name })
    }
    const { id } = await admin.data(users.create, { ...draft, emailAccounts: 'qi@lab.test', name: 'Qi' })
    await admin.data(users.disable, { id })
    await askReset(world)
    await sendAll(world)
    const server = await smtp()
    await setSmtp(world, server.port)
    const { list } = await admin.data(mails.list, { state: 'kept', q: 'wu@' })
    const shown = await admin.data(mails.show, { id: list[0]?.id ?? '' })
    expect(linkIn(shown.text)).not.toBe('')
    world.clock.advance(30 * DAY_MS)
    const fresh = await new Client(world.origin).login('admin@lab.test', PASSWORD)
    expect((await fresh.data(mails.show, { id: list[0]?.id ?? '' })).text).toContain('This link no longer works')
    expect(await fresh.data(mails.kept, {})).toEqual({ count: 2 })
    expect(await fresh.data(mails.sendKept, {})).toEqual({ count: 2 })
    await sendAll(world)
    const sent = server.mails.filter(({ text }) => text?.includes('created'))
    expect(sent.map((mail) => mail.to?.[0]?.address).sort()).toEqual(['he@lab.test', 'wu@lab.test'])
    const to = sent.find((mail) => mail.to?.[0]?.address === 'wu@lab.test')
    expect(linkIn(to?.text)).not.toBe(linkIn(shown.text))
    const code = linkIn(to?.text).split('code=')[1] ?? ''
    const stranger = await world.as('stranger')
    const password = { password: 'Deep-Water-4', confirmPassword: 'Deep-Water-4' }
    await stranger.data(registration.reset, { code, ...password, ...(await world.captcha()) })
    expect((await fresh.data(mails.show, { id: list[0]?.id ?? '' })).text).toContain('Link hidden: only the recipient')
    expect(await fresh.data(mails.kept, {})).toEqual({ count: 0 })
  })

  test('goes by itself with a new link, unless its recipient no longer needs it', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    await askReset(world)
    const { id } = await admin.data(users.create, { ...draft, emailAccounts: 'wu@lab.test', name: 'Wu Yan' })
    await sendAll(world)
    await admin.data(users.disable, { id })
    const server = await smtp()
    await setSmtp(world, server.port)
    const { list } = await admin.data(mails.list, { state: 'kept' })
    const of = (kind: string) => list.find((mail) => mail.kind === kind)?.id ?? ''
    expect(await admin.call(mails.retry, { id: of('invitation') })).toMatchObject({ error: 'mailOutdated' })
    await Promise.all([admin.data(mails.retry, { id: of('reset') }), admin.data(mails.retry, { id: of('reset') })])
    await sendAll(world)
    expect(server.mails.filter((mail) => mail.to?.[0]?.address === 'owner@lab.test')).toHaveLength(1)
    const { list: trail } = await admin.data(contract.audit.list, {})
    expect(trail.filter(({ action }) => action === 'keptMailsSent')).toMatchObject([{ after: { count: 1 } }])
  })

  test('of two administrators who send all at once, one sends each', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    for (const name of ['wu', 'he']) {
      await admin.data(users.create, { ...draft, emailAccounts: `${name}@lab.test`, name })
    }
    await sendAll(world)
    const server = await smtp()
    await setSmtp(world, server.port)
    const counts = await Promise.all([admin.data(mails.sendKept, {}), admin.data(mails.sendKept, {})])
    expect(counts.map(({ count }) => count).sort()).toEqual([0, 2])
    await sendAll(world)
    expect(server.mails.filter(({ text }) => text?.includes('created'))).toHaveLength(2)
  })
})

test('a link that was replaced by a newer one is not passed on', async () => {
  const world = await buildWorld()
  const admin = await world.as('admin')
  const draft = { orgChineseName: 'Institute of Lakes', role: 'role_general' as const }
  const { id } = await admin.data(users.create, { ...draft, emailAccounts: 'wu@lab.test', name: 'Wu Yan' })
  await sendAll(world)
  world.clock.advance(60_000)
  await admin.data(users.activate, { id })
  await sendAll(world)
  const [newer, older] = (await admin.data(mails.list, { q: 'wu@' })).list
  const shown = async (mail: typeof newer) => (await admin.data(mails.show, { id: mail?.id ?? '' })).text
  expect(await shown(newer)).toContain('code=')
  expect(await shown(older)).not.toContain('code=')
  expect(await shown(older)).toContain('This link no longer works')
})

describe('an invitation that failed', () => {
  test('and has expired goes with a new link, whose end the sheet of links tells', async () => {
    const world = await buildWorld()
    let isDown = true
    const server = await smtp({ refuses: () => isDown })
    await setSmtp(world, server.port)
    await (await world.as('admin')).data(users.create, {
      orgChineseName: 'Institute of Lakes',
      role: 'role_general',
      emailAccounts: 'wu@lab.test',
      name: 'Wu Yan',
    })
    await sendAll(world)
    world.clock.advance(90 * DAY_MS)
    const admin = await new Client(world.origin).login('admin@lab.test', PASSWORD)
    const [mail] = (await admin.data(mails.list, { q: 'wu@' })).list
    expect(await (await admin.send(mails.links, {})).text()).not.toContain('wu@lab.test')
    await admin.data(mails.retry, { id: mail?.id ?? '' })
    await world.services.mails.flushed()
    const sheet = await (await admin.send(mails.links, {})).text()
    const [, link = '', until = ''] = /Wu Yan,(http[^,]+),(\S+)/.exec(sheet) ?? []
    expect(Date.parse(until)).toBeGreaterThan(world.clock.now().getTime())
    isDown = false
    world.clock.advance(FAR_MS)
    await sendAll(world)
    expect(server.mails.find(({ text }) => text?.includes('created'))?.text).toContain(link)
  })

  test.each<[string, (admin: Client, id: string) => Promise<unknown>]>([
    ['outbox', (admin, id) => admin.data(mails.retry, { id })],
    ['background tasks', (admin, id) => admin.data(contract.jobs.retry, { queue: 'mail', kind: 'invitation', id })],
  ])('and was replaced by a newer one goes with a new link too, from the %s', async (_where, again) => {
    const world = await buildWorld()
    let isDown = true
    const server = await smtp({ refuses: () => isDown })
    await setSmtp(world, server.port)
    const admin = await world.as('admin')
    const { id } = await admin.data(users.create, {
      orgChineseName: 'Institute of Lakes',
      role: 'role_general',
      emailAccounts: 'wu@lab.test',
      name: 'Wu Yan',
    })
    await sendAll(world)
    const [older] = (await admin.data(mails.list, { q: 'wu@' })).list
    const linkOf = async () => /code=(\S+)/.exec((await admin.data(mails.show, { id: older?.id ?? '' })).text)?.[1]
    const first = await linkOf()
    world.clock.advance(60_000)
    await admin.data(users.activate, { id })
    await world.services.mails.flushed()
    expect(await linkOf()).toBeUndefined()
    isDown = false
    await again(admin, older?.id ?? '')
    await sendAll(world)
    const sent = server.mails.flatMap(({ text }) => /code=(\S+)/.exec(text ?? '')?.[1] ?? [])
    expect(sent).not.toContain(first)
  })

  test('shows its link, unlike a reset that waits for the server', async () => {
    const world = await buildWorld()
    const server = await smtp({ refuses: () => true })
    await setSmtp(world, server.port)
    const admin = await world.as('admin')
    await askReset(world)
    await sendAll(world)
    const [mail] = (await admin.data(mails.list, { state: 'waiting' })).list
    const shown = await admin.data(mails.show, { id: mail?.id ?? '' })
    expect(shown.text).toContain('Link hidden')
    expect(shown.text).not.toContain('code=')
  })
})

describe('the default sender', () => {
  /** A sendmail that notes how it was called and what it got, or refuses. */
  async function sendmail(exit = 0) {
    const folder = await mkdtemp(join(tmpdir(), 'ds-sendmail-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const [path, got] = [join(folder, 'sendmail'), join(folder, 'got')]
    const lines = ['#!/bin/sh', `echo "$@" > ${got}`, `cat >> ${got}`, `[ ${exit} = 0 ] || echo no such user >&2`]
    await writeFile(path, `${lines.join('\n')}\nexit ${exit}\n`, { mode: 0o755 })
    return { path, got: () => readFile(got, 'utf8') }
  }

  test('of the machine is refused where there is none', async () => {
    const admin = await (await buildWorld()).as('admin')
    expect(await admin.data(mails.server, {})).toMatchObject({ hasSendmail: false })
    const wish = { kind: 'sendmail' as const, from: 'ds@lab.test' }
    expect(await admin.call(mails.setServer, wish)).toMatchObject({ error: 'sendmailMissing' })
  })

  test('that refuses a mail is told in the outbox', async () => {
    const { path } = await sendmail(67)
    const world = await buildWorld({ SENDMAIL: path, MAIL_FROM: 'ds@lab.test' })
    await askReset(world)
    await sendAll(world)
    const [mail] = (await (await world.as('admin')).data(mails.list, {})).list
    expect(mail).toMatchObject({
      state: 'waiting',
      error: 'no such user',
      advice: 'Check the settings based on the server’s response.',
    })
  })

  test('takes mails while no server is set, until administrators turn it off', async () => {
    const { path, got } = await sendmail()
    const world = await buildWorld({ SENDMAIL: path, MAIL_FROM: 'ds@lab.test' })
    const admin = await world.as('admin')
    expect(await admin.data(mails.server, {})).toMatchObject({ kind: 'sendmail', from: 'ds@lab.test' })
    await askReset(world)
    await sendAll(world)
    expect(await got()).toMatch(/^-i -f ds@lab\.test -- owner@lab\.test\n/)
    expect(await got()).toContain('To: owner@lab.test')
    expect((await admin.data(mails.list, {})).list).toMatchObject([{ state: 'sent' }])
    await admin.data(mails.setServer, { kind: 'file', from: 'ds@lab.test' })
    expect(await admin.data(mails.server, {})).toMatchObject({ kind: 'file', hasSendmail: true })
  })
})

test('a test without a server keeps the mail here, and says no word of where the server keeps files', async () => {
  const world = await buildWorld()
  const admin = await world.as('admin')
  const answered = await admin.data(mails.test, { kind: 'file', from: 'ds@lab.test', to: 'admin@lab.test' })
  expect(answered).toMatchObject({ isOk: true, answered: '' })
  expect(JSON.stringify(answered)).not.toContain(world.dataDir)
  expect(await world.inbox('admin@lab.test')).toHaveLength(1)
})

describe('a mail', () => {
  test('leaves by the server, in text and HTML, with Chinese intact; then its link is kept nowhere', async () => {
    const world = await buildWorld()
    const server = await smtp({ account: 'ds', password: 'hunter2' })
    const admin = await world.as('admin')
    await setSmtp(world, server.port, { account: 'ds', password: 'hunter2' })
    const stranger = await world.as('stranger')
    stranger.language = 'zh'
    await askReset(world)
    await sendAll(world)
    const [mail] = server.mails
    expect(mail?.from).toEqual({ address: 'ds@lab.test', name: '数据空间' })
    expect(mail?.subject).toContain('密码')
    expect(mail?.text).toContain('24 小时')
    const [, code = ''] = /code=([\w-]+)/.exec(mail?.text ?? '') ?? []
    expect(mail?.html).toContain(code)
    const [row] = (await admin.data(mails.list, {})).list
    const shown = await admin.data(mails.show, { id: row?.id ?? '' })
    expect(shown.text).not.toContain(code)
    // The record stays as it was sent, whatever the site is called and writes later.
    const later = { subject: 'Later', body: '{{url}}' }
    await admin.data(mails.setTemplate, { kind: 'reset', zh: later, en: later })
    expect(await admin.data(mails.show, { id: row?.id ?? '' })).toEqual(shown)
    expect(shown.text).toBe(mail?.text?.trim().replace(/https?:\S+/, 'Link hidden: only the recipient can see it'))
    expect(await world.db.selectFrom('mail').select('secrets').executeTakeFirst()).toEqual({ secrets: null })
  })

  test('waits longer after each refusal, and goes when the server is back', async () => {
    const world = await buildWorld()
    let isDown = true
    const server = await smtp({ refuses: () => isDown })
    const admin = await world.as('admin')
    await setSmtp(world, server.port)
    await askReset(world)
    await sendAll(world)
    const [row] = (await admin.data(mails.list, { state: 'waiting' })).list
    expect(row).toMatchObject({ attempts: 1 })
    expect(Date.parse(row?.nextAt ?? '') - world.clock.now().getTime()).toBe(60_000)
    isDown = false
    await sendAll(world)
    expect(server.mails).toHaveLength(0)
    world.clock.advance(60_000)
    await sendAll(world)
    expect(server.mails).toHaveLength(1)
  })

  test('that was written by a clock that was ahead goes once the clock is right', async () => {
    const world = await buildWorld()
    let isDown = true
    const server = await smtp({ refuses: () => isDown })
    await setSmtp(world, server.port)
    world.clock.advance(300 * DAY_MS)
    await askReset(world)
    await sendAll(world)
    world.clock.advance(-300 * DAY_MS)
    isDown = false
    await sendAll(world)
    expect(server.mails).toHaveLength(1)
  })

  test('has failed after eight tries, says why, and goes when an administrator sends it again', async () => {
    const world = await buildWorld()
    let isDown = true
    const server = await smtp({ refuses: () => isDown })
    await setSmtp(world, server.port)
    await askReset(world)
    await world.services.mails.flushed()
    for (let i = 0; i < MAIL_TRIES; i += 1) {
      await world.services.mails.drain()
      world.clock.advance(FAR_MS)
    }
    const rows = await world.db.selectFrom('mail').selectAll().execute()
    expect(rows).toMatchObject([{ state: 'failed', attempts: MAIL_TRIES, next_at: null }])
    expect(rows[0]?.error).toContain('try later')
    isDown = false
    // The session of before is long over by this clock.
    const fresh = await new Client(world.origin).login('admin@lab.test', PASSWORD)
    await fresh.data(mails.retry, { id: rows[0]?.id ?? '' })
    await world.services.mails.flushed()
    expect(server.mails.filter((mail) => mail.to?.[0]?.address === 'owner@lab.test')).toHaveLength(1)
  })

  test('is sent once, however many nodes send at once', async () => {
    const world = await buildWorld()
    const server = await smtp()
    await setSmtp(world, server.port)
    for (const who of ['owner', 'senior', 'normal']) await askReset(world, `${who}@lab.test`)
    await Promise.all(Array.from({ length: 5 }, () => world.services.mails.drain()))
    await world.services.mails.flushed()
    expect(server.mails.map((mail) => mail.to?.[0]?.address).sort()).toEqual([
      'normal@lab.test',
      'owner@lab.test',
      'senior@lab.test',
    ])
  })

  test('that a node died over goes from another one after five minutes', async () => {
    const world = await buildWorld()
    const server = await smtp()
    await setSmtp(world, server.port)
    await askReset(world)
    await sendAll(world)
    await world.db
      .updateTable('mail')
      .set({ state: 'waiting', next_at: new Date(world.clock.now().getTime() + 5 * 60_000) })
      .execute()
    await sendAll(world)
    expect(server.mails).toHaveLength(1)
    world.clock.advance(5 * 60_000)
    await sendAll(world)
    expect(server.mails).toHaveLength(2)
  })

  test('a name cannot write markup or headers into it', async () => {
    const world = await buildWorld()
    await world.db
      .updateTable('person')
      .set({ name: '<img src=x onerror=alert(1)>\r\nBcc: evil@x.test' })
      .where('email', '=', 'owner@lab.test')
      .execute()
    await askReset(world)
    const [mail] = await world.inbox('owner@lab.test')
    expect(mail?.html).not.toContain('<img')
    expect(mail?.bcc ?? []).toEqual([])
  })
})

describe('the sender', () => {
  test('is empty until one is set, and mail leaves by none that nobody can have', async () => {
    const admin = await (await buildWorld()).as('admin')
    expect(await admin.data(mails.server, {})).toMatchObject({ kind: 'file', from: '' })
    const wish = { kind: 'smtp', host: 'mail.lab.test', from: 'dataspace@site.invalid' } as const
    expect(await admin.call(mails.setServer, wish)).toMatchObject({
      error: 'mailSenderWrong',
      fields: [{ field: 'from', message: 'Enter an address that exists. Those ending in .invalid don’t.' }],
    })
    expect(await admin.call(mails.setServer, { ...wish, from: '' })).toMatchObject({ error: 'mailSenderWrong' })
    // Mail that is only kept needs none.
    expect(await admin.data(mails.test, { kind: 'file', from: '', to: 'a@lab.test' })).toMatchObject({ isOk: true })
    expect(await admin.data(mails.setServer, { kind: 'file', from: '' })).toMatchObject({ kind: 'file', from: '' })
    expect(await admin.call(mails.setServer, { ...wish, from: 'ds@lab.test' })).toMatchObject({ code: 0 })
  })
})

describe('the test mail', () => {
  const sendTest = async (world: World, port: number, more: Record<string, unknown> = {}) =>
    (await world.as('admin')).data(mails.test, {
      kind: 'smtp',
      host: '127.0.0.1',
      port,
      security: 'none',
      from: 'ds@lab.test',
      to: 'a@lab.test',
      ...more,
    })

  test.each([
    ['without a mail server', { host: '' }, 'mailServerWrong'],
    ['without a sender', { from: '' }, 'mailSenderWrong'],
    ['by a sender that nobody can have', { from: 'dataspace@site.invalid' }, 'mailSenderWrong'],
    ['by a sendmail that is not there', { kind: 'sendmail' }, 'sendmailMissing'],
  ] as const)('%s is refused as saving that is, and nothing is sent', async (_what, more, error) => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const given = { kind: 'smtp', host: 'mail.lab.test', from: 'ds@lab.test', ...more } as const
    expect(await admin.call(mails.test, { ...given, to: 'a@lab.test' })).toMatchObject({ error })
    expect(await admin.call(mails.setServer, given)).toMatchObject({ error })
    expect((await admin.data(audit.list, { action: 'mailTested' })).list).toEqual([])
  })

  test('is in the audit log as it ended: sent, kept here, or refused with the answer', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { port } = await smtp()
    await sendTest(world, 1)
    await sendTest(world, port)
    await sendTest(world, port, { kind: 'file' })
    const { list } = await admin.data(audit.list, { action: 'mailTested' })
    expect(list).toMatchObject([
      { outcome: 'success', after: { to: 'a@lab.test', delivery: 'file' } },
      { outcome: 'success', after: { delivery: 'smtp', port } },
      { outcome: 'refused', reason: expect.stringContaining('ECONNREFUSED'), after: { delivery: 'smtp', port: 1 } },
    ])
  })

  test.each([
    ['nobody listening', { port: 1 }, /port and firewall/],
    ['a wrong password', { account: 'ds', password: 'nope' }, /Account or password/],
    ['encryption that the server does not have', { security: 'starttls', account: 'ds', password: 'pw' }, /encrypted/],
  ])('%s: says what answered and what to change', async (_what, more, advice) => {
    const world = await buildWorld()
    const { port } = await smtp({ account: 'ds', password: 'pw' })
    const answered = await sendTest(world, port, more)
    expect(answered.isOk).toBe(false)
    expect(answered.answered).not.toBe('')
    expect(answered.advice).toMatch(advice)
  })

  test('a server that is set is reached without a mail, or says what to change', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const server = await smtp()
    await setSmtp(world, server.port)
    expect(await admin.data(mails.check, {})).toMatchObject({ isOk: true })
    expect(server.mails).toEqual([])
    await setSmtp(world, 1)
    const answered = await admin.data(mails.check, {})
    expect(answered).toMatchObject({ isOk: false, answered: expect.stringContaining('ECONNREFUSED') })
    expect(answered.advice).toMatch(/port and firewall/)
  })

  test('arrives', async () => {
    const world = await buildWorld()
    const server = await smtp()
    expect(await sendTest(world, server.port)).toMatchObject({ isOk: true, advice: '' })
    expect(server.mails[0]?.subject).toContain('test email')
  })
})

describe('the words of a mail', () => {
  const words = { subject: 'Reset at {{site}}', body: 'Dear {{name}},\n\n{{url}}\n\n{{hours}} h' }

  test('an unknown variable is refused and named', async () => {
    const admin = await (await buildWorld()).as('admin')
    const wrong = { ...words, body: '{{password}}' }
    expect(await admin.call(mails.setTemplate, { kind: 'reset', zh: wrong, en: words })).toMatchObject({
      error: 'mailVariableUnknown',
      message: expect.stringContaining('password'),
    })
    expect(await admin.call(mails.preview, { kind: 'reset', language: 'en', words: wrong })).toMatchObject({
      error: 'mailVariableUnknown',
    })
  })

  test('a text without the link that it is sent for is refused', async () => {
    const admin = await (await buildWorld()).as('admin')
    const empty = { ...words, body: 'Dear {{name}}' }
    expect(await admin.call(mails.setTemplate, { kind: 'reset', zh: words, en: empty })).toMatchObject({
      error: 'mailVariableMissing',
      message: expect.stringContaining('url'),
      data: { language: 'en' },
    })
  })

  test('are shown in both languages, changed, previewed and given back', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const all = await admin.data(mails.templates, {})
    expect(all.every(({ zh, en }) => zh.subject !== en.subject && zh.body.length > 20)).toBe(true)
    const preview = await admin.data(mails.preview, { kind: 'reset', language: 'en', words })
    expect(preview.html).toContain('Wei Lin')
    expect(await admin.data(mails.setTemplate, { kind: 'reset', zh: words, en: words })).toMatchObject({
      isChanged: true,
    })
    await askReset(world)
    expect((await world.inbox('owner@lab.test'))[0]?.text).toContain('Dear Olive Owner')
    expect(await admin.data(mails.resetTemplate, { kind: 'reset' })).toMatchObject({ isChanged: false })
  })
})
