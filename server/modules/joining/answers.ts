import type { ParsedOf } from '#contract/core/operation.ts'
import type { Outcome } from '#contract/core/shapes.ts'
import type { joining } from '#contract/joining.ts'
import { membersPath } from '#contract/pages/paths.ts'
import { Failure } from '#server/failure.ts'
import type { By, ByActor, SignedIn } from '#server/http/context.ts'
import { eachAlone } from '#server/http/each-alone.ts'
import { lockActing } from '#server/modules/people/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import { type JoiningNeeds, refuseHigherRole, type SeenSpace } from './needs.ts'
import type { RequestStore } from './request-store.ts'

type Needs = JoiningNeeds & { store: RequestStore }
/** One of the requests to answer, and the answer. */
type Asked = { spaceId: string; requestId: string } & Pick<
  ParsedOf<typeof joining.answer>,
  'isPassed' | 'role' | 'opinion'
>

/** The queue of requests of a space, and the answers to them. */
export function answerRules({ db, bus, store, spaces, journal, messages, now }: Needs) {
  async function requests({ id, ...page }: ParsedOf<typeof joining.requests>, { actor }: ByActor) {
    await spaces.demand(id, actor, 'space.answerJoins')
    return store.page(id, page)
  }
  async function waiting({ id }: { id: string }, { actor }: ByActor): Promise<number> {
    await spaces.demand(id, actor, 'space.answerJoins')
    return store.waiting(id)
  }

  /** Answers each request separately, so that the failure of one does not affect the others. */
  async function answer({ id, requestIds, ...given }: ParsedOf<typeof joining.answer>, by: By): Promise<Outcome[]> {
    const space = await spaces.demand(id, by.actor, 'space.answerJoins')
    if (!given.isPassed && !given.opinion) throw new Failure('opinionNeeded')
    if (given.isPassed) refuseHigherRole(by.actor, space, given.role)
    return eachAlone(requestIds, by.language, (requestId) =>
      transact(db, (tx) => answerOne(tx, { spaceId: id, requestId, ...given }, by.actor)),
    )
  }

  /**
   * Locks a pending request and checks the caller's rights again, because they may have changed since the call began.
   */
  async function hold(tx: Tx, { spaceId, requestId, isPassed, role }: Asked, actor: SignedIn) {
    const asked = await store.applicantOf(tx, spaceId, requestId)
    if (!asked) throw new Failure('requestGone')
    // Locks are taken in the order people, space, request, as everywhere, so that two calls can't deadlock.
    const people = await store.lockPeople(tx, [asked.person_id, actor.id])
    await lockActing(tx, actor)
    const space = await spaces.hold(tx, spaceId, actor)
    if (space.status !== 'normal') throw new Failure('spaceClosed')
    spaces.judge(space, actor, 'space.answerJoins')
    if (isPassed) refuseHigherRole(actor, space, role)
    const request = await store.lock(tx, requestId)
    const person = people.find(({ id }) => id === asked.person_id)
    if (!request || !person) throw new Failure('requestGone')
    if (request.state === 'withdrawn') throw new Failure('requestWithdrawn')
    if (request.state !== 'pending') throw new Failure('requestAnswered')
    if (person.disabled_at) throw new Failure('personGone')
    return { space, person }
  }

  async function answerOne(tx: Tx, given: Asked, actor: SignedIn): Promise<void> {
    const { space, person } = await hold(tx, given, actor)
    const { requestId, isPassed, role, opinion } = given
    const at = now()
    const state = isPassed ? 'passed' : 'rejected'
    await store.close(tx, requestId, { state, answered_at: at, answered_by: actor.id, opinion })
    const item = { id: person.id, name: person.name }
    const entry = { spaceId: space.id, doer: actor, item }
    if (!isPassed) {
      await journal.record(tx, [{ ...entry, action: 'joinRejected' }])
      const values = { space: space.name, reason: opinion }
      const link = `/space/${space.identifier}`
      return messages.notify(tx, { kind: 'joinRejected', to: [person.id], spaceId: space.id, values, link })
    }
    await spaces.admit(tx, { spaceId: space.id, personId: person.id, role, at })
    await journal.record(tx, [{ ...entry, action: 'joinPassed', details: { role } }])
    await messages.notify(tx, {
      kind: 'joinPassed',
      to: [person.id],
      spaceId: space.id,
      values: { space: space.name, role },
      link: `/space/${space.id}/details/filesManage`,
    })
    if (space.owner_id !== actor.id) await notifyOwner(tx, space, person.name)
    await publishSpaceChange(bus, space.id, tx)
  }
  const notifyOwner = (tx: Tx, { id, name, owner_id }: SeenSpace, person: string) =>
    messages.notify(tx, {
      kind: 'memberJoined',
      to: [owner_id],
      spaceId: id,
      values: { person, space: name },
      link: membersPath(id),
    })

  return { requests, waiting, answer }
}
