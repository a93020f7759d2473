import { numberOf, scalarOf } from '../../frame.ts'
import type { Painter } from '../../kind.ts'
import { colourOf, roundedEnds, spanOf } from '../../palettes.ts'
import { colourScale, SCALE_PX } from '../../scene/scale.ts'
import { rect, type Shape, SMALL } from '../../scene/shapes.ts'

const DAY_MS = 86_400_000
const [WEEKS, DAYS] = [53, 7]
const [LEFT_PX, HEAD_PX] = [36, 18]
/** Cells smaller than this can't be told apart. */
const CELL_MIN_PX = 5
const CELL_MAX_PX = 22

/** Monday is 0. */
const weekday = (at: Date) => (at.getUTCDay() + 6) % DAYS
const firstOf = (year: number) => {
  const first = new Date(0)
  first.setUTCFullYear(year, 0, 1)
  return first
}
/** Where a day stands in its year: its week from the left, its weekday from the top. */
function placeOf(at: Date): { week: number; day: number } {
  const first = firstOf(at.getUTCFullYear())
  const days = Math.round((at.getTime() - first.getTime()) / DAY_MS)
  return { week: Math.floor((days + weekday(first)) / DAYS), day: weekday(at) }
}

/** The lines of a year (the weeks of each) that make the cells of a room largest, in px: one line where the height is short. */
function linesIn(width: number, height: number): { weeks: number; lines: number; size: number } {
  const ways = [1, 2, 3, 4].map((lines) => {
    const weeks = Math.ceil(WEEKS / lines)
    const size = Math.min((width - LEFT_PX) / (weeks + 1), (height / lines - HEAD_PX) / DAYS, CELL_MAX_PX)
    return { weeks, lines, size: Math.max(1, size) }
  })
  return ways.reduce((best, one) => (one.size > best.size ? one : best))
}

/** The days of years, each in the colour of its value, the newest year first. */
export const paint: Painter = (painting) => {
  const { frame, rows, width, height, tokens, measure } = painting
  const { x } = frame.groups
  const [column] = frame.of('color')
  const days =
    !x || !column
      ? []
      : rows.flatMap(({ row, index }) => {
          const cell = row.cells[x.placed.at] ?? null
          const value = numberOf(row.cells[column.at])
          const at = scalarOf('time', cell)
          return cell === null || value === null || Number.isNaN(at) ? [] : [{ at: new Date(at), value, index }]
        })
  if (days.length === 0 || !column) return { shapes: [], notes: ['nothing'] }
  const { words, definition } = frame
  const byYear = [...Map.groupBy(days, ({ at }) => at.getUTCFullYear())].sort(([one], [other]) => other - one)
  const room = Math.max(1, Math.floor((height - SCALE_PX) / (DAYS * CELL_MIN_PX + HEAD_PX)))
  const years = byYear.slice(0, room)
  const { weeks, lines, size } = linesIn(width, (height - SCALE_PX) / years.length)
  const linePx = DAYS * size + HEAD_PX
  const values = years.flatMap(([, of]) => of.map(({ value }) => value))
  const span = spanOf(values, definition.options)
  const write = (value: number) => words.number(value, column.column, definition.options)
  const name = words.titleOf(column.column)
  const shapes = years.flatMap(([year, of], order): Shape[] => {
    const top = SCALE_PX + order * lines * linePx + HEAD_PX
    const leftOf = (week: number) => LEFT_PX + (week % weeks) * size
    const topOf = (week: number) => top + Math.floor(week / weeks) * linePx
    const small = { kind: 'text' as const, size: size < 9 ? 9 : SMALL }
    const months: { x: number; y: number; text: string }[] = []
    for (let month = 0, free = { x: 0, y: 0 }; month < 12; month += 1) {
      const at = firstOf(year)
      at.setUTCMonth(month)
      const week = placeOf(at).week + (weekday(at) ? 1 : 0)
      const [x, y] = [leftOf(week), topOf(week) - 5]
      const text = words.month(at)
      // Names that would touch the one before are left out.
      if (x >= free.x || y > free.y) {
        months.push({ x, y, text })
        free = { x: x + measure(text, small.size) + 2, y }
      }
    }
    return [
      { ...small, x: 0, y: top + 3.5 * size + 4, text: String(year), fill: tokens.ink },
      ...(size * 4.3 > 16 ? months.map((month): Shape => ({ ...small, ...month, fill: tokens.soft })) : []),
      ...Array.from(
        { length: WEEKS },
        (_, week): Shape => ({
          kind: 'path',
          d: rect(leftOf(week), topOf(week), size - 1, DAYS * size - 1),
          fill: tokens.line,
          opacity: 0.35,
        }),
      ),
      ...of.map(({ at, value, index }): Shape => {
        const { week, day } = placeOf(at)
        return {
          kind: 'path',
          d: rect(leftOf(week), topOf(week) + day * size, size - 1, size - 1),
          fill: colourOf(value, span, tokens),
          index,
          tip: { title: at.toISOString().slice(0, 10), items: [{ name, value: write(value) }] },
        }
      }),
    ]
  })
  const ends = roundedEnds(span).map((end) => words.tick(end, column.column, definition.options))
  return {
    shapes: [...colourScale(painting, name, ends), ...shapes],
    notes: years.length < byYear.length ? ['yearsLeft'] : [],
  }
}
