import type { ErrorName } from '#contract/core/errors.ts'
import { Failure } from '#server/failure.ts'

/** Longest message of a database that is told (our choice). */
const WORDS_MAX = 300

/** Errors of the network and of certificates, by their code; whatever begins as `TLS` says is one of TLS. */
const NETWORK: Record<string, ErrorName> = {
  ENOTFOUND: 'dataSourceHostUnknown',
  EAI_AGAIN: 'dataSourceHostUnknown',
  ECONNREFUSED: 'dataSourceClosed',
  EHOSTUNREACH: 'dataSourceClosed',
  ENETUNREACH: 'dataSourceClosed',
  ETIMEDOUT: 'dataSourceSlow',
  ECONNRESET: 'dataSourceBroken',
  EPIPE: 'dataSourceBroken',
  PROTOCOL_CONNECTION_LOST: 'dataSourceBroken',
}
const TLS = /^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|HANDSHAKE_|EPROTO)/

/** An error of a driver as a refusal; `known` are those of its database, by code. */
export function asFailure(error: unknown, known: Readonly<Record<string, ErrorName>>): Failure {
  if (error instanceof Failure) return error
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const refusal = known[code] ?? NETWORK[code] ?? (TLS.test(code) ? 'dataSourceTls' : 'dataSourceFailed')
  return new Failure(refusal, { cause: error, values: { why: message.slice(0, WORDS_MAX) } })
}

/** What comes in time. Throws dataSourceSlow otherwise; `stop` ends what is waited for. */
export async function inTime<T>(asked: Promise<T>, ms: number, stop: () => void): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new Failure('dataSourceSlow'))
    stop()
  }, ms)
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
    asked.catch(() => undefined)
  }
}
