/** Rules for the fields of an account (spec section 5, Accounts), shared by forms and server. */
import * as z from 'zod/mini'
import { PASSWORD_KINDS_MIN, PASSWORD_LENGTH, PERSON_NAME_MAX, PROFILE_MAX, UNIT_MAX } from './core/limits.ts'
import { Timestamp } from './core/shapes.ts'

const KINDS = [/[A-Z]/, /[a-z]/, /\d/, /[!@#$%^&*~]/]
/** Printable ASCII without a blank: keyboards, mail and directories transmit these characters unchanged. */
export const PRINTABLE = /^[!-~]*$/

/** Number of character kinds (upper case, lower case, digit, special) in a password. */
export const passwordKinds = (password: string): number => KINDS.filter((kind) => kind.test(password)).length

/**
 * A new password: 8 to 12 characters of at least three kinds. Special are `!@#$%^&*~`; other printable ASCII characters
 * pass, but make no kind. Source: spec section 5.
 */
export const NewPassword = z.string().check(
  z.minLength(PASSWORD_LENGTH.min),
  z.maxLength(PASSWORD_LENGTH.max),
  z.regex(PRINTABLE),
  z.refine((password) => passwordKinds(password) >= PASSWORD_KINDS_MIN),
)

export const Strength = z.enum(['weak', 'middle', 'strong'])
export type Strength = z.infer<typeof Strength>

/** Strength of a typed password: weak breaks the rule, strong has all four kinds and at least 10 characters. */
export function strengthOf(password: string): Strength {
  if (!NewPassword.safeParse(password).success) return 'weak'
  return passwordKinds(password) === KINDS.length && password.length >= 10 ? 'strong' : 'middle'
}

/** Characters that are forbidden in names because they break addresses, mails and sheets. */
const NAME = /^[^\p{Cc}<>\\/:*?"|]+$/u
const OPTIONAL_NAME = /^[^\p{Cc}<>\\/:*?"|]*$/u
/** Names of institutes may contain slashes and colons, for institutes within institutes. */
const UNIT_NAME = /^[^\p{Cc}<>"|]+$/u
const OPTIONAL_UNIT = /^[^\p{Cc}<>"|]*$/u

export const PersonName = z.string().check(z.trim(), z.minLength(1), z.maxLength(PERSON_NAME_MAX), z.regex(NAME))
/** The work unit. */
export const Unit = z.string().check(z.trim(), z.minLength(1), z.maxLength(UNIT_MAX), z.regex(UNIT_NAME))
export const EnglishName = z.string().check(z.trim(), z.maxLength(PERSON_NAME_MAX), z.regex(OPTIONAL_NAME))
export const EnglishUnit = z.string().check(z.trim(), z.maxLength(UNIT_MAX), z.regex(OPTIONAL_UNIT))
/**
 * A mobile number of mainland China, or empty: the strict pattern of spec section 5 with its prefixes, or the looser
 * one, 11 digits beginning with 1, which accepts newer ranges such as 166 and 19x, optionally after +86.
 */
export const Telephone = z
  .string()
  .check(
    z.trim(),
    z.overwrite(bareNumber),
    z.regex(/^$|^(0|86|17951)?(13\d|15[0-35-9]|17[678]|18\d|14[57])\d{8}$|^(\+86 ?)?1\d{10}$/),
  )
/** The path of an ORCID iD with its check digit (ISO 7064 MOD 11-2), or empty. Source: support.orcid.org, Structure. */
export const Orcid = z.string().check(z.trim(), z.refine(isOrcid))
/** The same as people enter it: the address of the record is reduced to its path. */
export const OrcidInput = z.string().check(z.trim(), z.overwrite(pathOfOrcid), z.refine(isOrcid))
/** The introduction that people write about themselves. */
export const Introduction = z.string().check(z.trim(), z.maxLength(PROFILE_MAX))

/** Fields of the person of an account. */
export const personFields = {
  emailAccounts: z.string(),
  name: z.string(),
  englishName: z.string(),
  orgChineseName: z.string(),
  orgEnglishName: z.string(),
  telephone: z.string(),
  orcId: z.string(),
  introduction: z.string(),
  avatar: z.string(),
}
export type PersonFields = Record<keyof typeof personFields, string>

/** The terms that somebody agrees to: `clauseVersion` of the site's texts. Needed while the site has terms. */
export const AgreedClause = z.optional(z.string().check(z.maxLength(64)))
/** Which terms of the site somebody agreed to, and when. */
export const Agreement = z.object({ version: z.string(), at: Timestamp })
export type Agreement = z.infer<typeof Agreement>

/** A telephone number without the blanks and hyphens that it is grouped by. */
function bareNumber(text: string): string {
  return text.replace(/[\s-]/g, '')
}
function pathOfOrcid(text: string): string {
  return text
    .replace(/^(https?:\/\/)?(www\.)?orcid\.org\//i, '')
    .replace(/\/$/, '')
    .toUpperCase()
}
function isOrcid(text: string): boolean {
  if (text === '') return true
  if (!/^(\d{4}-){3}\d{3}[\dX]$/.test(text)) return false
  const digits = text.replaceAll('-', '')
  const sum = [...digits.slice(0, -1)].reduce((total, digit) => (total + Number(digit)) * 2, 0)
  const check = (12 - (sum % 11)) % 11
  return digits.at(-1) === (check === 10 ? 'X' : String(check))
}

const SUFFIX = /^@?([\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+$/u
/** Splits a list of suffixes separated by `;` (also full-width), lower-cased, without `@` and blanks. */
export const suffixesOf = (list: string): string[] =>
  list
    .split(/[;；]/)
    .map((one) => one.trim().toLowerCase().replace(/^@/, ''))
    .filter(Boolean)
/** Institution e-mail suffixes separated by `;`. Source: spec section 5. */
export const SuffixList = z.string().check(
  z.maxLength(5000),
  z.refine((list) => suffixesOf(list).every((one) => SUFFIX.test(one))),
)

/** Whether the domain of an address equals one of the suffixes or is a subdomain of one. */
export function hasSuffix(email: string, suffixes: readonly string[]): boolean {
  const domain = email.toLowerCase().split('@').at(-1) ?? ''
  return suffixes.some((suffix) => domain === suffix || domain.endsWith(`.${suffix}`))
}

const DELETED_DOMAIN = '@deleted.invalid'
/** The address of an account that was deleted: it can never belong to anyone (RFC 2606). */
export const deletedAddress = (id: string): string => id + DELETED_DOMAIN
/** The address as people are shown it; '' for an account that was deleted. */
export const shownAddress = (address: string): string => (address.endsWith(DELETED_DOMAIN) ? '' : address)
