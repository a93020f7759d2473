import { describe, expect, test } from 'vitest'
import { AuditAction, auditTopics } from '#contract/audit.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { said } from '../support/joining.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const { account, audit, health, legalHolds, mails, managedSpaces, session, settings, users } = contract
const wrongPassword = (world: World, emailAccounts = 'owner@lab.test') =>
  new Client(world.origin).call(session.login, { emailAccounts, password: 'nope' })

describe('the audit log', () => {
  test('half a character in what somebody typed is refused, and does not break the chain', async () => {
    const world = await buildWorld()
    const body = JSON.stringify({ emailAccounts: 'owner@lab.test', password: 'x\ud800' })
    const stranger = await world.as('stranger')
    const json = { 'content-type': 'application/json' }
    expect((await stranger.fetch('/api/login', { method: 'POST', body, headers: json })).status).toBe(400)
    await world.services.audit.note({
      action: 'signIn',
      actor: null,
      target: { id: '', name: 'x\ud800' },
      after: { a: '\udfff' },
    })
    expect(await (await world.as('admin')).data(audit.verify, {})).toMatchObject({ isWhole: true })
  })

  test('one break hides no other', async () => {
    const world = await buildWorld()
    for (let i = 0; i < 5; i += 1) await wrongPassword(world, `guess${i}@lab.test`)
    await world.db.updateTable('audit').set({ address: '10.0.0.1' }).where('number', 'in', [2, 4]).execute()
    expect(await (await world.as('admin')).data(audit.verify, {})).toMatchObject({ brokenAt: 2, breaks: 2 })
  })

  test.each(['owner', 'ordinary'])('%s does not read, verify or export it', async (who) => {
    const client = await (await buildWorld()).as(who)
    expect(await client.call(audit.list, {})).toMatchObject({ error: 'forbidden' })
    expect(await client.call(audit.verify, {})).toMatchObject({ error: 'forbidden' })
    expect((await client.fetch('/api/audit/export')).status).toBe(403)
  })

  test('tells every sign-in and refusal: who was meant, why, by which channel and from where', async () => {
    const world = await buildWorld()
    await wrongPassword(world)
    await wrongPassword(world, 'nobody@lab.test')
    const admin = await world.as('admin')
    const { list } = await admin.data(audit.list, { action: 'signIn' })
    const owner = { id: world.idOf('owner'), name: 'owner@lab.test' }
    expect(list).toMatchObject([
      { outcome: 'success', actor: { name: 'Ada Admin' }, channel: 'web', address: '127.0.0.1' },
      { outcome: 'refused', reason: 'wrongCredentials', actor: null, target: { id: '', name: 'nobody@lab.test' } },
      { outcome: 'refused', reason: 'wrongCredentials', actor: null, target: owner },
    ])
  })

  test('tells what changed, before and after, and no secret of it', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    await admin.data(settings.setAccountRules, {
      ...(await admin.data(settings.accountRules, {})),
      seniorSuffixes: 'lab.test',
    })
    await admin.data(mails.setServer, { kind: 'smtp', host: 'mail.lab.test', from: 'a@lab.test', password: 'hunter2' })
    const { list } = await admin.data(audit.list, {})
    expect(list).toMatchObject([
      { action: 'mailServerChanged', after: { host: 'mail.lab.test', password: '••••••' } },
      { action: 'accountRulesChanged', before: { seniorSuffixes: '' }, after: { seniorSuffixes: 'lab.test' } },
      { action: 'signIn' },
    ])
    const rows = await world.db.selectFrom('audit').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('hunter2')
  })

  test('is filtered by word, action, outcome, channel and day, and paged by keyset', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    for (let i = 0; i < 3; i += 1) await wrongPassword(world, `guess${i}@lab.test`)
    const of = async (filter: Record<string, string>) => (await admin.data(audit.list, filter)).list.length
    const [day, next] = [-3_600_000, 3_600_000].map((ms) => new Date(world.clock.now().getTime() + ms).toISOString())
    expect([await of({ q: 'GUESS1' }), await of({ q: 'ada' }), await of({ q: '%' })]).toEqual([1, 1, 0])
    expect([await of({ outcome: 'refused' }), await of({ action: 'signOut' }), await of({ channel: 'token' })]).toEqual(
      [3, 0, 0],
    )
    expect([await of({ from: day ?? '', to: next ?? '' }), await of({ to: '2020-01-01T00:00:00Z' })]).toEqual([4, 0])
    const first = await admin.data(audit.list, { size: '3' as never })
    const second = await admin.data(audit.list, { size: '3' as never, after: first.next })
    expect([...first.list, ...second.list].map(({ number }) => number)).toEqual([4, 3, 2, 1])
    expect(second.next).toBeUndefined()
  })

  test('an account is found by its address, whoever acted on it, and by an address that it had before', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const person = { name: 'Zhao', orgChineseName: 'Sea lab', role: 'role_general' as const }
    const { id } = await admin.data(users.create, { ...person, emailAccounts: 'zhao.qian@lab.test' })
    await admin.data(users.lock, { id })
    await admin.data(users.update, { id, emailAccounts: 'zhao@lake.test' })
    await admin.data(users.unlock, { id })
    const of = async (q: string) => (await admin.data(audit.list, { q })).list.map(({ action }) => action)
    expect(await of('zhao.qian@lab.test')).toEqual(['userChanged', 'userLocked', 'userCreated'])
    expect(await of('zhao@lake')).toEqual(['userUnlocked', 'userChanged'])
    expect(await admin.data(audit.verify, {})).toMatchObject({ isWhole: true })
  })

  test('a failed sign-in is found by the name of whose account it was for, in the page and in the export', async () => {
    const world = await buildWorld()
    await wrongPassword(world)
    await wrongPassword(world, 'senior@lab.test')
    const admin = await world.as('admin')
    const { list } = await admin.data(audit.list, { q: 'olive own' })
    expect(list).toMatchObject([{ action: 'signIn', outcome: 'refused', target: { name: 'owner@lab.test' } }])
    const csv = await (await admin.fetch('/api/audit/export?q=Olive%20Owner&action=signIn')).text()
    expect(csv.match(/wrongCredentials/g)).toHaveLength(1)
  })

  test('has only what differs, in whatever order the parts of a value come', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const institution = await admin.data(settings.institution, {})
    const name = { zh: '湖泊所', en: 'Lake institute' }
    await admin.data(settings.setInstitution, { ...institution, name })
    const turned = Object.fromEntries(Object.entries({ ...institution, name }).toReversed()) as typeof institution
    await admin.data(settings.setInstitution, { ...turned, name: { en: name.en, zh: name.zh }, contact: '林蔚' })
    const [entry] = (await admin.data(audit.list, { action: 'institutionChanged' })).list
    expect(entry).toMatchObject({ before: { contact: '' }, after: { contact: '林蔚' } })
    expect(Object.keys(entry?.after ?? {})).toEqual(['contact'])
  })

  test('of spaces only, and of one thing only', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { id } = await world.space()
    const other = await world.space()
    await admin.data(managedSpaces.setCapacity, { id, size: 20 })
    await admin.data(managedSpaces.setCapacity, { id: other.id, size: 30 })
    await admin.data(users.lock, { id: world.idOf('ordinary') })
    await admin.data(settings.setSpaceDefaults, { ...(await admin.data(settings.spaceDefaults, {})), size: 3 })
    const of = async (filter: { topic?: 'space'; targetId?: string }) =>
      (await admin.data(audit.list, filter)).list.map(({ action, target }) => [action, target?.id])
    const ours = await of({ topic: 'space' })
    expect(ours.slice(0, 2)).toEqual([
      ['spaceResized', other.id],
      ['spaceResized', id],
    ])
    const others = AuditAction.options.filter((action) => !auditTopics.space.includes(action))
    expect(ours.filter(([action]) => others.some((other) => other === action))).toEqual([])
    expect((await of({ topic: 'space', targetId: id }))[0]).toEqual(['spaceResized', id])
    expect((await of({ topic: 'space', targetId: id })).filter(([, target]) => target !== id)).toEqual([])
    expect(await of({ topic: 'space', targetId: world.idOf('ordinary') })).toEqual([])
    expect(await of({ targetId: world.idOf('ordinary') })).toEqual([['userLocked', world.idOf('ordinary')]])
    const first = await admin.data(audit.list, { topic: 'space', size: 1 })
    const next = await admin.data(audit.list, { topic: 'space', size: 1, after: first.next })
    expect([...first.list, ...next.list].map(({ target }) => target?.id)).toEqual([other.id, id])
  })

  test('writers at once leave no gap in the chain', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const owner = await world.as('owner')
    const profile = {
      englishName: '',
      orgChineseName: 'x',
      orgEnglishName: '',
      telephone: '',
      orcId: '',
      introduction: '',
    }
    await Promise.all(
      Array.from({ length: 30 }, (_, i) => owner.data(account.update, { ...profile, name: `Olive ${i}` })),
    )
    expect(await admin.data(audit.verify, {})).toMatchObject({ entries: 32, isWhole: true, brokenAt: null })
  })

  test.each([
    [
      'changed',
      (world: World) => world.db.updateTable('audit').set({ address: '10.0.0.1' }).where('number', '=', 2).execute(),
      2,
    ],
    ['removed', (world: World) => world.db.deleteFrom('audit').where('number', '=', 2).execute(), 3],
    [
      'swapped',
      async (world: World) => {
        await world.db.updateTable('audit').set({ number: 99 }).where('number', '=', 2).execute()
        await world.db.updateTable('audit').set({ number: 2 }).where('number', '=', 3).execute()
        await world.db.updateTable('audit').set({ number: 3 }).where('number', '=', 99).execute()
      },
      2,
    ],
  ])('an entry that was %s in the database shows', async (_what, tamper, brokenAt) => {
    const world = await buildWorld()
    for (let i = 0; i < 4; i += 1) await wrongPassword(world, `guess${i}@lab.test`)
    await tamper(world)
    const admin = await world.as('admin')
    expect(await admin.data(audit.verify, {})).toMatchObject({ isWhole: false, brokenAt })
  })

  test('is kept for ever, or for the months that are set: what remains still proves itself, and that it began later', async () => {
    const world = await buildWorld()
    for (let i = 0; i < 5; i += 1) await wrongPassword(world, `guess${i}@lab.test`)
    world.clock.advance(200 * DAY_MS)
    const admin = await world.as('admin')
    const retention = await admin.data(settings.retention, {})
    world.clock.advance(300 * DAY_MS)
    await admin.data(session.login, { emailAccounts: 'admin@lab.test', password: PASSWORD })
    expect(await world.services.audit.sweep(retention)).toBe(0)
    const oldest = async () =>
      (await world.db.selectFrom('audit').select('number').orderBy('number').execute())[0]?.number
    await admin.data(legalHolds.place, { kind: 'person', targetId: world.idOf('normal'), reason: 'Inquiry' })
    expect(await world.services.audit.sweep({ auditMonths: 12 })).toBe(0)
    await world.db
      .updateTable('legal_hold')
      .set({ until: new Date(0) })
      .execute()
    expect(await world.services.audit.sweep({ auditMonths: 12 })).toBe(5)
    expect(await oldest()).toBe(6)
    expect(await admin.data(audit.verify, {})).toMatchObject({ isWhole: true, brokenAt: null })
    expect((await admin.data(audit.list, { action: 'auditPruned' })).list).toMatchObject([
      { actor: null, after: { upTo: 5, entries: 5 } },
    ])
    await world.db.deleteFrom('audit').where('number', '<=', 6).execute()
    expect(await admin.data(audit.verify, {})).toMatchObject({ isWhole: false, brokenAt: 7 })
    await world.db.updateTable('audit_start').set({ number: 6 }).execute()
    expect(await admin.data(audit.verify, {})).toMatchObject({ isWhole: false, brokenAt: 6 })
  })

  test('a break that the nightly look finds is failing on the health page, named by /readyz, and mailed once', async () => {
    const world = await buildWorld()
    for (let i = 0; i < 3; i += 1) await wrongPassword(world, `guess${i}@lab.test`)
    const admin = await world.as('admin')
    const stateOf = async () => (await admin.data(health.show, {})).checks.find(({ key }) => key === 'audit')?.state
    const weak = async () =>
      ((await (await fetch(`${world.origin}/readyz`)).json()) as { weak: { part: string }[] }).weak.map(
        ({ part }) => part,
      )
    expect(await world.services.health.checkAudit()).toBe(0)
    expect(await stateOf()).toBe('fine')
    expect(await weak()).not.toContain('audit')
    await world.db.updateTable('audit').set({ address: '10.0.0.1' }).where('number', '=', 2).execute()
    expect(await world.services.health.checkAudit()).toBe(1)
    world.clock.advance(11_000)
    expect(await stateOf()).toBe('failing')
    expect(await weak()).toContain('audit')
    expect(await world.services.jobs.look()).toBe(1)
    expect(await world.services.jobs.look()).toBe(0)
    await world.services.mails.drain()
    expect((await world.inbox('admin@lab.test')).map(({ text }) => text).join()).toMatch(/entry 2|第 2 条/)
  })

  test('a log verified by hand is no longer unchecked on the health page, and its break is failing there', async () => {
    const world = await buildWorld()
    for (let i = 0; i < 3; i += 1) await wrongPassword(world, `guess${i}@lab.test`)
    const admin = await world.as('admin')
    const stateOf = async () => {
      world.clock.advance(11_000)
      return (await admin.data(health.show, {})).checks.find(({ key }) => key === 'audit')?.state
    }
    expect(await stateOf()).toBe('unchecked')
    await admin.data(audit.verify, {})
    expect(await stateOf()).toBe('fine')
    await world.db.updateTable('audit').set({ address: '10.0.0.1' }).where('number', '=', 2).execute()
    await admin.data(audit.verify, {})
    expect(await stateOf()).toBe('failing')
  })

  test.each([
    [
      'en',
      'User,What happened,Reason,Changes',
      'Ada Admin,changed the storage of the space Lake survey (from 100 GB to 20 GB)',
      'Storage (GB): 100 → 20',
    ],
    [
      'zh',
      '操作人,操作,原因,变更内容',
      'Ada Admin,将空间 Lake survey 的容量由 100 GB 调整为 20 GB',
      '容量（GB）: 100 → 20',
    ],
  ] as const)(
    'goes out in the words of the reader (%s), with the codes after them',
    async (language, heads, did, how) => {
      const world = await buildWorld()
      const { id } = await world.space()
      await wrongPassword(world)
      const admin = await world.as('admin')
      await admin.data(managedSpaces.setCapacity, { id, size: 20 })
      admin.language = language
      const csv = await (await admin.fetch('/api/audit/export')).text()
      const [head = '', ...lines] = csv.replace('\uFEFF', '').split('\r\n')
      expect(head).toBe(
        `${heads},number,at,action,outcome,reason,actor_id,actor_name,actor_email,channel,address,method,target_id,target_name,target_email,before,after,hash`,
      )
      const resized = lines.find((line) => line.includes('spaceResized')) ?? ''
      expect(resized).toContain(did)
      expect(resized).toContain(how)
      expect(resized).toContain('"{""size"":100}","{""size"":20}"')
      expect(lines.find((line) => line.includes('wrongCredentials'))).toContain(said('wrongCredentials', language))
    },
  )

  test('goes out as CSV with the same filter; what looks like a formula stays text, and the export is written down', async () => {
    const world = await buildWorld()
    const evil = new Client(world.origin)
    await evil.fetch('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': '=cmd' },
      body: JSON.stringify({ emailAccounts: 'a+b@lab.test', password: 'nope' }),
    })
    const admin = await world.as('admin')
    await admin.data(users.update, { id: world.idOf('ordinary'), name: '+1+1' })
    const response = await admin.fetch('/api/audit/export?outcome=refused')
    const text = await response.text()
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-/)
    expect(text.split('\r\n').filter(Boolean)).toHaveLength(2)
    const all = await (await admin.fetch('/api/audit/export')).text()
    expect(all).not.toMatch(/,[=+@-]/)
    const { list } = await admin.data(audit.list, { action: 'auditExported' })
    expect(list).toHaveLength(2)
  })
})

test('an administrator’s own password never stands in the log, typed rightly or wrongly', async () => {
  const world = await buildWorld()
  await world.as('admin')
  await wrongPassword(world)
  const rows = JSON.stringify(await world.db.selectFrom('audit').selectAll().execute())
  expect(rows).not.toContain(PASSWORD)
  expect(rows).not.toContain('nope')
})
