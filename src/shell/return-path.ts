import { keepInSession, loginMark, sessionValue } from '#providers/storage.ts'

/** Where no sign-in is asked for. Source: spec section 2, Routes needing no authentication check. */
const OPEN_PATHS = new Set([
  '/',
  '/text',
  '/login',
  '/ldap-login',
  '/register',
  '/access',
  '/404',
  '/reset-password',
  '/validate-success',
  '/retrieve-password',
  '/validate-email',
  '/validate-register-email',
  '/login-kjy-perfect',
  '/login-cas-bind',
  '/login-cas-perfect',
  '/login-oauth-bind',
  '/login-oauth-perfect',
  '/login-weixin-bind',
  '/login-weixin-perfect',
  '/space-share',
  '/file-share',
])
const HOME_AFTER_LOGIN = '/space'

export const needsNoSignIn = (path: string): boolean => OPEN_PATHS.has(path)

/** Where sign-in leads: the first path outside the open ones that was asked for, else the spaces. Source: spec section 4. */
export function returnPath(): string {
  return sessionValue('router-path') ?? HOME_AFTER_LOGIN
}

export function rememberReturnPath(path: string, search: string): void {
  if (!needsNoSignIn(path) && !sessionValue('router-path')) keepInSession('router-path', path + search)
}

/** An address of another site may not be where a sign-in leads. */
export function safeCallback(callback: string | null, origin: string): string | null {
  if (!callback) return null
  const target = URL.canParse(callback, origin) ? new URL(callback, origin) : null
  // Addresses of the API do things; a page leads to pages.
  return target?.origin === origin && !target.pathname.startsWith('/api/') ? target.href : null
}

/** With `callback` in the address: there when signed in, else to sign-in with it. Null: stay. Source: spec section 4, Callback. */
export function callbackTarget(
  location: { pathname: string; search: string; origin: string },
  isSignedIn = loginMark() !== '',
): string | null {
  const asked = new URLSearchParams(location.search).get('callback')
  const callback = safeCallback(asked, location.origin)
  if (!callback) return null
  if (isSignedIn) return callback
  return location.pathname === '/login' ? null : `/login?callback=${encodeURIComponent(callback)}`
}
