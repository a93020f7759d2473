import { describe, expect, test } from 'vitest'
import type { MailType } from '#contract/account.ts'
import { MESSAGE_KEEP_DAYS } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { type MessageKind, MessageKinds, messageKinds } from '#contract/messages.ts'
import { seedPeople } from '#server/demo/volume.ts'
import { DAY_MS } from '../../contract/core/time.ts'
import type { Client } from '../support/client.ts'
import { buildWorld, type World } from '../support/world.ts'

const { messages, account } = contract
const values = {
  space: 'Lake',
  person: 'Wei Lin',
  reason: 'full',
  size: 500,
  formerSize: 400,
  role: 'senior',
  siteRole: 'role_senior',
  formerSiteRole: 'role_general',
  days: 3,
  spaces: 2,
  task: 'archive',
  title: 'a.zip',
  done: 8,
  failed: 1,
  item: 'box',
  files: 4,
}
const notify = (world: World, kind: MessageKind, to: readonly string[] | 'administrators', link = '/space') =>
  world.services.messages.notify(world.db, { kind, to, spaceId: null, values, link })
const messagesOf = async (client: Client) => (await client.data(messages.list, {})).list
const unread = (client: Client) => client.data(messages.unread, {})
/** Tells one each minute, oldest first. */
async function notifyInOrder(world: World, kinds: readonly MessageKind[]): Promise<void> {
  for (const kind of kinds) {
    world.clock.advance(60_000)
    await notify(world, kind, [world.idOf('owner')])
  }
}

describe('messages of somebody else', () => {
  test('are not deleted, and not said to exist', async () => {
    const world = await buildWorld()
    const [owner, normal] = [await world.as('owner'), await world.as('normal')]
    await notify(world, 'joinAsked', [world.idOf('owner')])
    const [one] = await messagesOf(owner)
    const answer = await normal.call(messages.remove, { id: one?.id ?? '' })
    const unknown = await normal.call(messages.remove, { id: '00000000-0000-4000-8000-000000000000' })
    expect(answer).toMatchObject({ error: 'notFound' })
    expect({ ...answer, requestId: '' }).toEqual({ ...unknown, requestId: '' })
    expect(await messagesOf(owner)).toHaveLength(1)
  })

  test('are not marked as read, neither by id nor with all', async () => {
    const world = await buildWorld()
    const [owner, normal] = [await world.as('owner'), await world.as('normal')]
    await notify(world, 'joinAsked', [world.idOf('owner')])
    const [one] = await messagesOf(owner)
    await normal.data(messages.read, { ids: [one?.id ?? ''] })
    await normal.data(messages.readAll, {})
    expect(await unread(owner)).toBe(1)
  })

  test('are not in the list', async () => {
    const world = await buildWorld()
    await notify(world, 'joinAsked', [world.idOf('owner')])
    expect(await messagesOf(await world.as('normal'))).toEqual([])
  })
})

describe('GET /setting/message', () => {
  test('refuses a page of nothing', async () => {
    const owner = await (await buildWorld()).as('owner')
    expect(await owner.call(messages.list, { size: 0 })).toMatchObject({ error: 'invalid' })
  })

  test('tells newest first, page by page, each once', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await notifyInOrder(world, MessageKinds)
    const kinds: string[] = []
    for (let after: string | undefined, isFirst = true; isFirst || after; isFirst = false) {
      const page = await owner.data(messages.list, { size: 4, ...(after && { after }) })
      kinds.push(...page.list.map(({ kind }) => kind))
      after = page.next
    }
    expect(kinds).toEqual(MessageKinds.toReversed())
  })

  test('speaks the language of the reader at the time of reading', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await notify(world, 'roleChanged', [world.idOf('owner')])
    owner.language = 'zh'
    expect(await messagesOf(owner)).toMatchObject([
      { title: '空间角色变更', content: expect.stringContaining('高级成员') as string },
    ])
    owner.language = 'en'
    expect(await messagesOf(owner)).toMatchObject([
      {
        title: 'Your role in a space has changed',
        content: expect.stringContaining('senior member') as string,
        link: '/space',
      },
    ])
  })

  test('marks a decision by its tone', async () => {
    const world = await buildWorld()
    await notifyInOrder(world, ['joinRejected', 'joinPassed', 'joinAsked'])
    expect((await messagesOf(await world.as('owner'))).map(({ tone }) => tone)).toEqual(['plain', 'good', 'bad'])
  })

  test('can be of unread ones only', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await notifyInOrder(world, ['joinAsked', 'joinPassed', 'joinRejected'])
    const [, middle] = await messagesOf(owner)
    await owner.data(messages.read, { ids: [middle?.id ?? ''] })
    const { list } = await owner.data(messages.list, { isUnread: 'true' })
    expect(list.map(({ kind }) => kind)).toEqual(['joinRejected', 'joinAsked'])
  })
})

describe('reading', () => {
  test('of no message at all is refused', async () => {
    const owner = await (await buildWorld()).as('owner')
    expect(await owner.call(messages.read, { ids: [] })).toMatchObject({ error: 'invalid' })
  })

  test('lowers the count, once for each', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await notifyInOrder(world, ['joinAsked', 'joinPassed', 'joinRejected'])
    expect(await unread(owner)).toBe(3)
    const [first] = await messagesOf(owner)
    await Promise.all([1, 2, 3].map(() => owner.data(messages.read, { ids: [first?.id ?? ''] })))
    expect(await unread(owner)).toBe(2)
    expect((await messagesOf(owner)).map(({ isRead }) => isRead)).toEqual([true, false, false])
    await owner.data(messages.readAll, {})
    expect(await unread(owner)).toBe(0)
  })

  test('deleting one at the same time succeeds once', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await notify(world, 'joinAsked', [world.idOf('owner')])
    const [one] = await messagesOf(owner)
    const codes = await Promise.all(
      [1, 2, 3].map(async () => (await owner.call(messages.remove, { id: one?.id ?? '' })).code),
    )
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    expect(await unread(owner)).toBe(0)
  })
})

describe('telling', () => {
  test('within a transaction that is rolled back tells nobody', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const undone = world.db.transaction().execute(async (tx) => {
      await world.services.messages.notify(tx, { kind: 'joinAsked', to: [world.idOf('owner')], spaceId: null, values })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await messagesOf(owner)).toEqual([])
    expect(await world.inbox('owner@lab.test')).toEqual([])
  })

  test('without a value that the words need is a defect, and tells nobody', async () => {
    const world = await buildWorld()
    const wrong = world.services.messages.notify(world.db, {
      kind: 'invited',
      to: [world.idOf('owner')],
      spaceId: null,
      values: {},
    })
    await expect(wrong).rejects.toThrow('space')
    expect(await messagesOf(await world.as('owner'))).toEqual([])
  })

  test('leaves out accounts that are disabled or not activated, and people named twice hear once', async () => {
    const world = await buildWorld()
    const [owner, normal, senior] = [world.idOf('owner'), world.idOf('normal'), world.idOf('senior')]
    await world.db.updateTable('person').set({ disabled_at: new Date() }).where('id', '=', normal).execute()
    await world.db.updateTable('person').set({ state: 'pending' }).where('id', '=', senior).execute()
    await notify(world, 'joinAsked', [owner, normal, owner, senior])
    const rows = await world.db.selectFrom('message').select('person_id').execute()
    expect(rows).toEqual([{ person_id: owner }])
    expect(await world.inbox('owner@lab.test')).toHaveLength(1)
  })

  test('the administrators tells each of them, and one reading leaves the others unread', async () => {
    const world = await buildWorld()
    await world.db.updateTable('person').set({ role: 'role_admin' }).where('id', '=', world.idOf('senior')).execute()
    await notify(world, 'spaceAsked', 'administrators')
    const [admin, senior] = [await world.as('admin'), await world.as('senior')]
    await admin.data(messages.readAll, {})
    expect([await unread(admin), await unread(senior), await unread(await world.as('owner'))]).toEqual([0, 1, 0])
  })

  test('thousands at once tells each of them', async () => {
    const world = await buildWorld()
    await seedPeople(world.db, 3000)
    const people = await world.db
      .selectFrom('person')
      .select('id')
      .where('state', '=', 'active')
      .where('disabled_at', 'is', null)
      .execute()
    await notify(
      world,
      'spaceDeleted',
      people.map(({ id }) => id),
    )
    const [row] = await world.db
      .selectFrom('message')
      .select(({ fn }) => fn.countAll().as('count'))
      .execute()
    expect(people.length).toBeGreaterThan(2000)
    expect(Number(row?.count)).toBe(people.length)
  })
})

describe('mail', () => {
  test('speaks the language of its reader and leads to where it goes on', async () => {
    const world = await buildWorld()
    await world.db.updateTable('person').set({ language: 'zh' }).where('id', '=', world.idOf('owner')).execute()
    await world.db.updateTable('person').set({ language: 'en' }).where('id', '=', world.idOf('normal')).execute()
    await notify(world, 'joinRejected', [world.idOf('owner'), world.idOf('normal')], '/space/1')
    const [zh] = await world.inbox('owner@lab.test')
    const [en] = await world.inbox('normal@lab.test')
    expect(zh?.subject).toContain('加入申请未通过')
    expect(zh?.text).toContain('理由：full')
    expect(en?.subject).toContain('Join request rejected')
    expect(en?.text).toContain(`${world.origin}/space/1`)
  })

  test('of kinds without a type is never sent', async () => {
    const world = await buildWorld()
    const silent = MessageKinds.filter((kind) => messageKinds[kind].mail === null)
    await notifyInOrder(world, silent)
    expect(await world.inbox('owner@lab.test')).toEqual([])
    expect(await messagesOf(await world.as('owner'))).toHaveLength(silent.length)
  })

  const types = [...new Set(Object.values(messageKinds).map(({ mail }) => mail))].filter((type) => type !== null)
  test.each(types)('of type %s, switched off, stops that mail and nothing else', async (type: MailType) => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await owner.data(account.setMailType, { type, value: false })
    const sent = MessageKinds.filter((kind) => messageKinds[kind].mail !== null)
    for (const kind of sent) await notify(world, kind, [world.idOf('owner'), world.idOf('normal')])
    expect(await messagesOf(owner)).toHaveLength(sent.length)
    expect(await world.inbox('normal@lab.test')).toHaveLength(sent.length)
    const others = sent.filter((kind) => messageKinds[kind].mail !== type)
    expect(await world.inbox('owner@lab.test')).toHaveLength(others.length)
    await owner.data(account.setMailType, { type, value: true })
    await notify(world, sent.find((kind) => messageKinds[kind].mail === type) ?? 'joinAsked', [world.idOf('owner')])
    expect(await world.inbox('owner@lab.test')).toHaveLength(others.length + 1)
  })
})

test('messages are forgotten after they were kept for as long as promised, and no earlier', async () => {
  const world = await buildWorld()
  await notify(world, 'joinAsked', [world.idOf('owner')])
  world.clock.advance(DAY_MS)
  await notify(world, 'joinPassed', [world.idOf('owner')])
  world.clock.advance((MESSAGE_KEEP_DAYS.default - 1) * DAY_MS + 1)
  expect(await world.services.messages.sweep()).toBe(1)
  expect(await messagesOf(await world.as('owner'))).toMatchObject([{ kind: 'joinPassed' }])
})

describe('PUT /setting/mutedSpaces', () => {
  const outsider = async (world: World, id: string) =>
    (await world.as('ordinary')).call(messages.mute, { spaceId: id, isOn: true })

  test('a space that the caller may not know of is not muted, and not said to exist', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    expect(await outsider(world, id)).toMatchObject({ error: 'spaceNotFound' })
    expect((await (await world.as('ordinary')).data(messages.muted, {})).list).toEqual([])
  })

  test('a muted space sends its person no message and no mail but questions, and others as before', async () => {
    const world = await buildWorld()
    const [muted, loud] = [await world.space(), await world.space()]
    const [owner, senior] = [await world.as('owner'), await world.as('senior')]
    await senior.data(messages.mute, { spaceId: muted.id, isOn: true })
    await senior.data(messages.mute, { spaceId: muted.id, isOn: true })
    const to = [world.idOf('senior'), world.idOf('owner')]
    for (const kind of MessageKinds)
      await world.services.messages.notify(world.db, { kind, to, spaceId: muted.id, values })
    await world.services.messages.notify(world.db, { kind: 'joinPassed', to, spaceId: loud.id, values })
    const questions = [
      ...['invited', 'joinReminder', 'joinAsked', 'capacityAsked', 'spaceAsked'],
      ...['datasetSubmitted', 'reviewEnding', 'accessAsked', 'commentMentioned'],
    ]
    const got = (await senior.data(messages.list, { size: 100 })).list.map(({ kind }) => kind)
    expect(got.toSorted()).toEqual([...questions, 'joinPassed'].toSorted())
    expect((await owner.data(messages.list, { size: 100 })).list).toHaveLength(MessageKinds.length + 1)
    const mailed = MessageKinds.filter((kind) => messageKinds[kind].mail && questions.includes(kind)).length + 1
    expect(await world.inbox('senior@lab.test')).toHaveLength(mailed)
    await senior.data(messages.mute, { spaceId: muted.id, isOn: false })
    await world.services.messages.notify(world.db, { kind: 'spaceOnline', to, spaceId: muted.id, values })
    expect((await messagesOf(senior))[0]).toMatchObject({ kind: 'spaceOnline', spaceId: muted.id, isMuted: false })
  })

  test('what happens in a space carries its id, and its older messages say that it is muted', async () => {
    const world = await buildWorld()
    const { id } = await world.space({ name: '静湖' })
    const [owner, normal] = [await world.as('owner'), await world.as('normal')]
    const promote = (role: 'senior' | 'normal') =>
      owner.data(contract.spaces.setMemberRole, { id, personId: world.idOf('normal'), role })
    await promote('senior')
    expect(await messagesOf(normal)).toMatchObject([{ kind: 'roleChanged', spaceId: id, isMuted: false }])
    await normal.data(messages.mute, { spaceId: id, isOn: true })
    await promote('normal')
    expect(await messagesOf(normal)).toMatchObject([{ kind: 'roleChanged', spaceId: id, isMuted: true }])
    expect((await normal.data(messages.muted, {})).list).toMatchObject([{ id, name: '静湖' }])
  })

  test('the list of muted spaces goes page by page, and names no private space that was left', async () => {
    const world = await buildWorld()
    const normal = await world.as('normal')
    const made = [await world.space(), await world.space(), await world.space()]
    for (const { id } of made) {
      await normal.data(messages.mute, { spaceId: id, isOn: true })
      world.clock.advance(1000)
    }
    const first = await normal.data(messages.muted, { size: 2 })
    const second = await normal.data(messages.muted, { size: 2, after: first.next ?? '' })
    expect([...first.list, ...second.list].map(({ id }) => id)).toEqual(made.map(({ id }) => id).reverse())
    await normal.data(contract.spaces.removeMember, { id: made[0]?.id ?? '', personId: world.idOf('normal') })
    const left = (await normal.data(messages.muted, {})).list.at(-1)
    expect(left).toMatchObject({ id: made[0]?.id, name: '' })
    await normal.data(messages.mute, { spaceId: left?.id ?? '', isOn: false })
    expect((await normal.data(messages.muted, {})).list).toHaveLength(2)
  })
})
