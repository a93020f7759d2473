/** Refusals of the protocol. Each is answered with status 200. Source: OAI-PMH 2.0, section 3.6. */
export type OaiCode =
  | 'badVerb'
  | 'badArgument'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'badResumptionToken'
  | 'noRecordsMatch'

export class OaiError extends Error {
  readonly code: OaiCode

  constructor(code: OaiCode, message: string) {
    super(message)
    this.code = code
  }
}

export const VERBS = [
  'Identify',
  'ListMetadataFormats',
  'ListSets',
  'GetRecord',
  'ListIdentifiers',
  'ListRecords',
] as const
export type Verb = (typeof VERBS)[number]

type Rule = { required: readonly string[]; optional: readonly string[] }
const LIST: Rule = { required: ['metadataPrefix'], optional: ['from', 'until', 'set'] }
const RULES: Record<Verb, Rule> = {
  Identify: { required: [], optional: [] },
  ListMetadataFormats: { required: [], optional: ['identifier'] },
  ListSets: { required: [], optional: [] },
  GetRecord: { required: ['identifier', 'metadataPrefix'], optional: [] },
  ListIdentifiers: LIST,
  ListRecords: LIST,
}
const RESUMED: readonly Verb[] = ['ListSets', 'ListIdentifiers', 'ListRecords']

export type Arguments = { verb: Verb; given: ReadonlyMap<string, string> }

/** Reads the arguments of a request. Throws OaiError: badVerb, badArgument. */
export function readArguments(pairs: readonly (readonly [string, string])[]): Arguments {
  const verbs = pairs.filter(([name]) => name === 'verb').map(([, value]) => value)
  const verb = VERBS.find((one) => one === verbs[0])
  if (!verb || verbs.length > 1) throw new OaiError('badVerb', 'The verb is missing, unknown or repeated.')
  const rest = pairs.filter(([name]) => name !== 'verb')
  const given = new Map(rest)
  if (given.size < rest.length) throw new OaiError('badArgument', 'An argument is repeated.')
  const { required, optional } = RULES[verb]
  if (given.has('resumptionToken') && RESUMED.includes(verb)) {
    if (given.size > 1) throw new OaiError('badArgument', 'A resumptionToken stands alone.')
    return { verb, given }
  }
  const strange = [...given.keys()].find((name) => !required.includes(name) && !optional.includes(name))
  if (strange !== undefined) throw new OaiError('badArgument', `${verb} has no argument of the name ${strange}.`)
  const missing = required.find((name) => !given.get(name))
  if (missing) throw new OaiError('badArgument', `${verb} needs ${missing}.`)
  return { verb, given }
}

const DAY = /^\d{4}-\d\d-\d\d$/
const SECOND = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const DAY_SECONDS = 86_400
/** The last moment that is written with four digits of a year. */
const LAST = Date.parse('9999-12-31T23:59:59Z')

/** A date of the protocol as milliseconds; null for a day that does not exist. */
function momentOf(text: string): number | null {
  const full = DAY.test(text) ? `${text}T00:00:00Z` : text
  const at = new Date(full)
  // XML Schema has no year 0, nor has the database.
  const isReal =
    SECOND.test(full) &&
    !/^0000/.test(full) &&
    !Number.isNaN(at.getTime()) &&
    at.toISOString().startsWith(full.slice(0, 19))
  return isReal ? at.getTime() : null
}

/** The period given by `from` and `until`, both inclusive; `before` is its exclusive end. */
export type Span = { from: string | null; before: string | null }

/** Throws OaiError badArgument. */
export function spanOf(from: string | undefined, until: string | undefined): Span {
  const [start, end] = [from, until].map((text) => (text === undefined ? undefined : momentOf(text)))
  if (start === null || end === null) throw new OaiError('badArgument', 'A date is not one.')
  if (from !== undefined && until !== undefined && from.length !== until.length)
    throw new OaiError('badArgument', 'from and until differ in granularity.')
  if (start !== undefined && end !== undefined && start > end)
    throw new OaiError('badArgument', 'from is later than until.')
  const length = (until?.length === 10 ? DAY_SECONDS : 1) * 1000
  return {
    from: start === undefined ? null : new Date(start).toISOString(),
    // Nothing changed after the year 9999.
    before: end === undefined || end + length > LAST ? null : new Date(end + length).toISOString(),
  }
}
