import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'

/** An account that was deleted, with its certificate. */
export const AccountDeletion = z.object({
  /** The id of the account, by which journals and authors still name it. */
  id: Id,
  name: z.string(),
  emailAccounts: z.string(),
  deletedBy: z.string(),
  deletedAt: Timestamp,
  /** Rows that were removed. */
  removed: Count,
  /** SHA-256 of the certificate as hex; the audit log has the same. */
  sha256: z.string(),
  /** False when the certificate is not what this site signed. */
  isGenuine: z.boolean(),
})
export type AccountDeletion = z.infer<typeof AccountDeletion>

export const accountDeletions = {
  remove: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/users/:id',
    gate: 'admin',
    guard: 'session',
    confirms: true,
    /** `emailAccounts` repeats the address of the account. */
    input: z.object({ id: Id, emailAccounts: z.string().check(z.maxLength(254)) }),
    data: AccountDeletion,
    errors: ['userNotFound', 'userNotDisabled', 'handoverNeeded', 'accountConfirmWrong', 'legalHold', 'confirmNeeded'],
  }),
  list: operation({
    method: 'GET',
    path: '/account-deletions',
    gate: 'admin',
    guard: 'session',
    paging: 'keyset',
    input: z.object({ ...keyset }),
    data: pageOf(AccountDeletion),
    errors: [],
  }),
  certificate: operation({
    method: 'GET',
    path: '/account-deletions/:id/certificate',
    gate: 'admin',
    guard: 'session',
    answers: 'bytes',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: ['notFound'],
  }),
}
