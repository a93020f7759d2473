import type { AuthProvider } from '@refinedev/core'
import { useEffect } from 'react'
import { passesGate } from '#contract/core/policy.ts'
import { CallFailure } from './failures.ts'
import { isLeaving, leavePage } from './leave.ts'
import { actorOf, type OtherSession, setUser, useUser } from './session.ts'
import { endSession, loadUser, signIn, signOut, signOutTo } from './sign-in.ts'
import { csrfToken, forgetSession, keepInSession, storedUser } from './storage.ts'

const LOGIN = '/login'

const whereWeAre = () => location.pathname + location.search

/**
 * Stores the return path and redirects to sign-in, with a notice when a session has ended. Source: spec sections 4
 * (return path) and 8 (401, 5).
 */
export function leaveForLogin(): void {
  // A CSRF token that is still stored means that the browser had a session, even when this tab knows of no user.
  const isOver = storedUser() ?? csrfToken()
  const path = whereWeAre()
  // A page that signs out keeps nothing, although another window may have ended the session before.
  if (!isLeaving()) {
    setUser(null)
    forgetSession()
    keepInSession('router-path', path)
  }
  leavePage(isOver ? `${LOGIN}?problem=sessionOver` : LOGIN)
}

/**
 * Follows another window. One that signs out clears its storage before the server has answered, and until then the
 * sign-in page would be that of somebody signed in; one whose session is over may be late, with a new session begun.
 */
export async function followOther(told: OtherSession): Promise<void> {
  if (told === 'another') return location.reload()
  if (told === 'signedOut') await endSession()
  leaveForLogin()
}

/** Ends the session, so that the same person can sign in again and return to this page. */
export function signInAnew(): Promise<never> {
  const path = whereWeAre()
  const leaving = signOutTo(LOGIN)
  keepInSession('router-path', path)
  return leaving
}

/**
 * Redirects to the no-access page with the code of the requested space, so that the page can tell a public space from
 * one that cannot be seen. Signing in there leads back here.
 */
export function leaveForAccess(): void {
  const [, code] = /^\/space\/([^/]+)/.exec(location.pathname) ?? []
  leavePage(code ? `/access?space=${encodeURIComponent(decodeURIComponent(code))}` : '/access')
}

/** Redirects to the not-found page. */
export const leaveForNotFound = (): void => leavePage('/404')

/** Whether the user may open a page for administrators; everybody else is redirected away from it. */
export function useAdminOnly(): boolean {
  const user = useUser()
  const mayEnter = passesGate(actorOf(user), 'admin')
  // Other code redirects to sign-in when the session has ended; only a signed-in user without the role is redirected
  // here.
  useEffect(() => {
    if (user && !mayEnter) leaveForAccess()
  }, [user, mayEnter])
  return mayEnter
}

export const authProvider: AuthProvider = {
  async login({ emailAccounts, password }: { emailAccounts: string; password: string }) {
    const { user, ways } = await signIn(emailAccounts, password)
    return user ? { success: true } : { success: false, redirectTo: `${LOGIN}?second=1&ways=${ways.join(',')}` }
  },
  async logout() {
    signOut()
    return { success: true }
  },
  async check() {
    if (!csrfToken()) return { authenticated: false, redirectTo: LOGIN }
    const user = await loadUser().catch((failure: unknown) => {
      // Only a refusal by the server ends the session; a network failure does not.
      if (failure instanceof CallFailure) return null
      throw failure
    })
    return user ? { authenticated: true } : { authenticated: false, redirectTo: LOGIN }
  },
  getIdentity: loadUser,
  async getPermissions() {
    return (await loadUser())?.roles ?? []
  },
  // The shell reacts to every failure, see `errors.ts`.
  onError: async () => ({}),
}
