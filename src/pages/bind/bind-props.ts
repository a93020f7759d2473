import type { ReactNode } from 'react'
import type { SecondWay } from '#contract/session.ts'
import type { Pending } from '#contract/sign-in.ts'

/** What both ways of binding are told. */
export type BindProps = {
  pending: Pending
  onSecond: (ways: readonly SecondWay[]) => void
  onGone: () => void
  /** Whether the site sends mail; otherwise an administrator has the code. */
  sendsMail: boolean
  /** Below the form: the other way, and the way to a new account. */
  others: ReactNode
}
