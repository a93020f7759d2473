/** A listed entry of an archive. */
export type Listed = { path: string; isFolder: boolean; size: number; packed: number | null; modified: Date | null }

const BLOCK = 512
const [LONG_NAME, PAX, PAX_ALL, FOLDER] = ['L', 'x', 'g', '5']
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).replace(/\0.*$/s, '')

/** A number in a header: octal digits, or binary if the first bit is set (GNU; above 8 GiB or negative). */
function numberAt(block: Uint8Array, at: number, length: number): number {
  const field = block.subarray(at, at + length)
  const first = field[0] ?? 0
  // The second bit is the sign in two's complement.
  const start = (first & 0x7f) - (first & 0x40 ? 0x80 : 0)
  if (first & 0x80) return field.subarray(1).reduce((value, byte) => value * 256 + byte, start)
  return Number.parseInt(text(field).trim() || '0', 8)
}
const sumOf = (block: Uint8Array) => block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)

/** Whether a block is a header, that is, its checksum is correct. */
export const isTarHeader = (block: Uint8Array): boolean =>
  block.length >= BLOCK && sumOf(block.subarray(0, BLOCK)) === numberAt(block, 148, 8)

/** Parses the records of a pax header. Source: POSIX.1-2001. */
function paxOf(bytes: Uint8Array): Map<string, string> {
  const records = new Map<string, string>()
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(0x20, at)
    const length = Number(text(bytes.subarray(at, blank)))
    if (blank < 0 || !(length > 0)) break
    const [name = '', ...value] = text(bytes.subarray(blank + 1, at + length - 1)).split('=')
    records.set(name, value.join('='))
    at += length
  }
  return records
}

/**
 * Yields the entries of a tar in order: `read` returns the next bytes, fewer at the end, and `skip` skips bytes.
 * Contents are not kept. Source: POSIX.1-2001 ustar and pax, GNU long names.
 */
export async function* readTar(
  read: (bytes: number) => Promise<Uint8Array>,
  skip: (bytes: number) => Promise<void>,
): AsyncGenerator<Listed> {
  let pending = new Map<string, string>()
  for (;;) {
    const block = await read(BLOCK)
    if (block.length < BLOCK || block.every((byte) => byte === 0)) return
    if (!isTarHeader(block)) throw new Error('no tar header')
    const type = text(block.subarray(156, 157))
    const size = Number(pending.get('size') ?? numberAt(block, 124, 12))
    if (!(size >= 0)) throw new Error('an entry without a size')
    const rest = (BLOCK - (size % BLOCK)) % BLOCK
    if (type === LONG_NAME || type === PAX || type === PAX_ALL) {
      // A larger extension header cannot be a name.
      if (size > 1_048_576) throw new Error('a header is too long')
      const body = await read(size)
      await skip(rest)
      if (type === LONG_NAME) pending.set('path', text(body))
      if (type === PAX) pending = paxOf(body)
      continue
    }
    const prefix = text(block.subarray(257, 262)) === 'ustar' ? text(block.subarray(345, 500)) : ''
    const path = pending.get('path') ?? [prefix, text(block.subarray(0, 100))].filter(Boolean).join('/')
    const modified = new Date(numberAt(block, 136, 12) * 1000)
    yield {
      path,
      isFolder: type === FOLDER || path.endsWith('/'),
      size: type === FOLDER ? 0 : size,
      packed: null,
      // An invalid timestamp is omitted.
      modified: Number.isNaN(modified.getTime()) ? null : modified,
    }
    pending = new Map()
    await skip(size + rest)
  }
}
