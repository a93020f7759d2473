import { categoryId, numberOf } from '../../frame.ts'
import type { DrawNote, Painter } from '../../kind.ts'
import { colourOf, roundedEnds, spanOf } from '../../palettes.ts'
import { graticule, outlineOf, projectionOf } from '../../scene/projection.ts'
import { namingProperty } from '../../scene/regions.ts'
import { colourScale, SCALE_PX } from '../../scene/scale.ts'
import type { Shape } from '../../scene/shapes.ts'

/** Regions of a GeoJSON file, each in the colour of its value; the property that has most of the names tells which is which. */
export const paint: Painter = (painting) => {
  const { frame, rows, tokens, regions } = painting
  const { region } = frame.groups
  const [column] = frame.of('color')
  if (regions === 'none') return { shapes: [], notes: ['noRegions'] }
  if (regions === 'failed') return { shapes: [], notes: ['regionsFailed'] }
  if (regions === 'loading') return { shapes: [], notes: [] }
  const labels = new Map(region?.categories.map(({ id, label }) => [id, label]))
  const found = new Map(
    rows.flatMap(({ row, index }) => {
      const value = column ? numberOf(row.cells[column.at]) : null
      const label = region ? labels.get(categoryId(row, region)) : undefined
      return value === null || label === undefined ? [] : [[label.trim(), { value, index }] as const]
    }),
  )
  if (!column || found.size === 0) return { shapes: [], notes: ['nothing'] }
  const property = namingProperty(regions, new Set(found.keys()))
  if (property === null) return { shapes: [], notes: ['regionsUnknown'] }
  const { words, definition } = frame
  const matched = new Set(regions.map(({ names }) => names[property] ?? ''))
  const notes: DrawNote[] = [...found.keys()].every((name) => matched.has(name)) ? [] : ['regionsLeft']
  const drawn = [...found].filter(([name]) => matched.has(name)).map(([, { value }]) => value)
  const span = spanOf(drawn, definition.options)
  const projection = projectionOf(
    regions.flatMap(({ rings }) => rings.flat()),
    painting,
    SCALE_PX,
  )
  const name = words.titleOf(column.column)
  const write = (value: number) => words.number(value, column.column, definition.options)
  const areas = regions.map((feature): Shape => {
    const label = feature.names[property] ?? ''
    const one = found.get(label)
    return {
      kind: 'path',
      d: outlineOf(feature, projection),
      fill: one ? colourOf(one.value, span, tokens) : tokens.line,
      stroke: tokens.surface,
      lineWidth: 1,
      index: one?.index,
      tip: { title: label, items: [{ name, value: one ? write(one.value) : words.empty }] },
    }
  })
  const ends = roundedEnds(span).map((end) => words.tick(end, column.column, definition.options))
  return {
    shapes: [...colourScale(painting, name, ends), ...graticule(projection, painting, SCALE_PX), ...areas],
    notes,
  }
}
