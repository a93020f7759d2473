import type { UserInfo } from '#contract/session.ts'
import { setUser } from '#providers/session.ts'
import { afterSignIn } from '../shell/return-path.ts'
import { leaveFor } from './addresses.ts'

/** Completes a sign-in and leaves the page; the promise never resolves. */
export function arrive(user: UserInfo): Promise<never> {
  setUser(user)
  return leaveFor(afterSignIn(user, location))
}
