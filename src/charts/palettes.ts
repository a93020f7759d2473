import type { ChartOptions, ChartPalette, ChartRamp } from '#contract/charts/definition.ts'
import type { ChartTokens } from '../widgets/chart-tokens.ts'
import { isDark, mixed } from './scene/colours.ts'

/** The tokens of the theme in the colours of a chart. `steps`: from the least to the greatest value. */
export type DrawTokens = ChartTokens & { steps: readonly string[]; chosen: ReadonlyMap<string, string> }
type Theme = 'light' | 'dark'

/**
 * Eight colours each, in the light and in the dark, that differ from the surface and from each other for people who see
 * no red or no green, too; a test holds them to it.
 */
export const palettes: Record<Exclude<ChartPalette, 'standard'>, Record<Theme, readonly string[]>> = {
  bright: {
    light: ['#225fc6', '#cc4b03', '#109a72', '#b00360', '#008599', '#bb8916', '#653ce3', '#455345'],
    dark: ['#69cbfd', '#fc9117', '#70e48e', '#f4769a', '#4bbccb', '#fce151', '#ac93f9', '#ced4dc'],
  },
  muted: {
    light: ['#2e2787', '#c36a7f', '#1f6f2d', '#a8921a', '#3896b4', '#861750', '#688119', '#4f6674'],
    dark: ['#9480d9', '#ea8fa0', '#56aa55', '#d1d588', '#9dd1f3', '#d0679a', '#b0be5c', '#9bb1d1'],
  },
  grey: {
    light: ['#1b1b1b', '#5c5c5c', '#3a3a3a', '#808080', '#2a2a2a', '#6e6e6e', '#4a4a4a', '#949494'],
    dark: ['#6a6a6a', '#b7b7b7', '#8f8f8f', '#e2e2e2', '#7d7d7d', '#cccccc', '#a3a3a3', '#f8f8f8'],
  },
}

/** Colours from the least to the greatest value. */
const ramps: Record<Exclude<ChartRamp, 'standard'>, Record<Theme, readonly string[]>> = {
  spectrum: {
    light: ['#fde725', '#5ec962', '#21918c', '#3b528b', '#440154'],
    dark: ['#440154', '#3b528b', '#21918c', '#5ec962', '#fde725'],
  },
  heat: {
    light: ['#fff3c4', '#fdae61', '#d7472f', '#6d0a25'],
    dark: ['#3a0f1c', '#a32a2f', '#f08a3c', '#ffeaa0'],
  },
  diverging: {
    light: ['#1b5a9d', '#8dbbe0', '#eef1f1', '#f0a06b', '#a3320b'],
    dark: ['#7fc1ff', '#33658f', '#2b3432', '#9a5326', '#ffa25c'],
  },
}

/** The tokens of the theme with the colours that a chart chose. */
export function drawTokens(
  tokens: ChartTokens,
  { palette, ramp, colors }: Pick<ChartOptions, 'palette' | 'ramp' | 'colors'>,
): DrawTokens {
  const theme = isDark(tokens.surface) ? 'dark' : 'light'
  const series = palette === 'standard' ? tokens.series : palettes[palette][theme]
  const chosen = colors.flatMap(({ series: of, color }) => {
    const found = series[color]
    return found ? [[of, found] as const] : []
  })
  return {
    ...tokens,
    series,
    steps: ramp === 'standard' ? [tokens.low, tokens.high] : ramps[ramp][theme],
    chosen: new Map(chosen),
  }
}

/** The colour at a share of the way along steps, from 0 to 1. */
export function colourAt(steps: readonly string[], share: number): string {
  const way = Math.min(1, Math.max(0, share)) * (steps.length - 1)
  const at = Math.min(Math.floor(way), steps.length - 2)
  return mixed(steps[at] ?? '#000000', steps[at + 1] ?? '#000000', way - at)
}

/**
 * The values at the ends of a ramp: those of a diverging one have the same distance from 0 if there are values on both
 * sides of it.
 */
export function spanOf(values: readonly number[], { ramp }: Pick<ChartOptions, 'ramp'>): readonly [number, number] {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    least = Math.min(least, value)
    greatest = Math.max(greatest, value)
  }
  if (ramp !== 'diverging' || least >= 0 || greatest <= 0) return [least, greatest]
  const far = Math.max(-least, greatest)
  return [-far, far]
}

/** Digits of the distance between both ends that are shown of each (our choice). */
const SPAN_DIGITS = 3
/** The most that a number can be rounded to. */
const DECIMALS_MAX = 100
/** The ends of a span as a legend shows them: no more exact than tells them apart. */
export function roundedEnds([least, greatest]: readonly [number, number]): [number, number] {
  const decimals = SPAN_DIGITS - 1 - Math.floor(Math.log10(greatest - least))
  if (!(decimals <= DECIMALS_MAX)) return [least, greatest]
  const rounded = (value: number) => Number(value.toFixed(Math.max(0, decimals)))
  return [rounded(least), rounded(greatest)]
}

/** The colour of a value between both ends; if all values are equal, that of the greatest. */
export const colourOf = (value: number, [least, greatest]: readonly [number, number], { steps }: DrawTokens): string =>
  colourAt(steps, greatest > least ? (value - least) / (greatest - least) : 1)
