/** Maximum number of digits before and after the decimal mark: enough for any double. */
const DIGITS_MAX = 400
/** Digit group separators: spaces of every width and the Swiss apostrophe. */
const GROUPS = /[\s\u00a0\u2009\u202f'’]/g
const FULL_WIDTH = /[０-９．，＋－％]/g
const FULL_WIDTH_OFFSET = 0xfee0
/** Sign, digits, decimals, exponent, percent sign. */
const PLAIN = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?(%?)$/i
const GROUPED = { '.': /^[+-]?\d{1,3}(?:,\d{3})+(?:\.|%?$)/, ',': /^[+-]?\d{1,3}(?:\.\d{3})+(?:,|%?$)/ }
const BLANK_GROUPED = /^[+-]?\d{1,3}(?:[\s\u00a0\u2009\u202f'’]\d{3})+(?:[.,%]|$)/

/** A number already in canonical form and of a common size, which needs no parsing. */
const CANONICAL = /^(?:-(?!0$))?(?:0|[1-9]\d{0,14})(?:\.\d{0,14}[1-9])?$/

/** A number without the zeros at the end of its decimals, which databases write up to the scale of a column. */
function withoutZeros(text: string): string {
  if (!text.includes('.')) return text
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}

export type DecimalPoint = '.' | ','

/** Normalizes digits and signs to ASCII, trims spaces, and accepts the typographic minus. */
const tidied = (text: string): string =>
  text
    .trim()
    .replace(FULL_WIDTH, (one) => String.fromCharCode(one.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(/^\u2212/, '-')

function ungrouped(text: string, decimal: DecimalPoint): string {
  const group = decimal === '.' ? ',' : '.'
  const bare = BLANK_GROUPED.test(text) ? text.replace(GROUPS, '') : text
  const whole = GROUPED[decimal].test(bare) ? bare.replaceAll(group, '') : bare
  return decimal === '.' ? whole : whole.includes('.') ? '' : whole.replace(',', '.')
}

/** Digits with the decimal mark moved by `shift` places to the right, without superfluous zeros. */
function moved(whole: string, decimals: string, shift: number): string | null {
  const digits = whole + decimals
  const mark = whole.length + shift
  if (Math.abs(shift) > DIGITS_MAX) return null
  const before = mark <= 0 ? '' : digits.slice(0, mark).padEnd(mark, '0')
  const behind = mark <= 0 ? '0'.repeat(-mark) + digits : digits.slice(mark)
  const [left, right] = [before.replace(/^0+(?=\d)/, '') || '0', behind.replace(/0+$/, '')]
  if (left.length > DIGITS_MAX || right.length > DIGITS_MAX) return null
  return right ? `${left}.${right}` : left
}

/**
 * A decimal number as canonical text: a sign only for negative numbers, a point, no exponent, no superfluous zeros.
 * Accepts digits in groups of three, an exponent and a percent sign (`12.5%` is 0.125). Never converted to a double.
 * Null if it is no number, `tooLong` for more than 400 digits on a side.
 */
export function parseNumber(text: string, decimal: DecimalPoint = '.'): string | null | 'tooLong' {
  if (decimal === '.') {
    const short = withoutZeros(text)
    if (CANONICAL.test(short)) return short
  }
  const match = PLAIN.exec(ungrouped(tidied(text), decimal))
  if (!match) return null
  const [, sign, whole = '', decimals = '', exponent = '0', percent] = match
  if (!whole && !decimals) return null
  const value = moved(whole, decimals, Number(exponent) - (percent ? 2 : 0))
  if (value === null) return /[1-9]/.test(whole + decimals) ? 'tooLong' : '0'
  return sign === '-' && value !== '0' ? `-${value}` : value
}

/** Whether digits are an identifier rather than a number: leading zeros, or more digits than programs keep. */
export const isCodeLike = (text: string): boolean => /^[+-]?(?:0\d|\d{16,}$)/.test(tidied(text))
