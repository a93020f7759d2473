import { REDIRECT_MS } from '#contract/core/limits.ts'
import type { DataOf, InputOf, Operation } from '#contract/core/operation.ts'
import { leaveForAccess, leaveForLogin } from '#providers/auth.ts'
import { call } from '#providers/call.ts'
import { presentWith } from '#providers/errors.ts'
import { isStepOfSignIn } from '../shell/return-path.ts'

export { passwordKinds, strengthOf } from '#contract/people.ts'
export { registration } from '#contract/registration.ts'
export { session } from '#contract/session.ts'
export { signIn } from '#contract/sign-in.ts'
export { signIn as signInByPassword, signOutTo } from '#providers/sign-in.ts'

/** Public pages have no shell that shows failures, so a failure that has no place on the page only redirects. */
presentWith(({ show }) => {
  if (show === 'forbidden') setTimeout(leaveForAccess, REDIRECT_MS)
  // During sign-in there is no session yet that could have ended.
  if (show === 'login' && !isStepOfSignIn(location.pathname)) leaveForLogin()
})

/** A quiet call whose failure the form shows itself. */
export const ask = <O extends Operation>(operation: O, input: InputOf<O>): Promise<DataOf<O>> =>
  call(operation, input, { quiet: true })
