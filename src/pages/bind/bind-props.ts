import type { ReactNode } from 'react'
import type { SecondWay } from '#contract/session.ts'
import type { Pending } from '#contract/sign-in.ts'

/** Props of both ways to bind an account. */
export type BindProps = {
  pending: Pending
  onSecond: (ways: readonly SecondWay[]) => void
  onGone: () => void
  /** Whether the site sends mail; otherwise an administrator has the code. */
  sendsMail: boolean
  /** Shown below the form: links to the other way, and to a new account. */
  others: ReactNode
}
