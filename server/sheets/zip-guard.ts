/** What a sheet may hold when unpacked; 5,000 rows of ours are about 3 MiB. */
const UNPACKED_MAX_BYTES = 50 * 1_048_576
const ENTRIES_MAX = 1000
const DIRECTORY_END = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_END_BYTES = 22
const COMMENT_MAX_BYTES = 65_535
/** In the place of a size or count: the true one stands elsewhere, because it is too large for us anyway. */
const ELSEWHERE_16 = 0xffff
const ELSEWHERE_32 = 0xffffffff
const HAS_DESCRIPTOR = 8
const STORED = 0
const DEFLATED = 8
/** DEFLATE needs this many bytes to say nothing at all. */
const EMPTY_DEFLATE_BYTES = 2

type Entry = { flags: number; method: number; packed: number; unpacked: number }

/** Where the directory begins and how many entries it has; looked for from the end, as the reader does. */
function directoryOf(bytes: Buffer): { at: number; count: number } | null {
  const first = Math.max(0, bytes.length - DIRECTORY_END_BYTES - COMMENT_MAX_BYTES)
  for (let at = bytes.length - DIRECTORY_END_BYTES; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_END) continue
    const [count, size, start] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 12), bytes.readUInt32LE(at + 16)]
    const isElsewhere = count === ELSEWHERE_16 || size === ELSEWHERE_32 || start === ELSEWHERE_32
    return isElsewhere ? null : { at: start, count }
  }
  return null
}

function entriesOf(bytes: Buffer): Entry[] | null {
  const directory = directoryOf(bytes)
  if (!directory || directory.count > ENTRIES_MAX) return null
  const entries: Entry[] = []
  let { at } = directory
  for (let i = 0; i < directory.count; i += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) return null
    entries.push({
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
    })
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** The reader stops at the declared size, so an entry must declare one: what says 0 would be read without an end. */
function tellsItsSize({ flags, method, packed, unpacked }: Entry): boolean {
  // An empty entry with a descriptor sends the reader to look for its size in the bytes themselves.
  if (packed === 0) return unpacked === 0 && (flags & HAS_DESCRIPTOR) === 0
  if (method === STORED) return packed === unpacked
  return method === DEFLATED && (unpacked > 0 || packed <= EMPTY_DEFLATE_BYTES)
}

/** Whether an archive is whole and stays within bounds when it is unpacked; only its directory is read. */
export function isHarmlessZip(bytes: Buffer): boolean {
  const entries = bytes.length < DIRECTORY_END_BYTES ? null : entriesOf(bytes)
  if (!entries) return false
  const total = entries.reduce((sum, { unpacked }) => sum + unpacked, 0)
  return total <= UNPACKED_MAX_BYTES && entries.every(tellsItsSize)
}
