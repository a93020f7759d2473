import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { INVITED_AT_ONCE, PEOPLE_SEARCH } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { textOf } from '#server/http/texts.ts'
import { newId } from '#server/storage/id.ts'
import { HOUR_MS } from '../../contract/core/time.ts'
import { INVITATIONS_A_DAY, INVITATIONS_AN_HOUR, SPACE_INVITATIONS_MAX } from '../../server/modules/joining/invite.ts'
import { codeIn, linkIn } from '../support/inbox.ts'
import {
  asked,
  errorOf,
  holdPerson,
  journal,
  messagesOf,
  person,
  roleOf,
  said,
  setFlags,
  setStatus,
  signedIn,
} from '../support/joining.ts'
import { heldUpIn } from '../support/locks.ts'
import { readPage } from '../support/page.ts'
import { buildWorld } from '../support/world.ts'

const { joining, spaces, settings } = contract

describe('GET /spaces/:id/people', () => {
  test('is for those who may bring people in', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    for (const who of ['normal', 'admin'])
      expect(await (await world.as(who)).call(joining.people, { id, q: 'ol' })).toMatchObject({
        error: 'spaceRightMissing',
      })
  })

  test('one character looks for nobody, and no sign stands for everybody', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    for (const q of ['o', ' o ', '大'])
      expect(await owner.call(joining.people, { id, q })).toMatchObject({ error: 'invalid' })
    for (const q of ['%%', '__', '*', '@lab.test', 'lab.test', 'ordinary@', '%@lab.test'].filter((q) => q.length > 1))
      expect(await owner.data(joining.people, { id, q })).toEqual([])
  })

  test.each([
    ['ot', ['Otto Ordinary']],
    ['ORD', ['Otto Ordinary']],
    ['tto', []],
    ['申大', ['申大为']],
    ['大为', ['申大为']],
    ['shen', ['申大为']],
    ['dawei', ['申大为']],
    ['Ordinary@LAB.test', ['Otto Ordinary']],
  ])('%s finds %j', async (q, names) => {
    const world = await buildWorld()
    const { id } = await world.space()
    await world.db
      .updateTable('person')
      .set({ english_name: 'Shen Dawei' })
      .where('email', '=', 'senior@lab.test')
      .execute()
    const found = await (await world.as('owner')).data(joining.people, { id, q })
    expect(found.map(({ personName }) => personName)).toEqual(names)
  })

  test('addresses are partly hidden unless the whole of one was asked for; who belongs or is invited is marked', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    expect(await owner.data(joining.people, { id, q: 'otto' })).toMatchObject([
      { emailAccounts: 'o***@lab.test', isMember: false, isInvited: false },
    ])
    await owner.data(joining.invite, { id, personIds: [world.idOf('ordinary')], role: 'normal' })
    expect(await owner.data(joining.people, { id, q: 'ordinary@lab.test' })).toMatchObject([
      { emailAccounts: 'ordinary@lab.test', isMember: false, isInvited: true },
    ])
    expect(await owner.data(joining.people, { id, q: '常小' })).toMatchObject([{ isMember: true }])
  })

  test('tells a few, and nobody who can not come in', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    for (let i = 0; i < PEOPLE_SEARCH.max + 5; i += 1) await person(world, `zed${i}@lab.test`, { name: `Zed ${i}` })
    await person(world, 'off@lab.test', { name: 'Quinn Off', disabled_at: new Date() })
    await person(world, 'new@lab.test', { name: 'Quinn New', state: 'pending' })
    const owner = await world.as('owner')
    expect(await owner.data(joining.people, { id, q: 'zed' })).toHaveLength(PEOPLE_SEARCH.max)
    for (const q of ['quinn', 'off@lab.test', 'new@lab.test'])
      expect(await owner.data(joining.people, { id, q })).toEqual([])
  })

  test('has a rate limit', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const answers = await Promise.all(Array.from({ length: 31 }, () => owner.call(joining.people, { id, q: 'zz' })))
    expect(answers.map(errorOf).filter((error) => error === 'tooManyRequests')).toHaveLength(1)
  })
})

describe('POST /spaces/:id/invitations', () => {
  test('is for those who may bring people in, with no more than they may give', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const emails = ['new@far.test']
    expect(await (await world.as('normal')).call(joining.invite, { id, emails, role: 'normal' })).toMatchObject({
      error: 'spaceRightMissing',
    })
    await setFlags(world, id, 'senior', ['M_ADD'])
    const senior = await world.as('senior')
    expect(await senior.call(joining.invite, { id, emails, role: 'senior' })).toMatchObject({
      error: 'spaceRightMissing',
    })
    expect(await senior.data(joining.invite, { id, emails, role: 'normal' })).toMatchObject([{ isDone: true }])
  })

  test('a space that is closed invites nobody', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    await setStatus(world, id, 'offline')
    expect(
      await (await world.as('owner')).call(joining.invite, { id, emails: ['a@b.test'], role: 'normal' }),
    ).toMatchObject({
      error: 'spaceRightMissing',
    })
  })

  test('a space that closes while somebody is invited takes in nobody', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const { invited } = await world.db.transaction().execute(async (tx) => {
      await tx.selectFrom('person').select('id').where('id', '=', world.idOf('owner')).forUpdate().execute()
      const invited = owner.data(joining.invite, { id, emails: ['far@far.test'], role: 'normal' })
      await expect.poll(() => heldUpIn(world)).toBeGreaterThan(0)
      await tx.updateTable('space').set({ status: 'offline' }).where('id', '=', id).execute()
      return { invited }
    })
    expect(await invited).toMatchObject([{ isDone: false, message: said('spaceClosed') }])
    expect(await world.inbox('far@far.test')).toEqual([])
  })

  test('no more than a space may have waiting', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const invite = (...emails: string[]) => owner.call(joining.invite, { id, emails, role: 'normal' })
    await invite('far@far.test')
    await sql`
      insert into space_invitation (id, hash, space_id, email, role, invited_by, invited_at, expires_at)
      select gen_random_uuid(), sha256(i::text::bytea), space_id, i || email, role, invited_by, invited_at, expires_at
      from space_invitation, generate_series(3, ${SPACE_INVITATIONS_MAX}::int) i`.execute(world.db)
    expect(await invite('b@far.test', 'c@far.test')).toMatchObject({
      data: [{ isDone: true }, { isDone: false, message: said('tooManyInvitations') }],
    })
    expect(await invite('d@far.test')).toMatchObject({ error: 'tooManyInvitations' })
  })

  test('each gets an outcome of their own', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    await person(world, 'off@lab.test', { disabled_at: new Date() })
    const pending = await person(world, 'new@lab.test', { state: 'pending' })
    const outcomes = await owner.data(joining.invite, {
      id,
      personIds: [world.idOf('ordinary'), world.idOf('senior'), pending, newId()],
      emails: ['Ordinary@lab.test', 'normal@lab.test', 'off@lab.test', 'new@lab.test', 'far@far.test', 'FAR@far.test'],
      role: 'normal',
    })
    expect(outcomes.map(({ isDone, message }) => (isDone ? 'sent' : message))).toEqual([
      'sent',
      'This user is already a member',
      'The account is disabled or doesn’t exist',
      'The account is disabled or doesn’t exist',
      'An invitation is already pending',
      'This user is already a member',
      'The account is disabled or doesn’t exist',
      'sent',
      'sent',
    ])
    expect(outcomes[4]?.message).toBe(said('invitedAlready'))
    expect(await messagesOf(world, 'ordinary')).toEqual(['invited'])
    expect(linkIn((await world.inbox('ordinary@lab.test'))[0])).toMatch(/\/space-invitation\?code=[\w-]{32}$/)
    const { list } = await owner.data(joining.invitations, { id })
    expect(list.map(({ emailAccounts, personName, state }) => [emailAccounts, personName, state])).toEqual([
      ['far@far.test', '', 'waiting'],
      ['new@lab.test', '', 'waiting'],
      ['o***@lab.test', 'Otto Ordinary', 'waiting'],
    ])
  })

  test('an address invited twice at once is invited once', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const invite = () => owner.data(joining.invite, { id, emails: ['far@far.test'], role: 'normal' })
    const outcomes = (await Promise.all([invite(), invite(), invite(), invite()])).flat()
    expect(outcomes.filter(({ isDone }) => isDone)).toHaveLength(1)
    expect(await world.inbox('far@far.test')).toHaveLength(1)
  })

  test('one address gets so many within an hour, from whomever and into whatever space', async () => {
    const world = await buildWorld()
    const [owner, senior] = [await world.as('owner'), await world.as('senior')]
    const invitee = { emails: ['far@far.test'], role: 'normal' as const }
    const { id } = await world.space()
    for (let round = 1; round < INVITATIONS_AN_HOUR; round += 1) {
      await owner.data(joining.invite, { id, ...invitee })
      const [first] = (await owner.data(joining.invitations, { id })).list
      await owner.data(joining.revoke, { id, invitationId: first?.id ?? '' })
    }
    const others = [await world.space({ name: 'Other' }), await world.space({ name: 'Third' })]
    const rounds = await Promise.all(others.map((other) => senior.data(joining.invite, { id: other.id, ...invitee })))
    expect(
      rounds
        .flat()
        .map(({ message }) => message)
        .sort(),
    ).toEqual(['', said('invitedOften', 'en', { minutes: 60 })])
    expect(rounds.flat().map(({ message }) => message)).toContain(said('invitedOften', 'en', { minutes: 60 }))
    expect(await world.inbox('far@far.test')).toHaveLength(INVITATIONS_AN_HOUR)
    world.clock.advance(HOUR_MS)
    expect(await owner.data(joining.invite, { id, ...invitee })).toMatchObject([{ isDone: true }])
  })

  test('one person sends so many within a day over all spaces, deleted ones too, and hears when again', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const [gone, space] = [await world.space({ name: 'Gone' }), await world.space()]
    let sent = 0
    const invite = (id: string, count: number) => {
      const emails = Array.from({ length: count }, () => `guest${sent++}@far.test`)
      return owner.data(joining.invite, { id, emails, role: 'normal' })
    }
    for (let left = INVITATIONS_A_DAY - 1; left > 0; left -= INVITED_AT_ONCE)
      await invite(gone.id, Math.min(left, INVITED_AT_ONCE))
    await owner.data(spaces.remove, { id: gone.id, identifier: gone.identifier })
    const refused = { count: INVITATIONS_A_DAY, hours: 24 }
    const outcomes = await invite(space.id, 2)
    expect(outcomes[1]?.message).toBe(said('invitationsADay', 'en', refused))
    expect(outcomes).toMatchObject([
      { isDone: true },
      { isDone: false, message: said('invitationsADay', 'en', { count: INVITATIONS_A_DAY, hours: 24 }) },
    ])
    expect(
      await (await world.as('senior')).data(joining.invite, {
        id: space.id,
        personIds: [world.idOf('ordinary')],
        role: 'normal',
      }),
    ).toMatchObject([{ isDone: true }])
    world.clock.advance(24 * HOUR_MS)
    const later = await signedIn(world, 'owner@lab.test')
    expect(await later.data(joining.invite, { id: space.id, emails: ['last@far.test'], role: 'normal' })).toMatchObject(
      [{ isDone: true }],
    )
  })

  test('whoever loses the right, or the space, while a round is sent invites no more; what was sent stays sent', async () => {
    for (const end of ['flag', 'role', 'member', 'offline', 'space', 'session'] as const) {
      const world = await buildWorld()
      const { id, identifier } = await world.space({ type: 'restricted' })
      const [owner, senior] = [await world.as('owner'), await world.as('senior')]
      const letGo = await holdPerson(world, world.idOf('ordinary'))
      const round = senior.data(joining.invite, {
        id,
        emails: ['far@far.test', 'ordinary@lab.test', 'last@far.test'],
        role: 'senior',
      })
      const invited = () => world.db.selectFrom('space_invitation').select('id').execute()
      await expect.poll(invited).toHaveLength(1)
      if (end === 'flag') await setFlags(world, id, 'senior', ['M_EDIT'])
      if (end === 'role') await setFlags(world, id, 'senior', ['M_ADD'])
      if (end === 'member') await owner.data(spaces.removeMember, { id, personId: world.idOf('senior') })
      if (end === 'offline') await setStatus(world, id, 'offline')
      if (end === 'space') await owner.data(spaces.remove, { id, identifier })
      if (end === 'session')
        await world.db.deleteFrom('session').where('person_id', '=', world.idOf('senior')).execute()
      await letGo()
      const outcomes = await round
      expect(
        outcomes.map(({ isDone }) => isDone),
        end,
      ).toEqual([true, false, false])
      for (const { message } of outcomes.slice(1)) expect(message, end).not.toBe('')
      expect(await world.inbox('far@far.test'), end).toHaveLength(1)
      expect(await world.inbox('last@far.test'), end).toHaveLength(0)
    }
  })

  test('the journal, which every member reads, tells no reasons and no whole addresses', async () => {
    const { world, space, owner, requestIds } = await asked()
    const { id } = space
    await owner.data(joining.answer, { id, requestIds, isPassed: false, opinion: 'no room' })
    await owner.data(joining.invite, { id, emails: ['far.away@far.test'], role: 'normal' })
    const normal = await world.as('normal')
    const { list } = await normal.data(contract.journal.list, { id })
    expect(list.map(({ action }) => action)).toEqual(expect.arrayContaining(['joinAsked', 'joinRejected', 'invited']))
    expect(JSON.stringify(list)).not.toMatch(/做湖泊遥感的|no room|far\.away/)
    expect(JSON.stringify(list)).toContain('f***@far.test')
  })

  test('the code of an invitation registers nobody once its space is deleted', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    const [owner, admin] = [await world.as('owner'), await world.as('admin')]
    const rules = await admin.data(settings.accountRules, {})
    await admin.data(settings.setAccountRules, { ...rules, needsInvitation: true })
    await owner.data(joining.invite, { id, emails: ['far@far.test'], role: 'normal' })
    const code = codeIn((await world.inbox('far@far.test'))[0])
    const stranger = await world.as('stranger')
    await stranger.data(contract.registration.invitation, { code })
    await owner.data(spaces.remove, { id, identifier })
    expect(await stranger.call(contract.registration.invitation, { code })).toMatchObject({ error: 'invitationWrong' })
  })

  test('where registration is closed strangers are not invited, and where it needs a code the link is one', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const [owner, admin] = [await world.as('owner'), await world.as('admin')]
    const rules = await admin.data(settings.accountRules, {})
    await admin.data(settings.setAccountRules, { ...rules, isRegistrationOpen: false })
    expect(
      await owner.data(joining.invite, { id, emails: ['far@far.test', 'ordinary@lab.test'], role: 'normal' }),
    ).toMatchObject([{ isDone: false, message: said('inviteeUnknown') }, { isDone: true }])
    expect(await owner.data(joining.invite, { id, emails: ['near@far.test'], role: 'normal' })).toMatchObject([
      { message: said('inviteeUnknown') },
    ])
    await admin.data(settings.setAccountRules, { ...rules, needsInvitation: true })
    await owner.data(joining.invite, { id, emails: ['far@far.test'], role: 'normal' })
    const code = codeIn((await world.inbox('far@far.test'))[0])
    const stranger = await world.as('stranger')
    expect(await stranger.data(contract.registration.invitation, { code })).toMatchObject({
      emailAccounts: 'far@far.test',
    })
    const [invitation] = (await owner.data(joining.invitations, { id })).list
    await owner.data(joining.revoke, { id, invitationId: invitation?.id ?? '' })
    expect(await stranger.call(contract.registration.invitation, { code })).toMatchObject({ error: 'invitationWrong' })
  })

  test('the code of a space registers nobody once registration is closed, or its inviter is disabled', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const [senior, admin, stranger] = [await world.as('senior'), await world.as('admin'), await world.as('stranger')]
    await setFlags(world, id, 'senior', ['M_ADD'])
    const rules = await admin.data(settings.accountRules, {})
    await admin.data(settings.setAccountRules, { ...rules, needsInvitation: true })
    await senior.data(joining.invite, { id, emails: ['far@far.test'], role: 'normal' })
    const code = codeIn((await world.inbox('far@far.test'))[0])
    const register = async () =>
      stranger.call(contract.registration.register, {
        emailAccounts: 'far@far.test',
        name: 'Far',
        org: 'Far lab',
        code,
        password: 'Mesa-4711x',
        confirmPassword: 'Mesa-4711x',
        ...(await world.captcha()),
      })
    await admin.data(settings.setAccountRules, { ...rules, needsInvitation: true, isRegistrationOpen: false })
    expect(await register()).toMatchObject({ error: 'registrationClosed' })
    await admin.data(settings.setAccountRules, { ...rules, needsInvitation: true })
    await admin.data(contract.users.disable, { id: world.idOf('senior') })
    expect(await register()).toMatchObject({ error: 'invitationWrong' })
  })

  test('finding out who has an account, by inviting where registration is closed, counts against the rate limit', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const [owner, admin] = [await world.as('owner'), await world.as('admin')]
    const rules = await admin.data(settings.accountRules, {})
    await admin.data(settings.setAccountRules, { ...rules, isRegistrationOpen: false })
    const ask = (round: number) => {
      const emails = Array.from({ length: INVITED_AT_ONCE }, (_, i) => `guess${round}-${i}@far.test`)
      return owner.data(joining.invite, { id, emails, role: 'normal' })
    }
    for (let round = 0; round * INVITED_AT_ONCE < INVITATIONS_A_DAY; round += 1) await ask(round)
    const [answer] = await owner.data(joining.invite, { id, emails: ['ordinary@lab.test'], role: 'normal' })
    expect(answer).toMatchObject({
      isDone: false,
      message: said('invitationsADay', 'en', { count: INVITATIONS_A_DAY, hours: 24 }),
    })
  })

  test('one that expired makes room for the next', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    await (await world.as('owner')).data(joining.invite, { id, emails: ['far@far.test'], role: 'normal', days: 1 })
    world.clock.advance(25 * HOUR_MS)
    const owner = await signedIn(world, 'owner@lab.test')
    expect(await owner.data(joining.invite, { id, emails: ['far@far.test'], role: 'senior' })).toMatchObject([
      { isDone: true },
    ])
    const { list } = await owner.data(joining.invitations, { id })
    expect(list.map(({ state, role }) => [state, role])).toEqual([
      ['waiting', 'senior'],
      ['expired', 'normal'],
    ])
    expect(await owner.call(joining.revoke, { id, invitationId: list[1]?.id ?? '' })).toMatchObject({
      error: 'invitationGone',
      data: { why: 'expired' },
    })
  })
})

/** An invitation that waits for the ordinary user, with the code of its mail. */
async function invited(draft: { role?: 'senior' | 'normal'; by?: 'owner' | 'senior' } = {}) {
  const world = await buildWorld()
  const space = await world.space()
  const { role = 'normal', by = 'owner' } = draft
  await (await world.as(by)).data(joining.invite, { id: space.id, emails: ['ordinary@lab.test'], role })
  const code = codeIn((await world.inbox('ordinary@lab.test')).at(-1))
  return { world, space, code, invitee: await world.as('ordinary'), owner: await world.as('owner') }
}

describe('the card of an invitation', () => {
  test('opens by the code for everybody, with the address partly hidden, and by the id only for whom it is', async () => {
    const { world, space, code, invitee, owner } = await invited()
    const stranger = await world.as('stranger')
    expect(await stranger.data(joining.card, { code })).toMatchObject({
      space: { id: space.id, name: 'Lake survey' },
      state: 'waiting',
      emailAccounts: 'o***@lab.test',
      isMine: false,
      inviter: 'Olive Owner',
    })
    const [mine] = await invitee.data(joining.myInvitations, {})
    expect(mine).toMatchObject({ emailAccounts: 'ordinary@lab.test', isMine: true })
    const byId = { code: mine?.id ?? '' }
    expect(await invitee.data(joining.card, byId)).toMatchObject({ isMine: true })
    for (const client of [stranger, await world.as('normal'), owner])
      expect(await client.call(joining.card, byId)).toMatchObject({ error: 'invitationGone' })
    expect(await stranger.call(joining.card, { code: 'x'.repeat(32) })).toMatchObject({ error: 'invitationGone' })
  })

  test.each(['revoked', 'declined', 'accepted', 'expired'] as const)(
    'one that was %s tells others nothing but that, and its addressee what it was unless it was taken back',
    async (why) => {
      const { world, space, code, invitee, owner } = await invited()
      const [row] = (await owner.data(joining.invitations, { id: space.id })).list
      if (why === 'revoked') await owner.data(joining.revoke, { id: space.id, invitationId: row?.id ?? '' })
      if (why === 'declined') await invitee.data(joining.respond, { code, isAccepted: false })
      if (why === 'accepted') await invitee.data(joining.respond, { code, isAccepted: true })
      if (why === 'expired') world.clock.advance(8 * 24 * HOUR_MS)
      const gone = { error: 'invitationGone', data: { why } }
      for (const other of [await world.as('stranger'), await signedIn(world, 'normal@lab.test')])
        expect(await other.call(joining.card, { code })).toMatchObject(gone)
      const addressee = await signedIn(world, 'ordinary@lab.test')
      expect(await addressee.call(joining.card, { code })).toMatchObject(
        why === 'revoked' ? gone : { data: { state: why, space: { id: space.id } } },
      )
      const { html } = await readPage(world, `/space-invitation?code=${code}`)
      expect(html).not.toMatch(/Lake survey|Olive Owner/)
    },
  )

  test('only its SHA-256 is kept of a code', async () => {
    const { world, code } = await invited()
    const row = await world.db.selectFrom('space_invitation').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(code)
    const messages = await world.db.selectFrom('message').select('link').execute()
    expect(JSON.stringify(messages)).not.toContain(code)
  })
})

describe('POST /space-invitations/:code', () => {
  const yes = { isAccepted: true }

  test('is answered only by whom it is for', async () => {
    const { world, code } = await invited()
    const other = await world.as('normal')
    expect(await other.call(joining.respond, { code, ...yes })).toMatchObject({ error: 'invitationElsewhere' })
    await person(world, 'else@lab.test')
    const somebody = await signedIn(world, 'else@lab.test')
    expect(await somebody.call(joining.respond, { code, isAccepted: false })).toMatchObject({
      error: 'invitationElsewhere',
    })
  })

  test('expired, revoked and answered ones are distinguished', async () => {
    const revoked = await invited()
    const [row] = (await revoked.owner.data(joining.invitations, { id: revoked.space.id })).list
    await revoked.owner.data(joining.revoke, { id: revoked.space.id, invitationId: row?.id ?? '' })
    expect(await revoked.invitee.call(joining.respond, { code: revoked.code, ...yes })).toMatchObject({
      error: 'invitationGone',
      data: { why: 'revoked' },
      message: expect.stringContaining(textOf('en', 'joining.why.revoked')),
    })

    const declined = await invited()
    await declined.invitee.data(joining.respond, { code: declined.code, isAccepted: false })
    expect(await declined.invitee.call(joining.respond, { code: declined.code, ...yes })).toMatchObject({
      data: { why: 'declined' },
    })
    expect(await messagesOf(declined.world, 'owner')).toEqual(['invitationDeclined'])

    const expired = await invited()
    expired.world.clock.advance(8 * 24 * HOUR_MS)
    const later = await signedIn(expired.world, 'ordinary@lab.test')
    expect(await later.call(joining.respond, { code: expired.code, ...yes })).toMatchObject({
      data: { why: 'expired' },
    })
    expect(await later.data(joining.myInvitations, {})).toEqual([])
  })

  test('a space that is closed takes nobody in, and keeps the invitation', async () => {
    const { world, space, code, invitee } = await invited()
    await setStatus(world, space.id, 'offline')
    expect(await invitee.call(joining.respond, { code, ...yes })).toMatchObject({ data: { why: 'closed' } })
    expect(await invitee.data(joining.card, { code })).toMatchObject({ isOpen: false, state: 'waiting' })
    await setStatus(world, space.id, 'normal')
    expect(await invitee.data(joining.respond, { code, ...yes })).toEqual({ spaceId: space.id })
  })

  test('accepted several times at once makes one member', async () => {
    const { world, space, code, invitee, owner } = await invited({ role: 'senior' })
    const answers = await Promise.all([1, 2, 3, 4].map(() => invitee.call(joining.respond, { code, ...yes })))
    expect(answers.map(errorOf).sort()).toEqual(['done', ...Array(3).fill('memberAlready')])
    expect(await roleOf(world, space.id, world.idOf('ordinary'))).toBe('senior')
    expect((await owner.data(spaces.show, { id: space.id })).memberCount).toBe(4)
    expect(await messagesOf(world, 'owner')).toEqual(['invitationAccepted'])
    expect(await journal(world, space.id)).toEqual(['invited', 'joined'])
  })

  test('of an acceptance and a revocation at once one wins', async () => {
    const { world, space, code, invitee, owner } = await invited()
    const [row] = (await owner.data(joining.invitations, { id: space.id })).list
    const [accepted, revoked] = await Promise.all([
      invitee.call(joining.respond, { code, ...yes }),
      owner.call(joining.revoke, { id: space.id, invitationId: row?.id ?? '' }),
    ])
    const isMember = (await roleOf(world, space.id, world.idOf('ordinary'))) !== null
    expect(errorOf(accepted)).toBe(isMember ? 'done' : 'invitationGone')
    expect(errorOf(revoked)).toBe(isMember ? 'invitationGone' : 'done')
  })

  test('stands when whoever invited has left; then the owner alone is informed', async () => {
    const { world, space, code, invitee, owner } = await invited({ by: 'senior' })
    await owner.data(spaces.removeMember, { id: space.id, personId: world.idOf('senior') })
    await invitee.data(joining.respond, { code, ...yes })
    expect(await messagesOf(world, 'owner')).toEqual(['memberJoined'])
    expect((await messagesOf(world, 'senior')).filter((kind) => kind.startsWith('invitation'))).toEqual([])
  })

  test('an address that is registered later answers as whoever has it then', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    await (await world.as('owner')).data(joining.invite, { id, emails: ['far@far.test'], role: 'normal' })
    await person(world, 'FAR@far.test')
    const newcomer = await signedIn(world, 'far@far.test')
    const [card] = await newcomer.data(joining.myInvitations, {})
    await newcomer.data(joining.respond, { code: card?.id ?? '', ...yes })
    expect(await newcomer.data(spaces.show, { id })).toMatchObject({ joinState: 'joined' })
    expect(await newcomer.data(joining.myInvitations, {})).toEqual([])
  })

  test('a known person keeps an invitation when their address changes, and the next holder of it gets none', async () => {
    const { world, code, invitee } = await invited()
    await world.db
      .updateTable('person')
      .set({ email: 'moved@lab.test' })
      .where('email', '=', 'ordinary@lab.test')
      .execute()
    await person(world, 'ordinary@lab.test')
    const heir = await signedIn(world, 'ordinary@lab.test')
    expect(await heir.call(joining.respond, { code, ...yes })).toMatchObject({ error: 'invitationElsewhere' })
    expect(await heir.data(joining.myInvitations, {})).toEqual([])
    expect(await invitee.data(joining.respond, { code, ...yes })).toMatchObject({ spaceId: expect.any(String) })
  })
})
