import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { Id, Nothing } from './shapes.ts'

/** System roles. Source: spec section 6. */
export const Role = z.enum(['role_general', 'role_senior', 'role_admin'])
export type Role = z.infer<typeof Role>

/** Well-formed e-mail address; compared without regard to case. */
export const Email = z.email().check(z.maxLength(254))

/** Who is signed in. `roles[0]` is the main role; `accessToken` equals the DS_TOKEN mark, never the session secret. */
export const UserInfo = z.object({
  userId: Id,
  name: z.string(),
  avatar: z.string(),
  roles: z.array(Role),
  emailAccounts: z.string(),
  accessToken: z.string(),
})
export type UserInfo = z.infer<typeof UserInfo>

export const session = {
  login: operation({
    method: 'POST',
    path: '/login',
    summary: 'Signs in by e-mail and password and sets the session cookies.',
    gate: 'public',
    changes: false,
    input: z.object({ emailAccounts: Email, password: z.string().check(z.minLength(1), z.maxLength(200)) }),
    data: UserInfo,
    errors: ['wrongCredentials', 'loginDelayed', 'accountDisabled'],
  }),
  current: operation({
    method: 'GET',
    path: '/get.u',
    summary: 'Tells who is signed in.',
    gate: 'signedIn',
    input: z.object({}),
    data: UserInfo,
    errors: [],
  }),
  logout: operation({
    method: 'GET',
    path: '/logout',
    summary: 'Ends the session, forgets the cookies and leads to the home page.',
    gate: 'public',
    answers: 'bytes',
    input: z.object({}),
    data: Nothing,
    errors: [],
  }),
}
