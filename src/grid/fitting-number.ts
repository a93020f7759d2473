/** Figures as they are drawn: sign, whole part with or without groups, decimals, percent sign. */
const FIGURES = /^(-?)([\d,]+)\.(\d+)(%?)$/

/** Figures with fewer decimals, rounded half away from zero. */
function withDecimals(whole: string, fraction: string, decimals: number): string {
  const up = Number(fraction[decimals]) >= 5 ? 1n : 0n
  const kept = fraction.slice(0, decimals)
  const digits = (BigInt(`1${kept}`) + up).toString()
  if (digits.startsWith('1')) return decimals ? `${whole}.${digits.slice(1)}` : whole
  // It carries into the whole part.
  const plain = (BigInt(whole.replaceAll(',', '')) + 1n).toString()
  const next = whole.includes(',') ? plain.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',') : plain
  return decimals ? `${next}.${digits.slice(1)}` : next
}

/**
 * A decimal number rounded to as many places as fit, as spreadsheets show it. It stays as it is if it fits, if not even
 * its whole part does, and if nothing but zeros would be left of it.
 */
export function fittingNumber(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const [, sign = '', whole = '', fraction = '', percent = ''] = FIGURES.exec(text) ?? []
  for (let decimals = fraction.length - 1; decimals >= 0; decimals -= 1) {
    const shorter = `${sign}${withDecimals(whole, fraction, decimals)}${percent}`
    if (fits(shorter)) return /[1-9]/.test(shorter) ? shorter : text
  }
  return text
}
