import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorName, errors } from '#contract/core/errors.ts'
import type { Failure } from '#server/failure.ts'
import { refusalOf } from '#server/http/answer.ts'
import { languageOf, textOf } from '#server/http/texts.ts'
import { escaped } from './element.ts'

/** Refusals with a WebDAV status or condition that differs from the API's. */
const inDav: Partial<Record<ErrorName, { status: number; condition?: string }>> = {
  spaceFull: { status: 507, condition: 'quota-not-exceeded' },
  diskFull: { status: 507, condition: 'sufficient-disk-space' },
  folderGone: { status: 409 },
  fileForbidden: { status: 403, condition: 'need-privileges' },
  spaceRightMissing: { status: 403, condition: 'need-privileges' },
  spaceForbidden: { status: 403, condition: 'need-privileges' },
  fileNameInvalid: { status: 403 },
  fileNameTaken: { status: 412 },
  folderTooDeep: { status: 403 },
  folderIntoItself: { status: 403 },
  copyTooLarge: { status: 403 },
  fileLocked: { status: 423, condition: 'lock-token-submitted' },
  davLocked: { status: 423, condition: 'lock-token-submitted' },
  davLockConflict: { status: 423, condition: 'no-conflicting-lock' },
  davTokenWrong: { status: 409, condition: 'lock-token-matches-request-uri' },
  davDepth: { status: 403, condition: 'propfind-finite-depth' },
  uploadHashWrong: { status: 400 },
  uploadIncomplete: { status: 400 },
}

/** Status and condition of a refusal. */
export const davOf = ({ refusal }: Failure): { status: number; condition?: string } =>
  inDav[refusal] ?? { status: errors[refusal].status }

/** Body of a refusal: the condition of RFC 4918, and the message where clients look for it. */
export function errorXml(failure: Failure, sentence: string): string {
  const { condition } = davOf(failure)
  const named = condition ? `<D:${condition}/>` : ''
  return `<D:error xmlns:D="DAV:" xmlns:s="http://sabredav.org/ns">${named}<s:exception>${failure.refusal}</s:exception><s:message>${escaped(sentence)}</s:message></D:error>`
}

const WAIT_S = 10

/** Answers any error; unexpected ones are logged here, once. */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = refusalOf(error)
  const { status } = davOf(failure)
  if (status >= 500 && status !== 502 && status !== 507)
    request.log.error({ err: failure.cause ?? failure }, failure.refusal)
  const sentence = textOf(languageOf(request), errors[failure.refusal].text, failure.values)
  if (status === 401) reply.header('www-authenticate', 'Basic realm="DataSpace", charset="UTF-8"')
  if (status === 429 || status === 503) reply.header('retry-after', String(failure.values.seconds ?? WAIT_S))
  // An unread body is not waited for.
  if (!request.raw.complete) reply.header('connection', 'close')
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('application/xml; charset=utf-8')
    .send(`<?xml version="1.0" encoding="utf-8"?>\n${errorXml(failure, sentence)}`)
}
