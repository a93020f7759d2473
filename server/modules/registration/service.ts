import { CAPTCHA_MS } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import type { registration } from '#contract/registration.ts'
import { Role } from '#contract/session.ts'
import { Failure } from '#server/failure.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { type Mails, occasionOf, toOwner } from '#server/modules/mails/index.ts'
import { type LinkKind, type People, type PersonRow, targetOf } from '#server/modules/people/index.ts'
import { hashPassword, type SessionService, verifyPassword } from '#server/modules/session/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import type { Claim } from '#server/storage/schema.ts'
import { sha256 } from '#server/storage/seal.ts'
import { captchaImage, type Draw, drawAnswer, drawSum, plainAnswer } from './captcha.ts'
import { isCommonPassword } from './common-passwords.ts'
import type { InvitationRow, RegistrationStore } from './store.ts'

/** Registrations that one address may be named in within an hour: each sends a mail to it (our choice). */
export const REGISTRATIONS_AN_HOUR = 5

type Needs = {
  db: Db
  store: RegistrationStore
  now: () => Date
  newId: () => string
  draw: Draw
  origin: () => string
  audit: Audit
  mails: Mails
  people: People
  settings: Pick<SettingService, 'accountRules'>
  tryThrottled: SessionService['tryThrottled']
}
type Ask = { language: Language; caller: Caller }
type Captcha = { captchaId: string; verificationCode: string }
type Given = Pick<PersonRow, 'role' | 'role_source' | 'join_method'>
type Welcome = { claim: Claim; given: Given; caller: Caller }
type Placing = { email: string; claim: Claim; invitation: InvitationRow | null; caller: Caller }
/** Who follows a link: the registration that this browser made, or the password. */
type Claimant = { claimId: string | null; password?: string; caller: Caller }

export function registrationService(needs: Needs) {
  const { db, store, now, newId, draw, origin, audit, mails, people, settings, tryThrottled } = needs

  async function captcha({ kind }: ParsedOf<typeof registration.captcha>, { language }: Ask) {
    const id = newId()
    const { a, b } = drawSum(draw)
    const answer = kind === 'image' ? drawAnswer(draw) : String(a + b)
    const expires_at = new Date(now().getTime() + CAPTCHA_MS)
    await store.insertCaptcha({ id, answer: sha256(`${id} ${answer}`), expires_at })
    const question = kind === 'words' ? textOf(language, 'registration.sum', { a, b }) : ''
    const image = kind === 'image' ? await captchaImage(answer, draw) : ''
    return { captchaId: id, image, question, validSeconds: CAPTCHA_MS / 1000 }
  }

  /** Uses the image up, right or wrong. Throws captchaWrong. */
  async function checkCaptcha({ captchaId, verificationCode }: Captcha): Promise<void> {
    const row = await store.takeCaptcha(captchaId)
    const isRight =
      row && row.expires_at > now() && row.answer.equals(sha256(`${captchaId} ${plainAnswer(verificationCode)}`))
    if (!isRight) throw new Failure('captchaWrong')
  }

  async function checkPasswords(password: string, confirmPassword: string): Promise<void> {
    if (password !== confirmPassword) throw new Failure('passwordsDiffer')
    if (await isCommonPassword(password)) throw new Failure('passwordCommon')
  }

  const isForHim = ({ email }: InvitationRow, address: string) =>
    !email || email.toLowerCase() === address.toLowerCase()

  async function mailLink(
    tx: Tx,
    person: PersonRow,
    kind: LinkKind & ('activation' | 'reset' | 'invitation'),
    language: Language,
    claim: Claim | null = null,
  ) {
    const url = await people.makeLink(tx, { kind, personId: person.id, email: person.email, claim })
    const details = { name: claim?.name ?? person.name, hours: people.hoursOf(kind), inviter: '' }
    await mails.queue(tx, { kind, ...toOwner(person), language, details, secrets: { url } })
  }

  /** Says to the owner of a known address that somebody registered with it; a stranger learns nothing. */
  const mailKnownPerson = (tx: Tx, person: PersonRow) =>
    mails.queue(tx, {
      kind: 'alreadyRegistered',
      ...toOwner(person),
      details: { name: person.name, loginUrl: `${origin()}/login`, resetUrl: `${origin()}/retrieve-password` },
    })

  async function register(form: ParsedOf<typeof registration.register>, { language, caller }: Ask) {
    await checkCaptcha(form)
    await checkPasswords(form.password, form.confirmPassword)
    const { isRegistrationOpen, needsInvitation, isPasswordSignInOn } = await settings.accountRules()
    // Whoever registers has a password and nothing else to sign in by.
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
    }
    const state = await transact(db, async (tx) => {
      const invitation = form.code ? await store.spendInvitation(tx, sha256(form.code), now()) : null
      if (form.code && (!invitation || !isForHim(invitation, form.emailAccounts))) throw new Failure('invitationWrong')
      // The code of a space opens no more than is open to everybody; an administrator's goes further.
      if (!isRegistrationOpen && invitation?.space_id) throw new Failure('registrationClosed')
      return place(tx, { email: form.emailAccounts, claim, invitation: invitation ?? null, caller })
    })
    mails.kick()
    return { state, claimId: claim.id }
  }

  /** Makes the account, or tells its owner that there is one already. The row that is there decides, not a look before. */
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
    // Until the address is proved, what a stranger chose as password opens nothing: it stays in the link.
    const state = isProved ? provedBy(claim) : { state: 'pending' as const }
    const person = await people.insert(tx, {
      ...{ id: newId(), email, name, unit, language, created_at: now() },
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
    const after = { state: person.state, role: person.role }
    audit.record(tx, { action: 'register', actor: null, caller, target: { id: person.id, name: email }, after })
    if (person.state === 'pending') await mailLink(tx, person, 'activation', claim.language, claim)
    return isProved ? 'active' : 'mailSent'
  }

  /** What proving the address makes of a registration. */
  const provedBy = ({ name, unit, language, password_hash }: Claim) =>
    ({ name, unit, language, password_hash, password_changed_at: now(), state: 'active' }) as const

  /** An account that waited for its owner, who registers by a code mailed to them. A role is never lowered by it. */
  async function letIn(tx: Tx, known: PersonRow, { claim, given, caller }: Welcome): Promise<void> {
    const isHigher = Role.options.indexOf(given.role) > Role.options.indexOf(known.role)
    const { role, role_source } = isHigher ? given : known
    await people.update(tx, known.id, { ...provedBy(claim), role, role_source })
    await people.endLinks(tx, known.id, ['activation', 'invitation', 'reset'])
    const entry = { actor: null, caller, target: targetOf(known) }
    audit.record(tx, { ...entry, action: 'activate' })
    if (isHigher) audit.record(tx, { ...entry, action: 'roleChanged', before: { role: known.role }, after: { role } })
  }

  /**
   * Somebody registers with an address that is known. While nobody has proved it, each registration gets a link of its
   * own that brings its own password: nobody can lie in wait with theirs for a stranger's address.
   */
  async function greetAgain(tx: Tx, known: PersonRow, claim: Claim): Promise<void> {
    if (known.disabled_at) return
    if (known.state === 'invited') return mailLink(tx, known, 'invitation', known.language)
    if (known.state === 'active') return mailKnownPerson(tx, known)
    await mailLink(tx, known, 'activation', claim.language, claim)
  }

  async function resend({ emailAccounts, ...code }: ParsedOf<typeof registration.resend>, { language }: Ask) {
    await checkCaptcha(code)
    await people.limitMails('activation', emailAccounts)
    await transact(db, async (tx) => {
      const person = await people.lockByEmail(tx, emailAccounts)
      if (person?.state !== 'pending' || person.disabled_at) return
      await mailLink(tx, person, 'activation', language, await people.lastClaim(person.id, tx))
    })
    mails.kick()
    return null
  }

  /**
   * Whether who follows a link is who registered: the browser that did, or somebody who knows the password that was
   * given then. A link alone would open an account to a stranger's password.
   */
  async function checkClaimant(
    { claim, email }: { claim: Claim | null; email: string },
    given: Claimant,
  ): Promise<void> {
    if (!claim || given.claimId === claim.id) return
    const { password } = given
    if (password === undefined) throw new Failure('passwordNeeded')
    const proved = await tryThrottled({ address: given.caller.address, name: email }, async () =>
      (await verifyPassword(password, claim.password_hash)) ? true : null,
    )
    if (!proved) throw new Failure('wrongPassword')
  }

  async function activate(
    { code, password }: ParsedOf<typeof registration.activate>,
    given: Omit<Claimant, 'password'>,
  ) {
    const found = await people.findLink(code, ['activation'])
    await checkClaimant(found, { ...given, ...(password !== undefined && { password }) })
    const person = await transact(db, async (tx) => {
      const { link, person: before } = await people.spendLink(tx, code, ['activation'])
      // An address that changed since is not the one that the link proves.
      if (before.email.toLowerCase() !== link.email.toLowerCase()) throw new Failure('linkWrong')
      if (before.state === 'active') return before
      const target = targetOf(before)
      audit.record(tx, { action: 'activate', actor: null, caller: given.caller, target })
      await people.endLinks(tx, before.id, ['activation'])
      // Who came without a password of their own has none yet.
      const claimed = link.claim ? provedBy(link.claim) : ({ state: 'active', password_hash: null } as const)
      return people.update(tx, before.id, claimed)
    })
    return { emailAccounts: person.email, personId: person.id }
  }

  async function requestReset(
    { emailAccounts, ...code }: ParsedOf<typeof registration.requestReset>,
    { language, caller }: Ask,
  ) {
    await checkCaptcha(code)
    await people.limitMails('reset', emailAccounts)
    await transact(db, async (tx) => {
      const person = await people.lockByEmail(tx, emailAccounts)
      const target = { id: person?.id ?? '', name: emailAccounts }
      audit.record(tx, { action: 'resetAsked', actor: null, caller, target })
      if (!person || person.disabled_at) return
      if (person.state === 'invited') await mailLink(tx, person, 'invitation', language)
      else await mailReset(tx, person, language)
    })
    mails.kick()
    return null
  }

  /** The link goes to the account's address, and to a confirmed backup address too: that is what it is for. */
  async function mailReset(tx: Tx, person: PersonRow, language: Language): Promise<void> {
    const url = await people.makeLink(tx, { kind: 'reset', personId: person.id, email: person.email })
    const details = { name: person.name, hours: people.hoursOf('reset') }
    const recipients = [person.email, ...(person.backup_verified_at ? [person.backup_email] : [])]
    for (const recipient of recipients)
      await mails.queue(tx, { kind: 'reset', recipient, language, personId: person.id, details, secrets: { url } })
  }

  async function checkReset({ code }: { code: string }) {
    const link = await people.findLink(code, ['reset', 'invitation'])
    const person = await people.byId(link.person_id)
    if (!person || person.email.toLowerCase() !== link.email.toLowerCase()) throw new Failure('linkWrong')
    const { email: emailAccounts, name, unit: org } = person
    const isInvited = link.kind === 'invitation' && person.state !== 'active'
    return { emailAccounts, name, org, isInvited, expiresAt: link.expires_at.toISOString() }
  }

  async function reset(form: ParsedOf<typeof registration.reset>, { language, caller }: Ask) {
    await people.findLink(form.code, ['reset', 'invitation'])
    await checkCaptcha(form)
    await checkPasswords(form.password, form.confirmPassword)
    const password_hash = await hashPassword(form.password)
    const person = await transact(db, async (tx) => {
      const { link, person: before } = await people.spendLink(tx, form.code, ['reset', 'invitation'])
      const isHis = before.email.toLowerCase() === link.email.toLowerCase()
      if (before.disabled_at || !isHis) throw new Failure('linkWrong')
      const given =
        before.state !== 'active' ? { ...(form.name && { name: form.name }), ...(form.org && { unit: form.org }) } : {}
      // The link came by the account's own mail, so it proves the address too.
      const after = await people.update(tx, before.id, {
        password_hash,
        password_changed_at: now(),
        state: 'active',
        language,
        ...given,
      })
      await people.endLinks(tx, before.id, ['reset', 'invitation', 'activation'])
      // Whoever had got in has nothing left: no session, nothing begun, no key.
      await people.endSessions(tx, before.id)
      await people.endKeys(tx, before.id)
      await people.forgetDelays(tx, before.email)
      audit.record(tx, {
        action: 'resetDone',
        actor: null,
        caller,
        target: targetOf(before),
      })
      if (before.password_hash)
        await mails.queue(tx, {
          kind: 'passwordChanged',
          ...toOwner(before),
          language,
          details: occasionOf(before, caller, now()),
        })
      return after
    })
    mails.kick()
    await people.publishChange(person.id)
    return { emailAccounts: person.email }
  }

  async function confirmBackup({ code }: { code: string }, { caller }: Ask) {
    const backup = await transact(db, async (tx) => {
      const { link, person } = await people.spendLink(tx, code, ['backup'])
      if (person.backup_email !== link.email) throw new Failure('linkWrong')
      await people.update(tx, person.id, { backup_verified_at: now() })
      audit.record(tx, {
        action: 'backupEmailChanged',
        actor: person,
        caller,
        target: targetOf(person),
        before: { isVerified: false },
        after: { isVerified: true },
      })
      return person.backup_email
    })
    return { emailAccounts: backup }
  }

  async function invitation({ code }: { code: string }) {
    const row = await store.invitation(sha256(code), now())
    if (!row) throw new Failure('invitationWrong')
    return { emailAccounts: row.email, role: row.role, expiresAt: row.expires_at.toISOString() }
  }

  return { captcha, register, invitation, resend, activate, requestReset, checkReset, reset, confirmBackup }
}
export type RegistrationService = ReturnType<typeof registrationService>
