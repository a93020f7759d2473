import type { ErrorName } from '#contract/core/errors.ts'
import { Failure } from '#server/failure.ts'
import { type Outside, wholeOf } from '#server/http/outside.ts'

/** Longest answer of a repository, in bytes (our choice). */
const ANSWER_BYTES = 8_388_608
/** How long a repository may take for an answer to a call without a file, in milliseconds (our choice). */
const CALL_MS = 60_000

/** Bytes of a known length. */
export type Stream = { bytes: AsyncIterable<Buffer>; size: number; type: string }
export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers: Record<string, string>
  json?: unknown
  stream?: Stream
  /** Accepted status codes besides those of success. */
  also?: readonly number[]
  signal?: AbortSignal | undefined
}
/** `etag`: the entity tag without its quotes, '' for none. */
export type Said = { status: number; said: unknown; etag: string }

const refusals: Readonly<Record<number, ErrorName>> = {
  400: 'institutionRecordRefused',
  401: 'institutionCodeWrong',
  403: 'institutionForbidden',
  409: 'institutionOffline',
  413: 'institutionTooLarge',
  422: 'institutionRecordRefused',
  423: 'institutionOffline',
  429: 'institutionOffline',
}

/** Throws what a status says. */
function refuse(status: number, text: string): never {
  const cause = `HTTP ${status}: ${text.slice(0, 500)}`
  if (status >= 500) throw new Failure('outsideUnreachable', { cause })
  throw new Failure(refusals[status] ?? 'institutionAnswerWrong', { cause })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller's schema refuses it.
    return undefined
  }
}

/** Calls repositories with JSON; throws our refusal for an HTTP status. */
export const repositoryAsking =
  (outside: Outside) =>
  async (host: string, { method = 'GET', path, headers, json, stream, also = [], signal }: Call): Promise<Said> => {
    const typed: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' }
    const sized: Record<string, string> = stream
      ? { 'content-type': stream.type, 'content-length': String(stream.size) }
      : {}
    const body = stream?.bytes ?? (json === undefined ? undefined : JSON.stringify(json))
    const limits = [...(stream ? [] : [AbortSignal.timeout(CALL_MS)]), ...(signal ? [signal] : [])]
    const answer = await outside.ask(`${host}${path}`, {
      method,
      headers: { accept: 'application/json', ...headers, ...typed, ...sized },
      signal: AbortSignal.any(limits),
      ...(body !== undefined && { body }),
    })
    const text = (await wholeOf(answer, ANSWER_BYTES)).toString('utf8')
    const isGood = (answer.status >= 200 && answer.status < 300) || also.includes(answer.status)
    const etag = (answer.headers.etag ?? '').replace(/^(W\/)?"|"$/g, '')
    return isGood ? { status: answer.status, said: jsonOf(text), etag } : refuse(answer.status, text)
  }
export type RepositoryAsk = ReturnType<typeof repositoryAsking>

/** The part of an answer that was promised. Throws institutionAnswerWrong. */
export function demand<T>(read: { success: boolean; data?: T; error?: unknown }): T {
  if (!read.success || read.data === undefined) throw new Failure('institutionAnswerWrong', { cause: read.error })
  return read.data
}
