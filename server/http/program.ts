import { createHash, type Hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { apiGroupOf } from '#contract/api-groups.ts'
import type { ApiGroup } from '#contract/applications.ts'
import type { Operation } from '#contract/core/operation.ts'
import { Failure } from '#server/failure.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { SignedIn } from './context.ts'
import { digestOf, hasBody, signatureOf, verifySignature } from './message-signature.ts'
import { signedAt, verifyParameters } from './parameter-signature.ts'

/** Prefix of the bearer tokens of applications: `dsa_<key>.<secret>`. */
export const APPLICATION_PREFIX = 'dsa_'
/** Prefix of the access tokens by which an application acts for a person who agreed. */
export const CONSENT_PREFIX = 'dso_'
const CONSENT_BEARER = /^Bearer (dso_[\w-]{43})$/i
const BEARER = new RegExp(`^Bearer ${APPLICATION_PREFIX}([a-z0-9]{8,40})\\.(\\S{16,200})$`, 'i')

/** The properties of an application that its requests are checked against. */
export type Program = {
  id: string
  name: string
  key: string
  /** SHA-256 of the secret, null when it may not be sent as a bearer token. */
  bearerHash: Buffer | null
  /** The secret, for those who sign with it. */
  signingKey: string | null
  /** The secret, for those who sign parameters in the old form. */
  parameterKey: string | null
  callsPerMinute: number
  /** Quotas by day (UTC); null: none. */
  callsPerDay: number | null
  bytesPerDay: number | null
  isOnline: boolean
  /** Granted groups and when they end, in milliseconds; Infinity: never. */
  grants: ReadonlyMap<ApiGroup, number>
}
/** The refusal of an application that used up a quota of the day; `seconds` until the next one. */
export const quotaUsed = (data: { seconds: number; quota: 'calls' | 'bytes' }): Failure =>
  new Failure('apiQuotaUsed', { data })
/** The person for whom an application acts, and the groups they consented to. */
export type OnBehalf = { key: string; groups: readonly ApiGroup[]; person: SignedIn }
type Directory = {
  byKey: (key: string) => Promise<Program | null>
  byToken: (token: string) => Promise<OnBehalf | null>
  /** Remembers a nonce on all nodes; false when it was used before. */
  isFresh: (nonce: { applicationId: string; nonce: string; created: number }) => Promise<boolean>
  /** Called once for each proved request. Throws tooManyRequests, apiQuotaUsed. */
  count: (request: FastifyRequest, program: Program) => Promise<void>
  now: () => Date
}
/** A proved request; the body that was signed is compared when it has arrived. */
type Proof = { key: string; body: { expected: Buffer; hash: Hash } | null }
/** An authenticated request: its application, and the person for whom it acts. */
export type Judged = { program: Program; person: SignedIn | null }

/** Whether a request says that it comes from an application. */
export const isOfProgram = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['signature-input'] !== undefined || /^Bearer ds[ao]_/i.test(headers.authorization ?? '')

/** Hashes a body while it is read; until somebody reads it nothing flows. */
function hashing({ raw }: FastifyRequest): Hash {
  const hash = createHash('sha256')
  raw.pause()
  raw.on('data', (piece: Buffer) => hash.update(piece))
  return hash
}

/** Checks requests of applications: identity, permission, and that each is sent only once. */
export function programJudge({ byKey, byToken, isFresh, count, now }: Directory) {
  const proofs = new WeakMap<FastifyRequest, Proof>()

  async function known(key: string): Promise<Program> {
    const program = await byKey(key)
    if (!program) throw new Failure('applicationWrong')
    return program
  }

  async function proveBySecret(request: FastifyRequest): Promise<Program> {
    const [, key = '', secret = ''] = BEARER.exec(request.headers.authorization ?? '') ?? []
    const program = await known(key)
    const { bearerHash } = program
    if (!bearerHash || !timingSafeEqual(bearerHash, sha256(secret))) throw new Failure('applicationWrong')
    proofs.set(request, { key, body: null })
    return program
  }

  async function proveBySignature(request: FastifyRequest): Promise<Program> {
    const signature = signatureOf(request)
    const program = await known(signature.keyId)
    if (!program.signingKey) throw new Failure('applicationWrong')
    verifySignature(request, signature, program.signingKey, now())
    const { nonce, created, keyId: key } = signature
    const expected = hasBody(request) ? digestOf(request) : null
    if (!(await isFresh({ applicationId: program.id, nonce, created }))) throw new Failure('signatureReplayed')
    proofs.set(request, { key, body: expected && { expected, hash: hashing(request) } })
    return program
  }

  async function prove(request: FastifyRequest): Promise<Program> {
    const program = await (request.headers['signature-input'] === undefined
      ? proveBySecret(request)
      : proveBySignature(request))
    await count(request, program)
    return program
  }

  /** A request that was proved when it began: the body is here now, and the application may have changed. */
  async function proveAgain({ key, body }: Proof): Promise<Program> {
    if (body && !body.hash.copy().digest().equals(body.expected)) throw new Failure('signatureWrong')
    return known(key)
  }

  /** An application that acts for a person may what both may: what it was granted, and what the person agreed to. */
  async function proveConsent(request: FastifyRequest, token: string): Promise<Judged> {
    const found = await byToken(token)
    if (!found) throw new Failure('applicationWrong')
    const program = await known(found.key)
    if (!proofs.has(request)) await count(request, program)
    proofs.set(request, { key: found.key, body: null })
    const grants = new Map([...program.grants].filter(([group]) => found.groups.includes(group)))
    return { program: { ...program, grants }, person: found.person }
  }

  async function proved(request: FastifyRequest): Promise<Judged> {
    const [, token] = CONSENT_BEARER.exec(request.headers.authorization ?? '') ?? []
    if (token && request.headers['signature-input'] === undefined) return proveConsent(request, token)
    const proof = proofs.get(request)
    return { program: await (proof ? proveAgain(proof) : prove(request)), person: null }
  }

  function judge({ isOnline, grants }: Program, operation: Operation | undefined): void {
    if (!isOnline) throw new Failure('applicationOffline')
    const group = operation && apiGroupOf(operation)
    const until = group && grants.get(group)
    if (!until) throw new Failure('apiNotGranted', { data: { group: group ?? null } })
    if (until <= now().getTime()) throw new Failure('apiGrantOver', { data: { group } })
  }

  /**
   * The application that signed these parameters in the old form, if it may call the operation. Throws applicationWrong,
   * applicationOffline, apiNotGranted, apiGrantOver, signatureWrong, signatureStale, signatureReplayed,
   * tooManyRequests, apiQuotaUsed.
   */
  async function judgeParameters(request: FastifyRequest, parameters: Readonly<Record<string, string>>) {
    const program = await known(parameters.appId ?? '')
    if (!program.parameterKey) throw new Failure('applicationWrong')
    verifyParameters(parameters, program.parameterKey, now())
    await count(request, program)
    // There is no nonce: what was signed at a time is accepted once.
    const nonce = `md5 ${parameters.sign?.toLowerCase()}`
    if (!(await isFresh({ applicationId: program.id, nonce, created: signedAt(parameters) })))
      throw new Failure('signatureReplayed')
    judge(program, request.routeOptions.config.operation)
    return program
  }

  /**
   * The application behind a request, if it may call the operation, and for whom it acts. Throws applicationWrong,
   * applicationOffline, apiNotGranted, apiGrantOver, signatureWrong, signatureStale, signatureReplayed,
   * tooManyRequests, apiQuotaUsed.
   */
  async function judgeRequest(request: FastifyRequest): Promise<Judged> {
    const judged = await proved(request)
    judge(judged.program, request.routeOptions.config.operation)
    return judged
  }
  return { judgeRequest, judgeParameters }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
  }
}
