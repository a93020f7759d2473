import type { LookupAddress } from 'node:dns'
import { type ClientRequest, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ConnectionOptions } from 'node:tls'
import { OUTSIDE_MS, OUTSIDE_REDIRECTS } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { WatchOutgoing } from './outgoing.ts'
import { admittedAddress, isSameSite, type OutsidePolicy } from './outside-address.ts'

/** Minimum speed of a site after this time; slower transfers are ended (our choice). */
const OUTSIDE_SLOWEST = { bytesPerSecond: 1024, afterSeconds: 60 } as const

export type OutsideAsk = {
  method?: string
  headers?: Record<string, string>
  /** A streamed body can be read only once, so the request follows no redirect. */
  body?: string | AsyncIterable<Buffer>
  /** How an encrypted connection is verified; absent: by the certificates that are usual. */
  tls?: ConnectionOptions
  signal: AbortSignal
}
/** The answer of another site; `body` must be read once, or discarded. */
export type OutsideAnswer = {
  status: number
  headers: IncomingHttpHeaders
  /** The final address, after redirects. */
  url: URL
  body: AsyncIterable<Buffer>
  discard(): void
}
/** `watch`: counts what passes as traffic. */
type Needs = { policy: OutsidePolicy; watch?: WatchOutgoing }

/** A look-up that leads to this address alone, whatever the host resolves to a moment later. */
export const pinnedTo = (admitted: LookupAddress) =>
  ((_host, options, answer) =>
    options.all ? answer(null, [admitted]) : answer(null, admitted.address, admitted.family)) as LookupFunction

const REDIRECTS = [301, 302, 303, 307, 308]
/** Headers that identify the caller: sent to the original site only. */
const SECRET_HEADERS = /^(authorization|cookie|secretkey|token|x-dataverse-key|x-amz-.*)$/i

const unreachable = (cause?: unknown) => new Failure('outsideUnreachable', { cause })

/** Yields the bytes of an answer. Throws outsideUnreachable when the other site breaks off or is too slow. */
async function* bodyOf(message: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer> {
  const begun = Date.now()
  let size = 0
  try {
    for await (const piece of message) {
      size += (piece as Buffer).length
      const seconds = (Date.now() - begun) / 1000
      if (seconds > OUTSIDE_SLOWEST.afterSeconds && size / seconds < OUTSIDE_SLOWEST.bytesPerSecond) throw unreachable()
      yield piece as Buffer
    }
  } catch (error) {
    throw failureOf(error, signal)
  } finally {
    message.destroy()
  }
}

/** An abort by the caller keeps its reason; every other error, timeouts included, is the other site's failure. */
function failureOf(error: unknown, { aborted, reason }: AbortSignal): unknown {
  if (error instanceof Failure) return error
  return aborted && (reason as Error).name !== 'TimeoutError' ? reason : unreachable(error)
}

/** Client for other sites, and the only one for addresses that people enter: it can't reach internal addresses. */
export function outsideGateway({ policy, watch }: Needs) {
  async function once(
    url: URL,
    { method = 'GET', headers = {}, body, tls = {}, signal }: OutsideAsk,
  ): Promise<IncomingMessage> {
    const admitted = await admittedAddress(url, policy)
    if (signal.aborted) throw failureOf(signal.reason, signal)
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    return new Promise((resolve, reject) => {
      const request: ClientRequest = send(url, {
        method,
        headers: { 'user-agent': 'DataSpace', 'accept-encoding': 'identity', ...headers },
        ...tls,
        lookup: pinnedTo(admitted),
        agent: false,
        signal,
        timeout: OUTSIDE_MS,
      })
      if (watch) request.on('socket', watch)
      request.on('timeout', () => request.destroy(unreachable()))
      request.on('error', (error) => reject(failureOf(error, signal)))
      request.on('response', (message) => {
        message.on('error', () => undefined)
        resolve(message)
      })
      if (body === undefined || typeof body === 'string') return void request.end(body)
      // An error of the bytes ends the request with it; one of the request was told above.
      pipeline(Readable.from(body, { objectMode: false }), request).catch((error: unknown) => reject(error))
    })
  }

  /** Sends a request and follows redirects. Throws outsideRefused, outsideUnreachable. */
  async function ask(address: string | URL, wish: OutsideAsk): Promise<OutsideAnswer> {
    let url = new URL(address)
    let { headers = {} } = wish
    for (let hops = 0; ; hops += 1) {
      const message = await once(url, { ...wish, headers })
      const { statusCode: status = 0, headers: said } = message
      if (!REDIRECTS.includes(status) || !said.location) {
        if (said['content-encoding'] && said['content-encoding'] !== 'identity') {
          message.destroy()
          throw unreachable(`encoded as ${said['content-encoding']}`)
        }
        return { status, headers: said, url, body: bodyOf(message, wish.signal), discard: () => void message.destroy() }
      }
      message.destroy()
      if (hops === OUTSIDE_REDIRECTS || !URL.canParse(said.location, url)) throw unreachable('redirected')
      const next = new URL(said.location, url)
      if (wish.body !== undefined && typeof wish.body !== 'string') throw unreachable('redirected')
      const isOther = !isSameSite(url, next)
      if (isOther && wish.body !== undefined) throw unreachable('redirected elsewhere')
      if (isOther) headers = Object.fromEntries(Object.entries(headers).filter(([name]) => !SECRET_HEADERS.test(name)))
      url = next
    }
  }

  return { ask }
}
export type Outside = ReturnType<typeof outsideGateway>

/** Throws the refusal for an unsuccessful status, and discards the body. */
export function demandSuccess({ status, discard }: Pick<OutsideAnswer, 'status' | 'discard'>): void {
  if (status >= 200 && status < 300) return
  discard()
  if (status === 401 || status === 403) throw new Failure('outsideSignIn')
  if (status === 404 || status === 410) throw new Failure('outsideGone')
  throw unreachable(`HTTP ${status}`)
}

/** Reads a whole answer. Throws outsideUnreachable when it has more than `most` bytes, for it may never end. */
export async function wholeOf({ body }: Pick<OutsideAnswer, 'body'>, most: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > most) throw unreachable(`more than ${most} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
