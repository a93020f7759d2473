export type Pixels = { width: number; height: number }

const latin = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** Walks the segments of a JPEG to its frame header. Source: ISO/IEC 10918-1, annex B. */
function ofJpeg(bytes: Uint8Array, view: DataView): Pixels | null {
  for (let at = 2; at + 9 <= bytes.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at)
    if ((marker & 0xff00) !== 0xff00) return null
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
  }
  return null
}

/** Source: RFC 9649. */
function ofWebp(bytes: Uint8Array, view: DataView): Pixels | null {
  const kind = latin(bytes, 12, 16)
  const bits24 = (at: number) => view.getUint16(at, true) | ((bytes[at + 2] ?? 0) << 16)
  if (kind === 'VP8X') return { width: bits24(24) + 1, height: bits24(27) + 1 }
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  const packed = view.getUint32(21, true)
  return kind === 'VP8L' ? { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 } : null
}

/** Width and height of a PNG, GIF, BMP, JPEG or WebP by its header; null for everything else. Pure. */
export function pixelsOf(bytes: Uint8Array): Pixels | null {
  if (bytes.length < 30) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (latin(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return { width: view.getUint32(16), height: view.getUint32(20) }
  if (/^GIF8[79]a$/.test(latin(bytes, 0, 6))) return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (latin(bytes, 0, 2) === 'BM')
    return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return ofWebp(bytes, view)
  return view.getUint16(0) === 0xffd8 ? ofJpeg(bytes, view) : null
}
