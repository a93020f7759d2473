import type { DrawSpec } from '../../widgets/Chart.tsx'
import type { ChartTokens } from '../../widgets/chart-tokens.ts'
import { formatBytes, formatCount } from '../../widgets/format.ts'
import { ticksOf } from '../../widgets/ticks.ts'
import { wordsOf } from './step-words.ts'

export type Series = { key: string; label: string; values: readonly number[] }
export type ChartView = {
  key: string
  label: string
  unit: 'count' | 'bytes'
  series: readonly Series[]
  /** Totals at the end of each step, instead of what was added in it. */
  isTotal?: boolean
}

/** Maximum number of step labels that fit side by side on a phone. */
const LABELS_MAX = 6
type Drawn = { days: string[]; view: ChartView }
type Bar = { day: string; name: string; value: number }

/** Both axes: values from zero, and step labels that include the last step. */
function axesOf({ days, view: { unit } }: Drawn, language: string, { faint, line, font }: ChartTokens) {
  const text = { labelFill: faint, labelFillOpacity: 1, labelOpacity: 1, labelFontFamily: font, labelFontSize: 12 }
  const every = Math.ceil(days.length / LABELS_MAX)
  const x = {
    line: true,
    lineStroke: line,
    lineStrokeOpacity: 1,
    labelFormatter: wordsOf(days, language).short,
    labelAutoRotate: false,
    labelAutoHide: true,
    labelFilter: (_day: unknown, i: number) => (days.length - 1 - i) % every === 0,
  }
  const y = {
    grid: true,
    gridStroke: line,
    gridStrokeOpacity: 1,
    gridLineDash: [0, 0],
    labelFormatter: (value: number) => (unit === 'bytes' ? formatBytes(value, 0) : formatCount(value, language)),
  }
  const shared = { title: false, tick: false, ...text }
  return { x: { ...shared, ...x }, y: { ...shared, ...y } }
}

/** Columns, stacked if a number has parts; axis and tooltip have units. */
export const growthSpec = (drawn: Drawn, language: string) =>
  function spec(tokens: ChartTokens): DrawSpec {
    const { days, view } = drawn
    const { unit, series } = view
    const data: Bar[] = series.flatMap(({ label, values }) =>
      days.map((day, i) => ({ day, name: label, value: values[i] ?? 0 })),
    )
    const sums = days.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0))
    const ticks = ticksOf(Math.max(...sums), unit)
    const format = (value: number) => (unit === 'bytes' ? formatBytes(value) : formatCount(value, language))
    const drawing = {
      type: 'interval',
      data,
      encode: { x: 'day', y: 'value', color: 'name' },
      transform: [{ type: 'stackY', reverse: true }],
      scale: {
        x: { padding: 0.35 },
        y: { domain: [0, ticks.at(-1) ?? 1], nice: false, tickMethod: () => ticks },
        color: { domain: series.map(({ label }) => label), range: [...tokens.series] },
      },
      axis: axesOf(drawn, language, tokens),
      style: { maxWidth: 36, fillOpacity: 1 },
      legend: false,
      margin: 0,
      marginTop: 8,
      marginRight: 12,
      tooltip: {
        title: ({ day }: Bar) => wordsOf(days, language).long(day),
        items: [({ name, value }: Bar) => ({ name, value: format(value) })],
      },
    }
    return drawing
  }
