import type { ParsedOf } from '#contract/core/operation.ts'
import type { registration } from '#contract/registration.ts'
import { Failure } from '#server/failure.ts'
import type { Language } from '#server/http/context.ts'
import { occasionOf, toOwner } from '#server/modules/mails/index.ts'
import { agreedTo, type PersonRow, targetOf } from '#server/modules/people/index.ts'
import { hashPassword } from '#server/modules/session/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { checkCaptcha } from './captcha-check.ts'
import { checkPasswords } from './common-passwords.ts'
import { mailLink } from './letters.ts'
import type { Ask, RegistrationNeeds } from './needs.ts'

/** The first password of an account: its owner has had no occasion to agree to the terms, unless they signed up. */
const mustAgree = ({ password_hash, agreement }: PersonRow) => password_hash === null && agreement === null

/** Resets a lost password. */
export function passwordReset(needs: RegistrationNeeds) {
  const { db, now, audit, mails, people, settings } = needs

  async function requestReset(
    { emailAccounts, ...code }: ParsedOf<typeof registration.requestReset>,
    { language, caller }: Ask,
  ) {
    await checkCaptcha(needs, code)
    await people.limitMails('reset', emailAccounts)
    await transact(db, async (tx) => {
      const person = await people.lockByEmail(tx, emailAccounts)
      const target = { id: person?.id ?? '', name: emailAccounts }
      audit.record(tx, { action: 'resetAsked', actor: null, caller, target })
      if (!person || person.disabled_at) return
      if (person.state === 'invited') await mailLink(needs, tx, person, 'invitation', language)
      else await mailReset(tx, person, language)
    })
    mails.kick()
    return null
  }

  /** The link is sent to the account's address and to a confirmed backup address. */
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
    return {
      emailAccounts,
      name,
      org,
      isInvited,
      mustAgree: mustAgree(person),
      expiresAt: link.expires_at.toISOString(),
    }
  }

  async function reset(form: ParsedOf<typeof registration.reset>, { language, caller }: Ask) {
    const known = await people.findLink(form.code, ['reset', 'invitation'])
    const owner = await people.byId(known.person_id)
    const agreement = owner && mustAgree(owner) ? await settings.agreement(form.clause, language) : null
    await checkCaptcha(needs, form)
    await checkPasswords(form.password, form.confirmPassword)
    const password_hash = await hashPassword(form.password)
    const person = await transact(db, async (tx) => {
      const { link, person: before } = await people.spendLink(tx, form.code, ['reset', 'invitation'])
      const isHis = before.email.toLowerCase() === link.email.toLowerCase()
      if (before.disabled_at || !isHis) throw new Failure('linkWrong')
      const given =
        before.state !== 'active'
          ? {
              ...(form.name && { name: form.name }),
              ...(form.org && { unit: form.org }),
            }
          : {}
      // The link was mailed to the account's address, so it proves that address too.
      const after = await people.update(tx, before.id, {
        password_hash,
        password_changed_at: now(),
        state: 'active',
        language,
        ...(agreement && { agreement }),
        ...given,
      })
      await people.endLinks(tx, before.id, ['reset', 'invitation', 'activation'])
      // Ends all access of an intruder: sessions, unfinished procedures and keys.
      await people.endSessions(tx, before.id)
      await people.endKeys(tx, before.id)
      await people.forgetDelays(tx, before.email)
      audit.record(tx, {
        action: 'resetDone',
        actor: null,
        caller,
        target: targetOf(before),
        after: { ...(before.password_hash === null && { isFirstPassword: true }), ...agreedTo(agreement).after },
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

  return { requestReset, checkReset, reset }
}
