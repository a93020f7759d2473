import { numberOf } from '../../frame.ts'
import type { DrawNote, Painter } from '../../kind.ts'
import { coloursOfRows } from '../../points.ts'
import { graticule, outlineOf, projectionOf } from '../../scene/projection.ts'
import { circle, fitted, legend, type Point, type Shape, SMALL } from '../../scene/shapes.ts'
import { coloursOf } from '../../style.ts'
import { labelOf } from '../../words.ts'

/** More names than this would hide the places. */
const NAMES_MAX = 40
const [LEAST_PX, GREATEST_PX] = [3, 16]

/** Rows at their places on the earth, before the regions of a file. */
export const paint: Painter = (painting) => {
  const { frame, rows, width, tokens, measure, regions } = painting
  const { words, answer } = frame
  const [longitude, latitude, size, color, label] = (['longitude', 'latitude', 'size', 'color', 'label'] as const).map(
    (channel) => frame.of(channel)[0],
  )
  if (!longitude || !latitude) return { shapes: [], notes: ['nothing'] }
  const named = coloursOfRows(frame)
  const colours = new Map(coloursOf(named, tokens).map((colour, at) => [named[at]?.id, colour]))
  const all = rows.flatMap(({ row, index }) => {
    const [x, y] = [numberOf(row.cells[longitude.at]), numberOf(row.cells[latitude.at])]
    return x === null || y === null ? [] : [{ row, index, at: [x, y] as Point }]
  })
  const places = all.filter(({ at: [x, y] }) => Math.abs(x) <= 180 && Math.abs(y) <= 90)
  const notes: DrawNote[] = [
    ...(places.length < all.length ? (['offMap'] as const) : []),
    ...(regions === 'failed' ? (['regionsFailed'] as const) : []),
  ]
  if (places.length === 0) return { shapes: [], notes: all.length ? notes : ['nothing'] }
  const features = typeof regions === 'string' ? [] : regions
  const [head, headHeight] = legend(
    named.map((one) => ({ label: one.label, colour: colours.get(one.id) ?? tokens.rest })),
    painting,
  )
  const corners = features.flatMap(({ rings }) => rings.flat())
  const projection = projectionOf([...corners, ...places.map(({ at }) => at)], painting, headHeight)
  const behind = features.map(
    (feature): Shape => ({
      kind: 'path',
      d: outlineOf(feature, projection),
      ...(feature.isArea && { fill: tokens.line }),
      stroke: tokens.lineStrong,
      lineWidth: 1,
    }),
  )
  const sizes = size ? places.map(({ row }) => Math.max(0, numberOf(row.cells[size.at]) ?? 0)) : []
  const most = Math.max(0, ...sizes)
  const dots = places.flatMap(({ row, index, at }, order): Shape[] => {
    const [x, y] = projection.place(at)
    const share = most > 0 ? Math.sqrt((sizes[order] ?? 0) / most) : 0
    const id = color ? JSON.stringify(row.cells[color.at] ?? null) : ''
    const name = label ? labelOf(label.column, row.cells[label.at] ?? null, { words, names: answer.names }) : ''
    const radius = size ? LEAST_PX + (GREATEST_PX - LEAST_PX) * share : 4.5
    const fill = color ? (colours.get(id) ?? tokens.rest) : (tokens.series[0] ?? tokens.ink)
    const value = (one: typeof longitude) => ({
      name: words.titleOf(one.column),
      value: words.number(numberOf(row.cells[one.at]) ?? 0, one.column),
    })
    return [
      {
        kind: 'path',
        d: circle(x, y, radius),
        fill,
        stroke: tokens.surface,
        lineWidth: 1,
        opacity: size ? 0.7 : 0.9,
        index,
        tip: { title: name, items: [value(longitude), value(latitude), ...(size ? [value(size)] : [])] },
      },
      ...(name && places.length <= NAMES_MAX
        ? [
            {
              kind: 'text' as const,
              x: x + radius + 4,
              y: y + 4,
              text: fitted(name, Math.max(0, width - x - radius - 4), SMALL, measure),
              size: SMALL,
              fill: tokens.ink,
            },
          ]
        : []),
    ]
  })
  return { shapes: [...head, ...behind, ...graticule(projection, painting, headHeight), ...dots], notes }
}
