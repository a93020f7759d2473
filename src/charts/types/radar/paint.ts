import type { Painter } from '../../kind.ts'
import {
  circle,
  fitted,
  legend,
  lineTo,
  onCircle,
  type Point,
  polygon,
  type Shape,
  SMALL,
  ticks,
} from '../../scene/shapes.ts'
import { type Datum, dataOf, seriesOf } from '../../series.ts'
import { coloursOf } from '../../style.ts'

/** Fewer axes than this span no area. */
const AXES_MIN = 3

/** Values of categories around a centre, an outline for each series. */
export const paint: Painter = (painting) => {
  const { frame, width, height, tokens, measure } = painting
  const { x: axis } = frame.groups
  const series = seriesOf(frame)
  const data = dataOf(painting, series, true).filter((datum): datum is Datum & { y: number } => datum.y !== null)
  if (!axis || data.length === 0) return { shapes: [], notes: ['nothing'] }
  const { categories } = axis
  if (categories.length < AXES_MIN) return { shapes: [], notes: ['fewAxes'] }
  const { words, definition } = frame
  const colours = coloursOf(series, tokens)
  const [head, headHeight] = legend(
    series.map(({ label }, at) => ({ label, colour: colours[at] ?? tokens.rest })),
    painting,
  )
  const values = data.map(({ y }) => y)
  const least = Math.min(0, ...values)
  const rings = ticks(least, Math.max(...values, least + 1e-9), 4)
  const greatest = Math.max(...values, ...rings)
  const radius = Math.max(10, Math.min(width / 2 - 70, (height - headHeight) / 2 - 28))
  const [cx, cy] = [width / 2, headHeight + (height - headHeight) / 2]
  const angle = (at: number) => (at / categories.length) * 2 * Math.PI
  const far = (value: number) => (greatest > least ? ((value - least) / (greatest - least)) * radius : 0)
  const grid = rings.map(
    (tick): Shape => ({
      kind: 'path',
      d: polygon(categories.map((_, at) => onCircle(cx, cy, far(tick), angle(at)))),
      stroke: tokens.line,
      lineWidth: 1,
    }),
  )
  const scale = rings.slice(0, -1).map(
    (tick): Shape => ({
      kind: 'text',
      x: cx + 4,
      y: cy - far(tick) - 2,
      text: words.tick(tick, series[0]?.measure.column, definition.options),
      size: 10,
      fill: tokens.faint,
    }),
  )
  const spokes = categories.flatMap(({ label }, at): Shape[] => {
    const [x, y] = onCircle(cx, cy, radius + 12, angle(at))
    const aside = Math.sin(angle(at))
    return [
      { kind: 'path', d: lineTo([[cx, cy], onCircle(cx, cy, radius, angle(at))]), stroke: tokens.line, lineWidth: 1 },
      {
        kind: 'text',
        x,
        // Above the circle it stands over its place, below it under it.
        y: y + 4 - 6 * Math.cos(angle(at)),
        text: fitted(
          label,
          Math.abs(aside) < 0.1 ? 140 : Math.max(20, width / 2 - Math.abs(x - cx) - 2),
          SMALL,
          measure,
        ),
        size: SMALL,
        fill: tokens.soft,
        anchor: Math.abs(aside) < 0.1 ? 'middle' : aside > 0 ? 'start' : 'end',
      },
    ]
  })
  const places = new Map(categories.map(({ id }, at) => [id, at]))
  const outlines = series.flatMap(({ id, label }, order): Shape[] => {
    const colour = colours[order] ?? tokens.rest
    const own = data.filter(({ series: of }) => of === id)
    const points = own
      .map((datum) => ({ datum, at: places.get(String(datum.x)) ?? 0 }))
      .sort((one, other) => one.at - other.at)
      .map(({ datum, at }) => ({ datum, point: onCircle(cx, cy, far(datum.y), angle(at)) as Point }))
    const isWhole = points.length === categories.length
    return [
      // An outline with a gap would be closed across it.
      ...(isWhole
        ? [
            {
              kind: 'path' as const,
              d: polygon(points.map(({ point }) => point)),
              fill: colour,
              stroke: colour,
              lineWidth: 2,
              opacity: 0.25,
            },
          ]
        : []),
      ...(isWhole
        ? [{ kind: 'path' as const, d: polygon(points.map(({ point }) => point)), stroke: colour, lineWidth: 2 }]
        : []),
      ...points.map(
        ({ datum, point: [x, y] }): Shape => ({
          kind: 'path',
          d: circle(x, y, 4),
          fill: colour,
          index: datum.index,
          tip: {
            title: datum.label,
            items: [{ name: label, value: words.number(datum.y, series[order]?.measure.column, definition.options) }],
          },
        }),
      ),
    ]
  })
  return { shapes: [...head, ...grid, ...spokes, ...outlines, ...scale], notes: [] }
}
