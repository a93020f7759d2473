import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { SuffixList } from './people.ts'
import { Role } from './session.ts'
import { Count } from './shapes.ts'

/** Brand and texts of the site. `copyright` and `clause` may hold markup, sanitised where they show. */
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
  /** States that the platform is non-secret and that state secrets must not be handled. Source: spec section 1. */
  notice: z.string(),
})
export type SiteInfo = z.infer<typeof SiteInfo>

/** Live numbers of the home page. */
export const SiteNumbers = z.object({ spaces: Count, datasets: Count, files: Count, bytes: Count })
export type SiteNumbers = z.infer<typeof SiteNumbers>

/** Who may get an account, and what signing in asks for. */
export const AccountRules = z.object({
  isRegistrationOpen: z.boolean(),
  /** Registration asks for an invitation code. */
  needsInvitation: z.boolean(),
  /** E-mail suffixes separated by `;` whose people are advanced users; looked at again at each sign-in. */
  seniorSuffixes: SuffixList,
  /** Local passwords open the door; administrators get in by theirs in any case. */
  isPasswordSignInOn: z.boolean(),
  /** Roles that must set up a second step. */
  secondStepRoles: z.array(Role).check(z.maxLength(3)),
})
export type AccountRules = z.infer<typeof AccountRules>

export const settings = {
  accountRules: operation({
    method: 'GET',
    path: '/setting/accounts',
    summary: 'Who may get an account, and what signing in asks for.',
    gate: 'admin',
    input: z.object({}),
    data: AccountRules,
    errors: [],
  }),
  setAccountRules: operation({
    method: 'PUT',
    path: '/setting/accounts',
    summary: 'Sets who may get an account, and what signing in asks for.',
    gate: 'admin',
    door: 'session',
    confirms: true,
    input: AccountRules,
    data: AccountRules,
    errors: ['confirmNeeded'],
  }),
  basic: operation({
    method: 'GET',
    path: '/setting/basic',
    summary: 'Brand and texts of the site.',
    gate: 'public',
    input: z.object({}),
    data: SiteInfo,
    errors: [],
  }),
  guard: operation({
    method: 'GET',
    path: '/setting/set.accQuery',
    summary: 'Tells whether the site is set up: an id in data means that sign-in is enabled.',
    gate: 'public',
    input: z.object({}),
    data: z.object({ id: z.string(), org: z.string(), isOpen: z.boolean() }),
    errors: [],
  }),
  numbers: operation({
    method: 'GET',
    path: '/setting/numbers',
    summary: 'How many spaces, datasets, files and bytes the site holds.',
    gate: 'public',
    input: z.object({}),
    data: SiteNumbers,
    errors: [],
  }),
  language: operation({
    method: 'GET',
    path: '/common/language',
    summary: 'All texts of one language, by capability.',
    gate: 'public',
    input: z.object({ lang: z.enum(['zh_CN', 'en_US']) }),
    data: z.record(z.string(), z.unknown()),
    errors: [],
  }),
  version: operation({
    method: 'GET',
    path: '/space/version',
    summary: 'The update notice; empty content means that there is none.',
    gate: 'signedIn',
    input: z.object({}),
    data: z.object({ content: z.string() }),
    errors: [],
  }),
  unread: operation({
    method: 'GET',
    path: '/setting/msgUnread',
    summary: 'How many messages the caller has not read.',
    gate: 'signedIn',
    input: z.object({}),
    data: Count,
    errors: [],
  }),
}
