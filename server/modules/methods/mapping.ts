import { PERSON_NAME_MAX, UNIT_MAX } from '#contract/core/limits.ts'
import type { MethodConfigs } from '#contract/methods.ts'
import { Email, type Role } from '#contract/session.ts'
import type { MethodKind } from '#contract/sign-in.ts'
import { isStorable } from '#server/storage/storable.ts'
import { type Outsider, ReturnError } from './adapter.ts'

/** Attributes from the provider; each has any number of values. */
export type Attributes = ReadonlyMap<string, readonly string[]>

/** Maximum length of a subject in characters: longer ones do not fit the index. */
const SUBJECT_MAX = 1000
const LABEL_MAX = 254
const PHONE_MAX = 40
/** Maximum depth of nested objects. */
const DEPTH_MAX = 5

/** Attribute names are case-insensitive, as in LDAP. */
export const attributesOf = (pairs: Iterable<readonly [string, readonly string[]]>): Attributes => {
  const all = new Map<string, string[]>()
  for (const [name, values] of pairs) all.set(name.toLowerCase(), [...(all.get(name.toLowerCase()) ?? []), ...values])
  return all
}

/** Flattens a JSON object to dotted names (`data.user.id`); lists become several values. */
export const flatten = (object: Record<string, unknown>): Attributes => attributesOf(pairsOf(object, '', 0))

function* pairsOf(value: unknown, name: string, depth: number): Generator<[string, string[]]> {
  if (value === null || value === undefined || depth > DEPTH_MAX) return
  if (Array.isArray(value)) for (const inner of value) yield* pairsOf(inner, name, depth + 1)
  else if (typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) yield* pairsOf(inner, name ? `${name}.${key}` : key, depth + 1)
  else yield [name, [String(value)]]
}

export const valuesOf = (attributes: Attributes, name: string): readonly string[] =>
  name ? (attributes.get(name.toLowerCase()) ?? []) : []
/** The first non-empty value, as one line. */
export const firstOf = (attributes: Attributes, name: string, max = SUBJECT_MAX): string =>
  [...clean(valuesOf(attributes, name).find((value) => value.trim()) ?? '')].slice(0, max).join('')
const clean = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

/** A well-formed address, lower-cased, or ''. */
export const emailOf = (text: string): string => Email.safeParse(text.trim()).data?.toLowerCase() ?? ''

/** Providers send claims as booleans or as words. */
export const isTrue = (value: unknown): boolean =>
  value === true || value === 1 || /^(true|1|yes)$/i.test(String(value))

const fits = (group: string, rule: string) =>
  rule.endsWith('*') ? group.startsWith(rule.slice(0, -1)) : group === rule
const plain = (text: string) => text.trim().toLowerCase()

/** Whether one of the groups matches a rule, case-insensitive; a final `*` matches any rest. */
export const isIn = (groups: readonly string[], rule: string): boolean =>
  groups.some((group) => fits(plain(group), plain(rule)))

type Rules = MethodConfigs[MethodKind]['roleRules']
/** The role of the first matching rule; null leaves the role unchanged. */
export const roleOf = (groups: readonly string[], rules: Rules): Role | null =>
  rules.find(({ group }) => isIn(groups, group))?.role ?? null

/** The subject, never an e-mail address. Throws ReturnError when there is none. */
export function subjectOf(attributes: Attributes, name: string): string {
  const subject =
    valuesOf(attributes, name)
      .find((value) => value.trim())
      ?.trim() ?? ''
  // A subject that the database can't store exactly is refused, because a changed one could equal another person's.
  if (!subject || subject.length > SUBJECT_MAX || !isStorable(subject))
    throw new ReturnError(`${name}: ${[...attributes.keys()].join(', ').slice(0, 200)}`, 'subjectMissing')
  return subject
}

type Mapped = {
  attributes: Attributes
  config: Extract<MethodConfigs[MethodKind], { subjectAttribute: string }>
  /** Attributes with the login name, in order of preference. */
  labels: readonly string[]
  /** The provider's `email_verified` claim; null when it sends none. */
  claim: boolean | null
  ticket?: string | null
  groups?: readonly string[]
}

/** Maps the provider's attributes to our fields, by the method's settings. */
export function outsiderOf({ attributes, config, labels, claim, ticket = null, groups }: Mapped): Outsider {
  const subject = subjectOf(attributes, config.subjectAttribute)
  const email = emailOf(firstOf(attributes, config.emailAttribute))
  const label = labels.map((name) => firstOf(attributes, name, LABEL_MAX)).find(Boolean)
  return {
    subject,
    label: label ?? (email || subject.slice(0, LABEL_MAX)),
    email,
    isEmailVerified: email !== '' && (claim ?? config.trustsEmail),
    name: firstOf(attributes, config.nameAttribute, PERSON_NAME_MAX),
    englishName: firstOf(attributes, config.englishNameAttribute, PERSON_NAME_MAX),
    org: firstOf(attributes, config.orgAttribute, UNIT_MAX),
    phone: firstOf(attributes, config.phoneAttribute, PHONE_MAX),
    role: roleOf(groups ?? valuesOf(attributes, config.groupsAttribute), config.roleRules),
    ticket,
  }
}
