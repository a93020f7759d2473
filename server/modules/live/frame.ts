const TEXT = 0x81
const [SHORT_MAX, MIDDLE, MIDDLE_MAX] = [125, 126, 65_535]

/**
 * A complete text frame of a server (RFC 6455, section 5.2), built once for all recipients. Throws RangeError above 64
 * KiB.
 */
export function textFrame(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length > MIDDLE_MAX) throw new RangeError(`news of ${bytes.length} bytes`)
  const { length } = bytes
  const head = length <= SHORT_MAX ? [TEXT, length] : [TEXT, MIDDLE, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), bytes])
}
