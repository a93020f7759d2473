import {
  ConstraintViolationError,
  type Entry,
  Filter,
  FilterParser,
  InappropriateAuthError,
  InsufficientAccessError,
  InvalidCredentialsError,
  UnwillingToPerformError,
} from 'ldapts'
import { METHOD_TIMEOUT_MS } from '#contract/core/limits.ts'
import type { MethodConfigs } from '#contract/methods.ts'
import { Failure } from '#server/failure.ts'
import type { Outsider } from './adapter.ts'
import { directoryError, type Session } from './ldap-session.ts'
import { type Attributes, attributesOf, firstOf, outsiderOf, valuesOf } from './mapping.ts'

type Config = MethodConfigs['ldap']

/** Maximum number of groups read for one person. */
const GROUPS_MAX = 1000
/** Attributes in which directories store the login name. */
const LABELS = ['uid', 'sAMAccountName', 'userPrincipalName']
/** Binary attributes of Active Directory, even when their bytes are valid text. */
const BINARY = ['objectGUID', 'objectSid']
const isBinary = (name: string) => BINARY.some((binary) => binary.toLowerCase() === name.toLowerCase())
const SEARCH_SECONDS = Math.ceil(METHOD_TIMEOUT_MS / 1000)

/** 16 bytes in the order of Microsoft's GUIDs: the first three groups are little-endian. Source: MS-DTYP 2.3.4.2. */
function guidOf(bytes: Buffer): string {
  const hex = (from: number, to: number) => bytes.subarray(from, to).toString('hex')
  const turned = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).reverse().toString('hex')
  return [turned(0, 4), turned(4, 6), turned(6, 8), hex(8, 10), hex(10, 16)].join('-')
}
const textOf = (name: string, value: string | Buffer) => {
  if (typeof value === 'string') return value
  return name.toLowerCase() === 'objectguid' && value.length === 16 ? guidOf(value) : value.toString('hex')
}

/** The attributes of an entry, including `dn`; bytes as hexadecimal digits, a GUID in its usual spelling. */
function attributesOfEntry(entry: Entry): Attributes {
  return attributesOf(
    Object.entries(entry).map(([name, values]) => [name, [values].flat().map((value) => textOf(name, value))] as const),
  )
}

/** The filter with `{username}` replaced by the user name, escaped by RFC 4515. */
const filled = (filter: string, values: Record<string, string>) =>
  FilterParser.parseString(
    filter.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name]
      return value === undefined ? whole : Filter.escape(value)
    }),
  )

/** How entries of people are read: their attributes, and those of them that are bytes. */
function readingOf(config: Config) {
  const wanted = [
    config.subjectAttribute,
    config.emailAttribute,
    config.nameAttribute,
    config.englishNameAttribute,
    config.orgAttribute,
    config.phoneAttribute,
    config.groupsAttribute,
    ...LABELS,
  ].filter((name) => name && name.toLowerCase() !== 'dn')
  return {
    attributes: [...new Set(wanted)],
    explicitBufferAttributes: [...BINARY, ...wanted.filter(isBinary)],
    timeLimit: SEARCH_SECONDS,
  }
}

/** Entries that match the user name: at most one with correct settings; two reveal wrong ones. */
export async function findPeople({ client, url }: Session, config: Config, username: string): Promise<Entry[]> {
  try {
    const { searchEntries } = await client.search(config.baseDn, {
      ...readingOf(config),
      scope: 'sub',
      filter: filled(config.userFilter, { username }),
      sizeLimit: 2,
    })
    return searchEntries
  } catch (error) {
    throw directoryError(error, url)
  }
}

/** Page size of searches (our choice); many servers return no more than 1,000 entries at once. */
const PAGE = 500
/** Whether a text is one filter in brackets: the parser forgives those that are open, or close too much. */
function isOneFilter(text: string): boolean {
  let depth = 0
  const letters = [...text]
  for (const [at, letter] of letters.entries()) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0
    if (depth < 1 && at < letters.length - 1) return false
  }
  return depth === 0 && text !== ''
}
/** The filter of all users that could sign in, combined with another one. Throws directoryFilterWrong. */
function filterOfAll({ userFilter }: Config, filter: string): Filter {
  const everybody = userFilter.replaceAll('{username}', '*')
  if (filter && !isOneFilter(filter)) throw new Failure('directoryFilterWrong')
  try {
    return FilterParser.parseString(filter ? `(&${everybody}${filter})` : everybody)
  } catch (cause) {
    throw new Failure('directoryFilterWrong', { cause })
  }
}
/** The entries of all people who fulfil a filter, page by page. Throws directoryFilterWrong, directoryTooLong. */
export async function allPeople(
  { client, url }: Session,
  config: Config,
  { filter, most }: { filter: string; most: number },
): Promise<Entry[]> {
  const wish = {
    ...readingOf(config),
    scope: 'sub',
    filter: filterOfAll(config, filter),
    paged: { pageSize: PAGE },
  } as const
  const found: Entry[] = []
  try {
    for await (const { searchEntries } of client.searchPaginated(config.baseDn, wish)) {
      found.push(...searchEntries)
      if (found.length > most) throw new Failure('directoryTooLong')
    }
    return found
  } catch (error) {
    throw error instanceof Failure ? error : directoryError(error, url)
  }
}

/** Groups of a person: by a search for members, or from the entry itself. */
export async function groupsOf({ client, url }: Session, config: Config, entry: Entry): Promise<readonly string[]> {
  const attributes = attributesOfEntry(entry)
  if (!config.groupBaseDn) return valuesOf(attributes, config.groupsAttribute)
  const username = LABELS.map((name) => firstOf(attributes, name)).find(Boolean) ?? ''
  try {
    const { searchEntries } = await client.search(config.groupBaseDn, {
      scope: 'sub',
      filter: filled(config.groupFilter, { dn: entry.dn, username }),
      attributes: ['cn'],
      sizeLimit: GROUPS_MAX,
      timeLimit: SEARCH_SECONDS,
    })
    return searchEntries.map(({ dn }) => dn)
  } catch (error) {
    throw directoryError(error, url)
  }
}

/** Result codes with which directories refuse a person or password (also for locked and expired accounts). */
const REFUSALS = [
  InvalidCredentialsError,
  InappropriateAuthError,
  InsufficientAccessError,
  ConstraintViolationError,
  UnwillingToPerformError,
]

/** Whether the directory accepts this password for this entry. Throws MethodError. */
export async function provesPassword({ client, url }: Session, dn: string, password: string): Promise<boolean> {
  // An empty DN or password would be an anonymous bind, which succeeds (RFC 4513, 5.1).
  if (!dn || !password) return false
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    if (REFUSALS.some((refusal) => error instanceof refusal)) return false
    throw directoryError(error, url)
  }
}

export const personOf = (config: Config, entry: Entry, groups: readonly string[]): Outsider =>
  outsiderOf({ attributes: attributesOfEntry(entry), config, labels: LABELS, claim: null, groups })
