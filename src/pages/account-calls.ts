import type { DataOf, InputOf, Operation } from '#contract/core/operation.ts'
import { call } from '#providers/call.ts'

export { passwordKinds, strengthOf } from '#contract/people.ts'
export { registration } from '#contract/registration.ts'
export { session } from '#contract/session.ts'
export { signIn } from '#contract/sign-in.ts'
export { signIn as signInByPassword, signOutTo } from '#providers/sign-in.ts'

/** A quiet call whose failure the form shows itself. */
export const ask = <O extends Operation>(operation: O, input: InputOf<O>): Promise<DataOf<O>> =>
  call(operation, input, { quiet: true, stays: true })
