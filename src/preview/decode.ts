import { type LegacyEncoding, legacyEncodingOf } from '#contract/core/legacy-encoding.ts'

export type Utf16 = 'utf-16le' | 'utf-16be'

/** The UTF-16 variant given by a byte order mark; null without one. */
export function utf16In([first, second]: Uint8Array): Utf16 | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

type Known = {
  utf16?: Utf16 | null
  /** What the beginning of the file is, as far as it is not UTF-8. */
  legacy?: LegacyEncoding | null
}

/**
 * Decodes UTF-8, UTF-16 with a byte order mark, or else the likelier encoding of Chinese or Western European programs. For
 * bytes from the middle of a file, `known` is the result for its beginning.
 */
export function decode(bytes: ArrayBuffer, isWhole: boolean, known: Known = {}): string {
  const { utf16 = utf16In(new Uint8Array(bytes)), legacy } = known
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole })
  } catch {
    return new TextDecoder(legacy ?? legacyEncodingOf(new Uint8Array(bytes)) ?? 'gb18030').decode(bytes)
  }
}
