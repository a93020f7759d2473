import type { ParsedOf } from '#contract/core/operation.ts'
import { Id } from '#contract/core/shapes.ts'
import type { InvitationCard, joining } from '#contract/joining.ts'
import { membersPath } from '#contract/pages/paths.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, Call, SignedIn } from '#server/http/context.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import { cardOf, type InvitationRow, type InvitationStore, isMine } from './invitation-store.ts'
import { because, type JoiningNeeds } from './needs.ts'
import type { PlaceIn, RequestStore } from './request-store.ts'

type Needs = JoiningNeeds & { store: InvitationStore } & Pick<RequestStore, 'lockPeople' | 'placeIn'>

/**
 * Answering an invitation. It belongs to the space: it stays valid when the inviter loses the right or leaves, until it
 * expires or somebody who may invite revokes it.
 */
export function respondRules({ db, bus, store, lockPeople, placeIn, spaces, journal, messages, now }: Needs) {
  async function card({ code }: { code: string }, { actor }: Pick<Call, 'actor'>): Promise<InvitationCard> {
    const isId = Id.safeParse(code).success
    // An id is no secret, so only the recipient of the invitation can use it.
    if (isId && !actor) throw because('invitationGone', 'unknown')
    const key = isId && actor ? { id: code, me: actor } : { hash: sha256(code) }
    const row = await store.card(key, now())
    if (!row) throw because('invitationGone', 'unknown')
    // An ended invitation shows the space only to its recipient; a revoked one to nobody.
    if (row.state !== 'waiting' && (row.state === 'revoked' || !isMine(row, actor)))
      throw because('invitationGone', row.state)
    return cardOf(row, actor)
  }

  const myInvitations = async (actor: SignedIn): Promise<InvitationCard[]> =>
    (await store.mine(actor, now())).map((row) => cardOf(row, actor))

  async function respond({ code, isAccepted }: ParsedOf<typeof joining.respond>, { actor }: ByActor) {
    const key = Id.safeParse(code).success ? { id: code } : { hash: sha256(code) }
    const spaceId = await transact(db, async (tx) => {
      // Locks are taken in the order person, space, invitation, as everywhere, so that two calls can't deadlock.
      await lockPeople(tx, [actor.id])
      const spaceId = await store.spaceIdOf(tx, key)
      const space = spaceId && (await placeIn(tx, spaceId, actor.id))
      const found = await store.lock(tx, key, now())
      if (!space || !found || ('id' in key && !isMine(found, actor))) throw because('invitationGone', 'unknown')
      if (!isMine(found, actor)) throw new Failure('invitationElsewhere')
      if (space.is_member) throw new Failure('memberAlready')
      if (found.state !== 'waiting') throw because('invitationGone', found.state)
      if (isAccepted) await accept(tx, { found, space, actor })
      else await decline(tx, { found, space, actor })
      return space.id
    })
    return { spaceId }
  }

  type Answered = { found: InvitationRow; space: PlaceIn; actor: SignedIn }
  async function accept(tx: Tx, { found, space, actor }: Answered): Promise<void> {
    if (space.status !== 'normal') throw because('invitationGone', 'closed')
    const at = now()
    await store.close(tx, found.id, { state: 'accepted', answered_at: at, person_id: actor.id })
    await spaces.admit(tx, { spaceId: space.id, personId: actor.id, role: found.role, at })
    const item = { id: actor.id, name: actor.name }
    await journal.record(tx, [
      { spaceId: space.id, action: 'joined', doer: actor, item, details: { role: found.role } },
    ])
    await notifyInviter(tx, 'invitationAccepted', { found, space, actor })
    if (space.owner_id !== found.invited_by)
      await messages.notify(tx, {
        kind: 'memberJoined',
        to: [space.owner_id],
        spaceId: space.id,
        values: { person: actor.name, space: space.name },
        link: membersPath(space.id),
      })
    await publishSpaceChange(bus, space.id, tx)
  }

  async function decline(tx: Tx, { found, space, actor }: Answered): Promise<void> {
    await store.close(tx, found.id, { state: 'declined', answered_at: now(), person_id: actor.id })
    await notifyInviter(tx, 'invitationDeclined', { found, space, actor })
  }

  /** Notifies the inviter, unless they have left the space. */
  async function notifyInviter(
    tx: Tx,
    kind: 'invitationAccepted' | 'invitationDeclined',
    { found, space, actor }: Answered,
  ) {
    if (!(await store.isMember(tx, space.id, found.invited_by))) return
    const values = { person: actor.name, space: space.name }
    const link = membersPath(space.id)
    await messages.notify(tx, { kind, to: [found.invited_by], spaceId: space.id, values, link })
  }

  return { card, myInvitations, respond }
}
