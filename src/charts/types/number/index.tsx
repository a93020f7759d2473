import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { spansBetween } from '../../bins.ts'
import { numberOf } from '../../frame.ts'
import type { ChartKind, ViewProps } from '../../kind.ts'
import { labelOf } from '../../words.ts'

type Point = { value: number; label: string }
const [WIDTH, HEIGHT] = [240, 48]

/** The values of the trend in their order; a span without rows has none. */
function trendOf({ groups, answer, of, words }: ViewProps['frame']): (Point | null)[] {
  const { x } = groups
  const [measure] = of('y')
  if (!x || !measure) return []
  const byCell = new Map(
    answer.rows
      .filter(({ rest }) => !rest[0])
      .map(({ cells }) => [JSON.stringify(cells[x.placed.at] ?? null), numberOf(cells[measure.at])]),
  )
  const cells = [...byCell.keys()].map((id) => JSON.parse(id) as string | null).filter((cell) => cell !== null)
  const known = cells.sort()
  const [first, last, { time }] = [known[0], known.at(-1), x.placed.column.binding]
  const all = first && last && time && time !== 'auto' ? spansBetween(first, last, time) : null
  return (all ?? known).map((cell) => {
    const value = byCell.get(JSON.stringify(cell)) ?? null
    return value === null ? null : { value, label: labelOf(x.placed.column, cell, { words, names: answer.names }) }
  })
}

/** The path of a line through values, broken where there are none. */
export function trendPath(points: readonly (Point | null)[]): string {
  const values = points.flatMap((point) => (point ? [point.value] : []))
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  const range = greatest - least || 1
  const step = WIDTH / Math.max(1, points.length - 1)
  let isDown = false
  return points
    .map((point, at) => {
      if (!point) {
        isDown = false
        return ''
      }
      const text = `${isDown ? 'L' : 'M'}${(at * step).toFixed(1)} ${(HEIGHT - 4 - ((point.value - least) / range) * (HEIGHT - 8)).toFixed(1)}`
      isDown = true
      return text
    })
    .join('')
}

/** The label of a day, or of a moment of it. */
const DAY = /^\d{4}-\d\d-\d\d/

/** A change that is displayed as zero counts as none. */
function trendTextOf(change: number, write: (value: number) => string) {
  if (write(Math.abs(change)) === write(0)) return 'charts.trendSame'
  return change > 0 ? 'charts.trendUp' : 'charts.trendDown'
}

function View({ frame }: ViewProps) {
  const { t } = useTranslation()
  const { answer, words, definition } = frame
  const [measure] = frame.of('y')
  const hasTrend = frame.groups.x !== undefined
  const row = hasTrend ? answer.rows.find(({ rest }) => rest[0]) : answer.rows[0]
  const value = measure && row ? numberOf(row.cells[measure.at]) : null
  const trend = trendOf(frame)
  const [last, before] = [trend.at(-1), trend.at(-2)]
  const change = last && before ? last.value - before.value : null
  const write = (one: number) => words.number(one, measure?.column, definition.options)
  const text = value === null ? '–' : write(value)
  return (
    <div className="chart-number num">
      <strong style={{ '--letters': Math.max(1, text.length) } as CSSProperties}>{text}</strong>
      <span>{measure && words.titleOf(measure.column)}</span>
      {trend.length > 1 && (
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={trendPath(trend)} />
        </svg>
      )}
      {last && before && change !== null && (
        <small>
          {t(trendTextOf(change, write), {
            label: last.label,
            value: write(last.value),
            change: write(Math.abs(change)),
            before: before.label,
            than: DAY.test(before.label) ? t('charts.onDay', { day: before.label }) : before.label,
          })}
        </small>
      )}
    </div>
  )
}

export const number: ChartKind = { options: ['decimals'], View }
