import type { ErrorName } from '#contract/core/errors.ts'
import { Failure } from '#server/failure.ts'

/** Maximum length of a database message that is shown (our choice). */
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

/** Interval at which received bytes are counted, since both drivers parse them out of our reach. */
const COUNT_MS = 20

type Bounds = {
  ms: number
  /** Bytes of one answer: drivers hold it whole, whatever a server says of its length. */
  bytes: number
  /** All bytes received so far. */
  received: () => number
  /** Ends what is waited for. */
  stop: () => void
}

/** The result of work that is fast and small enough. Throws dataSourceSlow, dataSourceTooLarge. */
export async function inBounds<T>(asked: Promise<T>, { ms, bytes, received, stop }: Bounds): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const end = (refusal: ErrorName) => {
    reject(new Failure(refusal))
    stop()
  }
  const before = received()
  const timer = setTimeout(() => end('dataSourceSlow'), ms)
  const counting = setInterval(() => received() - before > bytes && end('dataSourceTooLarge'), COUNT_MS)
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
    clearInterval(counting)
    asked.catch(() => undefined)
  }
}
