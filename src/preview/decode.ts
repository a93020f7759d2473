export type Utf16 = 'utf-16le' | 'utf-16be'

/** The UTF-16 that the first bytes of a file say it is in; null when they don't. */
export function utf16In([first, second]: Uint8Array): Utf16 | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/**
 * Text of bytes: UTF-8, UTF-16 that says so, or what Chinese office programs write (GB 18030). Of bytes from the middle
 * of a file, `utf16` is what its beginning said.
 */
export function decode(bytes: ArrayBuffer, isWhole: boolean, utf16 = utf16In(new Uint8Array(bytes))): string {
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole })
  } catch {
    // Not UTF-8: the other encoding that research tables come in.
    return new TextDecoder('gb18030').decode(bytes)
  }
}
