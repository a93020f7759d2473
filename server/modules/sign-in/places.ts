import { callbackOf } from '#contract/pages/callback.ts'
import type { MethodKind } from '#contract/sign-in.ts'
import type { Admission } from '#server/modules/session/index.ts'

/** The end of an external sign-in: a page, with a session or the secret of a procedure that continues there. */
export type Ending = { to: string; admission?: Admission; attempt?: string }

/** Pages of spec section 2 on which new users continue, by the kind of the method. */
const pages: Record<MethodKind, { bind: string; perfect: string }> = {
  cas: { bind: '/login-cas-bind', perfect: '/login-cas-perfect' },
  wechat: { bind: '/login-weixin-bind', perfect: '/login-weixin-perfect' },
  passport: { bind: '/login-oauth-bind', perfect: '/login-kjy-perfect' },
  oidc: { bind: '/login-oauth-bind', perfect: '/login-oauth-perfect' },
  oauth2: { bind: '/login-oauth-bind', perfect: '/login-oauth-perfect' },
  escience: { bind: '/login-oauth-bind', perfect: '/login-oauth-perfect' },
  saml: { bind: '/login-oauth-bind', perfect: '/login-oauth-perfect' },
  ldap: { bind: '/login-oauth-bind', perfect: '/login-oauth-perfect' },
}
const HOME = '/space'

const withQuery = (path: string, query: Record<string, string>) => {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
  return text ? `${path}?${text}` : path
}

/** The address that a callback leads to: a path of this site, or a page of a trusted one; null: not followed. */
export function safePath(callback: string | undefined, origin: string, trusted: readonly string[]): string | null {
  const target = callbackOf(callback, origin, trusted)
  if (!target) return null
  return target.origin === new URL(origin).origin ? target.pathname + target.search + target.hash : target.href
}

/** Where an external sign-in ends. */
export const places = {
  done: (callback: string | null) => callback ?? HOME,
  /** The page names the method in the reader's language, by its id. */
  problem: (problem: string, method: string) => withQuery('/login', { problem, method }),
  second: (ways: string[], callback: string | null) =>
    withQuery('/login', { second: '1', ways: ways.join(','), callback: callback ?? '' }),
  newHere: (kind: MethodKind, isNew: boolean, callback: string | null) =>
    withQuery(pages[kind][isNew ? 'perfect' : 'bind'], { callback: callback ?? '' }),
  bound: (problem: string | null) =>
    withQuery('/personalCenter', { tab: '3', ...(problem ? { problem } : { bound: '1' }) }),
}
