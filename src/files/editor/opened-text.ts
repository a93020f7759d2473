import { legacyEncodingOf } from '#contract/core/legacy-encoding.ts'

/** A text being edited, with the encoding details needed to store it again. */
export type OpenedText = {
  text: string
  encoding: 'UTF-8' | 'GB 18030' | 'Windows-1252'
  hasBom: boolean
  /** Line ending of the file; if endings are mixed, `\r` characters stay in the lines. */
  lineBreak: '\n' | '\r\n'
}
const BOM = '\uFEFF'
const NAMES = { gb18030: 'GB 18030', 'windows-1252': 'Windows-1252' } as const

function decoded(bytes: ArrayBuffer): Pick<OpenedText, 'text' | 'encoding'> | null {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    const legacy = legacyEncodingOf(new Uint8Array(bytes))
    if (!legacy) return null
    return { text: new TextDecoder(legacy).decode(bytes), encoding: NAMES[legacy] }
  }
}

/** Decodes UTF-8, or what older Chinese and Western European programs write; null if the bytes are not an editable text. */
export function openText(bytes: ArrayBuffer): OpenedText | null {
  const [first, second] = new Uint8Array(bytes.slice(0, 2))
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const read = isUtf16 ? null : decoded(bytes)
  if (!read || read.text.includes('\0')) return null
  const hasBom = read.text.startsWith(BOM)
  const text = hasBom ? read.text.slice(1) : read.text
  const isWindows = text.includes('\r\n') && !/[^\r]\n|^\n|\r(?!\n)/.test(text)
  return { text, encoding: read.encoding, hasBom, lineBreak: isWindows ? '\r\n' : '\n' }
}

/** Encodes an edited text as UTF-8, with a byte order mark if the original had one. */
export const bytesOf = (text: string, { hasBom }: Pick<OpenedText, 'hasBom'>): Blob =>
  new Blob([hasBom ? BOM : '', text], { type: 'text/plain' })
