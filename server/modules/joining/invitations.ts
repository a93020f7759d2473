import type { DataOf, ParsedOf } from '#contract/core/operation.ts'
import type { joining } from '#contract/joining.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { hiddenAddress } from './address.ts'
import type { InvitationStore } from './invitation-store.ts'
import { because, type JoiningNeeds } from './needs.ts'

type Needs = JoiningNeeds & { store: InvitationStore }

/** Searching people to invite, listing invitations, and revoking one. */
export function invitationRules({ store, spaces, people, journal, now }: Needs) {
  async function find(
    { id, q }: ParsedOf<typeof joining.people>,
    actor: SignedIn,
  ): Promise<DataOf<typeof joining.people>> {
    await spaces.demand(id, actor, 'member.add')
    const found = await store.find(id, q, now())
    return found.map((person) => ({
      personId: person.id,
      personName: person.name,
      // A search by the full address returns it; a search by name returns a masked one.
      emailAccounts: person.email.toLowerCase() === q.toLowerCase() ? person.email : hiddenAddress(person.email),
      avatar: person.avatar,
      unit: person.unit,
      isMember: person.is_member,
      isInvited: person.is_invited,
    }))
  }

  async function invitations({ id, ...page }: ParsedOf<typeof joining.invitations>, { actor }: ByActor) {
    await spaces.demand(id, actor, 'member.add')
    return store.page(id, { ...page, at: now() })
  }

  async function revoke({ id, invitationId }: ParsedOf<typeof joining.revoke>, { actor }: ByActor): Promise<null> {
    await spaces.change(id, actor, 'member.add', async (tx) => {
      const at = now()
      const found = await store.lock(tx, { id: invitationId }, at)
      if (found?.space_id !== id) throw because('invitationGone', 'unknown')
      if (found.state !== 'waiting') throw because('invitationGone', found.state)
      await store.close(tx, invitationId, { state: 'revoked', answered_at: at })
      await people.endInvitation(tx, found.hash)
      const item = { id: found.person_id ?? '', name: hiddenAddress(found.email) }
      await journal.record(tx, [{ spaceId: id, action: 'invitationRevoked', doer: actor, item }])
    })
    return null
  }

  return { find, invitations, revoke }
}
