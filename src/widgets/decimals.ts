/** Puts commas between groups of three digits of a whole number. */
export function grouped(digits: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')
}

/** Rounds a decimal to digits after the point, half away from zero, exactly. */
export function rounded(value: string, decimals: number): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? []
  if (fraction.length <= decimals) return `${sign}${whole}${decimals ? `.${fraction.padEnd(decimals, '0')}` : ''}`
  const up = Number(fraction[decimals]) >= 5 ? 1n : 0n
  const digits = (BigInt(whole + fraction.slice(0, decimals)) + up).toString().padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  return `${sign}${digits.slice(0, cut)}${decimals ? `.${digits.slice(cut)}` : ''}`
}
