import * as z from 'zod/mini'
import {
  AUDIT_KEEP_MONTHS,
  CAPACITY_DEFAULT_GB,
  JOURNAL_KEEP_MONTHS,
  MESSAGE_KEEP_DAYS,
  TEXT_MAX,
  TRAFFIC_KEEP_DAYS,
  TRASH_KEEP_DAYS,
} from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Nothing, SiteBytes } from './core/shapes.ts'
import { isSite, sitesOf } from './pages/callback.ts'
import { SuffixList } from './people.ts'
import { Email, Role } from './session.ts'
import { CapacityGb, Picture, SpaceType } from './spaces.ts'

/** Maximum length of the copyright and clause markup, in characters (our choice). */
const SITE_TEXT_MAX = 5000

const off = z._default(z.boolean(), false)
/** Capabilities that a site may have or not; administrators turn them on. */
export const Features = z.object({ instruments: off, senders: off })
export type Features = z.infer<typeof Features>
export type Feature = keyof Features

const whole = ({ min, max }: { min: number; max: number }) => z.number().check(z.int(), z.gte(min), z.lte(max))
/** Retention periods of data that the site deletes automatically. The defaults of spaces set that of journals. */
export const Retention = z.object({
  /** 0: for ever. */
  auditMonths: z._default(z.union([z.literal(0), whole(AUDIT_KEEP_MONTHS)]), 0),
  trashDays: z._default(whole(TRASH_KEEP_DAYS), TRASH_KEEP_DAYS.default),
  messageDays: z._default(whole(MESSAGE_KEEP_DAYS), MESSAGE_KEEP_DAYS.default),
  trafficDays: z._default(whole(TRAFFIC_KEEP_DAYS), TRAFFIC_KEEP_DAYS.default),
})
export type Retention = z.infer<typeof Retention>

/** Name, pictures and texts of the site. `copyright` and `clause` contain markup that `readMarkup` parses. */
export const SiteInfo = z.object({
  dataSpaceName: z.string(),
  logo: z.string(),
  favicon: z.string(),
  topic: z.string(),
  copyright: z.string(),
  poweredBy: z.string(),
  version: z.string(),
  indexTitle: z.string(),
  indexDescription: z.string(),
  /** Address of the picture at the top of the home page; '' without one. */
  banner: z.string(),
  /** Terms shown at registration; may contain markup. */
  clause: z.string(),
  /** Names these terms: the SHA-256 of `clause`; '' without terms. */
  clauseVersion: z.string(),
  /** States that the platform is non-secret and that state secrets must not be handled. Source: spec section 1. */
  notice: z.string(),
  features: Features,
  /** Days that the trash keeps what was deleted, and that messages are kept. */
  trashDays: Count,
  messageDays: Count,
})
export type SiteInfo = z.infer<typeof SiteInfo>

/** Current totals for the home page. */
export const SiteNumbers = z.object({ spaces: Count, datasets: Count, files: Count, bytes: SiteBytes })
export type SiteNumbers = z.infer<typeof SiteNumbers>

const SITE_LIST_MAX = 5000
const SiteList = z.string().check(
  z.maxLength(SITE_LIST_MAX),
  z.refine((list) => sitesOf(list).every(isSite)),
)

/** Rules for who may get an account and what a sign-in requires. */
export const AccountRules = z.object({
  isRegistrationOpen: z.boolean(),
  /** Registration requires an invitation code. */
  needsInvitation: z.boolean(),
  /** E-mail suffixes, separated by `;`, whose owners become advanced users; checked again at each sign-in. */
  seniorSuffixes: SuffixList,
  /** People may sign in with local passwords; administrators always may. */
  isPasswordSignInOn: z.boolean(),
  /** Roles that must have a second step. */
  secondStepRoles: z.array(Role).check(z.maxLength(3)),
  /** Sites that a callback may lead to after signing in, separated by `;`. */
  trustedSites: z._default(SiteList, ''),
})
export type AccountRules = z.infer<typeof AccountRules>

const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(/^[^\p{Cc}]*$/u))
/** Text of any number of lines; NUL is refused because the database can't store it. */
const markup = (max: number) =>
  z.string().check(
    z.maxLength(max),
    z.refine((text) => !text.includes('\0')),
  )
/** A text in both languages; '' means the product's default text. */
const both = <T extends z.ZodMiniType>(text: T) => z.object({ zh: text, en: text })

/**
 * Name, texts and pictures of the site. A picture is its current address, a new one as `data:`, or '' for the default.
 */
export const Website = z.object({
  dataSpaceName: both(line(60)),
  indexTitle: both(line(100)),
  indexDescription: both(line(TEXT_MAX)),
  notice: both(line(TEXT_MAX)),
  copyright: both(markup(SITE_TEXT_MAX)),
  clause: both(markup(SITE_TEXT_MAX)),
  poweredBy: line(60),
  logo: z.union([z.string().check(z.regex(/^\/(api\/pictures\/[0-9a-f]{64}|logo\.svg)$/)), Picture]),
  banner: z.union([z.string().check(z.regex(/^\/api\/pictures\/[0-9a-f]{64}$/)), Picture]),
  /** The update notice of spec section 2, as markup; '' for none. */
  updateNotice: both(markup(500)),
})
export type Website = z.infer<typeof Website>

/** The institution that runs the site. */
export const Institution = z.object({
  name: both(line(100)),
  address: both(line(200)),
  contact: line(100),
  email: line(254),
  telephone: line(50),
  homepage: z.string().check(z.trim(), z.maxLength(300), z.regex(/^$|^https?:\/\/\S+$/)),
  introduction: both(line(TEXT_MAX)),
})
export type Institution = z.infer<typeof Institution>

/** At least three digits, with signs, blanks and words such as `ext. 12`; no markup. */
const telephone = line(50).check(z.regex(/^$|^(?=(?:\D*\d){3})[\p{L}\d .,;:+\-–/()#*（）、，；：]*$/u))
/** The form for `Institution`. Values stored before these rules existed are still returned. */
export const InstitutionForm = z.extend(Institution, {
  email: z.pipe(z.string().check(z.trim()), z.union([z.literal(''), Email])),
  telephone,
})

/** Defaults of new spaces, and how long journals are kept. */
export const SpaceDefaults = z.object({
  size: z._default(CapacityGb, CAPACITY_DEFAULT_GB),
  /** The maximum that advanced users may choose while spaces need no approval; never below `size`. */
  sizeMax: z._default(CapacityGb, CAPACITY_DEFAULT_GB),
  type: z._default(SpaceType, 'private'),
  journalMonths: z._default(
    z.number().check(z.int(), z.gte(JOURNAL_KEEP_MONTHS.min), z.lte(JOURNAL_KEEP_MONTHS.max)),
    JOURNAL_KEEP_MONTHS.default,
  ),
})
export type SpaceDefaults = z.infer<typeof SpaceDefaults>
/** The largest capacity in GB that can be chosen without an administrator. */
export const freeSizeOf = ({ size, sizeMax }: SpaceDefaults): number => Math.max(size, sizeMax)

/** Actions that need an administrator's approval. */
export const ApprovalSwitches = z.object({ space: z._default(z.boolean(), false) })
export type ApprovalSwitches = z.infer<typeof ApprovalSwitches>

const read = { method: 'GET', gate: 'admin', input: z.object({}), errors: [] } as const
const write = { method: 'PUT', gate: 'admin', guard: 'session' } as const

export const settings = {
  website: operation({ ...read, path: '/setting/website', data: Website }),
  setWebsite: operation({
    act: 'set',
    ...write,
    path: '/setting/website',
    input: Website,
    data: Website,
    errors: ['imageInvalid', 'picturesADay', 'tooManyRequests', 'busy'],
  }),
  institution: operation({
    method: 'GET',
    gate: 'public',
    path: '/setting/institution',
    input: z.object({}),
    data: Institution,
    errors: [],
  }),
  setInstitution: operation({
    act: 'set',
    ...write,
    path: '/setting/institution',
    input: InstitutionForm,
    data: Institution,
    errors: [],
  }),
  spaceDefaults: operation({
    ...read,
    gate: 'signedIn',
    path: '/setting/space-defaults',
    data: SpaceDefaults,
  }),
  setSpaceDefaults: operation({
    act: 'set',
    ...write,
    path: '/setting/space-defaults',
    input: SpaceDefaults,
    data: SpaceDefaults,
    errors: [],
  }),
  retention: operation({ ...read, path: '/setting/retention', data: Retention }),
  setRetention: operation({
    act: 'set',
    ...write,
    path: '/setting/retention',
    confirms: true,
    input: Retention,
    data: Retention,
    errors: ['confirmNeeded'],
  }),
  approvalSwitches: operation({
    ...read,
    gate: 'signedIn',
    path: '/common/approve',
    data: ApprovalSwitches,
  }),
  setApprovalSwitches: operation({
    act: 'set',
    ...write,
    path: '/common/approved',
    input: ApprovalSwitches,
    data: ApprovalSwitches,
    errors: [],
  }),
  features: operation({
    ...read,
    path: '/setting/features',
    data: Features,
  }),
  setFeatures: operation({
    ...write,
    path: '/setting/features',
    input: Features,
    data: Features,
    errors: [],
  }),
  picture: operation({
    method: 'GET',
    path: '/pictures/:hash',
    gate: 'public',
    answers: 'bytes',
    input: z.object({ hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
    data: Nothing,
    errors: ['notFound'],
  }),
  accountRules: operation({
    method: 'GET',
    path: '/setting/accounts',
    gate: 'admin',
    input: z.object({}),
    data: AccountRules,
    errors: [],
  }),
  setAccountRules: operation({
    act: 'set',
    method: 'PUT',
    path: '/setting/accounts',
    gate: 'admin',
    guard: 'session',
    confirms: true,
    input: AccountRules,
    data: AccountRules,
    errors: ['confirmNeeded'],
  }),
  basic: operation({
    method: 'GET',
    path: '/setting/basic',
    gate: 'public',
    input: z.object({}),
    data: SiteInfo,
    errors: [],
  }),
  guard: operation({
    method: 'GET',
    path: '/setting/set.accQuery',
    gate: 'public',
    input: z.object({}),
    data: z.object({ id: z.string(), org: z.string(), isOpen: z.boolean() }),
    errors: [],
  }),
  numbers: operation({
    method: 'GET',
    path: '/setting/numbers',
    gate: 'public',
    input: z.object({}),
    data: SiteNumbers,
    errors: [],
  }),
  language: operation({
    method: 'GET',
    path: '/common/language',
    gate: 'public',
    input: z.object({ lang: z.enum(['zh_CN', 'en_US']) }),
    data: z.record(z.string(), z.unknown()),
    errors: [],
  }),
  version: operation({
    method: 'GET',
    path: '/space/version',
    gate: 'signedIn',
    input: z.object({}),
    data: z.object({ content: z.string() }),
    errors: [],
  }),
}
