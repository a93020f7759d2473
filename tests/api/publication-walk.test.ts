import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { PublicationState } from '#contract/publications/dataset.ts'
import type { Client } from '../support/client.ts'
import { isFull } from '../support/full.ts'
import { buildPublication } from '../support/publication.ts'
import { drawing } from '../support/random.ts'

const { publications, reviews } = contract
const STEPS = 300
const SEEDS = isFull ? [20261123, 20261124] : [20261123]
const REASON = 'Because.'

const actors = ['owner', 'senior', 'normal', 'admin', 'reviewer', 'stranger'] as const
type Actor = (typeof actors)[number]
const moves = [
  'save',
  'submit',
  'revoke',
  'claim',
  'release',
  'comment',
  'approve',
  'reject',
  'withdraw',
  'newVersion',
] as const
type Move = (typeof moves)[number]

/** A version as the sentences of the specification have it, written down again without a look at the server. */
type Version = { id: string; number: number; state: PublicationState; claim: Actor | null; editors: Set<Actor> }

const publishes = (who: Actor) => who === 'owner' || who === 'senior'
const isOpen = ({ state }: Version) => state === 'draft' || state === 'pending' || state === 'rejected'

/** Whether a move is allowed. */
function may(move: Move, who: Actor, version: Version, all: readonly Version[]): boolean {
  const { state, claim, editors } = version
  const isEdited = state === 'draft' || state === 'rejected'
  const reviews = (who === 'admin' || who === 'reviewer') && !editors.has(who) && state === 'pending'
  const isFree = claim === null || claim === who
  switch (move) {
    case 'save':
    case 'submit':
      return publishes(who) && isEdited
    case 'revoke':
      return publishes(who) && state === 'pending' && claim === null
    case 'claim':
    case 'approve':
    case 'reject':
      return reviews && isFree
    case 'release':
      return reviews && (isFree || who === 'admin')
    case 'comment':
      return reviews
    case 'withdraw':
      return state === 'published' && (who === 'owner' || who === 'admin')
    case 'newVersion':
      return publishes(who) && state === 'published' && !all.some(isOpen)
  }
}

/** What an allowed move leaves. */
function follow(move: Move, who: Actor, version: Version): void {
  switch (move) {
    case 'save':
      version.editors.add(who)
      break
    case 'submit':
      version.editors.add(who)
      Object.assign(version, { state: 'pending', claim: null })
      break
    case 'revoke':
      version.state = 'draft'
      break
    case 'claim':
      version.claim = who
      break
    case 'release':
      version.claim = null
      break
    case 'approve':
      Object.assign(version, { state: 'published', claim: who })
      break
    case 'reject':
      Object.assign(version, { state: 'rejected', claim: who })
      break
    case 'withdraw':
      version.state = 'withdrawn'
      break
    case 'comment':
    case 'newVersion':
      break
  }
}

function call(client: Client, move: Move, id: string, step: number) {
  const one = { id }
  switch (move) {
    case 'save':
      return client.call(publications.save, { id, fields: { extra: { [`step${step}`]: ['said'] } }, bases: {} })
    case 'submit':
      return client.call(publications.submit, one)
    case 'revoke':
      return client.call(publications.revoke, one)
    case 'claim':
      return client.call(publications.claim, one)
    case 'release':
      return client.call(publications.release, one)
    case 'comment':
      return client.call(reviews.comment, { id, text: REASON })
    case 'approve':
      return client.call(publications.approve, one)
    case 'reject':
      return client.call(publications.reject, { id, reason: REASON })
    case 'withdraw':
      return client.call(publications.withdraw, { id, reason: REASON })
    case 'newVersion':
      return client.call(publications.newVersion, one)
  }
}

test.each(SEEDS)('versions go the ways of the states and no other, whoever tries what (seed %i)', async (seed) => {
  const draw = drawing(seed)
  const pick = <T>(some: readonly T[]): T => some[Math.floor(draw() * some.length)] as T
  const { world, owner, senior, admin, complete } = await buildPublication()
  await admin.data(publications.addReviewer, { personId: world.idOf('ordinary') })
  const clients: Record<Actor, Client> = {
    owner,
    senior,
    admin,
    normal: await world.as('normal'),
    reviewer: await world.as('ordinary'),
    stranger: await world.as('stranger'),
  }
  const fresh = (id: string, number: number, who: Actor): Version => ({
    id,
    number,
    state: 'draft',
    claim: null,
    editors: new Set([who]),
  })
  const begin = async () => [fresh((await complete({ changes: 'More' })).id, 1, 'owner')]
  let versions = await begin()
  const reached = new Set<string>()
  for (let step = 0; step < STEPS; step += 1) {
    // Of what is withdrawn as a whole no way leads on.
    if (versions.every(({ state }) => state === 'withdrawn')) versions = await begin()
    const version = draw() < 0.8 ? (versions.at(-1) as Version) : pick(versions)
    const who = pick(actors)
    const move = pick(moves)
    const allowed = may(move, who, version, versions)
    const answer = await call(clients[who], move, version.id, step)
    expect([step, move, who, version.state, answer.code === 0]).toEqual([step, move, who, version.state, allowed])
    if (!allowed) continue
    follow(move, who, version)
    reached.add(version.state)
    if (move === 'newVersion') {
      const made = answer.data as { id: string; number: number }
      versions.push(fresh(made.id, made.number, who))
      await clients[who].data(publications.save, { id: made.id, fields: { changes: 'More' }, bases: {} })
    }
    const current = versions.findLast(({ state }) => state === 'published')
    for (const one of versions.slice(-2)) {
      const shown = await owner.data(publications.show, { id: one.id })
      const isClaimed = one.state === 'pending' && one.claim !== null
      expect([step, shown.state, shown.isCurrent, shown.reviewUntil !== null]).toEqual([
        step,
        one.state,
        one === current,
        isClaimed,
      ])
    }
  }
  expect([...reached].sort()).toEqual(['draft', 'pending', 'published', 'rejected', 'withdrawn'])
})
