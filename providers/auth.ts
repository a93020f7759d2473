import type { AuthProvider } from '@refinedev/core'
import { CallFailure } from './failures.ts'
import { setUser } from './session.ts'
import { loadUser, signIn, signOut } from './sign-in.ts'
import { keepInSession, loginMark } from './storage.ts'

const LOGIN = '/login'

/** Remembers where to come back to and leads to sign-in. Source: spec sections 4 (return path) and 8 (401, 5). */
export function leaveForLogin(): void {
  setUser(null)
  sessionStorage.removeItem('userInfo')
  keepInSession('router-path', location.pathname + location.search)
  location.assign(LOGIN)
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
    if (!loginMark()) return { authenticated: false, redirectTo: LOGIN }
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
