import * as z from 'zod/mini'
import { BIND_CODE_DIGITS, BODY_BYTES } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Id, Nothing } from './core/shapes.ts'
import { START_PATH } from './pages/paths.ts'
import { AgreedClause, PersonName, Unit } from './people.ts'
import { DigitCode, Email, GivenCode, GivenPassword, SignInAnswer } from './session.ts'

/** Kinds of outside sign-in methods; their settings are in `contract/methods.ts`. */
export const MethodKind = z.enum(['ldap', 'cas', 'oidc', 'oauth2', 'saml', 'passport', 'wechat', 'escience'])
export type MethodKind = z.infer<typeof MethodKind>

/** A sign-in method as the sign-in page shows it. */
export const PublicMethod = z.object({ id: Id, kind: MethodKind, name: z.string(), icon: z.string() })
export type PublicMethod = z.infer<typeof PublicMethod>

/**
 * A person who signed in at an outside method that is not yet bound to an account. `mayBind`: an existing account can
 * be bound, proved by its password or by a code in its mail. `mayCreate`: a new account can be created.
 */
export const Pending = z.object({
  kind: MethodKind,
  methodName: z.string(),
  name: z.string(),
  org: z.string(),
  emailAccounts: z.string(),
  /** The identity provider verified the address. */
  isEmailVerified: z.boolean(),
  /** The address already belongs to an account here; that account is never taken over, only its owner can bind it. */
  isEmailTaken: z.boolean(),
  mayBind: z.boolean(),
  mayCreate: z.boolean(),
})
export type Pending = z.infer<typeof Pending>

const signInErrors = ['accountMerged', 'accountDisabled', 'accountLocked', 'accountInactive'] as const
/** The passkey response of the browser, in the JSON of WebAuthn level 3. */
const Credential = z.looseObject({ id: z.string().check(z.maxLength(2000)), type: z.literal('public-key') })
const OptionsJson = z.looseObject({ challenge: z.string() })

export const signIn = {
  methods: operation({
    method: 'GET',
    path: '/sign-in/methods',
    gate: 'public',
    input: z.object({}),
    data: z.array(PublicMethod),
    errors: [],
  }),
  directory: operation({
    method: 'POST',
    path: '/ldap-login',
    gate: 'public',
    changes: false,
    input: z.object({
      methodId: z.optional(Id),
      username: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
      password: GivenPassword,
    }),
    /** `isPending`: the person is authenticated but has no account yet; the complete-profile or bind step follows. */
    data: z.extend(SignInAnswer, { isPending: z.boolean() }),
    errors: ['directoryRefused', 'loginDelayed', 'methodOff', 'methodFailing', 'tooManyRequests', ...signInErrors],
  }),
  start: operation({
    method: 'GET',
    path: START_PATH,
    gate: 'public',
    answers: 'bytes',
    input: z.object({ id: Id, callback: z.optional(z.string().check(z.maxLength(2000))) }),
    data: Nothing,
    errors: ['methodOff', 'methodFailing', 'tooManyRequests'],
  }),
  callback: operation({
    method: 'GET',
    path: '/sign-in/:id/callback',
    gate: 'public',
    answers: 'bytes',
    input: z.looseObject({ id: Id }),
    data: Nothing,
    errors: [],
  }),
  post: operation({
    method: 'POST',
    path: '/sign-in/:id/callback',
    gate: 'public',
    changes: false,
    body: 'form',
    bodyBytes: BODY_BYTES.callback,
    answers: 'bytes',
    input: z.looseObject({ id: Id }),
    data: Nothing,
    errors: [],
  }),
  metadata: operation({
    method: 'GET',
    path: '/sign-in/:id/metadata',
    gate: 'public',
    answers: 'bytes',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: ['methodOff'],
  }),
  pending: operation({
    method: 'GET',
    path: '/sign-in/pending',
    gate: 'public',
    input: z.object({}),
    data: Pending,
    errors: ['pendingGone'],
  }),
  bind: operation({
    method: 'POST',
    path: '/sign-in/bind',
    gate: 'public',
    changes: false,
    input: z.object({ emailAccounts: Email, password: GivenPassword }),
    data: SignInAnswer,
    errors: [
      'pendingGone',
      'wrongCredentials',
      'loginDelayed',
      'identityTaken',
      'passwordSignInOff',
      'mustSetUp',
      'tooManyRequests',
      ...signInErrors,
    ],
  }),
  bindByMail: operation({
    method: 'POST',
    path: '/sign-in/bind-mail',
    gate: 'public',
    changes: false,
    input: z.object({ emailAccounts: Email }),
    data: Nothing,
    errors: ['pendingGone', 'mailAgainLater', 'tooManyRequests'],
  }),
  confirmBind: operation({
    method: 'POST',
    path: '/sign-in/bind-confirm',
    gate: 'public',
    changes: false,
    input: z.object({ code: DigitCode(BIND_CODE_DIGITS) }),
    data: SignInAnswer,
    errors: ['pendingGone', 'codeWrong', 'identityTaken', 'mustSetUp', 'tooManyRequests', ...signInErrors],
  }),
  complete: operation({
    method: 'POST',
    path: '/sign-in/complete',
    gate: 'public',
    changes: false,
    input: z.object({ name: PersonName, org: Unit, emailAccounts: Email, clause: AgreedClause }),
    data: z.extend(SignInAnswer, { state: z.enum(['signedIn', 'mailSent']) }),
    errors: [
      'pendingGone',
      'registrationClosed',
      'identityTaken',
      'mailAgainLater',
      'clauseNeeded',
      'clauseChanged',
      'tooManyRequests',
    ],
  }),
  second: operation({
    method: 'POST',
    path: '/sign-in/second',
    gate: 'public',
    changes: false,
    input: z.object({
      way: z.enum(['totp', 'recovery']),
      code: GivenCode,
    }),
    data: SignInAnswer,
    errors: ['secondGone', 'codeWrong', 'loginDelayed', 'tooManyRequests', ...signInErrors],
  }),
  passkeyOptions: operation({
    method: 'POST',
    path: '/sign-in/passkey/options',
    gate: 'public',
    changes: false,
    input: z.object({}),
    data: OptionsJson,
    errors: ['tooManyRequests'],
  }),
  passkey: operation({
    method: 'POST',
    path: '/sign-in/passkey',
    gate: 'public',
    changes: false,
    input: z.object({ response: Credential }),
    data: SignInAnswer,
    errors: ['passkeyRefused', 'secondGone', 'tooManyRequests', ...signInErrors],
  }),
}
