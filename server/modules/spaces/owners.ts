import type { ParsedOf } from '#contract/core/operation.ts'
import type { spaces } from '#contract/spaces.ts'
import type { Handover } from '#contract/users.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { publishSpaceChanges } from '#server/storage/space-changes.ts'
import type { SpaceNeeds } from './needs.ts'
import { type Gift, type Person, sqlOwnerStore as store } from './owner-store.ts'
import type { SpaceRow } from './rows.ts'

/** Spaces recorded by one statement. */
const AT_ONCE = 1000
const linkTo = (id: string) => `/space/${id}/details`

/**
 * The new owner of each space of a leaving person. Throws handoverNeeded with the number of unassigned spaces, or
 * handoverWrong.
 */
async function giftsOf(tx: Tx, from: Person, plan: Handover): Promise<Gift[]> {
  const named = new Map(plan.spaces?.map(({ spaceId, personId }) => [spaceId, personId]))
  const people = new Set([...named.values(), ...(plan.all ? [plan.all] : [])])
  people.delete(from.id)
  // People are locked before spaces, as everywhere, which prevents deadlocks.
  const receivers = await store.receiversOf(tx, [...people])
  const wishes = (await store.ownedBy(tx, from.id)).map((space) => ({ space, to: named.get(space.id) ?? plan.all }))
  const count = wishes.filter(({ to }) => !to).length
  if (count) throw new Failure('handoverNeeded', { values: { count }, data: { count } })
  return wishes.map(({ space, to: id = '' }) => {
    const to = receivers.get(id)
    if (!to) throw new Failure('handoverWrong')
    return { space, from, to }
  })
}

export function spaceOwners({ db, bus, guard, approvals, journal, messages, audit, now, ...needs }: SpaceNeeds) {
  const { memberStore } = needs

  async function writeDown(tx: Tx, gifts: readonly Gift[], { actor, caller }: By): Promise<void> {
    for (let at = 0; at < gifts.length; at += AT_ONCE) {
      const entries = gifts.slice(at, at + AT_ONCE).map(({ space, from, to }) => {
        const [item, details] = [
          { id: to.id, name: to.name },
          { from: from.name, to: to.name },
        ]
        return { spaceId: space.id, action: 'ownerChanged' as const, doer: actor, item, details }
      })
      await journal.record(tx, entries)
    }
    const notes = gifts.map(({ space, from, to }) => ({
      action: 'spaceHandedOver' as const,
      actor,
      caller,
      target: { id: space.id, name: space.name },
      before: { owner: from.email },
      after: { owner: to.email },
    }))
    audit.record(tx, ...notes)
  }

  /** One notification, whatever the number of spaces. */
  async function notifyNewOwner(
    tx: Tx,
    to: string,
    [first, ...others]: readonly Gift[],
    person: string,
  ): Promise<void> {
    if (!first) return
    const { id, name: space } = first.space
    await messages.notify(
      tx,
      others.length
        ? {
            kind: 'ownerGivenSeveral',
            to: [to],
            spaceId: null,
            values: { space, person, spaces: others.length + 1 },
            link: '/space',
          }
        : { kind: 'ownerGiven', to: [to], spaceId: id, values: { space, person }, link: linkTo(id) },
    )
  }

  /** Changes the owners; the transaction has locked the spaces and the new owners. */
  async function give(tx: Tx, gifts: readonly Gift[], by: By): Promise<void> {
    await store.give(tx, gifts, now())
    await approvals.passOn(
      tx,
      gifts.map(({ space, to }) => ({ spaceId: space.id, personId: to.id })),
    )
    await writeDown(tx, gifts, by)
    for (const [to, theirs] of Map.groupBy(gifts, (gift) => gift.to.id))
      await notifyNewOwner(tx, to, theirs, by.actor.name)
    await publishSpaceChanges(
      bus,
      gifts.map(({ space }) => space.id),
      tx,
    )
  }

  async function transfer({ id, personId, identifier }: ParsedOf<typeof spaces.transfer>, by: By): Promise<SpaceRow> {
    const { actor } = by
    const seen = await guard.demand(id, actor, 'space.transfer')
    if (seen.identifier !== identifier) throw new Failure('spaceConfirmWrong')
    await transact(db, async (tx) => {
      await guard.holdOffice(tx, id, actor, 'space.transfer')
      const to = (await store.receiversOf(tx, [personId])).get(personId)
      const row = await guard.hold(tx, id, actor)
      guard.judge(row, actor, 'space.transfer')
      const place = await memberStore.placeOf(tx, id, personId)
      if (!place) throw new Failure('memberUnknown')
      if (place.role === 'owner' || !to) throw new Failure('receiverWrong')
      await give(tx, [{ space: row, from: await store.person(tx, row.owner_id), to }], by)
    })
    return guard.see(id, actor)
  }

  /** An administrator makes any active person the owner; a non-member becomes a member. */
  async function setOwner({ id, personId }: { id: string; personId: string }, by: By): Promise<void> {
    await transact(db, async (tx) => {
      await holdAdministrator(tx, by.actor)
      const to = (await store.receiversOf(tx, [personId])).get(personId)
      if (!to) throw new Failure('receiverWrong')
      const row = await guard.hold(tx, id, by.actor)
      if (row.owner_id === personId) throw new Failure('receiverWrong')
      await give(tx, [{ space: row, from: await store.person(tx, row.owner_id), to }], by)
    })
  }

  /**
   * Transfers every space of a leaving person, all or none, in the transaction that ends the account. Throws
   * handoverNeeded with the number of unassigned spaces, and handoverWrong if a named person can't own a space.
   */
  async function handOver(tx: Tx, leaving: Person, plan: Handover, by: By): Promise<void> {
    const gifts = await giftsOf(tx, leaving, plan)
    if (gifts.length) await give(tx, gifts, by)
  }

  return { transfer, setOwner, handOver }
}
