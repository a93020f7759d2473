import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { releasing } from '#server/http/send-pieces.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { shelfOf } from '#server/storage/blobs/local.ts'
import type { NodeRow } from '../listing/records.ts'
import { inlineTypeOf } from './mime.ts'

export type Range = { start: number; end: number }

/** Content security policy for file bytes: nothing in them may run, load or frame anything, whatever the media type. */
export const SANDBOX = "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'"

/**
 * Parses a Range header with a single range: null if the whole content is to be sent (several ranges, another unit);
 * 'unsatisfiable' if the range is beyond the end. Source: RFC 9110 section 14.
 */
export function rangeOf(header: string | undefined, size: number): Range | null | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '')
    return Number(to) === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(to)), end: size - 1 }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}

/** `attachment` or `inline` with a file name that every browser can read. Source: RFC 6266, RFC 8187. */
export function disposition(kind: 'attachment' | 'inline', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const coded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${coded}`
}

const listed = (header: string | undefined, etag: string) =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))

type Content = {
  node: NodeRow
  sha256: string
  isDownload: boolean
  accelPrefix: string | null
  blobs: BlobStore
  /**
   * Called before the first byte is sent, with the start of the range, or null for the whole content; not called for a
   * 304.
   */
  onBytes: (start: number | null) => void
}

/** Sends a file's bytes: whole, a range, or 304 when the caller has them already. */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Content,
): Promise<FastifyReply> {
  const { node, sha256, isDownload, accelPrefix, blobs, onBytes } = content
  const type = isDownload ? null : inlineTypeOf(node.mime)
  reply.headers({
    'last-modified': node.updated_at.toUTCString(),
    // Rights may change, so the browser must revalidate its cached copy.
    'cache-control': 'private, no-cache',
    'content-type': type ?? 'application/octet-stream',
    'content-disposition': disposition(type ? 'inline' : 'attachment', node.name),
    'content-security-policy': SANDBOX,
    'cross-origin-resource-policy': 'same-origin',
  })
  return sendBytes(request, reply, { sha256, size: node.size, accelPrefix, blobs, onBytes })
}

type Bytes = Pick<Content, 'sha256' | 'accelPrefix' | 'blobs' | 'onBytes'> & {
  size: number
  /** The ETag, quotes included, if it is not the content's full hash. */
  etag?: string
}

/** Sends a content whose other headers are set: whole, a range, or 304 when the caller has it already. */
export async function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Bytes): Promise<FastifyReply> {
  const { sha256, size, etag = `"${sha256}"`, accelPrefix, blobs, onBytes } = bytes
  reply.headers({ etag, 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff' })
  if (listed(request.headers['if-none-match'], etag)) return reply.status(304).send()
  const isSame = !request.headers['if-range'] || request.headers['if-range'] === etag
  const range = isSame ? rangeOf(request.headers.range, size) : null
  if (range === 'unsatisfiable') return reply.status(416).header('content-range', `bytes */${size}`).send()
  if (request.method === 'GET') onBytes(range?.start ?? null)
  // Injected requests have no nginx in front.
  const isBehindNginx = accelPrefix && request.raw.socket instanceof Socket
  if (isBehindNginx) return reply.header('x-accel-redirect', `${accelPrefix}/blobs/${shelfOf(sha256)}/${sha256}`).send()
  const length = range ? range.end - range.start + 1 : size
  reply.header('content-length', length)
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  if (length === 0) return reply.send('')
  // An empty stream keeps the content-length header of the file.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  return reply.send(releasing(await blobs.read(sha256, range ?? { start: 0, end: size - 1 })))
}
