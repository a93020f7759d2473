import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorName, errors } from '#contract/core/errors.ts'
import { Failure } from '#server/failure.ts'
import { refusalOf } from '#server/http/answer.ts'
import { languageOf, textOf } from '#server/http/texts.ts'

/** Problems of a call, by the codes of the old API. */
export const codes = {
  missing: 501,
  email: 502,
  characters: 503,
  password: 504,
  length: 505,
  spaceCode: 506,
  pending: 602,
  offline: 603,
} as const
type OldProblem = keyof typeof codes

/** A refusal with a specific code in the old API. */
export const problem = (which: OldProblem, field = '') => new Failure('invalid', { data: { which, field } })

const codeOf: Partial<Record<ErrorName, number>> = {
  applicationWrong: 301,
  applicationOffline: 301,
  signatureWrong: 302,
  signatureStale: 302,
  signatureReplayed: 302,
  tooManyRequests: 304,
  apiQuotaUsed: 304,
  spacesADay: 304,
  invitationsADay: 304,
  apiNotGranted: 403,
  apiGrantOver: 403,
  forbidden: 403,
  spaceCreateForbidden: 403,
  spaceSizeForbidden: 403,
  spaceRightMissing: 403,
  spaceForbidden: 403,
  userEmailTaken: 502,
  spaceIdentifierTaken: 507,
  userNotFound: 508,
  busy: 510,
  diskFull: 510,
  storeAway: 510,
  accountDisabled: 511,
  accountInactive: 512,
  spaceNotFound: 601,
  spaceClosed: 603,
}

type Answer = { code: number; message: string; data: unknown }
/** Sends an answer of the old form: always as HTTP 200. */
export const send = (reply: FastifyReply, answer: Answer): FastifyReply =>
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(answer))

export const succeed = (reply: FastifyReply, data: unknown): FastifyReply =>
  send(reply, { code: 200, message: 'true', data })

/**
 * Sends a refusal; `counts` is called with the HTTP status that it stands for. Unexpected errors are logged here, once.
 */
export function refuse(
  error: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  counts: (request: FastifyRequest, status: number) => void,
): FastifyReply {
  const failure = refusalOf(error)
  const row = errors[failure.refusal]
  if (row.status >= 500) request.log.error({ err: failure.cause ?? failure }, failure.refusal)
  counts(request, row.status)
  const language = languageOf(request)
  const { which, field, seconds } = (failure.data ?? {}) as { which?: OldProblem; field?: string; seconds?: number }
  if (row.status === 429 && seconds) reply.header('retry-after', String(seconds))
  if (which)
    return send(reply, {
      code: codes[which],
      message: textOf(language, `legacyApi.${which}`, { field: field ?? '' }),
      data: null,
    })
  const code = codeOf[failure.refusal] ?? 500
  return send(reply, { code, message: textOf(language, row.text, failure.values), data: null })
}
