import { type SignInAnswer, session, type UserInfo } from '#contract/session.ts'
import { call } from './call.ts'
import { leavePage, leavePageAfter } from './leave.ts'
import { currentUser, knownUser, setUser } from './session.ts'
import { csrfToken, forgetEverything } from './storage.ts'

/** Fetches the signed-in user once per page; null when nobody is signed in. */
export async function loadUser(): Promise<UserInfo | null> {
  if (!csrfToken()) return null
  const known = knownUser()
  if (known) return known
  setUser(await call(session.current, {}, { quiet: true, stays: true }))
  return currentUser()
}

/** Reads the signed-in user again: what was changed elsewhere may have been missed. */
export async function renewUser(): Promise<void> {
  if (!csrfToken()) return
  await call(session.current, {}, { quiet: true, stays: true }).then(setUser, () => {})
}

/** Signs in, unless the answer names the methods of a required second step. */
export async function signIn(emailAccounts: string, password: string): Promise<SignInAnswer> {
  const answer = await call(session.login, { emailAccounts, password }, { quiet: true, stays: true })
  if (answer.user) setUser(answer.user)
  return answer
}

/** Leaves through the server's logout address, so that the session has ended before anything else loads. */
export function signOut(): void {
  forgetEverything()
  leavePage(`/api${session.logout.path}`)
}

/** Time in milliseconds that the end of a session is waited for (our choice). */
const END_MS = 5_000
/** Ends the session. Without an answer it may still exist; the next sign-in replaces it. */
export const endSession = (): Promise<unknown> =>
  fetch(`/api${session.logout.path}`, { redirect: 'manual', signal: AbortSignal.timeout(END_MS) }).catch(() => null)

/** Signs out and goes to `path`, where users sign in. The promise never resolves because the page is left. */
export async function signOutTo(path: string): Promise<never> {
  forgetEverything()
  await leavePageAfter(endSession(), path)
  return new Promise(() => {})
}
