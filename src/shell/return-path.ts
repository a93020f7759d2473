import { isConsolePath } from '#contract/pages/paths.ts'
import { csrfToken, forgetInSession, keepInSession, sessionValue } from '#providers/storage.ts'

const hasSession = () => csrfToken() !== ''
const HOME_AFTER_LOGIN = '/space'
/** Pages that are steps of a sign-in, including registration. */
const STEP_OF_SIGN_IN = /^\/((ldap-)?login(-[a-z-]+)?|register)$/

type Place = { pathname: string; search: string; origin: string }

/** The path after sign-in: the first requested non-public path, else the list of spaces. Source: spec section 4. */
export function returnPath(): string {
  return sessionValue('router-path') ?? HOME_AFTER_LOGIN
}

export function rememberReturnPath(path: string, search: string): void {
  if (isConsolePath(path) && !sessionValue('router-path')) keepInSession('router-path', path + search)
}

/** Validates a callback: addresses of other sites are rejected. */
export function safeCallback(callback: string | null, origin: string): string | null {
  if (!callback) return null
  const target = URL.canParse(callback, origin) ? new URL(callback, origin) : null
  // API addresses have effects, so only pages are allowed.
  return target?.origin === origin && !target.pathname.startsWith('/api/') ? target.href : null
}

/** Stores a callback until the sign-in that it waits for, because a mail link may come in between. */
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
  return STEP_OF_SIGN_IN.test(location.pathname) ? null : `/login?callback=${encodeURIComponent(callback)}`
}

/** The callback in the address or kept before, else the return path. */
const nextAfter = (location: Place): string =>
  callbackTarget(location, true) ?? safeCallback(sessionValue('callback'), location.origin) ?? returnPath()

/** The address after a finished sign-in; users who must set up a second step go there first. */
export function afterSignIn(user: { mustSetUp: boolean }, location: Place): string {
  return user.mustSetUp ? '/personalCenter?tab=security' : nextAfter(location)
}

/** The path that an external sign-in service must redirect back to. */
export function comeBackPath(location: Place): string {
  const { pathname, search, hash } = new URL(nextAfter(location), location.origin)
  return pathname + search + hash
}
