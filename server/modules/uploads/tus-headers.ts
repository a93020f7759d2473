import { Conflict, Hash } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { Unhashed } from './begin.ts'

/** tus 1.0.0: https://tus.io/protocols/resumable-upload */
export const TUS_VERSION = '1.0.0'
export const TUS_EXTENSIONS = 'creation,creation-with-upload,expiration,checksum,termination'
export const CHECKSUMS = ['sha1', 'sha256', 'md5'] as const

/** A count in a header; null when it is not a number. */
export const countOf = (header: unknown): number | null => {
  const isCount = typeof header === 'string' && /^\d{1,16}$/.test(header) && Number.isSafeInteger(Number(header))
  return isCount ? Number(header) : null
}

/** `key base64, key base64`; a key alone has an empty value. Throws invalid. */
export function metadataOf(header: string): Map<string, string> {
  const pairs = header.split(',').map((pair) => pair.trim().split(/ +/))
  return new Map(
    pairs.flatMap(([key = '', coded = '', ...more]): [string, string][] => {
      if (!/^[\x21-\x7e]*$/.test(key) || !/^[A-Za-z0-9+/]*={0,2}$/.test(coded) || more.length)
        throw new Failure('invalid')
      return key ? [[key, Buffer.from(coded, 'base64').toString('utf8')]] : []
    }),
  )
}

/** Uppy writes absent values as `null`. */
const meant = (text: string | undefined) => (text === 'null' || text === '' ? undefined : text)

/** The upload that the metadata describes. Throws invalid for a missing or malformed field. */
export function wishOf(header: string, total: number): Unhashed {
  const metadata = metadataOf(header)
  const segments = (meant(metadata.get('relativePath')) ?? '').split('/').filter(Boolean)
  const name = meant(metadata.get('filename')) ?? meant(metadata.get('name')) ?? segments.at(-1) ?? ''
  const spaceId = metadata.get('spaceId') ?? ''
  const folder = Hash.safeParse(meant(metadata.get('folderId')))
  const conflict = Conflict.safeParse(meant(metadata.get('conflict')) ?? 'refuse')
  const isWrong = !spaceId || !conflict.success || (meant(metadata.get('folderId')) && !folder.success)
  if (isWrong) throw new Failure('invalid')
  return {
    spaceId,
    name,
    total,
    folders: segments.slice(0, -1).join('/'),
    conflict: conflict.data,
    ...(folder.success && { hash: folder.data }),
  }
}

/** The announced checksum of a body; null for none. Throws invalid for an unsupported algorithm. */
export function checksumOf(header: unknown): { algorithm: string; digest: Buffer } | null {
  if (header === undefined) return null
  const [algorithm = '', coded = ''] = String(header).split(' ')
  if (!CHECKSUMS.some((one) => one === algorithm)) throw new Failure('invalid')
  return { algorithm, digest: Buffer.from(coded, 'base64') }
}
