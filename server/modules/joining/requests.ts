import { JOIN_REMIND_HOURS } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { explain } from '#contract/core/policy.ts'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import type { joining } from '#contract/joining.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { policyContextOf } from '#server/modules/spaces/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import type { JoiningNeeds } from './needs.ts'
import type { OldRequest, RequestStore } from './request-store.ts'

/**
 * Maximum number of recipients of a message about a request: the owner first, then the longest-standing members (our
 * choice).
 */
const JOIN_ANSWERERS_NOTIFIED = 50

/** Join requests that one person may make per day, over all spaces: each notifies people (our choice). */
export const JOIN_ASKS_A_DAY = 30

/** Requests that one run of the schedule sends reminders for. */
const ROUND = 100

type Needs = JoiningNeeds & { store: RequestStore }
export const queueOf = (spaceId: string) => `/space/${spaceId}/details/spaceSetting?part=requests`

/** Requesting to join. Source: spec sections 4 and 6; one pending request per person and space. */
export function requestRules({ db, store, spaces, journal, messages, now, newId }: Needs) {
  async function apply({ id, reason }: ParsedOf<typeof joining.apply>, { actor }: ByActor): Promise<null> {
    const space = await spaces.see(id, actor)
    const verdict = explain(actor, 'space.join', policyContextOf(space))
    if (!verdict.allowed) throw new Failure(verdict.rule === 'memberAlready' ? 'memberAlready' : 'joinForbidden')
    const at = now()
    await transact(db, async (tx) => {
      // The lock serializes changes of one person: somebody who is being admitted at the same time makes no request.
      await store.lockPeople(tx, [actor.id])
      const place = await store.placeIn(tx, id, actor.id)
      if (!place) throw new Failure('spaceNotFound')
      if (place.is_member) throw new Failure('memberAlready')
      if (place.status !== 'normal' || place.type === 'private') throw new Failure('joinForbidden')
      await store.insert(tx, { id: newId(), space: place, personId: actor.id, reason, askedAt: at })
      const asked = await store.countAsked(tx, actor.id, new Date(at.getTime() - DAY_MS))
      if (asked > JOIN_ASKS_A_DAY) throw new Failure('tooManyRequests')
      // The reason of the request is not recorded, because every member can read the journal.
      await journal.record(tx, [{ spaceId: id, action: 'joinAsked', doer: actor }])
      await notifyAnswerers(tx, 'joinAsked', id, { person: actor.name, space: space.name, reason })
    })
    return null
  }

  async function notifyAnswerers(
    tx: Tx,
    kind: 'joinAsked' | 'joinReminder',
    spaceId: string,
    values: Record<string, string | number>,
  ): Promise<void> {
    const to = await store.answerers(tx, spaceId, JOIN_ANSWERERS_NOTIFIED)
    await messages.notify(tx, { kind, to, spaceId, values, link: queueOf(spaceId) })
  }

  async function withdraw({ id }: { id: string }, { actor }: ByActor): Promise<null> {
    const isDone = await transact(db, async (tx) => {
      const taken = await store.withdraw(tx, id, actor.id, now())
      if (taken) await journal.record(tx, [{ spaceId: id, action: 'joinWithdrawn', doer: actor }])
      return taken !== undefined
    })
    if (!isDone) await refuseGone(id, actor)
    return null
  }
  /**
   * A pending request may belong to a space that became invisible; without a request the existence of the space is not
   * revealed.
   */
  async function refuseGone(id: string, actor: SignedIn): Promise<never> {
    await spaces.see(id, actor)
    throw new Failure('joinGone')
  }

  async function remind({ id }: { id: string }, { actor }: ByActor): Promise<null> {
    const isDone = await transact(db, async (tx) => {
      const place = await store.placeIn(tx, id, actor.id)
      const pending = await store.lockPending(tx, id, actor.id)
      if (!place || !pending) return false
      const at = now()
      const waitedMs = at.getTime() - (pending.reminded_at ?? pending.asked_at).getTime()
      if (waitedMs < JOIN_REMIND_HOURS * HOUR_MS) {
        const hours = Math.ceil(JOIN_REMIND_HOURS - waitedMs / HOUR_MS)
        throw new Failure('joinRemindedLately', { values: { hours }, data: { hours } })
      }
      await store.setReminded(tx, [pending.id], at)
      const days = Math.floor((at.getTime() - pending.asked_at.getTime()) / DAY_MS)
      await notifyAnswerers(tx, 'joinReminder', id, { person: actor.name, space: place.name, days })
      return true
    })
    if (!isDone) await refuseGone(id, actor)
    return null
  }

  /** Sends one reminder for each request that has been pending for long; returns their number. */
  async function remindOfOld(): Promise<number> {
    const at = now()
    const before = new Date(at.getTime() - JOIN_REMIND_HOURS * HOUR_MS)
    let reminded = 0
    for (;;) {
      const count = await transact(db, async (tx) => {
        const old = await store.lockOld(tx, before, ROUND)
        if (!old.length) return 0
        const ids = old.map(({ id }) => id)
        await store.setReminded(tx, ids, at)
        for (const request of old) await remindOf(tx, request, at)
        return old.length
      })
      reminded += count
      if (count < ROUND) return reminded
    }
  }
  const remindOf = (tx: Tx, request: OldRequest, at: Date) =>
    notifyAnswerers(tx, 'joinReminder', request.space_id, {
      person: request.person_name,
      space: request.space_name,
      days: Math.floor((at.getTime() - request.asked_at.getTime()) / DAY_MS),
    })

  return { apply, withdraw, remind, remindOfOld }
}
