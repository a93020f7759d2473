import type { ParsedOf } from '#contract/core/operation.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import type { registration } from '#contract/registration.ts'
import { Role } from '#contract/session.ts'
import { Failure } from '#server/failure.ts'
import type { Caller } from '#server/http/caller.ts'
import { agreedTo, type PersonRow, targetOf } from '#server/modules/people/index.ts'
import { hashPassword } from '#server/modules/session/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import type { Claim } from '#server/storage/schema.ts'
import { sha256 } from '#server/storage/seal.ts'
import { provedBy } from './activate.ts'
import { checkCaptcha } from './captcha-check.ts'
import { checkPasswords } from './common-passwords.ts'
import { mailKnownPerson, mailLink } from './letters.ts'
import type { Ask, RegistrationNeeds } from './needs.ts'
import type { InvitationRow } from './store.ts'

/** Most registrations with one address per hour: each sends a mail to it (our choice). */
export const REGISTRATIONS_AN_HOUR = 5

type Given = Pick<PersonRow, 'role' | 'role_source' | 'join_method'>
type Welcome = { claim: Claim; given: Given; caller: Caller }
type Placing = { email: string; claim: Claim; invitation: InvitationRow | null; caller: Caller }

const isForHim = ({ email }: InvitationRow, address: string) => !email || email.toLowerCase() === address.toLowerCase()

/** Sign-up. No response reveals whether an address is known. */
export function registering(needs: RegistrationNeeds) {
  const { db, store, now, newId, audit, mails, people, settings } = needs

  async function register(form: ParsedOf<typeof registration.register>, { language, caller }: Ask) {
    const agreement = await settings.agreement(form.clause, language)
    await checkCaptcha(needs, form)
    await checkPasswords(form.password, form.confirmPassword)
    const { isRegistrationOpen, needsInvitation, isPasswordSignInOn } = await settings.accountRules()
    // Registering creates an account that can sign in only by password.
    if (!isPasswordSignInOn) throw new Failure('passwordSignInOff')
    if (!isRegistrationOpen && !form.code) throw new Failure('registrationClosed')
    if (needsInvitation && !form.code) throw new Failure('invitationWrong')
    await people.limitMails('register', form.emailAccounts, { limit: REGISTRATIONS_AN_HOUR, withinMs: HOUR_MS })
    const claim: Claim = {
      id: newId(),
      name: form.name,
      unit: form.org,
      password_hash: await hashPassword(form.password),
      language,
      agreement,
    }
    const state = await transact(db, async (tx) => {
      const invitation = form.code ? await store.spendInvitation(tx, sha256(form.code), now()) : null
      if (form.code && (!invitation || !isForHim(invitation, form.emailAccounts))) throw new Failure('invitationWrong')
      // Codes of a space need open registration; an administrator's code does not.
      if (!isRegistrationOpen && invitation?.space_id) throw new Failure('registrationClosed')
      return place(tx, { email: form.emailAccounts, claim, invitation: invitation ?? null, caller })
    })
    mails.kick()
    return { state, claimId: claim.id }
  }

  /** Creates the account, or notifies its owner that it exists. The unique index decides, not an earlier read. */
  async function place(tx: Tx, { email, claim, invitation, caller }: Placing): Promise<'mailSent' | 'active'> {
    // A code that was mailed to this address proves the address.
    const isProved = Boolean(invitation?.email)
    const bySuffix = await people.roleBySuffix({ email, role: 'role_general', role_source: 'suffix' })
    const given: Given = {
      role: invitation?.role ?? bySuffix,
      role_source: invitation?.role === 'role_senior' ? 'administrator' : 'suffix',
      join_method: invitation ? 'invitation' : 'registration',
    }
    const { name, unit, language } = claim
    // Until the address is proved, the password is stored with the link only and opens nothing.
    const state = isProved ? provedBy(claim, now()) : { state: 'pending' as const }
    const person = await people.insert(tx, {
      id: newId(),
      email,
      name,
      unit,
      language,
      created_at: now(),
      ...given,
      ...state,
    })
    if (!person) {
      const known = await people.lockByEmail(tx, email)
      if (known && isProved && known.state !== 'active' && !known.disabled_at)
        await letIn(tx, known, { claim, given, caller })
      else if (known) await greetAgain(tx, known, claim)
      return isProved ? 'active' : 'mailSent'
    }
    const after = { state: person.state, role: person.role, ...agreedTo(person.agreement).after }
    audit.record(tx, { action: 'register', actor: null, caller, target: { id: person.id, name: email }, after })
    if (person.state === 'pending') await mailLink(needs, tx, person, 'activation', claim.language, claim)
    return isProved ? 'active' : 'mailSent'
  }

  /** An account that waited for its owner, who registers by a code mailed to them. A role is never lowered by it. */
  async function letIn(tx: Tx, known: PersonRow, { claim, given, caller }: Welcome): Promise<void> {
    const isHigher = Role.options.indexOf(given.role) > Role.options.indexOf(known.role)
    const { role, role_source } = isHigher ? given : known
    await people.update(tx, known.id, { ...provedBy(claim, now()), role, role_source })
    await people.endLinks(tx, known.id, ['activation', 'invitation', 'reset'])
    const entry = { actor: null, caller, target: targetOf(known) }
    audit.record(tx, { ...entry, action: 'activate', ...agreedTo(claim.agreement) })
    if (isHigher) audit.record(tx, { ...entry, action: 'roleChanged', before: { role: known.role }, after: { role } })
  }

  /**
   * A registration with a known address. Until the address is confirmed, each registration gets a separate link with
   * its own password, so that nobody can choose the password for a stranger's address.
   */
  async function greetAgain(tx: Tx, known: PersonRow, claim: Claim): Promise<void> {
    if (known.disabled_at) return
    if (known.state === 'invited') return mailLink(needs, tx, known, 'invitation', known.language)
    if (known.state === 'active') return mailKnownPerson(needs, tx, known)
    await mailLink(needs, tx, known, 'activation', claim.language, claim)
  }

  return { register }
}
