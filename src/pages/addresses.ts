import type { MethodKind } from '#contract/sign-in.ts'

/** A path with a query; what is empty is left out. */
export function pathWith(path: string, query: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text ? `${path}?${text}` : path
}

/** The next step of the same sign-in: it knows where to come back to. */
export const nextStep = (path: string, search: string): string =>
  pathWith(path, { callback: new URLSearchParams(search).get('callback') })

/** Where somebody known elsewhere goes on; each kind has the steps that the specification gives it. */
export function stepsOf(kind: MethodKind): { bind: string; complete: string } {
  if (kind === 'cas') return { bind: '/login-cas-bind', complete: '/login-cas-perfect' }
  if (kind === 'wechat') return { bind: '/login-weixin-bind', complete: '/login-weixin-perfect' }
  if (kind === 'passport') return { bind: '/login-oauth-bind', complete: '/login-kjy-perfect' }
  return { bind: '/login-oauth-bind', complete: '/login-oauth-perfect' }
}

/** Leaves for another page. Never done, so that a form stays busy until the page is gone. */
export function leaveFor(address: string): Promise<never> {
  location.assign(address)
  return new Promise(() => {})
}
