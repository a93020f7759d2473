export type Utf16 = 'utf-16le' | 'utf-16be'

/** The UTF-16 variant given by a byte order mark; null without one. */
export function utf16In([first, second]: Uint8Array): Utf16 | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/**
 * Decodes UTF-8, UTF-16 with a byte order mark, or the encoding of Chinese office programs (GB 18030). For bytes from
 * the middle of a file, `utf16` is the result for its beginning.
 */
export function decode(bytes: ArrayBuffer, isWhole: boolean, utf16 = utf16In(new Uint8Array(bytes))): string {
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole })
  } catch {
    // Not UTF-8, so GB 18030 is assumed, the other common encoding of research tables.
    return new TextDecoder('gb18030').decode(bytes)
  }
}
