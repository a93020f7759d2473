/** A format of TEXT for numbers: digits before the point, and the least and most behind it. */
export type NumberFormat = { before: number; least: number; most: number; isGrouped: boolean; isPercent: boolean }

const NUMBER = /^(#,##)?([#0]*)(?:\.(0*)(#*))?(%?)$/
const DIGITS_MAX = 30

/** Reads `0.00`, `#,##0.0#`, `00000`, `0%`; null: no such format. */
export function numberFormat(text: string): NumberFormat | null {
  const [, grouped, before = '', least = '', more = '', percent] = NUMBER.exec(text) ?? []
  if (!/[#0]/.test(text) || /0#/.test(before) || text.length > DIGITS_MAX) return null
  return {
    before: before.replaceAll('#', '').length,
    least: least.length,
    most: least.length + more.length,
    isGrouped: Boolean(grouped),
    isPercent: percent === '%',
  }
}

const PIECE = /yyyy|yy|mm?|dd?|hh?|ss?|[-/.:, \u5e74\u6708\u65e5\u65f6\u5206\u79d2]/giy
/** What the database calls the parts of a date. */
const PARTS: Record<string, string> = {
  yyyy: 'YYYY',
  yy: 'YY',
  mm: 'MM',
  m: 'FMMM',
  dd: 'DD',
  d: 'FMDD',
  hh: 'HH24',
  h: 'FMHH24',
  ss: 'SS',
  s: 'FMSS',
}
const MINUTES: Record<string, string> = { mm: 'MI', m: 'FMMI' }

/** Reads `yyyy-mm-dd hh:mm` into the database's pattern: m behind h or before s is minutes; null: no such format. */
export function dateFormat(text: string): string | null {
  const pieces = text.match(PIECE) ?? []
  if (pieces.join('') !== text) return null
  const letters = pieces.map((piece) => piece.toLowerCase()).filter((piece) => piece in PARTS)
  if (!letters.length) return null
  let at = -1
  return pieces
    .map((piece) => {
      const part = piece.toLowerCase()
      if (!(part in PARTS)) return `"${piece}"`
      at += 1
      const isMinutes = part in MINUTES && (letters[at - 1]?.startsWith('h') || letters[at + 1]?.startsWith('s'))
      return (isMinutes ? MINUTES : PARTS)[part]
    })
    .join('')
}
