import * as z from 'zod/mini'
import { AVATAR_BYTES_MAX, KEY_DAYS_MAX, KEY_NAME_MAX, SSH_KEY_MAX, TOTP_DIGITS } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'
import {
  EnglishName,
  EnglishUnit,
  Introduction,
  NewPassword,
  OrcidInput,
  PersonName,
  personFields,
  Strength,
  Telephone,
  Unit,
} from './people.ts'
import { DigitCode, Email, GivenCode, GivenPassword, Role, UserInfo } from './session.ts'
import { MethodKind, PublicMethod } from './sign-in.ts'

/** The fields of their own profile that people can change. Source: spec section 3, User. */
export const ProfileChange = z.object({
  name: PersonName,
  englishName: EnglishName,
  orgChineseName: Unit,
  orgEnglishName: EnglishUnit,
  telephone: Telephone,
  orcId: OrcidInput,
  introduction: Introduction,
})
export type ProfileChange = z.infer<typeof ProfileChange>

export const JoinMethod = z.enum([
  'setup',
  'registration',
  'invitation',
  'administrator',
  'import',
  ...MethodKind.options,
])
export type JoinMethod = z.infer<typeof JoinMethod>

export const Profile = z.object({
  userId: Id,
  ...personFields,
  role: Role,
  joinMethod: JoinMethod,
  createTime: Timestamp,
  /** False for an account that only signs in by an outside method. */
  hasPassword: z.boolean(),
  passwordChangedAt: z.nullable(Timestamp),
  /** '' when no backup address is set; `isBackupVerified` is true once its confirmation link was followed. */
  backupEmail: z.string(),
  isBackupVerified: z.boolean(),
})
export type Profile = z.infer<typeof Profile>

export const Identity = z.object({
  id: Id,
  kind: MethodKind,
  methodName: z.string(),
  /** The person's name at the outside service. */
  label: z.string(),
  boundAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
})
export type Identity = z.infer<typeof Identity>

/** A signed-in device. `browser` and `system` are derived from its User-Agent. */
export const Device = z.object({
  id: Id,
  browser: z.string(),
  system: z.string(),
  address: z.string(),
  method: z.string(),
  createdAt: Timestamp,
  seenAt: Timestamp,
  isCurrent: z.boolean(),
})
export type Device = z.infer<typeof Device>

export const SignInEvent = z.object({
  id: z.string(),
  at: Timestamp,
  outcome: z.enum(['success', 'refused']),
  /** `password`, `passkey`, or the kind of an outside sign-in method. */
  method: z.string(),
  /** Error name of the refusal; '' for a success. */
  reason: z.string(),
  address: z.string(),
  browser: z.string(),
  system: z.string(),
})
export type SignInEvent = z.infer<typeof SignInEvent>

export const Passkey = z.object({ id: Id, name: z.string(), createdAt: Timestamp, lastUsedAt: z.nullable(Timestamp) })
export type Passkey = z.infer<typeof Passkey>
export const SecondSteps = z.object({
  /** The caller's role requires a second step. */
  isRequired: z.boolean(),
  totpSince: z.nullable(Timestamp),
  recoveryLeft: Count,
  passkeys: z.array(Passkey),
})
export type SecondSteps = z.infer<typeof SecondSteps>

/** The protocols that an app password opens. */
export const Protocol = z.enum(['webdav', 'ftp', 'sftp'])
export type Protocol = z.infer<typeof Protocol>
const KeyName = z.string().check(z.trim(), z.minLength(1), z.maxLength(KEY_NAME_MAX))
const ValidityDays = z.number().check(z.int(), z.gte(1), z.lte(KEY_DAYS_MAX))

/** A password for one device and for protocols without a second step; it is shown only once, when it is created. */
export const AppPassword = z.object({
  id: Id,
  name: z.string(),
  protocols: z.array(Protocol),
  /** The only space that the password opens; null: every space that the person may enter. */
  space: z.nullable(z.object({ id: Id, name: z.string() })),
  createdAt: Timestamp,
  expiresAt: z.nullable(Timestamp),
  lastUsedAt: z.nullable(Timestamp),
})
export type AppPassword = z.infer<typeof AppPassword>
export const AppPasswordDraft = z.object({
  name: KeyName,
  protocols: z.array(Protocol).check(z.minLength(1)),
  spaceId: z.optional(Id),
  validityDays: z.optional(ValidityDays),
})

/** A public key that opens SFTP; `fingerprint` is shown as by `ssh-keygen -l` (`SHA256:…`). */
export const SshKey = z.extend(z.omit(AppPassword, { protocols: true }), { type: z.string(), fingerprint: z.string() })
export type SshKey = z.infer<typeof SshKey>
export const SshKeyDraft = z.object({
  name: KeyName,
  /** A line of an OpenSSH `.pub` file. */
  publicKey: z.string().check(z.trim(), z.minLength(1), z.maxLength(SSH_KEY_MAX)),
  spaceId: z.optional(Id),
  validityDays: z.optional(ValidityDays),
})

/**
 * What a program with a token may do: only read, or also change things. A token never gives access to the account or
 * administration.
 */
export const TokenScope = z.enum(['read', 'write'])
export const AccessToken = z.object({
  id: Id,
  name: z.string(),
  scope: TokenScope,
  /** The first characters of the token, so that people can tell their tokens apart. */
  prefix: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
})
export type AccessToken = z.infer<typeof AccessToken>
export const AccessTokenDraft = z.object({ name: KeyName, scope: TokenScope, validityDays: ValidityDays })

/** Kinds of mail that a person can switch off. Source: original system, section 2.2, plus sign-in notices. */
export const MailType = z.enum([
  'space_create_apply',
  'space_invite',
  'space_capacity_apply',
  'space_join_apply',
  'data_public_audit',
  'report_alert',
  'account_security',
])
export type MailType = z.infer<typeof MailType>

const mine = { gate: 'signedIn', guard: 'session' } as const
const one = z.object({ id: Id })
const listOf = <T extends z.ZodMiniType>(item: T) => z.array(item)

export const account = {
  profile: operation({
    ...mine,
    method: 'GET',
    path: '/user/query',
    whileLimited: true,
    input: z.object({}),
    data: Profile,
    errors: [],
  }),
  update: operation({
    ...mine,
    method: 'POST',
    path: '/user/update',
    input: ProfileChange,
    data: Profile,
    errors: [],
  }),
  setAvatar: operation({
    act: 'set',
    ...mine,
    method: 'PUT',
    path: '/account/avatar',
    input: z.object({
      image: z.string().check(z.maxLength(AVATAR_BYTES_MAX * 2), z.regex(/^data:image\/(png|jpeg|webp);base64,/)),
    }),
    data: UserInfo,
    errors: ['imageInvalid', 'tooManyRequests', 'busy'],
  }),
  removeAvatar: operation({
    act: 'delete',
    ...mine,
    method: 'DELETE',
    path: '/account/avatar',
    input: z.object({}),
    data: UserInfo,
    errors: [],
  }),
  avatar: operation({
    method: 'GET',
    path: '/avatars/:hash',
    gate: 'public',
    answers: 'bytes',
    input: z.object({ hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
    data: Nothing,
    errors: ['notFound'],
  }),

  confirm: operation({
    ...mine,
    method: 'POST',
    path: '/account/confirm',
    whileLimited: true,
    input: z.object({
      password: z.optional(GivenPassword),
      code: z.optional(GivenCode),
    }),
    data: Nothing,
    errors: ['wrongPassword', 'codeWrong', 'loginDelayed', 'tooManyRequests'],
  }),
  checkPassword: operation({
    ...mine,
    method: 'POST',
    path: '/setting/check',
    whileLimited: true,
    changes: false,
    input: z.object({ password: GivenPassword }),
    data: z.object({ strength: Strength, isCommon: z.boolean() }),
    errors: [],
  }),
  changePassword: operation({
    ...mine,
    method: 'POST',
    path: '/setting/updatePwd',
    input: z.object({ origPwd: z.optional(GivenPassword), newPwd: NewPassword, conPwd: z.string() }),
    data: Nothing,
    errors: [
      'wrongPassword',
      'passwordsDiffer',
      'passwordCommon',
      'passwordSame',
      'loginDelayed',
      'confirmNeeded',
      'tooManyRequests',
    ],
  }),
  setBackupEmail: operation({
    act: 'set',
    ...mine,
    method: 'POST',
    path: '/setting/setEmail',
    confirms: true,
    input: z.object({ spareEmail: z.union([Email, z.literal('')]) }),
    data: Profile,
    errors: ['confirmNeeded', 'mailAgainLater', 'backupSame'],
  }),

  identities: operation({
    ...mine,
    method: 'GET',
    path: '/account/identities',
    input: z.object({}),
    data: z.object({ bound: listOf(Identity), free: listOf(PublicMethod) }),
    errors: [],
  }),
  bind: operation({
    ...mine,
    method: 'POST',
    path: '/account/identities',
    confirms: true,
    input: z.object({ methodId: Id }),
    data: z.object({ url: z.string() }),
    errors: ['confirmNeeded', 'methodOff', 'methodFailing'],
  }),
  bindDirectory: operation({
    ...mine,
    method: 'POST',
    path: '/account/identities/directory',
    confirms: true,
    input: z.object({
      methodId: Id,
      username: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
      password: GivenPassword,
    }),
    data: Identity,
    errors: [
      'confirmNeeded',
      'directoryRefused',
      'identityTaken',
      'methodOff',
      'methodFailing',
      'loginDelayed',
      'tooManyRequests',
    ],
  }),
  unbind: operation({
    act: 'remove',
    ...mine,
    method: 'DELETE',
    path: '/account/identities/:id',
    confirms: true,
    input: one,
    data: Nothing,
    errors: ['confirmNeeded', 'notFound', 'lastWay'],
  }),

  devices: operation({
    ...mine,
    method: 'GET',
    path: '/account/sessions',
    input: z.object({}),
    data: listOf(Device),
    errors: [],
  }),
  endDevice: operation({
    ...mine,
    method: 'DELETE',
    path: '/account/sessions/:id',
    input: one,
    data: Nothing,
    errors: ['notFound'],
  }),
  endOthers: operation({
    ...mine,
    method: 'DELETE',
    path: '/account/sessions',
    input: z.object({}),
    data: Count,
    errors: [],
  }),
  history: operation({
    ...mine,
    method: 'GET',
    path: '/account/sign-ins',
    paging: 'keyset',
    input: z.object({ ...keyset }),
    data: pageOf(SignInEvent),
    errors: [],
  }),

  secondSteps: operation({
    ...mine,
    method: 'GET',
    path: '/account/second-steps',
    whileLimited: true,
    input: z.object({}),
    data: SecondSteps,
    errors: [],
  }),
  beginTotp: operation({
    ...mine,
    method: 'POST',
    path: '/account/totp/begin',
    whileLimited: true,
    confirms: true,
    input: z.object({}),
    data: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['confirmNeeded'],
  }),
  confirmTotp: operation({
    ...mine,
    method: 'POST',
    path: '/account/totp',
    whileLimited: true,
    confirms: true,
    input: z.object({ code: DigitCode(TOTP_DIGITS) }),
    data: z.object({ recoveryCodes: listOf(z.string()) }),
    errors: ['confirmNeeded', 'codeWrong', 'secondGone', 'tooManyRequests'],
  }),
  removeTotp: operation({
    act: 'set',
    ...mine,
    method: 'DELETE',
    path: '/account/totp',
    confirms: true,
    input: z.object({}),
    data: Nothing,
    errors: ['confirmNeeded', 'secondRequired'],
  }),
  renewRecovery: operation({
    ...mine,
    method: 'POST',
    path: '/account/recovery-codes',
    confirms: true,
    input: z.object({}),
    data: z.object({ recoveryCodes: listOf(z.string()) }),
    errors: ['confirmNeeded', 'secondGone'],
  }),
  beginPasskey: operation({
    ...mine,
    method: 'POST',
    path: '/account/passkeys/begin',
    whileLimited: true,
    confirms: true,
    input: z.object({}),
    data: z.looseObject({ challenge: z.string() }),
    errors: ['confirmNeeded', 'tooManyKeys'],
  }),
  addPasskey: operation({
    ...mine,
    method: 'POST',
    path: '/account/passkeys',
    whileLimited: true,
    confirms: true,
    input: z.object({
      name: KeyName,
      response: z.looseObject({ id: z.string().check(z.maxLength(2000)), type: z.literal('public-key') }),
    }),
    data: z.object({ passkey: Passkey, recoveryCodes: listOf(z.string()) }),
    errors: ['confirmNeeded', 'passkeyRefused', 'tooManyKeys'],
  }),
  removePasskey: operation({
    act: 'delete',
    ...mine,
    method: 'DELETE',
    path: '/account/passkeys/:id',
    confirms: true,
    input: one,
    data: Nothing,
    errors: ['confirmNeeded', 'notFound', 'secondRequired'],
  }),

  appPasswords: operation({
    ...mine,
    method: 'GET',
    path: '/account/app-passwords',
    input: z.object({}),
    data: listOf(AppPassword),
    errors: [],
  }),
  addAppPassword: operation({
    ...mine,
    method: 'POST',
    path: '/account/app-passwords',
    confirms: true,
    input: AppPasswordDraft,
    data: z.object({ item: AppPassword, password: z.string() }),
    errors: ['confirmNeeded', 'spaceNotFound', 'tooManyKeys'],
  }),
  removeAppPassword: operation({
    act: 'delete',
    ...mine,
    method: 'DELETE',
    path: '/account/app-passwords/:id',
    input: one,
    data: Nothing,
    errors: ['notFound'],
  }),
  sshKeys: operation({
    ...mine,
    method: 'GET',
    path: '/account/ssh-keys',
    input: z.object({}),
    data: listOf(SshKey),
    errors: [],
  }),
  addSshKey: operation({
    ...mine,
    method: 'POST',
    path: '/account/ssh-keys',
    confirms: true,
    input: SshKeyDraft,
    data: SshKey,
    errors: [
      'confirmNeeded',
      'spaceNotFound',
      'tooManyKeys',
      'sshKeyInvalid',
      'sshKeyPrivate',
      'sshKeyUnsupported',
      'sshKeyKnown',
    ],
  }),
  removeSshKey: operation({
    act: 'delete',
    ...mine,
    method: 'DELETE',
    path: '/account/ssh-keys/:id',
    input: one,
    data: Nothing,
    errors: ['notFound'],
  }),
  tokens: operation({
    ...mine,
    method: 'GET',
    path: '/account/tokens',
    input: z.object({}),
    data: listOf(AccessToken),
    errors: [],
  }),
  addToken: operation({
    ...mine,
    method: 'POST',
    path: '/account/tokens',
    confirms: true,
    input: AccessTokenDraft,
    data: z.object({ item: AccessToken, token: z.string() }),
    errors: ['confirmNeeded', 'tooManyKeys'],
  }),
  removeToken: operation({
    act: 'delete',
    ...mine,
    method: 'DELETE',
    path: '/account/tokens/:id',
    input: one,
    data: Nothing,
    errors: ['notFound'],
  }),

  mailTypes: operation({
    ...mine,
    method: 'GET',
    path: '/user/setEmail.list',
    input: z.object({}),
    data: z.record(MailType, z.boolean()),
    errors: [],
  }),
  setMailType: operation({
    act: 'set',
    ...mine,
    method: 'POST',
    path: '/user/setEmail',
    input: z.object({ type: MailType, value: z.boolean() }),
    data: Nothing,
    errors: [],
  }),
}
