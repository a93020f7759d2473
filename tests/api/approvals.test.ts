import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { BYTES_PER_GB, CAPACITY_DEFAULT_GB } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { seedSpaces } from '#server/demo/many-spaces.ts'
import { newId } from '#server/storage/id.ts'
import { DAY_MS } from '../../contract/core/time.ts'
import { CAPACITY_ASKS_A_DAY } from '../../server/modules/capacity/ask.ts'
import { Client } from '../support/client.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const { approvals, audit, capacity, joining, managedSpaces, settings, spaces, users } = contract

let made = 0
const draft = (change = {}) => ({
  name: '冰川 Survey',
  identifier: `glacier${(made += 1)}`,
  type: 'private' as const,
  ...change,
})
const switchOn = async (world: World) => (await world.as('admin')).data(settings.setApprovalSwitches, { space: true })
const pendingIds = async (world: World) =>
  (await (await world.as('admin')).data(approvals.list, {})).list.map(({ id }) => id)
/** A space that waits for approval, with the request for it. */
async function askForSpace(world: World, change = {}) {
  await switchOn(world)
  const owner = await world.as('owner')
  const space = await owner.data(spaces.create, draft(change))
  const { list } = await owner.data(approvals.mine, {})
  const request = list.find((mine) => mine.space.id === space.id)
  return { space, requestId: request?.id ?? '' }
}
async function askForRoom(world: World, size = 500) {
  const space = await world.space()
  const owner = await world.as('owner')
  await owner.data(capacity.ask, { spaceId: space.id, size, description: '雷达数据' })
  const waiting = await owner.data(approvals.pending, { spaceId: space.id, kind: 'capacity' })
  return { space, requestId: waiting?.id ?? '' }
}
const answer = async (world: World, ids: string[], change = {}) =>
  (await world.as('admin')).data(approvals.answer, { ids, isPassed: true, ...change })
const messagesOf = async (world: World, who: 'admin' | 'owner' | 'senior') => {
  const rows = await world.db
    .selectFrom('message')
    .select(['kind', 'values'])
    .where('person_id', '=', world.idOf(who))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows
}
const journalOf = async (world: World, spaceId: string) => {
  const rows = await world.db
    .selectFrom('journal')
    .select(['action', 'details', 'person_name'])
    .where('space_id', '=', spaceId)
    .orderBy('id')
    .execute()
  return rows
}
const audited = async (world: World) =>
  (await world.db.selectFrom('audit').select('action').orderBy('number').execute()).map(({ action }) => action)

test('the audit log tells storage given by a request, with its applicant, from storage given by hand', async () => {
  const world = await buildWorld()
  const { space, requestId } = await askForRoom(world)
  await answer(world, [requestId])
  const admin = await world.as('admin')
  await admin.data(managedSpaces.setCapacity, { id: space.id, size: 600 })
  const { list } = await admin.data(audit.list, { action: 'spaceResized' })
  expect(list.map(({ after }) => after)).toEqual([{ size: 600 }, { size: 500, applicant: 'Olive Owner', requestId }])
})

describe('approvals', () => {
  test('are for administrators alone', async () => {
    const world = await buildWorld()
    const id = newId()
    for (const [who, error] of [
      ['stranger', 'notSignedIn'],
      ['owner', 'forbidden'],
    ] as const) {
      const client = await world.as(who)
      expect(await client.call(approvals.list, {})).toMatchObject({ error })
      expect(await client.call(approvals.show, { id })).toMatchObject({ error })
      expect(await client.call(approvals.waiting, {})).toMatchObject({ error })
      expect(await client.call(approvals.answer, { ids: [id], isPassed: true })).toMatchObject({ error })
    }
  })

  test('a rejection without its reason is refused, and a request that is not there is reported', async () => {
    const world = await buildWorld()
    const { requestId } = await askForSpace(world)
    const admin = await world.as('admin')
    expect(await admin.call(approvals.answer, { ids: [requestId], isPassed: false, opinion: '  ' })).toMatchObject({
      error: 'opinionNeeded',
      fields: [{ field: 'opinion' }],
    })
    expect(await admin.call(approvals.show, { id: newId() })).toMatchObject({ error: 'approvalGone' })
    const [outcome] = await answer(world, [newId()])
    expect(outcome).toMatchObject({ isDone: false, message: expect.stringContaining('withdrawn') })
    expect(await pendingIds(world)).toEqual([requestId])
  })

  test('the pages of administrators hear that something waits no longer, whoever ended it', async () => {
    const world = await buildWorld()
    const news: unknown[] = []
    world.bus.on('realtime', (posting) => {
      const { to, event } = posting as { to?: string[]; event?: { type: string } }
      if (event?.type === 'approval') news.push(to)
    })
    const owner = await world.as('owner')
    const ends = {
      answered: ({ requestId }: { requestId: string }) => answer(world, [requestId]),
      withdrawn: ({ requestId: id }: { requestId: string }) => owner.data(approvals.withdraw, { id }),
      deleted: async ({ space: { id, identifier } }: Awaited<ReturnType<typeof askForRoom>>) =>
        owner.data(spaces.remove, { id, identifier }),
    }
    for (const end of Object.values(ends)) {
      const asked = await askForRoom(world)
      expect(news.splice(0)).toEqual([])
      await end(asked)
      await world.bus.publish('realtime', {})
      expect(news.splice(0)).toEqual([[world.idOf('admin')]])
    }
    // Without a request there is no news.
    const { id, identifier } = await world.space()
    await owner.data(spaces.remove, { id, identifier })
    await world.bus.publish('realtime', {})
    expect(news).toEqual([])
  })

  test('of two administrators at once the first decides, and the other is informed', async () => {
    const world = await buildWorld()
    const { space, requestId } = await askForSpace(world)
    const outcomes = await Promise.all([
      answer(world, [requestId]),
      answer(world, [requestId], { isPassed: false, opinion: 'no' }),
      answer(world, [requestId], { size: 7 }),
    ])
    expect(outcomes.flat().filter(({ isDone }) => isDone)).toHaveLength(1)
    expect((await messagesOf(world, 'owner')).length).toBe(1)
    const { status } = await (await world.as('owner')).data(spaces.show, { id: space.id })
    expect(status).toBe(outcomes[1]?.[0]?.isDone ? 'failed' : 'normal')
  })

  test('an answer and a withdrawal at once: one of them holds', async () => {
    const world = await buildWorld()
    const { space, requestId } = await askForSpace(world)
    const owner = await world.as('owner')
    const [outcomes, withdrawal] = await Promise.all([
      answer(world, [requestId]),
      owner.call(approvals.withdraw, { id: requestId }),
    ])
    const shown = await owner.call(spaces.show, { id: space.id })
    expect([outcomes[0]?.isDone, withdrawal.code === 0].filter(Boolean)).toHaveLength(1)
    expect(shown.code === 0).toBe(outcomes[0]?.isDone)
  })

  test('a space waits closed until it is passed; administrators are informed, then its owner', async () => {
    const world = await buildWorld()
    const { space, requestId } = await askForSpace(world, { size: 2 * CAPACITY_DEFAULT_GB })
    expect(space.status).toBe('pending')
    const owner = await world.as('owner')
    expect(await owner.call(contract.files.list, { spaceId: space.id })).toMatchObject({ error: 'spaceForbidden' })
    const [asked] = await messagesOf(world, 'admin')
    expect(asked).toMatchObject({
      kind: 'spaceAsked',
      values: { space: space.name, person: 'Olive Owner', size: 2 * CAPACITY_DEFAULT_GB },
    })
    const admin = await world.as('admin')
    expect(await admin.data(approvals.waiting, {})).toEqual({ space: 1, capacity: 0 })
    expect(await admin.data(approvals.show, { id: requestId })).toMatchObject({
      kind: 'space',
      state: 'pending',
      size: 2 * CAPACITY_DEFAULT_GB,
      applicant: { personName: 'Olive Owner', emailAccounts: 'owner@lab.test' },
    })
    expect(await answer(world, [requestId], { size: 150 })).toEqual([{ id: requestId, isDone: true, message: '' }])
    expect(await owner.data(spaces.show, { id: space.id })).toMatchObject({ status: 'normal', size: 150 })
    expect(await messagesOf(world, 'owner')).toMatchObject([
      { kind: 'spacePassed', values: { space: space.name, size: 150 } },
    ])
    expect((await journalOf(world, space.id)).map(({ action }) => action)).toEqual(['created', 'passed'])
    expect(await audited(world)).toEqual(expect.arrayContaining(['spaceCreated', 'spacePassed']))
    const made = await (await world.as('admin')).data(audit.list, { action: 'spaceCreated' })
    expect(made.list[0]?.after).toMatchObject({ status: 'pending' })
    expect(await world.inbox('owner@lab.test')).toHaveLength(1)
    const records = await admin.data(approvals.list, { isOpen: 'false' })
    expect(records.list).toMatchObject([{ id: requestId, state: 'passed', granted: 150, answeredBy: 'Ada Admin' }])
  })

  test('a rejected space is kept as failed with the reason, and can be mended and sent again', async () => {
    const world = await buildWorld()
    const { space, requestId } = await askForSpace(world, { size: 300 })
    await answer(world, [requestId], { isPassed: false, opinion: '请补充简介' })
    const owner = await world.as('owner')
    expect(await owner.data(spaces.show, { id: space.id })).toMatchObject({ status: 'failed', reason: '请补充简介' })
    expect(await messagesOf(world, 'owner')).toMatchObject([
      { kind: 'spaceRejected', values: { reason: '请补充简介' } },
    ])
    expect(await audited(world)).toContain('spaceRejected')
    const admin = await world.as('admin')
    expect(await admin.call(spaces.resend, { id: space.id })).toMatchObject({ error: 'spaceRightMissing' })
    const resent = await owner.data(spaces.resend, { id: space.id, introduction: '冰川观测', type: 'restricted' })
    expect(resent).toMatchObject({
      status: 'pending',
      reason: '',
      introduction: '冰川观测',
      type: 'restricted',
      identifier: space.identifier,
    })
    expect(await owner.call(spaces.resend, { id: space.id })).toMatchObject({ error: 'spaceNotFailed' })
    const [again] = (await admin.data(approvals.list, {})).list
    expect(again).toMatchObject({ size: 300, space: { id: space.id } })
    expect((await owner.data(approvals.mine, {})).list.map(({ state }) => state)).toEqual(['pending', 'rejected'])
  })

  test('a size and a reason are asked with a space, and each time that it is sent again', async () => {
    const world = await buildWorld()
    const { space, requestId } = await askForSpace(world, { size: 2000, reason: ' 雷达数据很大 ' })
    const [owner, admin] = await Promise.all([world.as('owner'), world.as('admin')])
    const waiting = await owner.data(approvals.pending, { spaceId: space.id, kind: 'space' })
    expect(waiting).toMatchObject({ size: 2000, reason: '雷达数据很大' })
    expect((await admin.data(approvals.list, {})).list).toMatchObject([{ size: 2000, reason: '雷达数据很大' }])
    await answer(world, [requestId], { isPassed: false, opinion: '太大' })
    await owner.data(spaces.resend, { id: space.id, size: 800, reason: '只存产品' })
    expect((await admin.data(approvals.list, {})).list).toMatchObject([{ size: 800, reason: '只存产品' }])
    await answer(world, await pendingIds(world))
    expect(await owner.data(spaces.show, { id: space.id })).toMatchObject({ status: 'normal', size: 800 })
    expect(await owner.call(spaces.create, draft({ reason: 'x'.repeat(301) }))).toMatchObject({ error: 'invalid' })
  })

  test('sent again twice at once, one request waits; where nobody is asked any more it opens', async () => {
    const world = await buildWorld()
    const { space, requestId } = await askForSpace(world)
    await answer(world, [requestId], { isPassed: false, opinion: 'no' })
    const owner = await world.as('owner')
    const answers = await Promise.all([1, 2, 3].map(() => owner.call(spaces.resend, { id: space.id })))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    const [second = ''] = await pendingIds(world)
    expect(await pendingIds(world)).toHaveLength(1)
    await answer(world, [second], { isPassed: false, opinion: 'no' })
    await (await world.as('admin')).data(settings.setApprovalSwitches, { space: false })
    expect(await owner.data(spaces.resend, { id: space.id })).toMatchObject({
      status: 'normal',
      size: CAPACITY_DEFAULT_GB,
    })
    expect(await pendingIds(world)).toEqual([])
  })

  test('whoever may not create spaces any more does not send one again', async () => {
    const world = await buildWorld()
    const { space, requestId } = await askForSpace(world)
    await answer(world, [requestId], { isPassed: false, opinion: 'no' })
    await world.db.updateTable('person').set({ role: 'role_general' }).where('id', '=', world.idOf('owner')).execute()
    await world.bus.publish('person', { id: world.idOf('owner') })
    const owner = await world.as('owner')
    await expect.poll(async () => (await owner.data(contract.session.current, {})).roles).toEqual(['role_general'])
    expect(await owner.call(spaces.resend, { id: space.id })).toMatchObject({ error: 'spaceCreateForbidden' })
  })

  test('several are answered at once, each for itself', async () => {
    const world = await buildWorld()
    const first = await askForSpace(world)
    const second = await askForSpace(world)
    const gone = newId()
    const outcomes = await answer(world, [first.requestId, gone, second.requestId, first.requestId])
    expect(outcomes.map(({ id, isDone }) => [id, isDone])).toEqual([
      [first.requestId, true],
      [gone, false],
      [second.requestId, true],
    ])
  })

  test('a space whose request is withdrawn is gone, and its identifier is free; nobody else withdraws it', async () => {
    const world = await buildWorld()
    const { space, requestId } = await askForSpace(world)
    for (const who of ['senior', 'admin'] as const)
      expect(await (await world.as(who)).call(approvals.withdraw, { id: requestId })).toMatchObject({
        error: 'approvalGone',
      })
    const owner = await world.as('owner')
    await owner.data(approvals.withdraw, { id: requestId })
    expect(await owner.call(spaces.show, { id: space.id })).toMatchObject({ error: 'spaceNotFound' })
    expect(await owner.data(spaces.checkIdentifier, { identifier: space.identifier })).toEqual({ free: true })
    expect(await owner.call(approvals.withdraw, { id: requestId })).toMatchObject({ error: 'approvalGone' })
    expect(await audited(world)).toContain('spaceDeleted')
  })

  test('for a space that got another owner are that one\u2019s, who alone withdraws them', async () => {
    const world = await buildWorld()
    const [admin, owner] = [await world.as('admin'), await world.as('owner')]
    const ways = [
      (id: string) => admin.data(managedSpaces.setOwner, { id, personId: world.idOf('senior') }),
      () => admin.data(users.disable, { id: world.idOf('owner'), all: world.idOf('senior') }),
    ]
    const senior = await world.as('senior')
    for (const give of ways) {
      const { space, requestId } = await askForSpace(world)
      await give(space.id)
      const answer = await owner.call(approvals.withdraw, { id: requestId })
      expect(['approvalGone', 'notSignedIn', 'sessionExpired']).toContain((answer as { error?: string }).error)
      expect(await senior.data(spaces.show, { id: space.id })).toMatchObject({ status: 'pending', myRole: 'owner' })
      expect((await senior.data(approvals.mine, { state: 'pending' })).list).toMatchObject([{ id: requestId }])
      await senior.data(approvals.withdraw, { id: requestId })
    }
  })

  test('outlive their space with its name of the time, and say that it is gone', async () => {
    const world = await buildWorld()
    const asked = await askForSpace(world, { name: 'Ice cores' })
    const owner = await world.as('owner')
    await answer(world, [asked.requestId])
    await owner.data(spaces.edit, { id: asked.space.id, name: 'Renamed' })
    const admin = await world.as('admin')
    const kept = { name: 'Ice cores', identifier: asked.space.identifier }
    expect(await admin.data(approvals.show, { id: asked.requestId })).toMatchObject({
      space: { id: asked.space.id, ...kept },
    })
    await owner.data(capacity.ask, { spaceId: asked.space.id, size: 500, description: 'more' })
    await owner.data(spaces.remove, { id: asked.space.id, identifier: asked.space.identifier })
    expect((await admin.data(approvals.list, {})).list).toEqual([])
    const records = (await admin.data(approvals.list, { isOpen: 'false', q: 'renamed' })).list
    expect(records).toMatchObject([{ kind: 'capacity', state: 'withdrawn', space: { id: null, name: 'Renamed' } }])
    expect((await admin.data(approvals.list, { isOpen: 'false', q: 'ice' })).list).toMatchObject([
      { id: asked.requestId, state: 'passed', space: { id: null, type: null, ...kept } },
    ])
    expect((await owner.data(approvals.mine, {})).list).toMatchObject([
      { space: { id: null, name: 'Renamed' } },
      { space: { id: null, ...kept } },
    ])
  })

  test('withdrawn stay as records, though the space is gone', async () => {
    const world = await buildWorld()
    const { space, requestId } = await askForSpace(world)
    const owner = await world.as('owner')
    await owner.data(approvals.withdraw, { id: requestId })
    expect((await owner.data(approvals.mine, {})).list).toMatchObject([
      { id: requestId, state: 'withdrawn', space: { id: null, name: space.name } },
    ])
  })

  test('to join tell the name that the space had then, not the one it took since', async () => {
    const world = await buildWorld()
    const { id } = await world.space({ type: 'restricted', name: 'Ice cores' })
    const ordinary = await world.as('ordinary')
    await ordinary.data(joining.apply, { id, reason: 'data' })
    const owner = await world.as('owner')
    await owner.data(spaces.setType, { id, type: 'private' })
    await owner.data(spaces.edit, { id, name: 'Secret' })
    expect((await ordinary.data(approvals.mine, {})).list).toMatchObject([{ space: { name: 'Ice cores' } }])
  })

  test('that wait are shown to those whom they concern, by kind', async () => {
    const world = await buildWorld()
    const { space, requestId } = await askForSpace(world)
    const input = { spaceId: space.id, kind: 'space' as const }
    for (const who of ['owner', 'admin'] as const)
      expect(await (await world.as(who)).data(approvals.pending, input)).toMatchObject({ id: requestId })
    expect(await (await world.as('senior')).call(approvals.pending, input)).toMatchObject({ error: 'spaceNotFound' })
    expect(await (await world.as('owner')).call(approvals.pending, { ...input, kind: 'capacity' })).toMatchObject({
      error: 'spaceRightMissing',
    })
    await answer(world, [requestId])
    expect(await (await world.as('owner')).data(approvals.pending, input)).toBeNull()
    expect(await (await world.as('stranger')).call(approvals.pending, input)).toMatchObject({ error: 'notSignedIn' })
  })

  test('are passed with a note that the applicant reads, in the message too', async () => {
    const world = await buildWorld()
    const { space, requestId } = await askForSpace(world)
    await answer(world, [requestId], { opinion: '请按月备份', size: 50 })
    expect(await messagesOf(world, 'owner')).toMatchObject([
      { kind: 'spacePassed', values: { space: space.name, size: 50, reason: '请按月备份' } },
    ])
    await (await world.as('admin')).data(settings.setApprovalSwitches, { space: false })
    const room = await askForRoom(world)
    await answer(world, [room.requestId], { opinion: '先用着' })
    expect((await messagesOf(world, 'owner')).at(-1)).toMatchObject({
      kind: 'capacityPassed',
      values: { size: 500, reason: '先用着' },
    })
  })

  test('are found by space, identifier and applicant, by kind and state, page by page', async () => {
    const world = await buildWorld()
    const ids: string[] = []
    for (let i = 0; i < 5; i += 1) ids.push((await askForSpace(world, { name: `Ice ${i}` })).requestId)
    await (await world.as('admin')).data(settings.setApprovalSwitches, { space: false })
    const room = await askForRoom(world)
    const admin = await world.as('admin')
    const found = async (query: object) => (await admin.data(approvals.list, query)).list.map(({ id }) => id)
    expect(await found({ kind: 'capacity' })).toEqual([room.requestId])
    expect(await found({ q: 'ice 3' })).toEqual([ids[3]])
    expect(await found({ q: 'OLIVE', kind: 'space' })).toEqual(ids)
    expect(await found({ q: '%' })).toEqual([])
    const first = await admin.data(approvals.list, { size: 4 })
    const rest = await admin.data(approvals.list, { size: 4, after: first.next })
    expect([...first.list, ...rest.list].map(({ id }) => id)).toEqual([...ids, room.requestId])
    await answer(world, ids.slice(0, 2))
    await answer(world, ids.slice(2), { isPassed: false, opinion: 'no' })
    expect(await found({ isOpen: 'false', state: 'passed' })).toEqual(ids.slice(0, 2).reverse())
    const records = await admin.data(approvals.list, { isOpen: 'false', size: 3 })
    const older = await admin.data(approvals.list, { isOpen: 'false', size: 3, after: records.next })
    expect([...records.list, ...older.list]).toHaveLength(5)
    expect(older.next).toBeUndefined()
  })

  test('of one person are listed with those to join, newest first, page by page', async () => {
    const world = await buildWorld()
    const { requestId } = await askForSpace(world)
    await (await world.as('admin')).data(settings.setApprovalSwitches, { space: false })
    const room = await askForRoom(world)
    const open = await (await world.as('admin')).data(spaces.create, draft({ type: 'restricted' }))
    const joinId = newId()
    await world.db
      .insertInto('join_request')
      .values({
        id: joinId,
        space_id: open.id,
        space_name: open.name,
        space_identifier: open.identifier,
        person_id: world.idOf('owner'),
        reason: 'data',
        asked_at: new Date(world.clock.now().getTime() + 1000),
        reminded_at: null,
        answered_at: null,
        answered_by: null,
      })
      .execute()
    const owner = await world.as('owner')
    const first = await owner.data(approvals.mine, { size: 2 })
    const rest = await owner.data(approvals.mine, { size: 2, after: first.next })
    const all = [...first.list, ...rest.list]
    expect(all[0]).toMatchObject({ id: joinId, kind: 'join', reason: 'data' })
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set([joinId, room.requestId, requestId]))
    expect(rest.next).toBeUndefined()
    expect((await owner.data(approvals.mine, { state: 'passed' })).list).toEqual([])
    expect((await (await world.as('senior')).data(approvals.mine, {})).list).toEqual([])
  })
})

describe('POST /setting/cteApply', () => {
  test('a normal member, a stranger to the space and an administrator outside do not ask', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space({ type: 'public' })
    const input = { spaceId, size: 500, description: 'more' }
    for (const who of ['normal', 'ordinary', 'admin'] as const) {
      const client = await world.as(who)
      expect(await client.call(capacity.ask, input)).toMatchObject({ error: 'spaceRightMissing' })
      expect(await client.call(approvals.pending, { spaceId, kind: 'capacity' })).toMatchObject({
        error: 'spaceRightMissing',
      })
    }
  })

  test.each([
    ['size', { size: 0 }],
    ['size', { size: 20_000 }],
    ['description', { description: ' ' }],
  ])('a wrong %s is reported beside its field', async (field, change) => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    expect(await owner.call(capacity.ask, { spaceId, size: 500, description: 'more', ...change })).toMatchObject({
      error: 'invalid',
      fields: [{ field }],
    })
  })

  test('no more than there is now is refused beside the field', async () => {
    const world = await buildWorld()
    const { id: spaceId, size } = await world.space()
    expect(await (await world.as('owner')).call(capacity.ask, { spaceId, size, description: 'more' })).toMatchObject({
      error: 'capacityNotMore',
      fields: [{ field: 'size' }],
    })
  })

  test('a space asks so often within a day, whoever asks, and what is taken back is written down', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const [owner, senior] = await Promise.all([world.as('owner'), world.as('senior')])
    const input = { spaceId, size: 500, description: 'more' }
    for (let i = 0; i < CAPACITY_ASKS_A_DAY; i += 1) {
      const client = i % 2 ? owner : senior
      await client.data(capacity.ask, input)
      const waiting = await client.data(approvals.pending, { spaceId, kind: 'capacity' })
      await client.data(approvals.withdraw, { id: waiting?.id ?? '' })
    }
    expect(await owner.call(capacity.ask, input)).toMatchObject({ error: 'capacityAsksADay' })
    expect(await messagesOf(world, 'admin')).toHaveLength(CAPACITY_ASKS_A_DAY)
    const written = (await journalOf(world, spaceId)).filter(({ action }) => action === 'capacityWithdrawn')
    expect(written).toHaveLength(CAPACITY_ASKS_A_DAY)
    expect(written[0]).toMatchObject({ details: { size: '500' }, person_name: '申大为' })
    world.clock.advance(DAY_MS)
    await (await new Client(world.origin).login('owner@lab.test', PASSWORD)).data(capacity.ask, input)
  })

  test('of several at once one waits', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const [owner, senior] = await Promise.all([world.as('owner'), world.as('senior')])
    const answers = await Promise.all(
      [owner, senior, owner].map((client) => client.call(capacity.ask, { spaceId, size: 500, description: 'more' })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 1007, 1007])
    expect(await messagesOf(world, 'admin')).toMatchObject([{ kind: 'capacityAsked' }])
  })

  test('passed, the capacity is what was given, but never less than it was', async () => {
    const world = await buildWorld()
    const { space, requestId } = await askForRoom(world, 500)
    await answer(world, [requestId], { size: 400 })
    const owner = await world.as('owner')
    expect(await owner.data(spaces.show, { id: space.id })).toMatchObject({ size: 400 })
    expect(await owner.data(approvals.pending, { spaceId: space.id, kind: 'capacity' })).toBeNull()
    await owner.data(capacity.ask, { spaceId: space.id, size: 600, description: 'more' })
    const waiting = await owner.data(approvals.pending, { spaceId: space.id, kind: 'capacity' })
    expect(waiting).toMatchObject({ size: 600, reason: 'more', applicant: 'Olive Owner' })
    await answer(world, [waiting?.id ?? ''], { size: 1 })
    expect(await owner.data(spaces.show, { id: space.id })).toMatchObject({ size: 400 })
    expect(await messagesOf(world, 'owner')).toMatchObject([
      { kind: 'capacityPassed', values: { size: 400 } },
      { kind: 'capacityPassed', values: { size: 400 } },
    ])
    expect(await journalOf(world, space.id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'capacityAsked', details: { size: '500' } }),
        expect.objectContaining({ action: 'capacityChanged', details: { from: '100', to: '400' } }),
      ]),
    )
  })

  test('rejected, the space stays as it is and its people read why; withdrawn, it is only taken back', async () => {
    const world = await buildWorld()
    const { space, requestId } = await askForRoom(world)
    await answer(world, [requestId], { isPassed: false, opinion: '请先清理' })
    const owner = await world.as('owner')
    expect(await owner.data(spaces.show, { id: space.id })).toMatchObject({
      size: CAPACITY_DEFAULT_GB,
      status: 'normal',
    })
    expect(await messagesOf(world, 'owner')).toMatchObject([
      { kind: 'capacityRejected', values: { reason: '请先清理' } },
    ])
    await owner.data(capacity.ask, { spaceId: space.id, size: 600, description: 'more' })
    const waiting = await owner.data(approvals.pending, { spaceId: space.id, kind: 'capacity' })
    await owner.data(approvals.withdraw, { id: waiting?.id ?? '' })
    expect(await owner.data(approvals.pending, { spaceId: space.id, kind: 'capacity' })).toBeNull()
    expect((await owner.data(approvals.mine, {})).list.map(({ state }) => state)).toEqual(['withdrawn', 'rejected'])
    const [rejection] = (await journalOf(world, space.id)).filter(({ action }) => action === 'rejected')
    expect(rejection?.details).toEqual({ request: 'capacity' })
  })

  test('it is taken back by whoever owns the space, and by who asked while they may ask', async () => {
    const world = await buildWorld()
    const [owner, senior] = await Promise.all([world.as('owner'), world.as('senior')])
    const { id: spaceId, identifier } = await world.space()
    const waiting = async (client: typeof owner) =>
      client.data(approvals.pending, { spaceId, kind: 'capacity' }).then((found) => found ?? { id: '', isMine: false })
    const gone = { error: 'approvalGone' }

    await senior.data(capacity.ask, { spaceId, size: 500, description: 'more' })
    const first = await waiting(owner)
    expect([first.isMine, (await waiting(senior)).isMine]).toEqual([true, true])
    await owner.data(spaces.setMemberRole, { id: spaceId, personId: world.idOf('senior'), role: 'normal' })
    expect(await senior.call(approvals.withdraw, { id: first.id })).toMatchObject(gone)
    await owner.data(approvals.withdraw, { id: first.id })

    await owner.data(capacity.ask, { spaceId, size: 500, description: 'more' })
    await owner.data(spaces.transfer, { id: spaceId, personId: world.idOf('senior'), identifier })
    const second = await waiting(senior)
    expect([second.isMine, (await waiting(owner)).isMine]).toEqual([true, true])
    await owner.data(spaces.removeMember, { id: spaceId, personId: world.idOf('owner') })
    expect(await owner.call(approvals.withdraw, { id: second.id })).toMatchObject(gone)
    await senior.data(approvals.withdraw, { id: second.id })
    await senior.data(capacity.ask, { spaceId, size: 500, description: 'more' })
  })
})

describe('the room of a space', () => {
  test('runs out: owner and senior members are ordered once each time, nobody else', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const use = (percent: number) =>
      world.db
        .updateTable('space_usage')
        .set({ used_bytes: (CAPACITY_DEFAULT_GB * BYTES_PER_GB * percent) / 100 })
        .where('space_id', '=', id)
        .execute()
    const warned = async () => {
      await world.services.spaces.warnOfLowRoom()
      const rows = await world.db.selectFrom('message').select('person_id').where('kind', '=', 'capacityLow').execute()
      return rows.map(({ person_id }) => person_id).sort()
    }
    await use(80)
    expect(await warned()).toEqual([])
    await use(81)
    const both = [world.idOf('owner'), world.idOf('senior')].sort()
    expect(await warned()).toEqual(both)
    await use(95)
    expect(await warned()).toEqual(both)
    await use(50)
    expect(await warned()).toEqual(both)
    await use(85)
    expect(await warned()).toHaveLength(4)
  })

  test('of very many spaces at once: each is reported once', async () => {
    const world = await buildWorld()
    await seedSpaces(world.db, 120)
    await sql`update space set status = 'normal'`.execute(world.db)
    await sql`update space_usage u set used_bytes = s.capacity_bytes from space s where s.id = u.space_id`.execute(
      world.db,
    )
    expect(await world.services.spaces.warnOfLowRoom()).toBe(120)
    expect(await world.services.spaces.warnOfLowRoom()).toBe(0)
    const rows = await world.db.selectFrom('message').select('link').where('kind', '=', 'capacityLow').execute()
    expect(new Set(rows.map(({ link }) => link)).size).toBe(120)
  })
})
