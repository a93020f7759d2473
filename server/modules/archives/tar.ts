import { Failure } from '#server/failure.ts'
import type { Cursor } from './bytes.ts'
import type { RawEntry } from './entries.ts'

const BLOCK = 512
/** Maximum size of an extension header, such as a long name. */
const HEAD_BYTES = 1_048_576
/** Maximum number of extension headers before an entry; pax, GNU and global headers together make four. */
const HEADS_AHEAD = 16
const damaged = () => new Failure('archiveDamaged')

/** Octal text, or a base-256 number where octal text is too short. */
function numberOf(field: Buffer): number {
  if ((field[0] ?? 0) & 0x80) {
    const value = field.reduce((sum, byte, at) => sum * 256 + (at ? byte : byte & 0x7f), 0)
    if (!Number.isSafeInteger(value)) throw damaged()
    return value
  }
  const text = field.toString('latin1').replace(/\0.*$/s, '').trim()
  if (!/^[0-7]*$/.test(text)) throw damaged()
  return Number.parseInt(text || '0', 8)
}

/** Whether a block is a tar header: its checksum must match. */
export function isTarHead(block: Buffer): boolean {
  if (block.length < BLOCK) return false
  const text = block.toString('latin1', 148, 156).replace(/\0.*$/s, '').trim()
  if (!/^[0-7]+$/.test(text)) return false
  const sum = block.subarray(0, BLOCK).reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0)
  return sum === Number.parseInt(text, 8)
}

const upToZero = (field: Buffer) => field.subarray(0, field.includes(0) ? field.indexOf(0) : field.length)

/** Parses the records of a pax header: `length key=value\n`. */
function paxOf(data: Buffer): Map<string, Buffer> {
  const records = new Map<string, Buffer>()
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(0x20, at)
    const length = Number(data.toString('latin1', at, space))
    const equals = data.indexOf(0x3d, space)
    if (space < 0 || equals < 0 || !Number.isInteger(length) || length < 5 || at + length > data.length) throw damaged()
    records.set(data.toString('utf8', space + 1, equals), data.subarray(equals + 1, at + length - 1))
    at += length
  }
  return records
}

const kindOf: Readonly<Record<string, RawEntry['kind']>> = {
  '\0': 'file',
  '0': 'file',
  '7': 'file',
  '5': 'folder',
  '1': 'link',
  '2': 'link',
  '3': 'link',
  '4': 'link',
  '6': 'link',
}

/** Data of extension headers for the next entry. */
type Ahead = { name?: Buffer; pax: Map<string, Buffer> }

function entryOf(head: Buffer, { name, pax }: Ahead, at: number): RawEntry {
  const type = String.fromCharCode(head[156] ?? 0)
  const prefix =
    head.toString('latin1', 257, 262) === 'ustar' && head[263] === 0x30 ? upToZero(head.subarray(345, 500)) : ''
  const own = upToZero(head.subarray(0, 100))
  const full = prefix.length ? Buffer.concat([prefix as Buffer, Buffer.from('/'), own]) : own
  const path = pax.get('path') ?? name ?? full
  const size = pax.has('size') ? Number(pax.get('size')) : numberOf(head.subarray(124, 136))
  if (!Number.isSafeInteger(size) || size < 0) throw damaged()
  const isSparse = [...pax.keys()].some((key) => key.startsWith('GNU.sparse.'))
  const kind = isSparse ? 'unreadable' : (kindOf[type] ?? 'unreadable')
  // Programs before 1988 marked folders only by a slash at the end of the name.
  const isFolder = kind === 'file' && path.at(-1) === 0x2f
  return { name: path, isUtf8: pax.has('path'), size, kind: isFolder ? 'folder' : kind, source: { at } }
}

/** The entries of a tar with the position of their bytes. Throws archiveDamaged when the data is no tar. */
export async function* tarEntries(cursor: Cursor): AsyncGenerator<RawEntry> {
  let ahead: Ahead = { pax: new Map() }
  let heads = 0
  for (;;) {
    const head = await cursor.take(BLOCK)
    if (!head.length || head.every((byte) => byte === 0)) return
    if (!isTarHead(head)) throw damaged()
    const type = String.fromCharCode(head[156] ?? 0)
    const size = numberOf(head.subarray(124, 136))
    if ('xgLK'.includes(type)) {
      heads += 1
      if (size > HEAD_BYTES || heads > HEADS_AHEAD) throw damaged()
      const data = await cursor.take(size)
      if (data.length < size) throw damaged()
      await cursor.skip(padding(size))
      if (type === 'x') ahead = { ...ahead, pax: paxOf(data) }
      if (type === 'L') ahead = { ...ahead, name: Buffer.from(upToZero(data)) }
      continue
    }
    const entry = entryOf(head, ahead, cursor.at())
    ahead = { pax: new Map() }
    heads = 0
    // Folders and links have no bytes, whatever their size field says.
    const stored = entry.kind === 'folder' || entry.kind === 'link' ? 0 : entry.size
    yield { ...entry, size: entry.kind === 'file' ? entry.size : 0 }
    if ((await cursor.skip(stored)) < stored) throw damaged()
    await cursor.skip(padding(stored))
  }
}
const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK
