import { grouped, rounded } from '../widgets/decimals.ts'

/** Figures as they are drawn: sign, whole part with or without groups, decimals, percent sign. */
const FIGURES = /^(-?)([\d,]+)\.(\d+)(%?)$/

/**
 * A decimal number rounded to as many places as fit, as spreadsheets show it. It stays as it is if it fits, if not even
 * its whole part does, and if nothing but zeros would be left of it.
 */
export function fittingNumber(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const [, sign = '', whole = '', fraction = '', percent = ''] = FIGURES.exec(text) ?? []
  const plain = whole.replaceAll(',', '')
  for (let decimals = fraction.length - 1; decimals >= 0; decimals -= 1) {
    const [integer = '', ...rest] = rounded(`${plain}.${fraction}`, decimals).split('.')
    const shorter = `${sign}${[whole === plain ? integer : grouped(integer), ...rest].join('.')}${percent}`
    if (fits(shorter)) return /[1-9]/.test(shorter) ? shorter : text
  }
  return text
}
