import type { ZipEntry } from '#server/modules/files/index.ts'

const BLOCK = 512
/** Above these limits a pax header is needed. */
const NAME_MAX = 100
const SIZE_MAX = 8 ** 11
const PIECE_BYTES = 262_144

const padded = (size: number) => Math.ceil(size / BLOCK) * BLOCK
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that ASCII has
const isPlain = ({ name, size }: Named) => name.length < NAME_MAX && /^[\x00-\x7f]*$/.test(name) && size < SIZE_MAX
type Named = { name: string; size: number }

/** `length key=value\n`, where the length counts itself. */
function paxLine(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  let length = rest + 1
  while (String(length).length + rest !== length) length = String(length).length + rest
  return `${length} ${key}=${value}\n`
}
const paxOf = ({ name, size }: Named): Buffer =>
  Buffer.from(paxLine('path', name) + (size < SIZE_MAX ? '' : paxLine('size', String(size))))

const headLength = (entry: Named) => (isPlain(entry) ? BLOCK : BLOCK * 2 + padded(paxOf(entry).length))

/** Exact length in bytes of the tar of these entries. */
export const tarLength = (entries: readonly Named[]): number =>
  entries.reduce((sum, entry) => sum + headLength(entry) + padded(entry.size), BLOCK * 2)

function block(name: string, size: number, type: string, modified: Date): Buffer {
  const head = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  head.write(name, 0, NAME_MAX, 'latin1')
  head.write(octal(type === '5' ? 0o755 : 0o644, 7), 100)
  head.write(octal(0, 7) + octal(0, 7), 108)
  head.write(octal(Math.min(size, SIZE_MAX - 1), 11), 124)
  head.write(octal(Math.max(0, Math.floor(modified.getTime() / 1000)), 11), 136)
  head.write(' '.repeat(8), 148)
  head.write(`${type}\0`, 156)
  head.write(type, 156)
  head.write('ustar\x0000', 257, 'latin1')
  const sum = head.reduce((all, byte) => all + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

function headOf(entry: ZipEntry): Buffer {
  const type = entry.name.endsWith('/') ? '5' : '0'
  // A plain fallback name for programs that can't read pax headers.
  const short = entry.name.replace(/[^\x20-\x7e]/g, '_').slice(0, NAME_MAX - 1)
  if (isPlain(entry)) return block(entry.name, entry.size, type, entry.modified)
  const pax = paxOf(entry)
  const data = Buffer.alloc(padded(pax.length))
  pax.copy(data)
  return Buffer.concat([
    block('PaxHeader', pax.length, 'x', entry.modified),
    data,
    block(short, entry.size, type, entry.modified),
  ])
}

/** Streams a tar. Throws when a content's length differs from its announced size. */
export async function* tarStream(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = []
  let bytes = 0
  const buffer = (piece: Buffer) => {
    buffered.push(piece)
    bytes += piece.length
  }
  const flush = () => {
    const piece = Buffer.concat(buffered)
    buffered = []
    bytes = 0
    return piece
  }
  for (const entry of entries) {
    buffer(headOf(entry))
    let length = 0
    for await (const piece of entry.size ? await entry.open() : []) {
      length += piece.length
      buffer(piece)
      if (bytes >= PIECE_BYTES) yield flush()
    }
    if (length !== entry.size) throw new Error(`${entry.name} has ${length} bytes, not ${entry.size}`)
    buffer(Buffer.alloc(padded(length) - length))
    if (bytes >= PIECE_BYTES) yield flush()
  }
  buffer(Buffer.alloc(BLOCK * 2))
  yield flush()
}
