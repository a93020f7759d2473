import { createHash, timingSafeEqual } from 'node:crypto'
import { SIGNATURE_SECONDS } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'

/** Parameters that the signature leaves out. */
export const UNSIGNED: ReadonlySet<string> = new Set(['sign', 'spaceLogo'])
/** Times beyond this are milliseconds: as seconds they would be in the year 5138. */
const SECONDS_MAX = 1e11

/** The signature of the old API: MD5 of `key=value` joined by `&` in ASCII order, followed by the secret. */
export function parameterSignature(parameters: Readonly<Record<string, string>>, secret: string): string {
  const pairs = Object.keys(parameters)
    .filter((name) => !UNSIGNED.has(name))
    .toSorted()
    .map((name) => `${name}=${parameters[name]}`)
  return createHash('md5')
    .update(pairs.join('&') + secret)
    .digest('hex')
}

/** When parameters were signed, in seconds; given in seconds or milliseconds. */
export function signedAt({ timestamp = '' }: Readonly<Record<string, string>>): number {
  const time = /^\d{1,15}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  return Math.floor(time > SECONDS_MAX ? time / 1000 : time)
}

/** Checks signature and time. Throws signatureWrong, and signatureStale when the clocks are too far apart. */
export function verifyParameters(parameters: Readonly<Record<string, string>>, secret: string, now: Date): void {
  const expected = Buffer.from(parameterSignature(parameters, secret))
  const given = Buffer.from((parameters.sign ?? '').toLowerCase())
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Failure('signatureWrong')
  const isNear = Math.abs(now.getTime() / 1000 - signedAt(parameters)) <= SIGNATURE_SECONDS
  if (!isNear) throw new Failure('signatureStale')
}
