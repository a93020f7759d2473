import { numberOf } from '../../frame.ts'
import type { DrawNote, Painter } from '../../kind.ts'
import { arc, fitted, lineTo, onCircle, type Shape, SMALL, ticks } from '../../scene/shapes.ts'

/** Where the arc begins and ends, in radians clockwise from the top. */
const [FROM, TO] = [-2.1, 2.1]

/** The least round number that is not less than all of these. */
function roundAbove(values: readonly number[]): number {
  const most = Math.max(...values)
  if (most <= 0) return most === 0 ? 1 : 0
  return ticks(0, most * 2, 8).find((tick) => tick >= most) ?? most
}

/** One value on an arc from the least to the greatest, with its reference lines. */
export const paint: Painter = (painting) => {
  const { frame, rows, width, height, tokens, measure } = painting
  const [column] = frame.of('y')
  const [first] = rows
  const value = column && first ? numberOf(first.row.cells[column.at]) : null
  if (!column || !first || value === null) return { shapes: [], notes: ['nothing'] }
  const { words, definition } = frame
  const { options } = definition
  const { axes, lines } = options
  const values = [value, ...lines.map((line) => line.value)]
  const least = axes.y.least ?? Math.min(0, ...values)
  const greatest = axes.y.greatest ?? (column.column.format.isPercent ? Math.max(1, ...values) : roundAbove(values))
  if (!(greatest > least)) return { shapes: [], notes: ['rangeEmpty'] }
  const notes: DrawNote[] = value < least || value > greatest ? ['outOfRange'] : []
  const share = (one: number) => Math.min(1, Math.max(0, (one - least) / (greatest - least)))
  const angle = (one: number) => FROM + (TO - FROM) * share(one)
  const outer = Math.max(10, Math.min(width / 2 - 40, height / 1.65 - 14))
  const [x, y] = [width / 2, Math.min(height - outer * 0.55 - 14, outer + 18)]
  const ring = { x, y, inner: outer * 0.78, outer }
  const write = (one: number) => words.number(one, column.column, options)
  const name = words.titleOf(column.column)
  const side = (one: number, text: string, anchor: 'start' | 'middle' | 'end'): Shape => {
    const [atX, atY] = onCircle(x, y, outer + 12, angle(one))
    return { kind: 'text', x: atX, y: atY + 4, text, size: SMALL, fill: tokens.soft, anchor }
  }
  const targets = lines
    .filter(({ value: at }) => at >= least && at <= greatest)
    .flatMap(({ value: at, title }): Shape[] => {
      const ends = [onCircle(x, y, ring.inner - 4, angle(at)), onCircle(x, y, outer + 4, angle(at))]
      const anchor = angle(at) < -0.2 ? 'end' : angle(at) > 0.2 ? 'start' : 'middle'
      return [
        { kind: 'path', d: lineTo(ends), stroke: tokens.ink, lineWidth: 2 },
        side(at, fitted(title || words.tick(at, column.column, options), 80, SMALL, measure), anchor),
      ]
    })
  const size = Math.max(14, Math.min(36, outer * 0.34))
  // A shortened number would be a different one: if there is no space, scientific notation is used.
  const whole = (room: number) => {
    const text = write(value)
    return measure(text, size) <= room
      ? text
      : words.number(value, column.column, { notation: 'scientific', hasUnit: false, decimals: 2 })
  }
  const below = size * 0.35 + 20
  // As wide as the arc is open at that height.
  const room = Math.max(ring.inner, 2 * Math.sqrt(Math.max(0, ring.inner ** 2 - below ** 2)) - 8)
  const tip = { title: name, items: [{ name, value: write(value) }] }
  return {
    shapes: [
      { kind: 'path', d: arc({ ...ring, from: FROM, to: TO }), fill: tokens.line },
      {
        kind: 'path',
        d: arc({ ...ring, from: FROM, to: Math.max(angle(value), FROM + 0.004) }),
        fill: tokens.series[0] ?? tokens.ink,
        index: first.index,
        tip,
      },
      ...targets,
      side(least, words.tick(least, column.column, options), 'end'),
      side(greatest, words.tick(greatest, column.column, options), 'start'),
      {
        kind: 'text',
        x,
        y: y + size * 0.35,
        text: whole(ring.inner * 1.8),
        size,
        weight: 600,
        anchor: 'middle',
        fill: tokens.ink,
      },
      {
        kind: 'text',
        x,
        y: y + below,
        text: fitted(name, room, SMALL, measure),
        size: SMALL,
        anchor: 'middle',
        fill: tokens.soft,
      },
    ],
    notes,
  }
}
