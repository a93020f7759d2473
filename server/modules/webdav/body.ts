import type { FastifyReply, FastifyRequest } from 'fastify'
import { inFlightLimit } from '#server/concurrency/in-flight-limit.ts'
import { Failure } from '#server/failure.ts'
import { streamOf } from '#server/http/stalled.ts'
import { type Element, parseXml } from '#server/xml.ts'

/** Most bytes of an XML body (our choice), and of unfinished ones of one person and of all together. */
const XML_BYTES = 1_048_576
export const XML_UNDER_WAY = { each: 8 * 1_048_576, all: 64 * 1_048_576 } as const

const held = inFlightLimit(XML_UNDER_WAY)

/** Sends `100 Continue` to a waiting client, after all checks that need no body. */
export function goOn({ headers, raw }: FastifyRequest, reply: FastifyReply): void {
  if (/^100-continue$/i.test(headers.expect ?? '') && !raw.complete) reply.raw.writeContinue()
}

/** Announced length of a body; undefined without one. Finder announces it in its own header. */
export function lengthOf({ headers }: FastifyRequest): number | undefined {
  const said = headers['content-length'] ?? headers['x-expected-entity-length']
  if (said === undefined) return undefined
  const bytes = Number(said)
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw new Failure('davInvalid')
  return bytes
}

export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Reads a body of at most `max` bytes. Throws tooLarge. */
export async function bytesOf(request: FastifyRequest, reply: FastifyReply, max: number): Promise<Buffer> {
  if ((lengthOf(request) ?? 0) > max) throw new Failure('tooLarge')
  goOn(request, reply)
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of streamOf(request)) {
    bytes += piece.length
    if (bytes > max) throw new Failure('tooLarge')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Parses an XML body; null when it is empty. Throws davInvalid for malformed XML. */
export async function xmlOf(request: FastifyRequest, reply: FastifyReply, whose: string): Promise<Element | null> {
  if (!hasBody(request)) return null
  const bytes = lengthOf(request) ?? XML_BYTES
  if (bytes > XML_BYTES) throw new Failure('tooLarge')
  const release = held.take(whose, bytes)
  try {
    const body = await bytesOf(request, reply, XML_BYTES)
    if (!body.length) return null
    const element = await parseXml(body.toString('utf8'))
    if (!element) throw new Failure('davInvalid')
    return element
  } finally {
    release()
  }
}

export const isNamed = (element: Element | null | undefined, name: string): element is Element =>
  element?.space === 'DAV:' && element.name === name
/** The children of this name in WebDAV's own namespace. */
export const childrenOf = (element: Element | null | undefined, name: string): Element[] =>
  element?.children.filter((child) => isNamed(child, name)) ?? []
