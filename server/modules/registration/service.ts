import type { ParsedOf } from '#contract/core/operation.ts'
import type { registration } from '#contract/registration.ts'
import { Failure } from '#server/failure.ts'
import { targetOf } from '#server/modules/people/index.ts'
import { transact } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import { activation } from './activate.ts'
import { makeCaptcha } from './captcha-check.ts'
import type { Ask, RegistrationNeeds } from './needs.ts'
import { registering } from './register.ts'
import { passwordReset } from './reset.ts'

export function registrationService(needs: RegistrationNeeds) {
  const { db, store, now, audit, people } = needs

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

  return {
    captcha: (wish: ParsedOf<typeof registration.captcha>, ask: Ask) => makeCaptcha(needs, wish, ask),
    ...registering(needs),
    ...activation(needs),
    ...passwordReset(needs),
    invitation,
    confirmBackup,
  }
}
export type RegistrationService = ReturnType<typeof registrationService>
