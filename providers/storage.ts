import type { UserInfo } from '#contract/session.ts'
import { keepNothing } from './unsent.ts'

/** Keys of spec section 3; `theme`, `menu`, `notice`, `view-as`, `counted`, `renewed` and `card` are additions of this project. */
type SessionKey =
  | 'userInfo'
  | 'spaceId'
  | 'spaceCode'
  | 'aside-tab'
  | 'router-path'
  | 'callback'
  | 'view-as'
  | 'counted'
  | 'renewed'
type LocalKey = 'lang' | 'ds_session' | 'theme' | 'menu' | 'notice' | 'card'

export const sessionValue = (key: SessionKey): string | null => sessionStorage.getItem(key)
export const keepInSession = (key: SessionKey, value: string): void => sessionStorage.setItem(key, value)
export const forgetInSession = (key: SessionKey): void => sessionStorage.removeItem(key)
export const localValue = (key: LocalKey): string | null => localStorage.getItem(key)
export const keepLocally = (key: LocalKey, value: string): void => localStorage.setItem(key, value)

/** Clears what belongs to a session that ended; drafts and choices of the person stay. Source: spec section 8, 401. */
export function forgetSession(): void {
  sessionStorage.clear()
  localStorage.removeItem('ds_session')
}

/**
 * Clears the storage at sign-out, except for the language, the appearance and the dismissed notice. Source: spec
 * section 2, logout.
 */
export function forgetEverything(): void {
  const kept = (['lang', 'theme', 'menu', 'notice'] as const).map((key) => [key, localValue(key)] as const)
  sessionStorage.clear()
  localStorage.clear()
  for (const [key, value] of kept) if (value !== null) keepLocally(key, value)
  keepNothing()
}

export function storedUser(): UserInfo | null {
  const kept = sessionValue('userInfo')
  return kept ? (JSON.parse(kept) as UserInfo) : null
}

/** The value of a readable cookie; '' when it is not set. */
export function cookieValue(name: string): string {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found ? decodeURIComponent(found.slice(name.length + 1)) : ''
}
/** The CSRF token; its cookie shows that somebody is signed in. Source: spec section 3. */
export const csrfToken = (): string => cookieValue('DS_TOKEN')
