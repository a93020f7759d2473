type Rgb = readonly [red: number, green: number, blue: number]

/** Cold to warm, even in brightness: deep blue, teal, sand, orange. */
const WATER: readonly Rgb[] = [
  [25, 42, 86],
  [28, 92, 132],
  [47, 150, 146],
  [156, 201, 150],
  [241, 222, 156],
  [233, 143, 82],
]

/** A colour of the scale for a share from 0 to 1. */
export function water(share: number): Rgb {
  const at = Math.max(0, Math.min(0.9999, share)) * (WATER.length - 1)
  const [low = WATER[0], high = WATER[0]] = [WATER[Math.floor(at)], WATER[Math.floor(at) + 1]]
  const part = at - Math.floor(at)
  const mix = (i: 0 | 1 | 2) => Math.round((low?.[i] ?? 0) * (1 - part) + (high?.[i] ?? 0) * part)
  return [mix(0), mix(1), mix(2)]
}
export const css = ([red, green, blue]: Rgb) => `rgb(${red} ${green} ${blue})`
export const SERIES = ['#0f766e', '#c2703d', '#3b5b92', '#7a5195', '#5f7f3a', '#b04a5a'] as const
