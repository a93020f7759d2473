/** The tokens of the theme that charts are drawn with; a canvas needs them as values. */
export type ChartTokens = {
  ink: string
  soft: string
  faint: string
  line: string
  lineStrong: string
  surface: string
  font: string
  series: readonly string[]
  rest: string
  low: string
  high: string
}

const SERIES = 8

/** The tokens of the current theme. */
export function chartTokens(): ChartTokens {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string) => style.getPropertyValue(name).trim()
  return {
    ink: of('--ink'),
    soft: of('--soft'),
    faint: of('--faint'),
    line: of('--line'),
    lineStrong: of('--line-strong'),
    surface: of('--surface'),
    font: of('--font'),
    series: Array.from({ length: SERIES }, (_, at) => of(`--chart-${at + 1}`)),
    rest: of('--chart-rest'),
    low: of('--chart-low'),
    high: of('--chart-high'),
  }
}
