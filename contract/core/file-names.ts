import { FILE_NAME_MAX_BYTES } from './limits.ts'

/**
 * One character that file names must not have: those that file systems forbid, invisible ones and those that reverse
 * text.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it forbids
export const FORBIDDEN_IN_NAMES = /[\\/:*?"<>|\u0000-\u001f\u007f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/
/**
 * Whether a file or folder may have this name: not empty, no leading dot (spec section 5), none of `\ / : * ? " < > |`
 * or control characters, no invisible or text-reversing characters (joiners are allowed, scripts need them), no blank
 * or dot at the end (Windows), at most 255 bytes of UTF-8. Names are stored in NFC.
 */
export function isFileName(name: string): boolean {
  if (name === '' || name.startsWith('.') || FORBIDDEN_IN_NAMES.test(name) || /[. ]$/.test(name) || /^\s/.test(name))
    return false
  if (!name.isWellFormed()) return false
  return new TextEncoder().encode(name.normalize('NFC')).length <= FILE_NAME_MAX_BYTES
}
/** The text after the last dot, lower-cased; '' when there is none. */
export function suffixOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}
