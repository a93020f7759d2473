import { useSyncExternalStore } from 'react'
import type { Actor } from '#contract/core/policy.ts'
import type { Role, UserInfo } from '#contract/session.ts'
import { csrfToken, keepInSession, keepLocally, localValue, storedUser } from './storage.ts'
import { keepNothing } from './unsent.ts'
import { currentView } from './view-as.ts'

let user: UserInfo | null | undefined
const listeners = new Set<() => void>()

/**
 * Stores the signed-in user, also in session storage, and tells the browser's other windows whose session it is (spec
 * section 3).
 */
export function setUser(next: UserInfo | null): void {
  user = next
  if (next) {
    keepInSession('userInfo', JSON.stringify(next))
    keepLocally('ds_session', next.userId)
  }
  for (const listener of listeners) listener()
}

/** Follows a change of the signed-in user's role, without another read of the account. */
export function setRole(role: Role): void {
  const known = currentUser()
  if (known) setUser({ ...known, roles: [role] })
}

export const currentUser = (): UserInfo | null => {
  if (user === undefined) user = csrfToken() ? storedUser() : null
  return user
}

/** What another window tells: that the person signs out there, that the session is over, or that it is somebody else's. */
export type OtherSession = 'signedOut' | 'over' | 'another'

/** Calls back when another window ended the session or signed in as somebody else; returns the unsubscribe function. */
export function onOtherSession(known: UserInfo, hear: (told: OtherSession) => void): () => void {
  function follow({ key }: StorageEvent) {
    // At sign-out everything is cleared, and then the event names no key.
    if (key !== 'ds_session' && key !== null) return
    const now = localValue('ds_session')
    if (now === known.userId) return
    if (key === null) keepNothing()
    hear(now !== null ? 'another' : key === null ? 'signedOut' : 'over')
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

/** Calls back when somebody signs in at another window; returns the unsubscribe function. */
export function onSessionBegun(hear: () => void): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === 'ds_session' && newValue) hear()
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The signed-in user, as far as this page knows. */
export const knownUser = (): UserInfo | null => user ?? null

/** The signed-in user; null for a stranger. */
export const useUser = (): UserInfo | null => useSyncExternalStore(subscribe, currentUser, () => null)

/** The actor of an owner who views a space as somebody else: owns nothing and has no administrator role. */
const SOMEBODY: Actor = { id: '', role: 'role_general' }

export function actorOf(who: UserInfo | null): Actor {
  if (!who) return null
  return currentView() ? SOMEBODY : { id: who.userId, role: who.roles[0] ?? 'role_general' }
}
