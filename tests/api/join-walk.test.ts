import { expect, test } from 'vitest'
import type { SpaceType } from '#contract/core/policy.ts'
import { contract } from '#contract/index.ts'
import type { GivenRole } from '#contract/spaces.ts'
import type { Client } from '../support/client.ts'
import { drawing } from '../support/random.ts'
import { buildWorld } from '../support/world.ts'

const { joining, spaces } = contract
const STEPS = 500
const SEED = 20261121
/** Long enough apart that no rate limit is reached, short enough that sessions and invitations last. */
const STEP_MS = 15 * 60_000

const clientSessions = ['ordinary', 'admin', 'normal'] as const
type ClientSession = (typeof clientSessions)[number]
const moves = [
  'apply',
  'withdraw',
  'pass',
  'reject',
  'invite',
  'accept',
  'decline',
  'revoke',
  'remove',
  'leave',
  'join',
  'type',
] as const
type Move = (typeof moves)[number]

/** What a person is to the space, written down again without a look at the server: the sentences of the specification. */
type Place = {
  role: GivenRole | null
  isAsking: boolean
  invited: GivenRole | null
  last: 'none' | 'accepted' | 'declined' | 'revoked'
}
type Model = { type: SpaceType; places: Record<ClientSession, Place> }

const fresh = (): Place => ({ role: null, isAsking: false, invited: null, last: 'none' })
/** Administrators know of every space, others of those in the open and their own. */
const sees = (model: Model, who: ClientSession) =>
  who === 'admin' || model.type !== 'private' || model.places[who].role !== null
const comeIn = (place: Place, role: GivenRole) => {
  if (place.invited) place.last = 'accepted'
  Object.assign(place, { role, isAsking: false, invited: null })
}

/** What a move must answer, and what it leaves; '' is success. */
function expected(model: Model, who: ClientSession, move: Move, role: GivenRole, type: SpaceType): string {
  const place = model.places[who]
  switch (move) {
    case 'apply':
      if (!sees(model, who)) return 'spaceNotFound'
      if (place.role) return 'memberAlready'
      if (model.type === 'private') return 'joinForbidden'
      if (place.isAsking) return 'joinPending'
      place.isAsking = true
      return ''
    case 'withdraw':
      if (!place.isAsking) return sees(model, who) ? 'joinGone' : 'spaceNotFound'
      place.isAsking = false
      return ''
    case 'pass':
      if (!place.isAsking) return 'nobody asks'
      comeIn(place, role)
      return ''
    case 'reject':
      if (!place.isAsking) return 'nobody asks'
      place.isAsking = false
      return ''
    case 'invite':
      if (place.role) return 'This user is already a member'
      if (place.invited) return 'An invitation is already pending'
      place.invited = role
      return ''
    case 'accept':
      if (place.role) return place.invited || place.last !== 'none' ? 'memberAlready' : 'no invitation'
      if (!place.invited) return place.last === 'none' ? 'no invitation' : 'invitationGone'
      comeIn(place, place.invited)
      return ''
    case 'decline':
      if (place.role) return place.last === 'none' ? 'no invitation' : 'memberAlready'
      if (!place.invited) return place.last === 'none' ? 'no invitation' : 'invitationGone'
      Object.assign(place, { invited: null, last: 'declined' })
      return ''
    case 'revoke':
      if (!place.invited) return place.last === 'none' ? 'no invitation' : 'invitationGone'
      Object.assign(place, { invited: null, last: 'revoked' })
      return ''
    case 'remove':
      if (!place.role) return 'memberUnknown'
      place.role = null
      return ''
    case 'leave':
      if (!sees(model, who)) return 'spaceNotFound'
      if (!place.role) return 'memberUnknown'
      place.role = null
      return ''
    case 'join':
      if (place.role) return 'memberAlready'
      comeIn(place, role)
      return ''
    case 'type':
      model.type = type
      return ''
  }
}

const errorOf = (answer: object): string => ('error' in answer ? String(answer.error) : '')

test(`${STEPS} random moves of asking, inviting, answering and leaving go as a small model says`, async () => {
  const world = await buildWorld()
  const draw = drawing(SEED)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(draw() * from.length)] as T
  const owner = await world.as('owner')
  const clients = Object.fromEntries(
    await Promise.all(clientSessions.map(async (who) => [who, await world.as(who)] as const)),
  ) as Record<ClientSession, Client>
  const { id } = await world.space({ type: 'restricted' })
  const model: Model = { type: 'restricted', places: { ordinary: fresh(), admin: fresh(), normal: fresh() } }
  model.places.normal.role = 'normal'

  const requestOf = async (who: ClientSession) => {
    const { list } = await owner.data(joining.requests, { id })
    return list.find(({ person }) => person.personId === world.idOf(who))?.id
  }
  /** The last invitation of somebody, whatever became of it. */
  const invitationOf = async (who: ClientSession) => {
    const row = await world.db
      .selectFrom('space_invitation')
      .select('id')
      .where('email', '=', `${who}@lab.test`)
      .orderBy('invited_at', 'desc')
      .executeTakeFirst()
    return row?.id
  }
  const answer = async (who: ClientSession, given: { isPassed: boolean; role?: GivenRole; opinion?: string }) => {
    const request = await requestOf(who)
    if (!request) return 'nobody asks'
    const [outcome] = await owner.data(joining.answer, { id, requestIds: [request], ...given })
    return outcome?.message ?? 'no outcome'
  }
  const respond = async (who: ClientSession, isAccepted: boolean) => {
    const code = await invitationOf(who)
    return code ? errorOf(await clients[who].call(joining.respond, { code, isAccepted })) : 'no invitation'
  }
  const member = (who: ClientSession) => ({ id, personId: world.idOf(who) })
  const make: Record<Move, (who: ClientSession, role: GivenRole, type: SpaceType) => Promise<string>> = {
    apply: async (who) => errorOf(await clients[who].call(joining.apply, { id, reason: '' })),
    withdraw: async (who) => errorOf(await clients[who].call(joining.withdraw, { id })),
    pass: (who, role) => answer(who, { isPassed: true, role }),
    reject: (who) => answer(who, { isPassed: false, opinion: 'no' }),
    invite: async (who, role) => {
      const invitee = draw() < 0.5 ? { personIds: [world.idOf(who)] } : { emails: [`${who}@lab.test`] }
      const [outcome] = await owner.data(joining.invite, { id, ...invitee, role, days: 90 })
      return outcome?.message ?? 'no outcome'
    },
    accept: (who) => respond(who, true),
    decline: (who) => respond(who, false),
    revoke: async (who) => {
      const invitationId = await invitationOf(who)
      return invitationId ? errorOf(await owner.call(joining.revoke, { id, invitationId })) : 'no invitation'
    },
    remove: async (who) => errorOf(await owner.call(spaces.removeMember, member(who))),
    leave: async (who) => errorOf(await clients[who].call(spaces.removeMember, member(who))),
    join: (who, role) =>
      world.join(id, who, role).then(
        () => '',
        ({ message }: Error) => message,
      ),
    type: async (_who, _role, type) => {
      await world.db.updateTable('space').set({ type }).where('id', '=', id).execute()
      return ''
    },
  }

  /** What the server holds of somebody, in the words of the model. */
  const placeOf = async (who: ClientSession) => {
    const personId = world.idOf(who)
    const [place, request, invitation] = await Promise.all([
      world.db
        .selectFrom('member')
        .select('role')
        .where('space_id', '=', id)
        .where('person_id', '=', personId)
        .executeTakeFirst(),
      world.db
        .selectFrom('join_request')
        .select('id')
        .where('person_id', '=', personId)
        .where('state', '=', 'pending')
        .execute(),
      world.db
        .selectFrom('space_invitation')
        .select('role')
        .where('person_id', '=', personId)
        .where('state', '=', 'waiting')
        .execute(),
    ])
    return { role: place?.role ?? null, isAsking: request.length === 1, invited: invitation[0]?.role ?? null }
  }

  const seen = new Set<string>()
  for (let step = 0; step < STEPS; step += 1) {
    world.clock.advance(STEP_MS)
    // The way that changes everything for all of them is taken less often.
    const move = draw() < 0.05 ? 'type' : pick(moves.slice(0, -1))
    const who = pick(clientSessions)
    const role = pick(['senior', 'normal'] as const)
    const type = pick(['private', 'restricted', 'restricted', 'public'] as const)
    const what = `step ${step}: ${move} ${who} ${role} ${type}`
    const said = expected(model, who, move, role, type)
    expect(await make[move](who, role, type), what).toBe(said)
    const { last: _last, ...place } = model.places[who]
    expect(await placeOf(who), what).toEqual(place)
    const shown = await clients[who].call(spaces.show, { id })
    if (sees(model, who)) {
      const joinState = place.role ? 'joined' : place.isAsking ? 'pending' : 'none'
      expect(shown, what).toMatchObject({ data: { joinState, myRole: place.role, type: model.type } })
    } else expect(shown, what).toMatchObject({ error: 'spaceNotFound' })
    seen.add(`${move} ${said}`)
  }
  const { memberCount } = await owner.data(spaces.show, { id })
  expect(memberCount).toBe(2 + clientSessions.filter((who) => model.places[who].role).length)
  expect(await owner.data(joining.waiting, { id })).toBe(
    clientSessions.filter((who) => model.places[who].isAsking).length,
  )
  // The walk went everywhere.
  expect(moves.filter((move) => !seen.has(`${move} `))).toEqual([])
  expect(seen.size).toBeGreaterThan(25)
})
