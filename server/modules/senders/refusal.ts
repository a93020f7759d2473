/**
 * Refusals of the services, as `code` and `message` of the body. Source: original.md 5.2; codes from 508 on are ours.
 */
const refusals = {
  missing: { code: 501, message: 'the code or token is missing' },
  expired: { code: 502, message: 'the token has expired' },
  illegal: { code: 503, message: 'the code or token is not known here' },
  version: { code: 504, message: 'this version of the service is not supported' },
  notAuthorised: { code: 505, message: 'the authorization was taken back' },
  otherHost: { code: 505, message: 'decisions are told to no other host than the registered one' },
  authorisationOver: { code: 506, message: 'the authorization has ended' },
  offline: { code: 507, message: 'this installation takes no datasets' },
  record: { code: 508, message: 'the record is not accepted' },
  versionPending: { code: 509, message: 'an earlier version is not decided yet' },
  tooMany: { code: 510, message: 'too many datasets are unfinished' },
  tooOften: { code: 429, message: 'too many wrong codes; try again later' },
} as const

/** A refusal for another installation, with the exact cause. */
export class ProtocolRefusal extends Error {
  readonly body: { code: number; message: string }

  constructor(name: keyof typeof refusals, details: readonly string[] = []) {
    const { code, message } = refusals[name]
    super(name)
    this.body = { code, message: [message, details.join(', ')].filter(Boolean).join(': ') }
  }
}
