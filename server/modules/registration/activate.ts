import type { ParsedOf } from '#contract/core/operation.ts'
import type { registration } from '#contract/registration.ts'
import { Failure } from '#server/failure.ts'
import type { Caller } from '#server/http/caller.ts'
import { agreedTo, targetOf } from '#server/modules/people/index.ts'
import { verifyPassword } from '#server/modules/session/index.ts'
import { transact } from '#server/storage/database.ts'
import type { Claim } from '#server/storage/schema.ts'
import { checkCaptcha } from './captcha-check.ts'
import { mailLink } from './letters.ts'
import type { Ask, RegistrationNeeds } from './needs.ts'

/** The person who opens a link: identified by the registration of this browser, or by the password. */
type Claimant = { claimId: string | null; password?: string; caller: Caller }

/** The fields of an account whose address was proved. */
export const provedBy = ({ name, unit, language, password_hash, agreement = null }: Claim, at: Date) =>
  ({ name, unit, language, password_hash, agreement, password_changed_at: at, state: 'active' }) as const

/** Opening an account by the link that was mailed for it. */
export function activation(needs: RegistrationNeeds) {
  const { db, now, audit, mails, people, tryThrottled } = needs

  async function resend({ emailAccounts, ...code }: ParsedOf<typeof registration.resend>, { language }: Ask) {
    await checkCaptcha(needs, code)
    await people.limitMails('activation', emailAccounts)
    await transact(db, async (tx) => {
      const person = await people.lockByEmail(tx, emailAccounts)
      if (person?.state !== 'pending' || person.disabled_at) return
      await mailLink(needs, tx, person, 'activation', language, await people.lastClaim(person.id, tx))
    })
    mails.kick()
    return null
  }

  /**
   * Checks that the person who opens a link also signed up: by the browser's cookie, or by the password chosen then. A
   * link alone would activate an account with a stranger's password.
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
      // The link proves only the address that it was mailed to.
      if (before.email.toLowerCase() !== link.email.toLowerCase()) throw new Failure('linkWrong')
      if (before.state === 'active') return before
      const { agreement } = link.claim ?? before
      const entry = { actor: null, caller: given.caller, target: targetOf(before), ...agreedTo(agreement) }
      audit.record(tx, { action: 'activate', ...entry })
      await people.endLinks(tx, before.id, ['activation'])
      // Without a registration the account has no password yet.
      const claimed = link.claim ? provedBy(link.claim, now()) : ({ state: 'active', password_hash: null } as const)
      return people.update(tx, before.id, claimed)
    })
    return { emailAccounts: person.email, personId: person.id }
  }

  return { resend, activate }
}
