import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { MethodKind } from '#contract/sign-in.ts'

/** Ways to sign in that have a name; a newer server may know more. */
const Method = z.enum(['password', 'passkey', ...MethodKind.options])
/** Refusals of a sign-in in plain words; what is not among them is a refusal without a reason. */
const Reason = z.enum([
  'wrongCredentials',
  'loginDelayed',
  'accountDisabled',
  'accountLocked',
  'accountInactive',
  'passwordSignInOff',
  'directoryRefused',
  'codeWrong',
  'passkeyRefused',
  'secondGone',
  'wrongPassword',
])

/** How somebody signed in. */
export function useMethodText(): (method: string) => string {
  const { t } = useTranslation()
  return (method) => {
    const known = Method.safeParse(method)
    return known.success ? t(`account.methods.${known.data}`) : method
  }
}

/** Why a sign-in was refused. */
export function useReasonText(): (reason: string) => string {
  const { t } = useTranslation()
  return (reason) => {
    const known = Reason.safeParse(reason)
    return known.success ? t(`account.reasons.${known.data}`) : t('account.reasons.other')
  }
}

/** Browser and system in one line. */
export function useAgentText(): (agent: { browser: string; system: string }) => string {
  const { t } = useTranslation()
  return ({ browser, system }) => [browser, system].filter(Boolean).join(' · ') || t('account.unknownDevice')
}
