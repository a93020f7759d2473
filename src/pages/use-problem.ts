import { useTranslation } from 'react-i18next'
import type { PublicMethod } from '#contract/sign-in.ts'

/** The reasons that the server gives for a failed external sign-in. */
const SAID = {
  sessionOver: 'session.over',
  methodOff: 'signIn.methodOff',
  tooManyRequests: 'signIn.tooManyRequests',
  pendingGone: 'signIn.pendingGone',
  identityTaken: 'signIn.identityTaken',
  accountDisabled: 'session.accountDisabled',
  accountLocked: 'session.accountLocked',
  accountInactive: 'session.accountInactive',
} as const
const isSaid = (problem: string): problem is keyof typeof SAID => Object.hasOwn(SAID, problem)

/** The text for `?problem=…&method=…`: only known problems and configured methods are named. '' without a problem. */
export function useProblem(query: URLSearchParams, methods: readonly PublicMethod[]): string {
  const { t } = useTranslation()
  const problem = query.get('problem')
  if (!problem) return ''
  const asked = query.get('method')
  const method = methods.find(({ id }) => id === asked)
  if (isSaid(problem)) return t(SAID[problem])
  if (problem === 'methodFailing' && method) return t('signIn.methodFailing', { name: method.name })
  if (problem === 'refused' && method) return t('signIn.refusedBy', { name: method.name })
  return problem === 'refused' ? t('signIn.refused') : t('signIn.problem')
}
