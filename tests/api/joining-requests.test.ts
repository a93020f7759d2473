import { describe, expect, test } from 'vitest'
import { JOIN_REMIND_HOURS } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { newId } from '#server/storage/id.ts'
import { HOUR_MS } from '../../contract/core/time.ts'
import { JOIN_ASKS_A_DAY } from '../../server/modules/joining/requests.ts'
import {
  asked,
  asks,
  errorOf,
  holdPerson,
  journal,
  messagesOf,
  open,
  person,
  roleOf,
  said,
  setFlags,
  setStatus,
  signedIn,
} from '../support/joining.ts'
import { buildWorld } from '../support/world.ts'

const { joining, spaces } = contract

describe('POST /spaces/:id/apply', () => {
  test('a private space is not revealed to strangers, and takes nobody who only knows of it', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const [ordinary, admin] = [await world.as('ordinary'), await world.as('admin')]
    expect(await ordinary.call(joining.apply, { id, ...asks })).toMatchObject({ error: 'spaceNotFound' })
    expect(await admin.call(joining.apply, { id, ...asks })).toMatchObject({ error: 'joinForbidden' })
  })

  test('a space that is offline, waits for approval or was rejected takes no requests', async () => {
    const world = await buildWorld()
    const { id } = await world.space(open)
    for (const status of ['offline', 'pending', 'failed'] as const) {
      await setStatus(world, id, status)
      expect(await (await world.as('ordinary')).call(joining.apply, { id, ...asks })).toMatchObject({
        error: 'spaceNotFound',
      })
      expect(await (await world.as('admin')).call(joining.apply, { id, ...asks })).toMatchObject({
        error: 'joinForbidden',
      })
    }
  })

  test('members have no need to ask', async () => {
    const world = await buildWorld()
    const { id } = await world.space(open)
    for (const who of ['owner', 'senior', 'normal'])
      expect(await (await world.as(who)).call(joining.apply, { id, ...asks })).toMatchObject({ error: 'memberAlready' })
  })

  test('a reason is at most 300 characters', async () => {
    const world = await buildWorld()
    const { id } = await world.space(open)
    const ordinary = await world.as('ordinary')
    expect(await ordinary.call(joining.apply, { id, reason: 'x'.repeat(301) })).toMatchObject({
      error: 'invalid',
      fields: [{ field: 'reason' }],
    })
    await ordinary.data(joining.apply, { id, reason: 'x'.repeat(300) })
  })

  test('one request of a person waits in a space, however often it is sent at once', async () => {
    const world = await buildWorld()
    const { id } = await world.space(open)
    const ordinary = await world.as('ordinary')
    const answers = await Promise.all(Array.from({ length: 6 }, () => ordinary.call(joining.apply, { id, ...asks })))
    expect(answers.map(errorOf).sort()).toEqual(['done', ...Array(5).fill('joinPending')])
    expect(await messagesOf(world, 'owner')).toEqual(['joinAsked'])
    expect(await journal(world, id)).toEqual(['joinAsked'])
  })

  test('one person asks so often within a day, and no more', async () => {
    const world = await buildWorld()
    const { id } = await world.space(open)
    const ordinary = await world.as('ordinary')
    for (let round = 0; round < JOIN_ASKS_A_DAY; round += 1) {
      await ordinary.data(joining.apply, { id, ...asks })
      await ordinary.data(joining.withdraw, { id })
    }
    expect(await ordinary.call(joining.apply, { id, ...asks })).toMatchObject({ error: 'tooManyRequests' })
    world.clock.advance(25 * HOUR_MS)
    const later = await signedIn(world, 'ordinary@lab.test')
    await later.data(joining.apply, { id, ...asks })
  })

  test('the owner and members whose role may answer are informed, nobody else', async () => {
    const world = await buildWorld()
    const { id } = await world.space(open)
    await setFlags(world, id, 'senior', ['S_AUDIT'])
    await (await world.as('ordinary')).data(joining.apply, { id, ...asks })
    expect([
      await messagesOf(world, 'owner'),
      await messagesOf(world, 'senior'),
      await messagesOf(world, 'normal'),
    ]).toEqual([['joinAsked'], ['joinAsked'], []])
    const message = await world.db.selectFrom('message').selectAll().executeTakeFirstOrThrow()
    expect(message).toMatchObject({
      values: { person: 'Otto Ordinary', space: 'Lake survey', reason: asks.reason },
      link: `/space/${id}/details/spaceSetting?part=requests`,
    })
  })

  test('whoever waits is shown as waiting', async () => {
    const { space, applicant } = await asked()
    expect(await applicant.data(spaces.show, { id: space.id })).toMatchObject({ joinState: 'pending' })
  })
})

describe('DELETE /spaces/:id/apply', () => {
  test('without a request that waits there is nothing to take back', async () => {
    const world = await buildWorld()
    const { id } = await world.space(open)
    const ordinary = await world.as('ordinary')
    expect(await ordinary.call(joining.withdraw, { id })).toMatchObject({ error: 'joinGone' })
  })

  test('a request is taken back once, also when its space became private meanwhile', async () => {
    const { world, space, applicant } = await asked()
    await world.db.updateTable('space').set({ type: 'private' }).where('id', '=', space.id).execute()
    const answers = await Promise.all([1, 2, 3].map(() => applicant.call(joining.withdraw, { id: space.id })))
    expect(answers.map(errorOf).sort()).toEqual(['done', 'spaceNotFound', 'spaceNotFound'])
    expect(await journal(world, space.id)).toEqual(['joinAsked', 'joinWithdrawn'])
  })

  test('of a withdrawal and an answer at once one wins', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { world, space, applicant, owner, requestIds } = await asked()
      const [withdrawn, [answer]] = await Promise.all([
        applicant.call(joining.withdraw, { id: space.id }),
        owner.data(joining.answer, { id: space.id, requestIds, isPassed: true }),
      ])
      const isMember = (await roleOf(world, space.id, world.idOf('ordinary'))) !== null
      expect(answer?.isDone).toBe(isMember)
      expect(errorOf(withdrawn)).toBe(isMember ? 'joinGone' : 'done')
    }
  })
})

describe('POST /spaces/:id/apply/remind', () => {
  test('comes to mind at most once in two days', async () => {
    const { world, space, applicant, owner, requestIds } = await asked()
    const { id } = space
    expect(await applicant.call(joining.remind, { id })).toMatchObject({
      error: 'joinRemindedLately',
      data: { hours: 48 },
    })
    world.clock.advance(JOIN_REMIND_HOURS * HOUR_MS)
    const later = await signedIn(world, 'ordinary@lab.test')
    const answers = await Promise.all([1, 2, 3].map(() => later.call(joining.remind, { id })))
    expect(answers.map(errorOf).sort()).toEqual(['done', 'joinRemindedLately', 'joinRemindedLately'])
    expect(await messagesOf(world, 'owner')).toEqual(['joinAsked', 'joinReminder'])
    const back = await signedIn(world, 'owner@lab.test')
    await back.data(joining.answer, { id, requestIds, isPassed: false, opinion: 'no' })
    world.clock.advance(JOIN_REMIND_HOURS * HOUR_MS)
    const last = await signedIn(world, 'ordinary@lab.test')
    expect(await last.call(joining.remind, { id })).toMatchObject({ error: 'joinGone' })
    expect(owner).toBeDefined()
  })

  test('the schedule reminds once of what nobody answered, of spaces that work', async () => {
    const { world, space } = await asked()
    const [offline] = await Promise.all([world.space({ ...open, name: 'Offline' })])
    await (await world.as('ordinary')).data(joining.apply, { id: offline.id, ...asks })
    await setStatus(world, offline.id, 'offline')
    expect(await world.services.joining.remindOfOld()).toBe(0)
    world.clock.advance(JOIN_REMIND_HOURS * HOUR_MS)
    const counts = await Promise.all([1, 2].map(() => world.services.joining.remindOfOld()))
    expect(counts.sort()).toEqual([0, 1])
    world.clock.advance(JOIN_REMIND_HOURS * HOUR_MS)
    expect(await world.services.joining.remindOfOld()).toBe(0)
    expect((await messagesOf(world, 'owner')).filter((kind) => kind === 'joinReminder')).toHaveLength(1)
    const { values } = await world.db
      .selectFrom('message')
      .select('values')
      .where('kind', '=', 'joinReminder')
      .executeTakeFirstOrThrow()
    expect(values).toMatchObject({ space: space.name, person: 'Otto Ordinary', days: 2 })
  })
})

describe('the queue of requests', () => {
  test('is closed to those who may not answer', async () => {
    const { world, space, requestIds } = await asked()
    const { id } = space
    for (const who of ['normal', 'senior', 'admin']) {
      const client = await world.as(who)
      expect(await client.call(joining.requests, { id })).toMatchObject({ error: 'spaceRightMissing' })
      expect(await client.call(joining.waiting, { id })).toMatchObject({ error: 'spaceRightMissing' })
      expect(await client.call(joining.answer, { id, requestIds, isPassed: true })).toMatchObject({
        error: 'spaceRightMissing',
      })
    }
    expect(await roleOf(world, id, world.idOf('ordinary'))).toBeNull()
  })

  test('a rejection needs its reason', async () => {
    const { space, owner, requestIds } = await asked()
    expect(await owner.call(joining.answer, { id: space.id, requestIds, isPassed: false, opinion: ' ' })).toMatchObject(
      {
        error: 'opinionNeeded',
        fields: [{ field: 'opinion' }],
      },
    )
  })

  test('nobody lets somebody in with more than they may give', async () => {
    const { world, space, requestIds } = await asked()
    await setFlags(world, space.id, 'senior', ['S_AUDIT'])
    const senior = await world.as('senior')
    const input = { id: space.id, requestIds, isPassed: true }
    expect(await senior.call(joining.answer, { ...input, role: 'senior' })).toMatchObject({
      error: 'spaceRightMissing',
    })
    expect(await senior.data(joining.answer, { ...input, role: 'normal' })).toMatchObject([{ isDone: true }])
    expect(await roleOf(world, space.id, world.idOf('ordinary'))).toBe('normal')
    expect(await messagesOf(world, 'owner')).toEqual(['joinAsked', 'memberJoined'])
  })

  test('is answered one by one: what happened meanwhile is reported in the language of whoever asks', async () => {
    const { world, space, owner } = await asked()
    const { id } = space
    const emails = ['b1@lab.test', 'b2@lab.test', 'b3@lab.test']
    for (const email of emails) {
      await person(world, email, { name: email })
      await (await signedIn(world, email)).data(joining.apply, { id, ...asks })
    }
    const { list } = await owner.data(joining.requests, { id })
    expect(list.map(({ person: { emailAccounts } }) => emailAccounts)).toEqual(['ordinary@lab.test', ...emails])
    const [first, second, third] = list.map((request) => request.id)
    await (await signedIn(world, 'b1@lab.test')).data(joining.withdraw, { id })
    await owner.data(joining.answer, { id, requestIds: [first ?? ''], isPassed: true, role: 'senior' })
    await world.db.updateTable('person').set({ disabled_at: new Date() }).where('email', '=', 'b2@lab.test').execute()
    const foreign = newId()
    owner.language = 'zh'
    const outcomes = await owner.data(joining.answer, {
      id,
      requestIds: [...list.map((request) => request.id), foreign],
      isPassed: true,
    })
    expect(outcomes.map(({ isDone, message }) => [isDone, message])).toEqual([
      [false, '申请已被处理'],
      [false, '申请人已撤回申请'],
      [false, '该账号已停用或不存在'],
      [true, ''],
      [false, '申请已不存在'],
    ])
    const names = ['requestAnswered', 'requestWithdrawn', 'personGone', null, 'requestGone'] as const
    expect(outcomes.map(({ message }) => message)).toEqual(names.map((name) => (name ? said(name, 'zh') : '')))
    expect([first, second, third].every(Boolean)).toBe(true)
    expect(await owner.data(joining.waiting, { id })).toBe(0)
    expect((await owner.data(spaces.show, { id })).memberCount).toBe(5)
  })

  test('whoever loses the right, or the space, while answering answers no more; the rest stay pending', async () => {
    for (const end of ['flag', 'role', 'member', 'offline', 'space', 'session'] as const) {
      const { world, space, owner, requestIds } = await asked()
      const { id, identifier } = space
      const later = await person(world, 'later@lab.test')
      await (await signedIn(world, 'later@lab.test')).data(joining.apply, { id, ...asks })
      const { list } = await owner.data(joining.requests, { id })
      await setFlags(world, id, 'senior', ['S_AUDIT', 'M_EDIT'])
      const letGo = await holdPerson(world, later)
      const answering = (await world.as('senior')).data(joining.answer, {
        id,
        requestIds: list.map((request) => request.id),
        isPassed: true,
        role: 'senior',
      })
      await expect.poll(() => roleOf(world, id, world.idOf('ordinary'))).toBe('senior')
      if (end === 'flag') await setFlags(world, id, 'senior', ['M_EDIT'])
      if (end === 'role') await setFlags(world, id, 'senior', ['S_AUDIT'])
      if (end === 'member') await owner.data(spaces.removeMember, { id, personId: world.idOf('senior') })
      if (end === 'offline') await setStatus(world, id, 'offline')
      if (end === 'space') await owner.data(spaces.remove, { id, identifier })
      if (end === 'session')
        await world.db.deleteFrom('session').where('person_id', '=', world.idOf('senior')).execute()
      await letGo()
      const [first, second] = await answering
      expect(first, end).toMatchObject({ id: requestIds[0], isDone: true })
      expect(second, end).toMatchObject({ isDone: false, message: expect.stringMatching(/./) })
      const states = await world.db.selectFrom('join_request').select('state').where('person_id', '=', later).execute()
      expect(states, end).toEqual([{ state: end === 'space' ? 'rejected' : 'pending' }])
      expect((await world.inbox('ordinary@lab.test')).at(-1)?.text, end).toContain(space.name)
    }
  })

  test('a request of another space is none of this one', async () => {
    const { world, owner, requestIds } = await asked()
    const other = await world.space({ ...open, name: 'Other' })
    expect(await owner.data(joining.answer, { id: other.id, requestIds, isPassed: true })).toMatchObject([
      { isDone: false },
    ])
  })

  test('of two answers at once one counts, and one member comes of it', async () => {
    const { world, space, owner, requestIds } = await asked()
    const answers = await Promise.all([
      owner.data(joining.answer, { id: space.id, requestIds, isPassed: true }),
      owner.data(joining.answer, { id: space.id, requestIds, isPassed: true }),
      owner.data(joining.answer, { id: space.id, requestIds, isPassed: false, opinion: 'no' }),
    ])
    expect(answers.flat().filter(({ isDone }) => isDone)).toHaveLength(1)
    const kinds = await messagesOf(world, 'ordinary')
    expect(kinds).toHaveLength(1)
    const isMember = (await roleOf(world, space.id, world.idOf('ordinary'))) !== null
    expect(kinds).toEqual([isMember ? 'joinPassed' : 'joinRejected'])
    expect((await owner.data(spaces.show, { id: space.id })).memberCount).toBe(isMember ? 4 : 3)
  })

  test('the applicant is informed by message and mail, and may ask again after a rejection', async () => {
    const { world, space, applicant, owner, requestIds } = await asked()
    const { id } = space
    await owner.data(joining.answer, { id, requestIds, isPassed: false, opinion: '请先写明课题' })
    expect(await applicant.data(spaces.show, { id })).toMatchObject({ joinState: 'none' })
    expect((await world.inbox('ordinary@lab.test')).at(-1)?.text).toContain('请先写明课题')
    await applicant.data(joining.apply, { id, reason: '青海湖课题' })
    const [again] = (await owner.data(joining.requests, { id })).list
    await owner.data(joining.answer, { id, requestIds: [again?.id ?? ''], isPassed: true, role: 'senior' })
    expect(await messagesOf(world, 'ordinary')).toEqual(['joinRejected', 'joinPassed'])
    expect(await applicant.data(spaces.show, { id })).toMatchObject({ joinState: 'joined', myRole: 'senior' })
    const done = await owner.data(joining.requests, { id, isOpen: 'false' as never })
    expect(done.list.map(({ state, opinion, answeredBy }) => [state, opinion, answeredBy])).toEqual([
      ['passed', '', 'Olive Owner'],
      ['rejected', '请先写明课题', 'Olive Owner'],
    ])
    expect(await journal(world, id)).toEqual(['joinAsked', 'joinRejected', 'joinAsked', 'joinPassed'])
  })

  test('people whose account is disabled are not shown', async () => {
    const { world, space, owner } = await asked()
    await world.db
      .updateTable('person')
      .set({ disabled_at: new Date() })
      .where('email', '=', 'ordinary@lab.test')
      .execute()
    expect((await owner.data(joining.requests, { id: space.id })).list).toEqual([])
    expect(await owner.data(joining.waiting, { id: space.id })).toBe(0)
  })

  test('is read page by page', async () => {
    const { world, space, owner } = await asked()
    for (const email of ['c1@lab.test', 'c2@lab.test']) {
      await person(world, email)
      await (await signedIn(world, email)).data(joining.apply, { id: space.id, ...asks })
    }
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await owner.data(joining.requests, { id: space.id, size: '1' as never, ...(after && { after }) })
      seen.push(...page.list.map(({ person: { emailAccounts } }) => emailAccounts))
      after = page.next
    } while (after)
    expect(seen).toEqual(['ordinary@lab.test', 'c1@lab.test', 'c2@lab.test'])
  })
})

describe('whoever joins has nothing left to wait for', () => {
  /** Somebody who has asked and was invited too. */
  async function both() {
    const { world, space, owner, requestIds } = await asked()
    await owner.data(joining.invite, { id: space.id, personIds: [world.idOf('ordinary')], role: 'senior' })
    const states = async () => {
      const [request, invitation] = await Promise.all([
        world.db.selectFrom('join_request').select('state').executeTakeFirstOrThrow(),
        world.db.selectFrom('space_invitation').select('state').executeTakeFirstOrThrow(),
      ])
      return [request.state, invitation.state]
    }
    return { world, space, owner, requestIds, states }
  }

  test('by an accepted invitation', async () => {
    const { world, states } = await both()
    const invitee = await world.as('ordinary')
    const [card] = await invitee.data(joining.myInvitations, {})
    await invitee.data(joining.respond, { code: card?.id ?? '', isAccepted: true })
    expect(await states()).toEqual(['passed', 'accepted'])
  })

  test('by a request that passed', async () => {
    const { space, owner, requestIds, states } = await both()
    await owner.data(joining.answer, { id: space.id, requestIds, isPassed: true })
    expect(await states()).toEqual(['passed', 'accepted'])
  })

  test('by any other way', async () => {
    const { world, space, states } = await both()
    await world.join(space.id, 'ordinary', 'normal')
    expect(await states()).toEqual(['passed', 'accepted'])
  })

  test('also when a request comes while somebody is let in', async () => {
    for (let round = 0; round < 4; round += 1) {
      const world = await buildWorld()
      const space = await world.space(open)
      const [owner, invitee] = [await world.as('owner'), await world.as('ordinary')]
      await owner.data(joining.invite, { id: space.id, personIds: [world.idOf('ordinary')], role: 'normal' })
      const [card] = await invitee.data(joining.myInvitations, {})
      await Promise.all([
        invitee.call(joining.apply, { id: space.id, ...asks }),
        invitee.call(joining.respond, { code: card?.id ?? '', isAccepted: true }),
      ])
      expect(await invitee.data(spaces.show, { id: space.id })).toMatchObject({ joinState: 'joined' })
      const pending = await world.db.selectFrom('join_request').select('id').where('state', '=', 'pending').execute()
      expect(pending).toEqual([])
    }
  })
})
