import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { MethodKind } from '#contract/sign-in.ts'

/** Sign-in methods with a name; a newer server may have others. */
const Method = z.enum(['password', 'passkey', ...MethodKind.options])
/** Refusals of a sign-in that have a text; any other one is shown without a reason. */
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

/** The text for a sign-in method. */
export function useMethodText(): (method: string) => string {
  const { t } = useTranslation()
  return (method) => {
    const known = Method.safeParse(method)
    return known.success ? t(`account.methods.${known.data}`) : method
  }
}

/** The text for the reason of a refused sign-in. */
export function useReasonText(): (reason: string) => string {
  const { t } = useTranslation()
  return (reason) => {
    const known = Reason.safeParse(reason)
    return known.success ? t(`account.reasons.${known.data}`) : t('account.reasons.other')
  }
}

/** Browser and operating system in one line. */
export function useAgentText(): (agent: { browser: string; system: string }) => string {
  const { t } = useTranslation()
  return ({ browser, system }) => [browser, system].filter(Boolean).join(' · ') || t('account.unknownDevice')
}
