import type { AuthProvider } from '@refinedev/core'
import { useEffect } from 'react'
import { passesGate } from '#contract/core/policy.ts'
import { CallFailure } from './failures.ts'
import { actorOf, setUser, useUser } from './session.ts'
import { loadUser, signIn, signOut, signOutTo } from './sign-in.ts'
import { csrfToken, keepInSession, storedUser } from './storage.ts'

const LOGIN = '/login'

const whereWeAre = () => location.pathname + location.search

/** Where this page is being left for: whoever asks next goes the same way. */
let leavingFor = ''

/**
 * Remembers where to come back to and leads to sign-in, which says so when a session has ended. Source: spec sections 4
 * (return path) and 8 (401, 5).
 */
export function leaveForLogin(): void {
  // A browser that still has the CSRF token of a session had one: it is over for a tab that knows of nobody, too.
  leavingFor ||= storedUser() || csrfToken() ? `${LOGIN}?problem=sessionOver` : LOGIN
  setUser(null)
  sessionStorage.removeItem('userInfo')
  keepInSession('router-path', whereWeAre())
  location.assign(leavingFor)
}

/** Ends the session, so that the same person can sign in anew and come back here. */
export function signInAnew(): Promise<never> {
  const path = whereWeAre()
  const leaving = signOutTo(LOGIN)
  keepInSession('router-path', path)
  return leaving
}

/**
 * Leads to the page that says why there is no access, with the space that was asked for: its page tells a space in the
 * open from one that cannot be seen. Signing in there leads back here.
 */
export function leaveForAccess(): void {
  const [, code] = /^\/space\/([^/]+)/.exec(location.pathname) ?? []
  location.assign(code ? `/access?space=${encodeURIComponent(decodeURIComponent(code))}` : '/access')
}

/** Whether this is a page for administrators to an administrator; everybody else is led away from it. */
export function useAdminOnly(): boolean {
  const user = useUser()
  const mayEnter = passesGate(actorOf(user), 'admin')
  // Whose session has ended is led to sign-in by others; only somebody of another role is turned away here.
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
      // Only a refusal ends the session; a lost network does not.
      if (failure instanceof CallFailure) return null
      throw failure
    })
    return user ? { authenticated: true } : { authenticated: false, redirectTo: LOGIN }
  },
  getIdentity: loadUser,
  async getPermissions() {
    return (await loadUser())?.roles ?? []
  },
  async onError(failure: unknown) {
    const isOver = failure instanceof CallFailure && (failure.code === 401 || failure.code === 5)
    return isOver ? { logout: false, redirectTo: LOGIN } : {}
  },
}
