import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Id, Nothing, Timestamp } from './core/shapes.ts'
import { AgreedClause, NewPassword, PersonName, Unit } from './people.ts'
import { Email, GivenPassword, Role } from './session.ts'

/** Secret of a mail link or of an invitation. */
const Code = z.string().check(z.trim(), z.minLength(8), z.maxLength(100))
/** Answer to the captcha: an image to read, or a small question in words. */
const captcha = {
  captchaId: Id,
  verificationCode: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
}

/** The form of `/register`. Source: spec section 5. */
export const Registration = z.object({
  emailAccounts: Email,
  name: PersonName,
  /** The work unit. */
  org: Unit,
  password: NewPassword,
  confirmPassword: z.string(),
  ...captcha,
  /** An invitation code; if it was issued for this address, no activation mail is needed. */
  code: z.optional(Code),
  clause: AgreedClause,
})

export const registration = {
  captcha: operation({
    method: 'GET',
    path: '/getCode',
    gate: 'public',
    input: z.object({ kind: z._default(z.enum(['image', 'words']), 'image') }),
    data: z.object({ captchaId: Id, image: z.string(), question: z.string(), validSeconds: z.number() }),
    errors: ['tooManyRequests'],
  }),
  register: operation({
    method: 'POST',
    path: '/user/add',
    gate: 'public',
    changes: false,
    input: Registration,
    data: z.object({ state: z.enum(['mailSent', 'active']) }),
    errors: [
      'captchaWrong',
      'passwordsDiffer',
      'passwordCommon',
      'registrationClosed',
      'passwordSignInOff',
      'invitationWrong',
      'mailAgainLater',
      'clauseNeeded',
      'clauseChanged',
      'tooManyRequests',
    ],
  }),
  invitation: operation({
    method: 'GET',
    path: '/registration/invitation',
    gate: 'public',
    input: z.object({ code: Code }),
    data: z.object({ emailAccounts: z.string(), role: Role, expiresAt: Timestamp }),
    errors: ['invitationWrong', 'tooManyRequests'],
  }),
  resend: operation({
    method: 'POST',
    path: '/registration/resend',
    gate: 'public',
    changes: false,
    input: z.object({ emailAccounts: Email, ...captcha }),
    data: Nothing,
    errors: ['captchaWrong', 'mailAgainLater', 'tooManyRequests'],
  }),
  activate: operation({
    method: 'POST',
    path: '/registration/activate',
    gate: 'public',
    changes: false,
    input: z.object({ code: Code, password: z.optional(GivenPassword) }),
    data: z.object({ emailAccounts: z.string() }),
    errors: ['linkWrong', 'passwordNeeded', 'wrongPassword', 'loginDelayed', 'tooManyRequests'],
  }),
  requestReset: operation({
    method: 'POST',
    path: '/common/pwdEmail',
    gate: 'public',
    changes: false,
    input: z.object({ emailAccounts: Email, ...captcha }),
    data: Nothing,
    errors: ['captchaWrong', 'mailAgainLater', 'tooManyRequests'],
  }),
  checkReset: operation({
    method: 'GET',
    path: '/registration/reset',
    gate: 'public',
    input: z.object({ code: Code }),
    data: z.object({
      emailAccounts: z.string(),
      name: z.string(),
      org: z.string(),
      isInvited: z.boolean(),
      /** The first password of an account whose owner has not agreed to terms yet: needs `clause` if there are some. */
      mustAgree: z.boolean(),
      expiresAt: Timestamp,
    }),
    errors: ['linkWrong', 'tooManyRequests'],
  }),
  reset: operation({
    method: 'POST',
    path: '/common/restPwd',
    gate: 'public',
    changes: false,
    input: z.object({
      code: Code,
      password: NewPassword,
      confirmPassword: z.string(),
      ...captcha,
      name: z.optional(PersonName),
      org: z.optional(Unit),
      clause: AgreedClause,
    }),
    data: z.object({ emailAccounts: z.string() }),
    errors: [
      'linkWrong',
      'captchaWrong',
      'passwordsDiffer',
      'passwordCommon',
      'clauseNeeded',
      'clauseChanged',
      'tooManyRequests',
    ],
  }),
  confirmBackup: operation({
    method: 'POST',
    path: '/registration/backup-email',
    gate: 'public',
    changes: false,
    input: z.object({ code: Code }),
    data: z.object({ emailAccounts: z.string() }),
    errors: ['linkWrong', 'tooManyRequests'],
  }),
}
