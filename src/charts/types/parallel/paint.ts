import { numberOf } from '../../frame.ts'
import type { Painter } from '../../kind.ts'
import { coloursOfRows } from '../../points.ts'
import { fitted, legend, lineTo, type Point, type Shape, SMALL } from '../../scene/shapes.ts'
import { coloursOf } from '../../style.ts'
import { labelOf } from '../../words.ts'

const SIDE_PX = 36

/** An axis for each column, a line for each row. */
export const paint: Painter = (painting) => {
  const { frame, rows, width, height, tokens, measure } = painting
  const { words, answer } = frame
  const columns = frame.of('columns')
  const [color, label] = [frame.of('color')[0], frame.of('label')[0]]
  const named = coloursOfRows(frame)
  const colours = new Map(coloursOf(named, tokens).map((colour, at) => [named[at]?.id, colour]))
  const whole = rows.flatMap(({ row, index }) => {
    const values = columns.map(({ at }) => numberOf(row.cells[at]))
    return values.every((value) => value !== null) ? [{ row, index, values }] : []
  })
  if (whole.length === 0 || columns.length < 2) return { shapes: [], notes: ['nothing'] }
  const [head, headHeight] = legend(
    named.map((one) => ({ label: one.label, colour: colours.get(one.id) ?? tokens.rest })),
    painting,
  )
  const [top, bottom] = [headHeight + 36, height - 18]
  const step = (width - 2 * SIDE_PX) / (columns.length - 1)
  const ranges = columns.map((_, at) => {
    const all = whole.map(({ values }) => values[at] ?? 0)
    return { least: Math.min(...all), greatest: Math.max(...all) }
  })
  const place = (value: number, at: number): Point => {
    const { least = 0, greatest = 0 } = ranges[at] ?? {}
    const share = greatest > least ? (value - least) / (greatest - least) : 0.5
    return [SIDE_PX + at * step, bottom - share * (bottom - top)]
  }
  const opacity = whole.length > 150 ? 0.25 : whole.length > 40 ? 0.45 : 0.75
  const lines = whole.map(({ row, index, values }): Shape => {
    const id = color ? JSON.stringify(row.cells[color.at] ?? null) : ''
    const names = [label, color].flatMap((one) =>
      one ? [labelOf(one.column, row.cells[one.at] ?? null, { words, names: answer.names })] : [],
    )
    return {
      kind: 'path',
      d: lineTo(values.map(place)),
      stroke: color ? (colours.get(id) ?? tokens.rest) : (tokens.series[0] ?? tokens.ink),
      lineWidth: 1.5,
      opacity,
      index,
      tip: {
        title: words.list(names),
        items: columns.map((one, at) => ({
          name: words.titleOf(one.column),
          value: words.number(values[at] ?? 0, one.column),
        })),
      },
    }
  })
  const axes = columns.flatMap((one, at): Shape[] => {
    const x = SIDE_PX + at * step
    const { least = 0, greatest = 0 } = ranges[at] ?? {}
    const isFirst = at === 0
    const isLast = at === columns.length - 1
    const anchor = isFirst ? 'start' : isLast ? 'end' : 'middle'
    const near = isFirst ? x - SIDE_PX : isLast ? x + SIDE_PX : x
    const write = (value: number) => fitted(words.tick(value, one.column), step, SMALL, measure)
    const text = { kind: 'text' as const, size: SMALL, anchor } as const
    return [
      {
        kind: 'path',
        d: lineTo([
          [x, top],
          [x, bottom],
        ]),
        stroke: tokens.lineStrong,
        lineWidth: 1,
      },
      {
        ...text,
        x: near,
        y: headHeight + 12,
        text: fitted(words.titleOf(one.column), step - 8, SMALL, measure),
        fill: tokens.ink,
        weight: 600,
      },
      { ...text, x: near, y: top - 6, text: write(greatest), fill: tokens.soft },
      { ...text, x: near, y: bottom + 14, text: write(least), fill: tokens.soft },
    ]
  })
  return { shapes: [...head, ...lines, ...axes], notes: [] }
}
