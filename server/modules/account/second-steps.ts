import type { SecondSteps } from '#contract/account.ts'
import type { SignedIn } from '#server/http/context.ts'
import { passkeyOf, passkeyRules } from './own-passkeys.ts'
import { totpRules } from './own-totp.ts'
import type { SecondStepNeeds } from './second-step-changes.ts'

/** Setting up the second step of one's own account. */
export function secondStepsService(needs: SecondStepNeeds) {
  const { session, secondStep } = needs

  async function show(actor: SignedIn): Promise<SecondSteps> {
    const [totp, recoveryLeft, passkeys, required] = await Promise.all([
      secondStep.totp(actor.id),
      secondStep.recoveryLeft(actor.id),
      secondStep.passkeys(actor.id),
      session.asksForSecond(actor.role),
    ])
    return {
      isRequired: required,
      totpSince: totp?.confirmed_at.toISOString() ?? null,
      recoveryLeft,
      passkeys: passkeys.map(passkeyOf),
    }
  }

  return { show, ...totpRules(needs), ...passkeyRules(needs) }
}
