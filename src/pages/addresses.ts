import type { MethodKind } from '#contract/sign-in.ts'

/** Builds a path with a query; empty values are omitted. */
export function pathWith(path: string, query: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text ? `${path}?${text}` : path
}

/** The next step of the same sign-in; the callback is passed on. */
export const nextStep = (path: string, search: string): string =>
  pathWith(path, { callback: new URLSearchParams(search).get('callback') })

/** The pages where an external identity continues, by the kind of method, as specified. */
export function stepsOf(kind: MethodKind): { bind: string; complete: string } {
  if (kind === 'cas') return { bind: '/login-cas-bind', complete: '/login-cas-perfect' }
  if (kind === 'wechat') return { bind: '/login-weixin-bind', complete: '/login-weixin-perfect' }
  if (kind === 'passport') return { bind: '/login-oauth-bind', complete: '/login-kjy-perfect' }
  return { bind: '/login-oauth-bind', complete: '/login-oauth-perfect' }
}

/** Navigates to another page. The promise never resolves, so that a form stays busy until the page is left. */
export function leaveFor(address: string): Promise<never> {
  location.assign(address)
  return new Promise(() => {})
}
