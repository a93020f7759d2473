import { randomBytes } from 'node:crypto'
import type { GivenRole, joining } from '#contract/joining.ts'
import { INVITATION_MAILS_AN_HOUR, SPACE_INVITATIONS_MAX } from '#contract/limits.ts'
import type { DataOf, ParsedOf } from '#contract/operation.ts'
import { Failure } from '#server/failure.ts'
import type { Language, SignedIn } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import { hiddenAddress } from './address.ts'
import { type By, because, type JoiningNeeds, type Outcome, refuseHigherRole, type SeenSpace } from './desk.ts'
import type { InvitationStore } from './invitation-store.ts'
import type { RequestStore } from './request-store.ts'

type Needs = JoiningNeeds & { store: InvitationStore } & Pick<RequestStore, 'lockPerson'>
/** Whom an invitation is for, as whoever invites named them. */
type Guest = { personId: string } | { email: string }
type Known = NonNullable<Awaited<ReturnType<RequestStore['lockPerson']>>>
type Rules = Awaited<ReturnType<JoiningNeeds['settings']['accountRules']>>
type Wish = { space: SeenSpace; role: GivenRole; expiresAt: Date; by: By; rules: Rules }
type Refused = 'member' | 'invited' | 'personGone' | 'registrationClosed' | 'tooMany' | 'tooOften'
/** Ends the transaction of one guest, with the sentence that tells why. */
class NotInvited extends Error {
  readonly why: Refused
  constructor(why: Refused) {
    super(why)
    this.why = why
  }
}

/** 192 bits: 32 characters of base64url; only their SHA-256 is kept. */
const CODE_BYTES = 24
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Bringing people in: looking for them, inviting them, taking an invitation back. */
export function invitationRules(needs: Needs) {
  const { db, store, spaces, people, lockPerson, settings, journal, messages, mails, audit, origin, now, newId } = needs

  async function find(
    { id, q }: ParsedOf<typeof joining.people>,
    actor: SignedIn,
  ): Promise<DataOf<typeof joining.people>> {
    await spaces.demand(id, actor, 'member.add')
    const found = await store.find(id, q, now())
    return found.map((person) => ({
      personId: person.id,
      personName: person.name,
      // Whoever knows the whole address may read it; a search by name gives none away.
      emailAccounts: person.email.toLowerCase() === q.toLowerCase() ? person.email : hiddenAddress(person.email),
      avatar: person.avatar,
      unit: person.unit,
      isMember: person.is_member,
      isInvited: person.is_invited,
    }))
  }

  /** Invites each by itself, and says of each what came of it. An invitation is the space's, not the inviter's. */
  async function invite(
    { id, personIds, emails, role, days }: ParsedOf<typeof joining.invite>,
    by: By,
  ): Promise<Outcome[]> {
    const space = await spaces.demand(id, by.actor, 'member.add')
    refuseHigherRole(by.actor, space, role)
    if ((await store.countWaiting(db, id, now())) >= SPACE_INVITATIONS_MAX) throw new Failure('tooManyInvitations')
    const rules = await settings.accountRules()
    const wish = { space, role, by, rules, expiresAt: new Date(now().getTime() + days * DAY_MS) }
    const guests: Guest[] = [
      ...[...new Set(personIds)].map((personId) => ({ personId })),
      ...[...new Set(emails.map((email) => email.toLowerCase()))].map((email) => ({ email })),
    ]
    const outcomes: Outcome[] = []
    for (const guest of guests) outcomes.push(await inviteOne(guest, wish))
    if (outcomes.some(({ isDone }) => isDone)) mails.kick()
    return outcomes
  }

  async function inviteOne(guest: Guest, wish: Wish): Promise<Outcome> {
    const id = 'email' in guest ? guest.email : guest.personId
    const { language } = wish.by
    try {
      await transact(db, (tx) => place(tx, guest, wish))
      return { id, isDone: true, message: '' }
    } catch (error) {
      if (!(error instanceof NotInvited)) throw error
      return { id, isDone: false, message: textOf(language, `joining.outcomes.${error.why}`) }
    }
  }

  /** The one row of an invitation with its mail. One inviter of a space at a time: each sees what the other did. */
  async function place(tx: Tx, guest: Guest, wish: Wish): Promise<void> {
    const at = now()
    await store.queue(tx, wish.space.id)
    const known = await knownOf(tx, guest)
    if (known?.disabled_at) throw new NotInvited('personGone')
    if (!known && 'personId' in guest) throw new NotInvited('personGone')
    const email = known?.email ?? ('email' in guest ? guest.email : '')
    if (known && (await store.isMember(tx, wish.space.id, known.id))) throw new NotInvited('member')
    if (await store.isWaiting(tx, wish.space.id, { id: known?.id, email }, at)) throw new NotInvited('invited')
    if ((await store.countWaiting(tx, wish.space.id, at)) >= SPACE_INVITATIONS_MAX) throw new NotInvited('tooMany')
    if (!known && !wish.rules.isRegistrationOpen) throw new NotInvited('registrationClosed')
    const sent = await store.countSent(tx, wish.space.id, email, new Date(at.getTime() - HOUR_MS))
    if (sent >= INVITATION_MAILS_AN_HOUR) throw new NotInvited('tooOften')
    await store.endExpired(tx, wish.space.id, email, at)
    const code = randomBytes(CODE_BYTES).toString('base64url')
    const id = newId()
    // Nobody has proved the address of an account that is not active: then the address is invited, not the account.
    const isActive = known?.state === 'active'
    await store.insert(tx, {
      id,
      hash: sha256(code),
      space_id: wish.space.id,
      email,
      person_id: isActive ? known.id : null,
      role: wish.role,
      invited_by: wish.by.actor.id,
      invited_at: at,
      expires_at: wish.expiresAt,
      answered_at: null,
    })
    if (!known && wish.rules.needsInvitation) await letRegister(tx, { code, email }, wish)
    await mail(tx, { code, email, known }, wish)
    const { actor } = wish.by
    if (isActive) {
      const days = Math.round((wish.expiresAt.getTime() - at.getTime()) / DAY_MS)
      const values = { person: actor.name, space: wish.space.name, role: wish.role, days }
      await messages.tell(tx, { kind: 'invited', to: [known.id], values, link: `/space-invitation?code=${id}` })
    }
    const item = { id: known?.id ?? '', name: known?.name ?? email }
    await journal.record(tx, [
      { spaceId: wish.space.id, action: 'invited', doer: actor, item, details: { role: wish.role } },
    ])
  }

  /** The account that a guest has, kept as it is until the transaction ends. */
  async function knownOf(tx: Tx, guest: Guest): Promise<Known | undefined> {
    const id = 'email' in guest ? await store.personIdOf(tx, guest.email) : guest.personId
    const person = id ? await lockPerson(tx, id) : undefined
    // A search shows those only who can come in; the address of others may be invited, they may not be by id.
    return person && 'personId' in guest && person.state !== 'active' ? undefined : person
  }

  /** Where strangers need a code to register, the code of the invitation is one, for its address alone. */
  async function letRegister(tx: Tx, { code, email }: { code: string; email: string }, { by, expiresAt }: Wish) {
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
    })
    const after = { role: 'role_general', uses: 1, expiresAt: expiresAt.toISOString() }
    audit.record(tx, { action: 'invitationMade', actor, caller, target: { id, name: email }, after })
  }

  async function mail(
    tx: Tx,
    { code, email, known }: { code: string; email: string; known: Known | undefined },
    { space, role, expiresAt, by }: Wish,
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

  async function invitations({ id, ...page }: ParsedOf<typeof joining.invitations>, actor: SignedIn) {
    await spaces.demand(id, actor, 'member.add')
    return store.page(id, { ...page, at: now() })
  }

  async function revoke({ id, invitationId }: ParsedOf<typeof joining.revoke>, actor: SignedIn): Promise<null> {
    await spaces.demand(id, actor, 'member.add')
    await transact(db, async (tx) => {
      const at = now()
      const found = await store.lock(tx, { id: invitationId }, at)
      if (!found || found.space_id !== id) throw because('invitationGone', 'unknown')
      if (found.state !== 'waiting') throw because('invitationGone', found.state)
      await store.settle(tx, invitationId, { state: 'revoked', answered_at: at })
      await people.endInvitation(tx, found.hash)
      const item = { id: found.person_id ?? '', name: hiddenAddress(found.email) }
      await journal.record(tx, [{ spaceId: id, action: 'invitationRevoked', doer: actor, item }])
    })
    return null
  }

  return { find, invite, invitations, revoke }
}
