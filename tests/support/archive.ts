import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a zip whose header fields may be false. */
export type ZipItem = {
  name: string | Buffer
  content?: Buffer
  /** Size that the header declares. */
  says?: number
  isStored?: boolean
  isEncrypted?: boolean
  isUtf8?: boolean
  method?: number
  /** Unix mode in the entry's attributes. */
  mode?: number
  /** Index of another entry whose bytes this one refers to instead of having its own. */
  sharesWith?: number
  crc?: number
}

/** Builds a zip by hand, so that it can contain what no regular program would write. */
export function zipOf(items: readonly ZipItem[], before = Buffer.alloc(0)): Buffer {
  const pieces: Buffer[] = [before]
  const central: Buffer[] = []
  const places: number[] = []
  let at = before.length
  for (const item of items) {
    const {
      content = Buffer.alloc(0),
      isStored = false,
      isEncrypted = false,
      isUtf8 = true,
      mode = 0,
      sharesWith,
    } = item
    const name = Buffer.from(item.name as string)
    const method = item.method ?? (isStored ? 0 : 8)
    const packed = isStored ? content : deflateRawSync(content)
    const flags = (isEncrypted ? 1 : 0) | (isUtf8 ? 0x0800 : 0)
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x02014b50)
    head.writeUInt16LE((3 << 8) | 20, 4)
    head.writeUInt16LE(20, 6)
    head.writeUInt16LE(flags, 8)
    head.writeUInt16LE(method, 10)
    head.writeUInt32LE(item.crc ?? crc32(content), 16)
    head.writeUInt32LE(packed.length, 20)
    head.writeUInt32LE(item.says ?? content.length, 24)
    head.writeUInt16LE(name.length, 28)
    head.writeUInt32LE((mode << 16) >>> 0, 38)
    head.writeUInt32LE(sharesWith === undefined ? at : (places[sharesWith] ?? 0), 42)
    central.push(Buffer.concat([head, name]))
    places.push(at)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    head.copy(local, 4, 6, 32)
    local.writeUInt16LE(name.length, 26)
    local.writeUInt16LE(0, 28)
    pieces.push(local, name, packed)
    at += 30 + name.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  const isMany = items.length > 0xfffe
  end.writeUInt16LE(isMany ? 0xffff : items.length, 8)
  end.writeUInt16LE(isMany ? 0xffff : items.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...pieces, directory, ...(isMany ? [longEnd(items.length, directory.length, at)] : []), end])
}

/** The ZIP64 end records with 64-bit counts and their locator. */
function longEnd(count: number, length: number, at: number): Buffer {
  const end = Buffer.alloc(76)
  end.writeUInt32LE(0x06064b50)
  end.writeUInt32LE(44, 4)
  for (const [place, value] of [
    [24, count],
    [32, count],
    [40, length],
    [48, at],
  ] as const)
    end.writeBigUInt64LE(BigInt(value), place)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(at + length), 64)
  end.writeUInt32LE(1, 72)
  return end
}

export type TarItem = { name: string; content?: Buffer; type?: string; link?: string; says?: number }

/** Builds a tar by hand, with the same freedom. */
export function tarOf(items: readonly TarItem[]): Buffer {
  const pieces = items.flatMap(({ name, content = Buffer.alloc(0), type = '0', link = '', says }) => {
    const head = Buffer.alloc(512)
    head.write(name, 0, 100)
    head.write('0000644\0', 100)
    head.write(`${(says ?? content.length).toString(8).padStart(11, '0')}\0`, 124)
    head.write('00000000000\0', 136)
    head.write(' '.repeat(8), 148)
    head.write(type, 156)
    head.write(link, 157)
    head.write('ustar\x0000', 257, 'latin1')
    const sum = head.reduce((all, byte) => all + byte, 0)
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [head, content, Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return Buffer.concat([...pieces, Buffer.alloc(1024)])
}
