import type { ChartTokens } from '../../widgets/chart-tokens.ts'

/** Red, green and blue of a colour in hexadecimal form. */
function parts(colour: string): [number, number, number] {
  const hex = colour.slice(1)
  const digits = hex.length === 3 ? Array.from(hex, (one) => one + one) : (hex.match(/../g) ?? [])
  const [r = 0, g = 0, b = 0] = digits.map((two) => Number.parseInt(two, 16))
  return [r, g, b]
}

/** The colour at a share of the way between two. */
export function mixed(from: string, to: string, share: number): string {
  const [one, other] = [parts(from), parts(to)]
  const hex = one.map((value, at) => Math.round(value + ((other[at] ?? 0) - value) * share))
  return `#${hex.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance of a colour, from 0 to 1 (WCAG). */
function luminance(colour: string): number {
  const [r, g, b] = parts(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** Whether a surface is one of a dark theme. */
export const isDark = (surface: string): boolean => luminance(surface) < 0.2

const contrast = (one: string, other: string) => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The colour in which a text is read best on another. */
export const textOn = (colour: string, { ink, surface }: ChartTokens): string =>
  contrast(ink, colour) >= contrast(surface, colour) ? ink : surface
