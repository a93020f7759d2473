import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Id, Nothing } from './core/shapes.ts'

/** System roles. Source: spec section 6. */
export const Role = z.enum(['role_general', 'role_senior', 'role_admin'])
export type Role = z.infer<typeof Role>

/** Well-formed e-mail address; compared case-insensitively. */
export const Email = z.email().check(z.maxLength(254))
/** A password entered as proof; only new passwords must obey the password rule. */
export const GivenPassword = z.string().check(z.minLength(1), z.maxLength(200))
/** Normalizes a typed code: full-width characters become ASCII, blanks are removed. */
const asTyped = z.overwrite<string>((code) => code.normalize('NFKC').replace(/\s/g, ''))
/** A code of the second step: from an authenticator app, or a recovery code. */
export const GivenCode = z.string().check(asTyped, z.minLength(6), z.maxLength(40))
/** A code of exactly `length` digits. */
export const DigitCode = (length: number) => z.string().check(asTyped, z.regex(new RegExp(`^\\d{${length}}$`)))

/**
 * The signed-in person. `roles[0]` is the main role; `accessToken` equals the CSRF token of the DS_TOKEN cookie, never
 * the session secret.
 */
export const UserInfo = z.object({
  userId: Id,
  name: z.string(),
  /** Address of the picture; '' when there is none. */
  avatar: z.string(),
  roles: z.array(Role),
  emailAccounts: z.string(),
  accessToken: z.string(),
  /** True until the person sets up the second step that their role requires; until then everything else is refused. */
  mustSetUp: z.boolean(),
})
export type UserInfo = z.infer<typeof UserInfo>

/** Ways to complete the second step. */
export const SecondWay = z.enum(['totp', 'passkey', 'recovery'])
export type SecondWay = z.infer<typeof SecondWay>

/** Result of a sign-in: `user` when it is complete, otherwise the available ways of the second step. */
export const SignInAnswer = z.object({ user: z.nullable(UserInfo), ways: z.array(SecondWay) })
export type SignInAnswer = z.infer<typeof SignInAnswer>

export const session = {
  login: operation({
    method: 'POST',
    path: '/login',
    gate: 'public',
    changes: false,
    input: z.object({ emailAccounts: Email, password: GivenPassword }),
    data: SignInAnswer,
    errors: [
      'wrongCredentials',
      'loginDelayed',
      'accountMerged',
      'accountDisabled',
      'accountLocked',
      'accountInactive',
      'passwordSignInOff',
      'tooManyRequests',
    ],
  }),
  current: operation({
    method: 'GET',
    path: '/get.u',
    gate: 'signedIn',
    whileLimited: true,
    input: z.object({}),
    data: UserInfo,
    errors: [],
  }),
  logout: operation({
    method: 'GET',
    path: '/logout',
    gate: 'public',
    answers: 'bytes',
    input: z.object({}),
    data: Nothing,
    errors: [],
  }),
}
