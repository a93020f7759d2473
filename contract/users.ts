import * as z from 'zod/mini'
import { JoinMethod, ProfileChange } from './account.ts'
import { INVITATION_DAYS_MAX, INVITATION_USES_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Language, Nothing, Order, pageOf, Timestamp } from './core/shapes.ts'
import {
  Agreement,
  EnglishName,
  EnglishUnit,
  Introduction,
  OrcidInput,
  PersonName,
  personFields,
  Telephone,
  Unit,
} from './people.ts'
import { Email, Role } from './session.ts'
import { MethodKind } from './sign-in.ts'

/**
 * `pending`: the activation mail was not answered yet. `invited`: created by an administrator, the person has not
 * accepted yet. Source: spec section 4.
 */
export const UserState = z.enum(['pending', 'active', 'invited'])
export type UserState = z.infer<typeof UserState>
/** A state to filter by; `waiting` are all that are not active. */
export const UserStateFilter = z.enum([...UserState.options, 'waiting'])
/** What set the role: an administrator, an e-mail suffix, or a group or claim of a sign-in method. */
export const RoleSource = z.enum(['administrator', 'suffix', 'method'])

/** An account as administrators see it. */
export const User = z.object({
  id: Id,
  ...personFields,
  role: Role,
  roleSource: RoleSource,
  state: UserState,
  isDisabled: z.boolean(),
  isLocked: z.boolean(),
  isOnline: z.boolean(),
  joinMethod: JoinMethod,
  /** Kinds of the bound third-party accounts. */
  methods: z.array(MethodKind),
  hasPassword: z.boolean(),
  hasSecondStep: z.boolean(),
  backupEmail: z.string(),
  ownedSpaces: Count,
  createTime: Timestamp,
  lastSignInAt: z.nullable(Timestamp),
  /** The terms that the person agreed to; null for none, and for accounts from before this was kept. */
  agreement: z.nullable(Agreement),
})
export type User = z.infer<typeof User>

/** Of the mails to a person; their own choice replaces it. By default the language of the call. */
const MailLanguage = z.optional(Language)

const optional = {
  englishName: z.optional(EnglishName),
  orgEnglishName: z.optional(EnglishUnit),
  telephone: z.optional(Telephone),
  orcId: z.optional(OrcidInput),
  introduction: z.optional(Introduction),
}
/** A new account; the person receives a mail with a link to set the password. */
export const UserDraft = z.object({
  emailAccounts: Email,
  name: PersonName,
  orgChineseName: Unit,
  role: Role,
  ...optional,
  language: MailLanguage,
})
export const UserChange = z.partial(z.extend(ProfileChange, { emailAccounts: Email, role: Role }))

export const UserStatus = z.enum(['enabled', 'disabled', 'locked'])
export const UserSort = z.enum(['created', 'name', 'email', 'lastSignIn'])
const filters = {
  q: z.optional(z.string().check(z.maxLength(100))),
  role: z.optional(Role),
  state: z.optional(UserStateFilter),
  status: z.optional(UserStatus),
  online: z.optional(z.literal('true')),
}

/** New owners for the spaces of a leaving person: individual spaces to given people, the others to `all`. */
export const Handover = z.object({
  all: z.optional(Id),
  spaces: z.optional(z.array(z.object({ spaceId: Id, personId: Id })).check(z.maxLength(1000))),
})
export type Handover = z.infer<typeof Handover>

/** Result (or preview) of one import row. `problems` are field names, each with a sentence. */
export const ImportRow = z.object({
  /** Row number in the sheet: 1 is the row with the headings. */
  row: Count,
  emailAccounts: z.string(),
  name: z.string(),
  outcome: z.enum(['create', 'update', 'same', 'error']),
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
  /**
   * Of an account that is changed: the fields that get another value; a role by its key. Of a new account: its role, if
   * that is above the ordinary one, with '' before.
   */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
})
export type ImportRow = z.infer<typeof ImportRow>
export const ImportResult = z.object({
  isDryRun: z.boolean(),
  rows: z.array(ImportRow),
  counts: z.object({ create: Count, update: Count, same: Count, error: Count }),
})
export type ImportResult = z.infer<typeof ImportResult>
/** Headings of the import and export sheets, in their order. */
export const sheetColumns = [
  'emailAccounts',
  'name',
  'englishName',
  'orgChineseName',
  'orgEnglishName',
  'telephone',
  'orcId',
  'role',
  'introduction',
] as const

export const Invitation = z.object({
  id: Id,
  /** The only address that may use the code; '' for anybody. */
  emailAccounts: z.string(),
  role: Role,
  usesLeft: Count,
  createdBy: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type Invitation = z.infer<typeof Invitation>
export const InvitationDraft = z.object({
  /** Empty: anybody with the code may use it. */
  emailAccounts: z.union([Email, z.literal('')]),
  role: z.enum(['role_general', 'role_senior']),
  uses: z.number().check(z.int(), z.gte(1), z.lte(INVITATION_USES_MAX)),
  validityDays: z.number().check(z.int(), z.gte(1), z.lte(INVITATION_DAYS_MAX)),
})

const FILTER_MAX = 1000
const one = z.object({ id: Id })
const change = { gate: 'admin', guard: 'session' } as const

export const users = {
  list: operation({
    method: 'GET',
    path: '/users',
    gate: 'admin',
    paging: 'keyset',
    input: z.object({ ...keyset, ...filters, sort: z._default(UserSort, 'created'), order: z._default(Order, 'desc') }),
    data: pageOf(User),
    errors: [],
  }),
  counts: operation({
    method: 'GET',
    path: '/users-counts',
    gate: 'admin',
    input: z.object({}),
    data: z.object({
      total: Count,
      general: Count,
      senior: Count,
      admin: Count,
      waiting: Count,
      disabled: Count,
      locked: Count,
      online: Count,
    }),
    errors: [],
  }),
  show: operation({
    method: 'GET',
    path: '/users/:id',
    gate: 'admin',
    input: one,
    data: User,
    errors: ['userNotFound'],
  }),
  create: operation({
    ...change,
    method: 'POST',
    path: '/users',
    confirms: true,
    input: UserDraft,
    data: User,
    errors: ['userEmailTaken', 'confirmNeeded'],
  }),
  update: operation({
    ...change,
    method: 'PATCH',
    path: '/users/:id',
    confirms: true,
    input: z.extend(UserChange, { id: Id }),
    data: User,
    errors: ['userNotFound', 'userEmailTaken', 'notYourself', 'confirmNeeded'],
  }),
  invite: operation({
    ...change,
    method: 'POST',
    path: '/users/:id/invite',
    input: one,
    data: Nothing,
    errors: ['userNotFound', 'mailAgainLater'],
  }),
  activate: operation({
    ...change,
    method: 'POST',
    path: '/users/:id/activate',
    input: one,
    data: User,
    errors: ['userNotFound'],
  }),
  enable: operation({
    ...change,
    method: 'POST',
    path: '/users/:id/enable',
    input: one,
    data: User,
    errors: ['userNotFound'],
  }),
  disable: operation({
    ...change,
    method: 'POST',
    path: '/users/:id/disable',
    confirms: true,
    input: z.extend(Handover, { id: Id }),
    data: User,
    errors: ['userNotFound', 'handoverNeeded', 'handoverWrong', 'notYourself', 'confirmNeeded'],
  }),
  lock: operation({
    ...change,
    method: 'POST',
    path: '/users/:id/lock',
    input: one,
    data: User,
    errors: ['userNotFound', 'notYourself'],
  }),
  unlock: operation({
    ...change,
    method: 'POST',
    path: '/users/:id/unlock',
    input: one,
    data: User,
    errors: ['userNotFound'],
  }),
  endSessions: operation({
    ...change,
    method: 'POST',
    path: '/users/:id/end-sessions',
    input: one,
    data: Count,
    errors: ['userNotFound'],
  }),
  resetSecondStep: operation({
    ...change,
    method: 'POST',
    path: '/users/:id/reset-second-step',
    confirms: true,
    input: one,
    data: User,
    errors: ['userNotFound', 'confirmNeeded'],
  }),
  owned: operation({
    method: 'GET',
    path: '/users/:id/spaces',
    gate: 'admin',
    paging: 'keyset',
    input: z.object({ ...keyset, id: Id }),
    data: pageOf(
      z.object({ spaceId: Id, name: z.string(), identifier: z.string(), memberCount: Count, usedBytes: Count }),
    ),
    errors: ['userNotFound'],
  }),
  import: operation({
    ...change,
    method: 'POST',
    path: '/users-import',
    body: 'multipart',
    confirms: true,
    input: z.object({
      isDryRun: z._default(z.enum(['true', 'false']), 'true'),
      /** Whether accounts get the role of the sheet; otherwise existing ones keep theirs and new ones get the ordinary one. */
      roles: z._default(z.enum(['apply', 'keep']), 'apply'),
      language: MailLanguage,
      file: z.optional(z.string()),
    }),
    data: ImportResult,
    errors: ['sheetEmpty', 'sheetUnreadable', 'sheetTooLong', 'sheetHeading', 'tooLarge', 'confirmNeeded'],
  }),
  /** The same with the people of a directory that people sign in by; its new accounts are bound to their entries. */
  importDirectory: operation({
    ...change,
    act: 'set',
    method: 'POST',
    path: '/users-import/directory',
    confirms: true,
    input: z.object({
      methodId: Id,
      /** An LDAP filter in addition to that of the method; '' for everyone. */
      filter: z._default(z.string().check(z.trim(), z.maxLength(FILTER_MAX)), ''),
      /** The organisation for people whose entry has none. */
      org: z._default(z.union([Unit, z.literal('')]), ''),
      isDryRun: z._default(z.boolean(), true),
      roles: z._default(z.enum(['apply', 'keep']), 'apply'),
      language: MailLanguage,
    }),
    data: ImportResult,
    errors: ['methodOff', 'directoryUnreadable', 'directoryFilterWrong', 'directoryTooLong', 'confirmNeeded'],
  }),
  template: operation({
    method: 'GET',
    path: '/users-template',
    gate: 'admin',
    answers: 'bytes',
    input: z.object({}),
    data: Nothing,
    errors: [],
  }),
  export: operation({
    method: 'GET',
    path: '/users-export',
    gate: 'admin',
    guard: 'session',
    answers: 'bytes',
    input: z.object({ ...filters, format: z._default(z.enum(['csv', 'xlsx']), 'csv') }),
    data: Nothing,
    errors: [],
  }),
  invitations: operation({
    method: 'GET',
    path: '/invitations',
    gate: 'admin',
    paging: 'keyset',
    input: z.object({ ...keyset }),
    data: pageOf(Invitation),
    errors: [],
  }),
  addInvitation: operation({
    ...change,
    method: 'POST',
    path: '/invitations',
    input: InvitationDraft,
    data: z.object({ item: Invitation, code: z.string(), url: z.string() }),
    errors: [],
  }),
  removeInvitation: operation({
    act: 'delete',
    ...change,
    method: 'DELETE',
    path: '/invitations/:id',
    input: one,
    data: Nothing,
    errors: ['notFound'],
  }),
}
