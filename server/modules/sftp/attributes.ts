import type { Seen } from '#server/modules/protocols/index.ts'
import { type Fields, text, u32, u64 } from './packet.ts'

const HAS = { SIZE: 1, OWNER: 2, MODE: 4, TIMES: 8, EXTENDED: 0x80000000 } as const
const MODE = { folder: 0o040755, file: 0o100644 } as const

/** Attributes that a client sets; only size and time are used. */
export type SetAttributes = { size: number | null; modifiedAt: Date | null }

/** Encodes the attributes of an item. */
export function attributesOf({ isFolder, size, modifiedAt }: Pick<Seen, 'isFolder' | 'size' | 'modifiedAt'>): Buffer {
  const seconds = Math.max(0, Math.floor(modifiedAt.getTime() / 1000))
  return Buffer.concat([
    u32(HAS.SIZE | HAS.MODE | HAS.TIMES),
    u64(size),
    u32(isFolder ? MODE.folder : MODE.file),
    ...[u32(seconds), u32(seconds)],
  ])
}

/** Decodes attributes; owners and modes are ignored, since rights are set in the console. */
export function attributesIn(fields: Fields): SetAttributes {
  const flags = fields.u32()
  const size = flags & HAS.SIZE ? fields.u64() : null
  if (flags & HAS.OWNER) [fields.u32(), fields.u32()]
  if (flags & HAS.MODE) fields.u32()
  const times = flags & HAS.TIMES ? [fields.u32(), fields.u32()] : []
  const extended = flags & HAS.EXTENDED ? fields.u32() : 0
  for (let i = 0; i < extended; i += 1) [fields.bytes(), fields.bytes()]
  return { size, modifiedAt: times[1] === undefined ? null : new Date(times[1] * 1000) }
}

/** An entry of a list: name, the line that `ls -l` would show, attributes. */
export const entryOf = (item: Seen, line: string): Buffer =>
  Buffer.concat([text(item.name), text(line), attributesOf(item)])
