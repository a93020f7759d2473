import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SIGN_IN_MINUTES } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from './context.ts'

/** Holds the session secret; scripts can't read it. */
export const SESSION_COOKIE = 'ds_session_id'
/** Readable CSRF token that changing calls must repeat as a header. Source: spec sections 3 and 7. */
export const CSRF_COOKIE = 'DS_TOKEN'

/** Secret of an unfinished sign-in: during the redirect to another site, or before the second step. */
export const ATTEMPT_COOKIE = 'ds_attempt'
/** Share links whose password this browser has entered. */
export const SHARE_COOKIE = 'ds_share'
/** Identifies a known browser, so that only sign-ins from new ones are reported by mail. */
export const DEVICE_COOKIE = 'ds_device'
const DEVICE_S = 365 * 86_400

/** The CSRF token of a session: derived from the session secret, so it is not stored and does not reveal the secret. */
export const csrfTokenOf = (secret: string): string =>
  createHash('sha256').update(`DS_TOKEN ${secret}`).digest('base64url')

const options = (secure: boolean) => ({ path: '/', sameSite: 'lax', secure }) as const

/** Sets the two cookies of a session. */
export function setSessionCookies(
  reply: FastifyReply,
  secret: string,
  { secure, maxAgeMs }: { secure: boolean; maxAgeMs: number },
): void {
  const maxAge = Math.floor(maxAgeMs / 1000)
  reply.setCookie(SESSION_COOKIE, secret, { ...options(secure), httpOnly: true, maxAge })
  reply.setCookie(CSRF_COOKIE, csrfTokenOf(secret), { ...options(secure), maxAge })
}

export function clearSessionCookies(reply: FastifyReply, { secure }: { secure: boolean }): void {
  reply.clearCookie(SESSION_COOKIE, options(secure))
  reply.clearCookie(CSRF_COOKIE, options(secure))
}

export function setAttemptCookie(
  reply: FastifyReply,
  secret: string,
  secure: boolean,
  minutes: number = SIGN_IN_MINUTES,
): void {
  reply.setCookie(ATTEMPT_COOKIE, secret, { ...options(secure), httpOnly: true, maxAge: minutes * 60 })
}
export const clearAttemptCookie = (reply: FastifyReply, secure: boolean): void =>
  void reply.clearCookie(ATTEMPT_COOKIE, options(secure))
export function setDeviceCookie(reply: FastifyReply, secret: string, secure: boolean): void {
  reply.setCookie(DEVICE_COOKIE, secret, { ...options(secure), httpOnly: true, maxAge: DEVICE_S })
}

const equals = (given: string, expected: string) =>
  Buffer.byteLength(given) === Buffer.byteLength(expected) && timingSafeEqual(Buffer.from(given), Buffer.from(expected))

/**
 * Refuses a changing call whose header does not repeat the CSRF token (another site can send the cookies, not the header).
 * Proxies that drop names with an underscore leave `Authorization`, which carries the same value. Source: spec section 7.
 */
export function checkToken(request: FastifyRequest, actor: SignedIn): void {
  // A program sends its access token explicitly; another site can't make it do so.
  if (actor.scope) return
  const { ds_token: csrf, authorization } = request.headers
  const given = [csrf, authorization].filter((value): value is string => typeof value === 'string')
  if (!given.some((value) => equals(value, actor.token))) throw new Failure('tokenMismatch')
}
