import type { ParsedOf } from '#contract/core/operation.ts'
import type { Outcome } from '#contract/core/shapes.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/core/time.ts'
import type { joining } from '#contract/joining.ts'
import { Failure } from '#server/failure.ts'
import type { By, SignedIn } from '#server/http/context.ts'
import { eachAlone } from '#server/http/each-alone.ts'
import { lockActing } from '#server/modules/people/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { consumeRateLimit } from '#server/storage/rate-limit.ts'
import type { InvitationStore } from './invitation-store.ts'
import { type JoiningNeeds, refuseHigherRole } from './needs.ts'
import type { RequestStore } from './request-store.ts'
import { type Invitee, type Place, sendingRules, type Wish } from './sending.ts'

/** Invitations that one address may receive per hour, from all people and spaces together (our choice). */
export const INVITATIONS_AN_HOUR = 5

/** Invitations that one person may send per day, over all spaces: each is a mail (our choice). */
export const INVITATIONS_A_DAY = 200

/** Maximum number of waiting invitations of one space (our choice). */
export const SPACE_INVITATIONS_MAX = 500

type Needs = JoiningNeeds & { store: InvitationStore } & Pick<RequestStore, 'lockPeople'>

/** Inviting people with or without an account. */
export function inviteRules(needs: Needs) {
  const { put } = sendingRules(needs)
  const { db, store, spaces, lockPeople, settings, mails, now } = needs

  /** Invites each person separately and returns each result. An invitation belongs to the space, not to the inviter. */
  async function invite(
    { id, personIds, emails, role, days }: ParsedOf<typeof joining.invite>,
    by: By,
  ): Promise<Outcome[]> {
    const space = await spaces.demand(id, by.actor, 'member.add')
    refuseHigherRole(by.actor, space, role)
    if ((await store.countWaiting(db, id, now())) >= SPACE_INVITATIONS_MAX) throw new Failure('tooManyInvitations')
    const rules = await settings.accountRules()
    const wish = { spaceId: id, role, by, rules, expiresAt: new Date(now().getTime() + days * DAY_MS) }
    const invitees = [...personIds, ...emails.map((email) => email.toLowerCase())]
    try {
      return await eachAlone(invitees, by.language, async (invitee) => {
        // A separate transaction: the attempt counts against the rate limit whatever its result, because the result
        // reveals who has an account.
        await transact(db, (tx) => limitDailyInvitations(tx, by.actor.id, now()))
        await transact(db, (tx) => place(tx, invitee, wish))
      })
    } finally {
      mails.kick()
    }
  }

  /**
   * Creates one invitation with its mail and checks the rights again, because they may have changed since the call
   * began.
   */
  async function place(tx: Tx, invitee: string, { spaceId, role, by, ...wish }: Wish): Promise<void> {
    const at = now()
    const { actor } = by
    // Locks are taken in the order people, space, rate limits, as everywhere, so that two calls can't deadlock.
    const { email, known } = await inviteeOf(tx, invitee, actor)
    await lockActing(tx, actor)
    const space = await spaces.hold(tx, spaceId, actor)
    if (space.status !== 'normal') throw new Failure('spaceClosed')
    spaces.judge(space, actor, 'member.add')
    refuseHigherRole(actor, space, role)
    await refuseKnown(tx, { email, known, space, at })
    if ((await store.countWaiting(tx, spaceId, at)) >= SPACE_INVITATIONS_MAX) throw new Failure('tooManyInvitations')
    if (!known && !wish.rules.isRegistrationOpen) throw new Failure('inviteeUnknown')
    await limitInvitations(tx, email, at)
    await put(tx, { email, known, space, at }, { spaceId, role, by, ...wish })
  }

  /** Finds the recipient by id or address, and locks its row and the inviter's until the transaction ends. */
  async function inviteeOf(tx: Tx, invitee: string, { id: inviterId }: SignedIn): Promise<Invitee> {
    const isAddress = invitee.includes('@')
    const id = isAddress ? await store.personIdOf(tx, invitee) : invitee
    const locked = await lockPeople(tx, id ? [id, inviterId] : [inviterId])
    const known = locked.find((person) => person.id === id)
    // The search returns active people only; others can be invited by address, but not by id.
    if (!isAddress && known?.state !== 'active') throw new Failure('personGone')
    if (known?.disabled_at) throw new Failure('personGone')
    return { email: known?.email ?? invitee, known }
  }

  async function refuseKnown(tx: Tx, { email, known, space, at }: Place): Promise<void> {
    if (known && (await store.isMember(tx, space.id, known.id))) throw new Failure('memberAlready')
    if (await store.isWaiting(tx, space.id, { id: known?.id, email }, at)) throw new Failure('invitedAlready')
  }

  return { invite }
}

/** Limits the mails to one address from all senders, because anybody can enter any address. */
async function limitInvitations(tx: Tx, email: string, at: Date): Promise<void> {
  const hourly = { limit: INVITATIONS_AN_HOUR, withinMs: HOUR_MS, at }
  const often = await consumeRateLimit(tx, `invited ${email.toLowerCase()}`, hourly)
  if (!often) return
  const minutes = Math.ceil((often.getTime() - at.getTime()) / MINUTE_MS)
  throw new Failure('invitedOften', { values: { minutes } })
}

async function limitDailyInvitations(tx: Tx, id: string, at: Date): Promise<void> {
  const daily = await consumeRateLimit(tx, `invites ${id}`, { limit: INVITATIONS_A_DAY, withinMs: DAY_MS, at })
  if (!daily) return
  const hours = Math.ceil((daily.getTime() - at.getTime()) / HOUR_MS)
  throw new Failure('invitationsADay', { values: { count: INVITATIONS_A_DAY, hours } })
}
