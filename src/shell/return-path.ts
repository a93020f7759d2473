import { isPublicPath } from '#contract/pages/paths.ts'
import { csrfToken, forgetInSession, keepInSession, sessionValue } from '#providers/storage.ts'

/** Where no sign-in is asked for: the pages that stand without the console, and shared ones. Source: spec section 2. */
const SHARED_PATHS = ['/space-share', '/file-share']
const HOME_AFTER_LOGIN = '/space'
/** Steps of signing in, registration among them: they keep the callback until the last one is done. */
const STEP_OF_SIGN_IN = /^\/((ldap-)?login(-[a-z-]+)?|register)$/

type Place = { pathname: string; search: string; origin: string }

export const needsNoSignIn = (path: string): boolean => isPublicPath(path) || SHARED_PATHS.includes(path)

/** Where sign-in leads: the first path outside the open ones that was asked for, else the spaces. Source: spec section 4. */
export function returnPath(): string {
  return sessionValue('router-path') ?? HOME_AFTER_LOGIN
}

export function rememberReturnPath(path: string, search: string): void {
  if (!needsNoSignIn(path) && !sessionValue('router-path')) keepInSession('router-path', path + search)
}

/** Nothing stands there: no sign-in leads back to it. */
export function forgetReturnPath(path: string, search: string): void {
  if (sessionValue('router-path') === path + search) forgetInSession('router-path')
}

/** An address of another site may not be where a sign-in leads. */
export function safeCallback(callback: string | null, origin: string): string | null {
  if (!callback) return null
  const target = URL.canParse(callback, origin) ? new URL(callback, origin) : null
  // Addresses of the API do things; a page leads to pages.
  return target?.origin === origin && !target.pathname.startsWith('/api/') ? target.href : null
}

/** Keeps the callback of an address for the sign-in that follows in this window: between lies a mail. */
export function rememberCallback({ search, origin }: Pick<Place, 'search' | 'origin'>): void {
  const callback = safeCallback(new URLSearchParams(search).get('callback'), origin)
  if (callback) keepInSession('router-path', callback.slice(origin.length))
}

/** With `callback` in the address: there when signed in, else to sign-in with it. Null: stay. Source: spec section 4, Callback. */
export function callbackTarget(location: Place, isSignedIn = csrfToken() !== ''): string | null {
  const asked = new URLSearchParams(location.search).get('callback')
  const callback = safeCallback(asked, location.origin)
  if (!callback) return null
  if (isSignedIn) return callback
  return STEP_OF_SIGN_IN.test(location.pathname) ? null : `/login?callback=${encodeURIComponent(callback)}`
}

/** Where a finished sign-in leads: who still has to set up a second step goes there first. */
export function afterSignIn(user: { mustSetUp: boolean }, location: Place): string {
  return user.mustSetUp ? '/personalCenter?tab=security' : (callbackTarget(location, true) ?? returnPath())
}

/** The path that another service is told to lead back to. */
export function comeBackPath(location: Place): string {
  const { pathname, search, hash } = new URL(callbackTarget(location, true) ?? returnPath(), location.origin)
  return pathname + search + hash
}
