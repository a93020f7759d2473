import * as z from 'zod/mini'
import {
  APPLICATION_CALLS,
  APPLICATION_DAY_CALLS_MAX,
  APPLICATION_DAY_GB,
  APPLICATION_DAYS_SHOWN_MAX,
  APPLICATION_NAME_MAX,
  REDIRECT_URIS_MAX,
  TEXT_MAX,
} from './core/limits.ts'
import { operation } from './core/operation.ts'
import { type Flag, flags } from './core/policy.ts'
import { Count, DayInput, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'
import { Email } from './session.ts'

/**
 * How an application proves who it is: its secret as a bearer token, signatures made with it (RFC 9421), or the MD5
 * signatures of the old form, which open nothing but its calls.
 */
export const ApplicationWay = z.enum(['bearer', 'signature', 'md5'])
export type ApplicationWay = z.infer<typeof ApplicationWay>
/** A group of operations that an application may be granted; `contract/api-groups.ts` defines them. */
export const ApiGroup = z.enum([
  'readProfile',
  'readSpaces',
  'manageSpaces',
  'readFiles',
  'writeFiles',
  'readTables',
  'writeTables',
  'readViews',
  'writeViews',
  'exportData',
  'importData',
  'followTasks',
  'manageTasks',
  'readPublications',
  'publish',
  'share',
  'legacyPeople',
  'legacySpaces',
  'legacyInfo',
])
export type ApiGroup = z.infer<typeof ApiGroup>

const Ways = z.array(ApplicationWay).check(z.minLength(1), z.maxLength(ApplicationWay.options.length))
const CallsPerMinute = z.number().check(z.int(), z.gte(1), z.lte(APPLICATION_CALLS.max))
const CallsPerDay = z.number().check(z.int(), z.gte(1), z.lte(APPLICATION_DAY_CALLS_MAX))
const GbPerDay = z.number().check(z.gte(APPLICATION_DAY_GB.min), z.lte(APPLICATION_DAY_GB.max))

/** An address that browsers are sent back to: HTTPS, or this machine; without a fragment (RFC 9700, 2.1). */
function isRedirect(text: string): boolean {
  if (!URL.canParse(text) || text.includes('#')) return false
  const { protocol, hostname, username } = new URL(text)
  const isHere = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
  return !username && (protocol === 'https:' || (protocol === 'http:' && isHere))
}
const RedirectUri = z.string().check(z.trim(), z.maxLength(2000), z.refine(isRedirect))

/** The values that an administrator enters for an application. */
export const ApplicationDraft = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(APPLICATION_NAME_MAX), z.regex(/^\P{Cc}*$/u)),
  description: z._default(z.string().check(z.trim(), z.maxLength(TEXT_MAX)), ''),
  /** Contact address of its operator. */
  contact: Email,
  callsPerMinute: z._default(CallsPerMinute, APPLICATION_CALLS.default),
  /** Daily quotas (UTC): calls, and GB received and sent; null for no limit. */
  callsPerDay: z._default(z.nullable(CallsPerDay), null),
  gbPerDay: z._default(z.nullable(GbPerDay), null),
  /** Redirect addresses after consent; none: the application can't ask for consent. */
  redirectUris: z._default(z.array(RedirectUri).check(z.maxLength(REDIRECT_URIS_MAX)), []),
})
/** A granted group and its last day (UTC); null: without an end. */
export const ApplicationGrant = z.object({ group: ApiGroup, until: z.nullable(DayInput) })
export type ApplicationGrant = z.infer<typeof ApplicationGrant>

export const Application = z.object({
  id: Id,
  /** Public half of its credentials; the secret is shown only when it is made. */
  key: z.string(),
  name: z.string(),
  description: z.string(),
  contact: z.string(),
  callsPerMinute: Count,
  callsPerDay: z.nullable(Count),
  gbPerDay: z.nullable(z.number()),
  /** Today's usage (UTC), which counts against the quotas. */
  today: z.object({ calls: Count, bytes: Count }),
  redirectUris: z.array(z.string()),
  ways: z.array(ApplicationWay),
  isOnline: z.boolean(),
  grants: z.array(ApplicationGrant),
  spaceCount: Count,
  createdAt: Timestamp,
  secretAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
})
export type Application = z.infer<typeof Application>

/** A space that an application is a member of, with the flags that it has there. */
export const ApplicationSpace = z.object({
  id: Id,
  name: z.string(),
  identifier: z.string(),
  flags: z.array(z.string()),
})
export type ApplicationSpace = z.infer<typeof ApplicationSpace>
/**
 * Usage of a day (UTC): all calls, those answered with an error, those refused above a limit, and bytes received and
 * sent.
 */
export const ApplicationDay = z.object({ day: z.string(), calls: Count, errors: Count, limited: Count, bytes: Count })
export type ApplicationDay = z.infer<typeof ApplicationDay>

const Secret = z.object({ application: Application, secret: z.string() })
const admin = { gate: 'admin', guard: 'session' } as const
const one = z.object({ id: Id })
const FlagName = z.enum(flags as [Flag, ...Flag[]])

export const applications = {
  apis: operation({
    ...admin,
    method: 'GET',
    path: '/setting/applications/apis',
    input: z.object({}),
    data: z.array(
      z.object({
        group: ApiGroup,
        applications: Count,
        operations: z.array(
          z.object({
            name: z.string(),
            method: z.string(),
            path: z.string(),
            summary: z.string(),
            changes: z.boolean(),
          }),
        ),
      }),
    ),
    errors: [],
  }),
  list: operation({
    ...admin,
    method: 'GET',
    path: '/setting/applications',
    paging: 'keyset',
    input: z.object({
      ...keyset,
      q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      isOnline: z.optional(z.stringbool()),
    }),
    data: pageOf(Application),
    errors: [],
  }),
  show: operation({
    ...admin,
    method: 'GET',
    path: '/setting/applications/:id',
    input: one,
    data: z.extend(Application, { spaces: z.array(ApplicationSpace) }),
    errors: ['applicationGone'],
  }),
  /** Answers the secret: the only time that it is shown. */
  register: operation({
    ...admin,
    method: 'POST',
    path: '/setting/applications',
    confirms: true,
    input: z.extend(ApplicationDraft, { ways: Ways }),
    data: Secret,
    errors: ['confirmNeeded', 'applicationNameTaken'],
  }),
  edit: operation({
    ...admin,
    method: 'PUT',
    path: '/setting/applications/:id',
    input: z.extend(ApplicationDraft, { id: Id }),
    data: Application,
    errors: ['applicationGone', 'applicationNameTaken'],
  }),
  /** A new secret for these ways; the old one ends at once. */
  rotate: operation({
    ...admin,
    method: 'POST',
    path: '/setting/applications/:id/secret',
    confirms: true,
    input: z.object({ id: Id, ways: Ways }),
    data: Secret,
    errors: ['confirmNeeded', 'applicationGone'],
  }),
  setOnline: operation({
    act: 'set',
    ...admin,
    method: 'PUT',
    path: '/setting/applications/:id/online',
    input: z.object({ id: Id, isOnline: z.boolean() }),
    data: Application,
    errors: ['applicationGone'],
  }),
  /** Replaces the granted groups. */
  grant: operation({
    act: 'set',
    ...admin,
    method: 'PUT',
    path: '/setting/applications/:id/grants',
    confirms: true,
    input: z.object({ id: Id, grants: z.array(ApplicationGrant).check(z.maxLength(ApiGroup.options.length)) }),
    data: Application,
    errors: ['confirmNeeded', 'applicationGone'],
  }),
  /** Makes the application a member of a space with these flags, or changes its flags there. */
  setSpace: operation({
    act: 'set',
    ...admin,
    method: 'PUT',
    path: '/setting/applications/:id/spaces/:spaceId',
    confirms: true,
    input: z.object({ id: Id, spaceId: Id, flags: z.array(FlagName).check(z.maxLength(flags.length)) }),
    data: z.array(ApplicationSpace),
    errors: ['confirmNeeded', 'applicationGone', 'spaceNotFound', 'applicationSpacesTooMany'],
  }),
  removeSpace: operation({
    act: 'remove',
    ...admin,
    method: 'DELETE',
    path: '/setting/applications/:id/spaces/:spaceId',
    input: z.object({ id: Id, spaceId: Id }),
    data: Nothing,
    errors: ['applicationGone', 'spaceNotFound', 'memberUnknown'],
  }),
  /** Deletes it permanently; its files keep its name. */
  remove: operation({
    act: 'delete',
    ...admin,
    method: 'DELETE',
    path: '/setting/applications/:id',
    confirms: true,
    input: one,
    data: Nothing,
    errors: ['confirmNeeded', 'applicationGone'],
  }),
  days: operation({
    ...admin,
    method: 'GET',
    path: '/setting/applications/:id/days',
    input: z.object({
      id: Id,
      days: z._default(
        z.pipe(z.coerce.number(), z.number().check(z.int(), z.gte(1), z.lte(APPLICATION_DAYS_SHOWN_MAX))),
        30,
      ),
    }),
    data: z.array(ApplicationDay),
    errors: ['applicationGone'],
  }),
}
