import { useSyncExternalStore } from 'react'
import type { Actor } from '#contract/policy.ts'
import { session, type UserInfo } from '#contract/session.ts'
import { call } from './call.ts'
import { forgetEverything, keepInSession, keptUser, loginMark } from './storage.ts'

let user: UserInfo | null | undefined
const listeners = new Set<() => void>()

/** Keeps who is signed in, in session storage too (spec section 3). */
export function setUser(next: UserInfo | null): void {
  user = next
  if (next) keepInSession('userInfo', JSON.stringify(next))
  for (const listener of listeners) listener()
}

const currentUser = (): UserInfo | null => {
  if (user === undefined) user = loginMark() ? keptUser() : null
  return user
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Who is signed in; null for a stranger. */
export const useUser = (): UserInfo | null => useSyncExternalStore(subscribe, currentUser, () => null)

export const actorOf = (who: UserInfo | null): Actor =>
  who ? { id: who.userId, role: who.roles[0] ?? 'role_general' } : null

/** Asks the server who is signed in, once a page; null when nobody is. */
export async function loadUser(): Promise<UserInfo | null> {
  if (!loginMark()) return null
  if (user) return user
  setUser(await call(session.current, {}, { quiet: true }))
  return currentUser()
}

export async function signIn(emailAccounts: string, password: string): Promise<void> {
  setUser(await call(session.login, { emailAccounts, password }, { quiet: true }))
}

/** Leaves through the server's own address, so that the session is dead before anything else loads. */
export function signOut(): void {
  forgetEverything()
  location.assign(`/api${session.logout.path}`)
}
