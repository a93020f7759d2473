import { callbackOf } from '#contract/pages/callback.ts'
import { isConsolePath } from '#contract/pages/paths.ts'
import { csrfToken, forgetInSession, keepInSession, sessionValue } from '#providers/storage.ts'

const hasSession = () => csrfToken() !== ''
const HOME_AFTER_LOGIN = '/space'
/** Pages that are steps of a sign-in, including registration. */
const STEP_OF_SIGN_IN = /^\/((ldap-)?login(-[a-z-]+)?|register)$/

type Place = { pathname: string; search: string; origin: string }

export const isStepOfSignIn = (path: string): boolean => STEP_OF_SIGN_IN.test(path)

/** The path after sign-in: the first requested non-public path, else the list of spaces. Source: spec section 4. */
export function returnPath(): string {
  return sessionValue('router-path') ?? HOME_AFTER_LOGIN
}

export function rememberReturnPath(path: string, search: string): void {
  if (isConsolePath(path) && !sessionValue('router-path')) keepInSession('router-path', path + search)
}

let trusted: readonly string[] = []
/** Takes the sites that a callback may lead to, as the page's data names them. */
export function trustSites(sites: readonly string[]): void {
  trusted = sites
}

/** Validates a callback: addresses of sites that administrators do not trust are rejected. */
export const safeCallback = (callback: string | null, origin: string): string | null =>
  callbackOf(callback, origin, trusted)?.href ?? null

/** Stores a callback until sign-in is complete, because the user may open a link in an email in between. */
export function rememberCallback(
  { search, origin }: Pick<Place, 'search' | 'origin'>,
  isSignedIn = hasSession(),
): void {
  const callback = safeCallback(new URLSearchParams(search).get('callback'), origin)
  if (isSignedIn) forgetInSession('callback')
  else if (callback) keepInSession('callback', callback)
}

/**
 * The target of `callback` in the address: the callback itself when signed in, else sign-in with it. Null: stay.
 * Source: spec section 4, Callback.
 */
export function callbackTarget(location: Place, isSignedIn = hasSession()): string | null {
  const asked = new URLSearchParams(location.search).get('callback')
  const callback = safeCallback(asked, location.origin)
  if (!callback) return null
  if (isSignedIn) return callback
  return isStepOfSignIn(location.pathname) ? null : `/login?callback=${encodeURIComponent(callback)}`
}

/** The callback in the address or kept before, else the return path. */
const nextAfter = (location: Place): string =>
  callbackTarget(location, true) ?? safeCallback(sessionValue('callback'), location.origin) ?? returnPath()

/** The address after a finished sign-in; users who must set up a second step go there first. */
export function afterSignIn(user: { mustSetUp: boolean }, location: Place): string {
  return user.mustSetUp ? '/personalCenter?tab=security' : nextAfter(location)
}

/** The return address for an external sign-in service: a path of this site, or a page of a trusted one. */
export function comeBackPath(location: Place): string {
  const target = new URL(nextAfter(location), location.origin)
  return target.origin === location.origin ? target.pathname + target.search + target.hash : target.href
}
