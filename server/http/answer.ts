import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { FailureBody } from '#contract/core/envelope.ts'
import { type ErrorName, errors } from '#contract/core/errors.ts'
import { Failure } from '#server/failure.ts'
import { STORE_AWAY } from '#server/storage/blobs/blob-store.ts'
import { isDatabaseAway } from '#server/storage/database.ts'
import { languageOf, textOf } from './texts.ts'

/** Invalid input with its wrong fields; `mount` throws it, `fail` answers it. Other refusals may name fields too. */
export class InvalidInput extends Failure {
  readonly fields: NonNullable<FailureBody['fields']>

  constructor(fields: NonNullable<FailureBody['fields']>, refusal: ErrorName = 'invalid') {
    super(refusal)
    this.fields = fields
  }
}

/** Sends a success. */
export function succeed(reply: FastifyReply, data: unknown): FastifyReply {
  // An answer is for one caller at one moment: no cache may keep it.
  reply.header('cache-control', 'no-store')
  return reply.type('application/json; charset=utf-8').send(JSON.stringify({ code: 0, message: 'success', data }))
}

const byStatus: Record<number, ErrorName> = { 413: 'tooLarge', 429: 'tooManyRequests', 404: 'notFound' }
/** No space left: on a disk, in an S3 store, or for the database (class 53 of PostgreSQL's codes). */
const FULL = /^(ENOSPC|EDQUOT|53100)$/
/** A disk or an S3 store does not work. */
const STORE_FAILS = new RegExp(`^(${STORE_AWAY}|EIO|EROFS|ESTALE|ENOTCONN|EHOSTDOWN)$`)

/** The refusal that an error maps to; an unexpected error maps to `unknown`. */
export function refusalOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  const { statusCode, code } = error as Partial<FastifyError>
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new Failure(byStatus[statusCode] ?? 'invalid', { cause: error })
  if (isDatabaseAway(error)) return new Failure('busy', { cause: error })
  if (code && FULL.test(code)) return new Failure('diskFull', { cause: error })
  if (code && STORE_FAILS.test(code)) return new Failure('storeAway', { cause: error })
  return new Failure('unknown', { cause: error })
}

/** The HTTP status of a refusal. */
export const statusOf = (refusal: ErrorName): number => errors[refusal].status

/** Retry-After of rate limit refusals that don't specify it; seconds. */
const WAIT_SECONDS = 60

/** Answers any failure with the envelope and its HTTP status; unexpected errors are logged here, once. */
export function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = refusalOf(error)
  const row = errors[failure.refusal]
  if (row.status >= 500) request.log.error({ err: failure.cause ?? failure }, failure.refusal)
  const message = textOf(languageOf(request), row.text, failure.values)
  const fields =
    failure instanceof InvalidInput ? failure.fields : row.field ? [{ field: row.field, message }] : undefined
  const details = failure instanceof InvalidInput ? failure.fields.map((field) => field.message).join('\n') : null
  const body: FailureBody = {
    code: row.code,
    message,
    data: row.show === 'modalData' ? (details ?? message) : failure.data,
    error: failure.refusal,
    requestId: request.id,
    ...(fields && { fields }),
  }
  if (row.status === 429) {
    const { seconds = WAIT_SECONDS } = (failure.data ?? {}) as { seconds?: number }
    reply.header('retry-after', String(seconds))
  }
  return reply
    .status(row.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}
