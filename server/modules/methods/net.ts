import type { LookupAddress } from 'node:dns'
import { METHOD_TIMEOUT_MS } from '#contract/core/limits.ts'
import { MethodError } from './adapter.ts'
import type { Advice } from './advice.ts'

/** Maximum bytes read of a sign-in service's answer. */
const ANSWER_BYTES_MAX = 1_048_576
/** Maximum characters of a foreign answer that are shown or logged. */
const SHOWN_MAX = 200

const byCode: Readonly<Record<string, Advice>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  UND_ERR_SOCKET: 'closed',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tlsUntrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'tlsUntrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tlsUntrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'tlsUntrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tlsUntrusted',
  CERT_UNTRUSTED: 'tlsUntrusted',
  CERT_HAS_EXPIRED: 'tlsExpired',
  CERT_NOT_YET_VALID: 'tlsExpired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tlsName',
  EPROTO: 'tlsProtocol',
}
type Coded = { code?: unknown; cause?: unknown; errors?: unknown[]; name?: string; message?: string }

/** The first error code in an error, its causes and the parts of an aggregate (several IP addresses of a host). */
function codeOf(error: unknown): string | null {
  const { code, cause, errors, name } = (error ?? {}) as Coded
  if (name === 'TimeoutError' || name === 'AbortError') return 'ETIMEDOUT'
  if (typeof code === 'string' && code) return code
  return (cause ? codeOf(cause) : null) ?? (errors?.length ? codeOf(errors[0]) : null)
}

/** Converts an error below HTTP or LDAP to a MethodError; an unknown one keeps its message. */
export function networkError(error: unknown, where: string): MethodError {
  if (error instanceof MethodError) return error
  const code = codeOf(error)
  const advice = (code && (byCode[code] ?? (code.startsWith('ERR_SSL_') ? 'tlsProtocol' : undefined))) || 'network'
  return new MethodError(`${where}: ${code ?? shown(String((error as Coded).message ?? error))}`, advice, error)
}

/** A foreign text for display: without control characters, at most 200 characters. */
export const shown = (text: string): string =>
  text
    .slice(0, SHOWN_MAX * 4)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, SHOWN_MAX)

/** A foreign value for display; '' for objects. */
export const said = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? shown(String(value)) : ''

/** A URL without its query, which may contain a secret. */
export function placeOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/** Aborts after the time that all calls of one sign-in have together. */
export const deadline = (ms = METHOD_TIMEOUT_MS): AbortSignal => AbortSignal.timeout(ms)

/** The result of the promise, or MethodError when it takes too long. */
export async function within<T>(ms: number, where: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new MethodError(`${where}: no answer for ${Math.round(ms)} ms`, 'timeout')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

async function readLimited(response: Response, where: string): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.byteLength
    if (size > ANSWER_BYTES_MAX) throw new MethodError(`${where}: more than ${ANSWER_BYTES_MAX} bytes`, 'tooLarge')
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces))
}

/** `fetch` without redirects, with a size limit, and with failures as MethodError. */
export async function limitedFetch(url: string, init: RequestInit): Promise<Response> {
  const where = placeOf(url)
  try {
    const response = await fetch(url, { ...init, redirect: 'manual' })
    const bytes = await readLimited(response, where)
    const isBare = response.status < 200 || [204, 205, 304].includes(response.status)
    return new Response(isBare ? null : bytes, { status: response.status, headers: response.headers })
  } catch (error) {
    throw networkError(error, where)
  }
}

/** An answer of a sign-in service; `place` is its URL without the query. */
export type Answer = { place: string; status: number; type: string; text: string; headers: Headers }
type Ask = { signal: AbortSignal; method?: 'GET' | 'POST'; headers?: Record<string, string>; form?: URLSearchParams }

/** Makes one request. Throws MethodError when there is no answer; the caller checks the status. */
export async function ask(url: string, { signal, method, headers = {}, form }: Ask): Promise<Answer> {
  const response = await limitedFetch(url, {
    signal,
    method: method ?? (form ? 'POST' : 'GET'),
    headers: { 'user-agent': 'DataSpace', ...headers },
    ...(form && { body: form }),
  })
  const type = response.headers.get('content-type')?.split(';')[0]?.trim() ?? ''
  return { place: placeOf(url), status: response.status, type, text: await response.text(), headers: response.headers }
}

/** Throws for an unsuccessful answer, including redirects, which are never followed. */
export function demandOk(answer: Answer): Answer {
  const { status, place } = answer
  if (status >= 300 && status < 400) {
    const target = shown(answer.headers.get('location') ?? '')
    throw new MethodError(`${place}: HTTP ${status} ${target}`, 'redirected')
  }
  if (status < 200 || status >= 300) throw new MethodError(`${place}: HTTP ${status} ${answer.type}`, 'httpStatus')
  return answer
}

/** Keeps integers beyond 2^53 as written: rounding could make the ids of two people equal. */
const exact = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? (context?.source ?? String(value))
    : value

/** Parses a JSON object whatever the media type, or null. */
export function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text, exact)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    // Invalid JSON: the caller reports what it belongs to.
    return null
  }
}

/** Parses the JSON object of an answer. Throws MethodError when there is none. */
export function demandObject({ text, place, type }: Answer): Record<string, unknown> {
  const object = objectOf(text)
  if (!object) throw new MethodError(`${place}: ${type}`, 'notJson')
  return object
}

export const addressesOf = (found: readonly LookupAddress[]): string => found.map(({ address }) => address).join(', ')
