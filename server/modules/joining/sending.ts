import { randomBytes } from 'node:crypto'
import { DAY_MS } from '#contract/core/time.ts'
import type { GivenRole } from '#contract/spaces.ts'
import type { By, Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { Tx } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import { hiddenAddress } from './address.ts'
import type { InvitationStore } from './invitation-store.ts'
import type { JoiningNeeds, SeenSpace } from './needs.ts'
import type { RequestStore } from './request-store.ts'

type Needs = JoiningNeeds & { store: InvitationStore }
type Known = Awaited<ReturnType<RequestStore['lockPeople']>>[number]
type Rules = Awaited<ReturnType<JoiningNeeds['settings']['accountRules']>>
/** Values shared by all invitations of one call. */
export type Wish = { spaceId: string; role: GivenRole; expiresAt: Date; by: By; rules: Rules }
/** The recipient of an invitation: an address, and its account if there is one. */
export type Invitee = { email: string; known: Known | undefined }
export type Place = Invitee & { space: SeenSpace; at: Date }

/** 192 bits: 32 characters of base64url; only the SHA-256 is stored. */
const CODE_BYTES = 24

/** Stores an invitation, and notifies its recipient. */
export function sendingRules({ store, people, journal, messages, mails, audit, origin, now, newId }: Needs) {
  /** Inserts the invitation and notifies its recipient. */
  async function put(tx: Tx, { email, known, space, at }: Place, wish: Wish): Promise<void> {
    const { role, by, rules, expiresAt } = wish
    const { actor } = by
    await store.endExpired(tx, space.id, email, at)
    const code = randomBytes(CODE_BYTES).toString('base64url')
    const id = newId()
    // The address of an inactive account is unproved: then the address is invited, not the account.
    const isActive = known?.state === 'active'
    await store.insert(tx, {
      id,
      hash: sha256(code),
      space_id: space.id,
      email,
      person_id: isActive ? known.id : null,
      role,
      invited_by: actor.id,
      invited_at: at,
      expires_at: expiresAt,
      answered_at: null,
    })
    if (!known && rules.needsInvitation) await letRegister(tx, { code, email }, wish)
    await mail(tx, { code, email, known, space }, wish)
    if (isActive) {
      const days = Math.round((expiresAt.getTime() - at.getTime()) / DAY_MS)
      const values = { person: actor.name, space: space.name, role, days }
      const link = `/space-invitation?code=${id}`
      await messages.notify(tx, { kind: 'invited', to: [known.id], spaceId: space.id, values, link })
    }
    // Every member can read the journal, so the address of a person without an account is masked.
    const item = { id: known?.id ?? '', name: known?.name ?? hiddenAddress(email) }
    await journal.record(tx, [{ spaceId: space.id, action: 'invited', doer: actor, item, details: { role } }])
  }

  /** Where registration needs an invitation code, the code of the invitation serves as one, for its address only. */
  async function letRegister(
    tx: Tx,
    { code, email }: { code: string; email: string },
    { spaceId, by, expiresAt }: Wish,
  ): Promise<void> {
    const { actor, caller } = by
    const id = newId()
    await people.insertInvitation(tx, {
      id,
      hash: sha256(code),
      email: email.toLowerCase(),
      role: 'role_general',
      uses_left: 1,
      created_by: actor.id,
      created_at: now(),
      expires_at: expiresAt,
      space_id: spaceId,
    })
    const after = { role: 'role_general', uses: 1, expiresAt: expiresAt.toISOString() }
    audit.record(tx, { action: 'invitationMade', actor, caller, target: { id, name: email }, after })
  }

  async function mail(
    tx: Tx,
    { code, email, known, space }: Pick<Place, 'email' | 'known' | 'space'> & { code: string },
    { role, expiresAt, by }: Wish,
  ): Promise<void> {
    if (known && (await people.isMailOff(tx, known.id, 'space_invite'))) return
    const language: Language = known?.language ?? by.language
    await mails.queue(tx, {
      kind: 'spaceInvitation',
      recipient: email,
      language,
      personId: known?.id ?? null,
      details: {
        inviter: by.actor.name,
        space: space.name,
        role: textOf(language, `joining.roleInWords.${role}`),
        until: expiresAt.toISOString().slice(0, 10),
      },
      secrets: { url: `${origin()}/space-invitation?code=${code}` },
    })
  }

  return { put }
}
