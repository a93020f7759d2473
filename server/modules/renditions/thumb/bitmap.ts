import { THUMB_SOURCE_PIXELS } from '#contract/core/limits.ts'

/** An uncompressed picture: four bytes per pixel, in the order RGBA. */
export type Bitmap = { width: number; height: number; rgba: Buffer }

const FILE_HEAD = 14
const ICON_HEAD = 6
const ICON_ENTRY = 16
const PNG = Buffer.from('89504e47', 'hex')
/** Compression of a BMP: none, or none with bit masks for the colours. */
const PLAIN = 0
const MASKED = 3

/** Decodes a .bmp file; throws for obsolete forms. */
export function bitmapOfBmp(bytes: Buffer): Bitmap {
  if (bytes.toString('latin1', 0, 2) !== 'BM') throw new Error('no bitmap')
  return bitmapOfDib(bytes.subarray(FILE_HEAD), bytes.readUInt32LE(10) - FILE_HEAD, false)
}

/** The largest picture of an .ico file: a bitmap, or the bytes of a PNG. */
export function bitmapOfIco(bytes: Buffer): Bitmap | Buffer {
  const entries = Array.from({ length: bytes.readUInt16LE(4) }, (_, i) => ICON_HEAD + i * ICON_ENTRY)
  const sizeAt = (at: number) => (bytes[at] || 256) * 1000 + bytes.readUInt16LE(at + 6)
  const [best] = entries.filter((at) => at + ICON_ENTRY <= bytes.length).sort((a, b) => sizeAt(b) - sizeAt(a))
  if (best === undefined) throw new Error('no icon')
  const start = bytes.readUInt32LE(best + 12)
  const image = bytes.subarray(start, start + bytes.readUInt32LE(best + 8))
  return image.subarray(0, PNG.length).equals(PNG) ? image : bitmapOfDib(image, null, true)
}

/** Reads a colour through its bit mask, scaled to a byte. */
function maskOf(mask: number): (value: number) => number {
  if (!mask) return () => 255
  const shift = Math.log2(mask & -mask)
  const most = mask / 2 ** shift
  return (value) => Math.round(((((value & mask) >>> 0) / 2 ** shift) * 255) / most)
}

type Dib = {
  width: number
  height: number
  isTopDown: boolean
  bits: number
  pixelsAt: number
  palette: Buffer
  masks: number[]
}

function headOfDib(dib: Buffer, pixelsAt: number | null, isIcon: boolean): Dib {
  const headBytes = dib.readUInt32LE(0)
  const width = dib.readInt32LE(4)
  const tall = dib.readInt32LE(8)
  const height = Math.abs(tall) / (isIcon ? 2 : 1)
  const bits = dib.readUInt16LE(14)
  const form = dib.readUInt32LE(16)
  if (width <= 0 || !Number.isInteger(height) || height <= 0 || width * height > THUMB_SOURCE_PIXELS)
    throw new Error('a bitmap of a strange size')
  if (form !== PLAIN && form !== MASKED) throw new Error('a compressed bitmap')
  const colours = bits <= 8 ? dib.readUInt32LE(32) || 2 ** bits : 0
  const masksAt = form === MASKED && headBytes <= 40 ? 12 : 0
  const paletteAt = headBytes + masksAt
  const usual = bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, isIcon ? 0xff000000 : 0]
  const hasAlpha = form === MASKED && headBytes >= 56
  const masks =
    form === MASKED ? [40, 44, 48].map((at) => dib.readUInt32LE(at)).concat(hasAlpha ? dib.readUInt32LE(52) : 0) : usual
  const palette = dib.subarray(paletteAt, paletteAt + colours * 4)
  return { width, height, isTopDown: tall < 0, bits, pixelsAt: pixelsAt ?? paletteAt + colours * 4, palette, masks }
}

/** The bitmap in such a file: rows from the bottom, padded to 4 bytes; an icon also has a transparency mask. */
function bitmapOfDib(dib: Buffer, at: number | null, isIcon: boolean): Bitmap {
  const { width, height, isTopDown, bits, pixelsAt, palette, masks } = headOfDib(dib, at, isIcon)
  if (![1, 4, 8, 16, 24, 32].includes(bits)) throw new Error('a bitmap of strange colours')
  const stride = Math.ceil((width * bits) / 32) * 4
  const holesAt = pixelsAt + stride * height
  const holeStride = Math.ceil(width / 32) * 4
  const hasHoles = isIcon && bits < 32 && holesAt + holeStride * height <= dib.length
  if (pixelsAt < 0 || holesAt > dib.length) throw new Error('a bitmap cut short')
  const rgba = Buffer.alloc(width * height * 4)
  const channels = masks.map(maskOf)
  for (let y = 0; y < height; y += 1) {
    const row = isTopDown ? y : height - 1 - y
    for (let x = 0; x < width; x += 1) {
      const to = (y * width + x) * 4
      const from = pixelsAt + row * stride
      if (bits <= 8) {
        const byte = dib[from + Math.floor((x * bits) / 8)] ?? 0
        const index = (byte >> (8 - bits - ((x * bits) % 8))) & (2 ** bits - 1)
        for (let channel = 0; channel < 3; channel += 1) rgba[to + channel] = palette[index * 4 + 2 - channel] ?? 0
        rgba[to + 3] = 255
      } else if (bits === 24) {
        for (let channel = 0; channel < 3; channel += 1) rgba[to + channel] = dib[from + x * 3 + 2 - channel] ?? 0
        rgba[to + 3] = 255
      } else {
        const value = bits === 16 ? dib.readUInt16LE(from + x * 2) : dib.readUInt32LE(from + x * 4)
        for (const [channel, read] of channels.entries()) rgba[to + channel] = read(value)
      }
      if (hasHoles && ((dib[holesAt + row * holeStride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) rgba[to + 3] = 0
    }
  }
  return { width, height, rgba }
}
