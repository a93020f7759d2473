import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Count, Id, Timestamp } from './core/shapes.ts'

/** The numbers of what a merge moves to the other account; `keys` end. */
export const MergePlan = z.object({
  ownedSpaces: Count,
  memberships: Count,
  /** Memberships in which the account that stays gets a stronger role. */
  strongerRoles: Count,
  files: Count,
  tables: Count,
  shares: Count,
  favourites: Count,
  identities: Count,
  keys: Count,
})
export type MergePlan = z.infer<typeof MergePlan>

/** An account that was merged into another one. */
export const MergedAccount = z.object({ id: Id, emailAccounts: z.string(), mergedAt: Timestamp })
export type MergedAccount = z.infer<typeof MergedAccount>

const admin = { gate: 'admin', guard: 'session' } as const
/** The account that is merged, and the one that is kept. */
const pair = { id: Id, intoId: Id }
const refused = ['userNotFound', 'mergeSame', 'mergeIntoWrong'] as const

export const accountMerges = {
  preview: operation({
    ...admin,
    method: 'GET',
    path: '/users/:id/merge',
    input: z.object(pair),
    data: MergePlan,
    errors: refused,
  }),
  merge: operation({
    ...admin,
    method: 'POST',
    path: '/users/:id/merge',
    confirms: true,
    /** `emailAccounts` repeats the address of the account that ends. */
    input: z.object({ ...pair, emailAccounts: z.string().check(z.maxLength(254)) }),
    data: MergePlan,
    errors: [...refused, 'notYourself', 'accountConfirmWrong', 'legalHold', 'confirmNeeded'],
  }),
  list: operation({
    ...admin,
    method: 'GET',
    path: '/users/:id/merged',
    input: z.object({ id: Id }),
    data: z.array(MergedAccount),
    errors: ['userNotFound'],
  }),
}
