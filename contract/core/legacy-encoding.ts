/** Encodings of texts that are not Unicode: the one of Chinese programs, and the one of Western European programs. */
export type LegacyEncoding = 'gb18030' | 'windows-1252'

/** Neither ASCII nor the space that does not break, which no common Chinese character contains. */
const isHigh = (byte = 0) => byte >= 0x80 && byte !== 0xa0
/** Bytes that Windows-1252 leaves undefined. */
const UNDEFINED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
/** The euro sign, quotation marks, dashes and the like, and the letters Š, Œ, Ž and Ÿ of Windows-1252. */
const WESTERN_SIGNS = new Set([
  0x80, 0x85, 0x8a, 0x8c, 0x8e, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0x9a, 0x9c, 0x9e, 0x9f,
])
/** Rows of GB 2312: common and less common characters, and the symbols among which Chinese punctuation and Greek are. */
const [COMMON, RARE, LAST_ROW, FIRST_CELL] = [0xb0, 0xd8, 0xf7, 0xa1]
const SYMBOLS = new Set([0xa1, 0xa2, 0xa3, 0xa6])
const [CAPITALS, SMALL] = [0xc0, 0xdf]

const isLetter = (byte = 0) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)

/** Whether two bytes are two letters of the same case in Windows-1252. */
const isSameCase = (one: number, other: number) =>
  one >= CAPITALS && other >= CAPITALS && one >= SMALL === other >= SMALL

/** How much two bytes that make a character in GB 18030 speak for a Chinese text. */
function chineseWeight(lead: number, trail: number): number {
  if (trail < FIRST_CELL) return 0
  if (SYMBOLS.has(lead)) return 1
  if (lead < COMMON || lead > LAST_ROW) return 0
  return lead < RARE ? 1 : 0.5
}

function isGb18030(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('gb18030', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** What the bytes from `start` to `end`, all of them high ones between others, speak for. */
function weigh(bytes: Uint8Array, start: number, end: number): { chinese: number; western: number } {
  const lead = bytes[start] ?? 0
  const trail = bytes[start + 1] ?? 0
  // A single accented letter or sign; in Chinese texts, half of a rare character.
  if (end - start === 1) {
    const isSign = WESTERN_SIGNS.has(lead)
    return { chinese: 0, western: isSign ? 0.5 : lead >= FIRST_CELL ? 1 : 0 }
  }
  // Two accented letters within a word, as in Estação or Größe.
  const isInWord = isLetter(bytes[start - 1]) && isLetter(bytes[end])
  if (end - start === 2 && isInWord && isSameCase(lead, trail)) return { chinese: 0, western: 1 }
  let chinese = 0
  for (let at = start; at + 1 < end; at += 2) chinese += chineseWeight(bytes[at] ?? 0, bytes[at + 1] ?? 0)
  return { chinese, western: 0 }
}

/**
 * The likelier encoding of a text that is not UTF-8: nearly all bytes can be read as GB 18030, so what counts is how they
 * stand. Accented letters stand alone among others; Chinese characters are pairs, most of them common. Null if neither can
 * be it.
 */
export function legacyEncodingOf(bytes: Uint8Array): LegacyEncoding | null {
  let [chinese, western, isDefined] = [0, 0, true]
  for (let at = 0; at < bytes.length; at += 1) {
    if (!isHigh(bytes[at])) continue
    const start = at
    for (; isHigh(bytes[at]); at += 1) isDefined &&= !UNDEFINED.has(bytes[at] ?? 0)
    const found = weigh(bytes, start, at)
    chinese += found.chinese
    western += found.western
  }
  if (isDefined && western > 0 && western >= chinese) return 'windows-1252'
  return isGb18030(bytes) ? 'gb18030' : null
}
