import { type SignInAnswer, session, type UserInfo } from '#contract/session.ts'
import { call } from './call.ts'
import { currentUser, knownUser, setUser } from './session.ts'
import { csrfToken, forgetEverything } from './storage.ts'

/** Asks the server who is signed in, once a page; null when nobody is. */
export async function loadUser(): Promise<UserInfo | null> {
  if (!csrfToken()) return null
  const known = knownUser()
  if (known) return known
  setUser(await call(session.current, {}, { quiet: true, stays: true }))
  return currentUser()
}

/** Signs in, unless the answer names the ways of a second step that comes before. */
export async function signIn(emailAccounts: string, password: string): Promise<SignInAnswer> {
  const answer = await call(session.login, { emailAccounts, password }, { quiet: true, stays: true })
  if (answer.user) setUser(answer.user)
  return answer
}

/** Leaves through the server's own address, so that the session is dead before anything else loads. */
export function signOut(): void {
  forgetEverything()
  location.assign(`/api${session.logout.path}`)
}

/** Signs out, and goes on where somebody else, or the same person anew, signs in. Never done: the page is left. */
export async function signOutTo(path: string): Promise<never> {
  forgetEverything()
  // Without an answer the session may live on; the next sign-in takes its place all the same.
  await fetch(`/api${session.logout.path}`, { redirect: 'manual' }).catch(() => null)
  location.assign(path)
  return new Promise(() => {})
}
