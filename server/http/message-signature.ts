import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { SIGNATURE_SECONDS } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'

/** The parsed `Signature-Input` of a request; `params` is the text that is signed with the components. */
export type MessageSignature = {
  keyId: string
  created: number
  expires: number | null
  nonce: string
  components: readonly string[]
  params: string
  mac: Buffer
}
/** The parts of a request that can be signed. */
export type SignedMessage = Pick<FastifyRequest, 'method' | 'protocol' | 'host' | 'originalUrl' | 'headers'>

const INPUT = /^([a-z*][\w.*-]*)=(\(((?:"[^"\\]*"(?: "[^"\\]*")*)?)\)((?:;[a-z]+=(?:"[^"\\]*"|\d{1,15}))*))$/
const SIGNATURE = /^([a-z*][\w.*-]*)=:([A-Za-z0-9+/]+={0,2}):$/
const NONCE = /^[\x21-\x7e]{8,128}$/
/** Longest header that is read. */
const HEADER_MAX = 2000

const wrong = (cause: string) => new Failure('signatureWrong', { cause })
const headerOf = ({ headers }: Pick<SignedMessage, 'headers'>, name: string): string => {
  const value = headers[name]
  return (Array.isArray(value) ? value.join(', ') : (value ?? '')).trim()
}

/** Reads the one signature of a request (RFC 9421, `hmac-sha256`). Throws signatureWrong. */
export function signatureOf(message: Pick<SignedMessage, 'headers'>): MessageSignature {
  const [input, signature] = [headerOf(message, 'signature-input'), headerOf(message, 'signature')]
  if (input.length > HEADER_MAX || signature.length > HEADER_MAX) throw wrong('too long')
  const [, label, params = '', list = '', tail = ''] = INPUT.exec(input) ?? []
  const [, signedLabel, mac = ''] = SIGNATURE.exec(signature) ?? []
  if (!label || label !== signedLabel) throw wrong('unreadable')
  const given = new Map(
    [...tail.matchAll(/;([a-z]+)=(?:"([^"]*)"|(\d+))/g)].map(([, name = '', text, digits]) => [
      name,
      text ?? digits ?? '',
    ]),
  )
  const [keyId = '', nonce = '', created = '', alg = 'hmac-sha256'] = ['keyid', 'nonce', 'created', 'alg'].map((name) =>
    given.get(name),
  )
  if (!keyId || !NONCE.test(nonce) || !/^\d+$/.test(created) || alg !== 'hmac-sha256') throw wrong('parameters')
  const expires = given.get('expires')
  const components = [...list.matchAll(/"([^"]*)"/g)].map(([, name = '']) => name)
  if (new Set(components).size < components.length) throw wrong('a component twice')
  return {
    keyId,
    nonce,
    created: Number(created),
    expires: expires === undefined ? null : Number(expires),
    components,
    params,
    mac: Buffer.from(mac, 'base64'),
  }
}

function componentOf(message: SignedMessage, component: string): string {
  const { method, protocol, host, originalUrl: url } = message
  const at = url.indexOf('?')
  const ofRequest: Record<string, string> = {
    '@method': method,
    '@target-uri': `${protocol}://${host}${url}`,
    '@authority': host.toLowerCase(),
    '@scheme': protocol,
    '@request-target': url,
    '@path': at < 0 ? url : url.slice(0, at),
    '@query': at < 0 ? '?' : url.slice(at),
  }
  const own = ofRequest[component]
  if (own !== undefined) return own
  if (!/^[a-z0-9-]+$/.test(component) || message.headers[component] === undefined) throw wrong(`no ${component}`)
  return headerOf(message, component)
}

/** The text whose MAC is the signature (RFC 9421, 2.5). Throws signatureWrong. */
export const signatureBase = (
  message: SignedMessage,
  { components, params }: Pick<MessageSignature, 'components' | 'params'>,
): string =>
  [
    ...components.map((component) => `"${component}": ${componentOf(message, component)}`),
    `"@signature-params": ${params}`,
  ].join('\n')

export const hasBody = ({ headers }: Pick<SignedMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Requires the components that must be signed, so that no part of a request can be replaced. */
function coversAll(message: SignedMessage, components: readonly string[]): boolean {
  const has = (name: string) => components.includes(name)
  const target = has('@target-uri') || has('@request-target') || (has('@path') && has('@query'))
  return has('@method') && target && (!hasBody(message) || has('content-digest'))
}

/**
 * Checks a signature but for its nonce: what it covers, its time, its MAC. Throws signatureWrong, and signatureStale
 * when the clocks are too far apart.
 */
export function verifySignature(message: SignedMessage, signature: MessageSignature, key: string, now: Date): void {
  if (!coversAll(message, signature.components)) throw wrong('something is not covered')
  const expected = createHmac('sha256', key).update(signatureBase(message, signature)).digest()
  if (signature.mac.length !== expected.length || !timingSafeEqual(signature.mac, expected)) throw wrong('MAC')
  const seconds = now.getTime() / 1000
  const isOver = signature.expires !== null && seconds > signature.expires
  if (isOver || Math.abs(seconds - signature.created) > SIGNATURE_SECONDS) throw new Failure('signatureStale')
}

/** The SHA-256 of the body that `Content-Digest` (RFC 9530) says. Throws signatureWrong. */
export function digestOf(message: Pick<SignedMessage, 'headers'>): Buffer {
  const [, sum] = /(?:^|,\s*)sha-256=:([A-Za-z0-9+/]{43}=):/.exec(headerOf(message, 'content-digest')) ?? []
  if (!sum) throw wrong('no digest')
  return Buffer.from(sum, 'base64')
}
