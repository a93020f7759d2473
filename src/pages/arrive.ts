import type { UserInfo } from '#contract/session.ts'
import { setUser } from '#providers/session.ts'
import { afterSignIn } from '../shell/return-path.ts'
import { leaveFor } from './addresses.ts'

/** The end of every sign-in. Never done: the page is left. */
export function arrive(user: UserInfo): Promise<never> {
  setUser(user)
  return leaveFor(afterSignIn(user, location))
}
