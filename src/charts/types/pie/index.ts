import type { ChartOptions } from '#contract/charts/definition.ts'
import { categoryId, numberOf } from '../../frame.ts'
import type { ChartKind, Drawing, Drawn, Legend } from '../../kind.ts'
import { apart, coloursOf, legendOf, short } from '../../style.ts'

/** Letters of a name beside a slice, where there is little room (our choice). */
const SLICE_LABEL_MAX = 9

/** Room on each side for what stands beside the slices, in px. */
const SIDE_PX = 32

type Slice = { index: number; id: string; label: string; value: number; share: number }

/** Decimals needed to distinguish a share from 0 % and 100 %. */
const digitsOf = (share: number) => (share === 1 || (share > 0.1 && share < 0.995) ? 0 : share < 0.001 ? 3 : 1)

function slicesOf({ frame, rows }: Drawing): Slice[] {
  const { color } = frame.groups
  const [measure] = frame.of('y')
  if (!color || !measure) return []
  const order = new Map(color.categories.map(({ id, label }, at) => [id, { label, at }]))
  const all = rows.map(({ row, index }) => ({
    index,
    id: categoryId(row, color),
    value: numberOf(row.cells[measure.at]) ?? 0,
  }))
  const sum = all.reduce((total, { value }) => total + value, 0)
  return all
    .map((one) => ({ ...one, label: order.get(one.id)?.label ?? '', share: one.value / sum }))
    .sort((one, other) => (order.get(one.id)?.at ?? 0) - (order.get(other.id)?.at ?? 0))
}

/** The legend beside the slices, where it says their shares; a part of a whole can't be hidden. */
function withShares(
  legend: Legend | undefined,
  wish: ChartOptions['legend'],
  slices: readonly Slice[],
  write: (share: number) => string,
): Legend | undefined {
  if (!legend || !('entries' in legend)) return undefined
  const shares = new Map(slices.map(({ id, share }) => [id, share]))
  return {
    position: wish === 'auto' ? 'right' : legend.position,
    entries: legend.entries.map((one) => ({ ...one, value: write(shares.get(one.id) ?? 0) })),
    isFixed: true,
  }
}

function draw(drawing: Drawing): Drawn {
  const { frame, tokens } = drawing
  const { words, definition, groups } = frame
  const { options } = definition
  const slices = slicesOf(drawing)
  if (slices.some(({ value }) => value < 0)) return { spec: null, notes: ['negativeParts'] }
  if (!slices.some(({ value }) => value > 0)) return { spec: null, notes: ['nothing'] }
  const categories = groups.color?.categories ?? []
  const [measure] = frame.of('y')
  const percent = (share: number) => `${words.number(share * 100, undefined, { decimals: digitsOf(share) })}%`
  const legend = withShares(legendOf(tokens, options, categories), options.legend, slices, percent)
  const write = (value: number) => words.number(value, measure?.column, options)
  return {
    spec: {
      type: 'view',
      // What stands on the left reaches beyond the place that the library keeps for it.
      ...(!legend && { marginLeft: SIDE_PX, marginRight: SIDE_PX }),
      coordinate: { type: 'theta', outerRadius: legend ? 0.95 : 0.7, innerRadius: options.isRing ? 0.5 : 0 },
      scale: {
        color: { type: 'ordinal', domain: categories.map(({ id }) => id), range: coloursOf(categories, tokens) },
      },
      legend: false,
      children: [
        {
          type: 'interval',
          data: slices,
          encode: { y: 'value', color: 'id' },
          transform: [{ type: 'stackY' }],
          style: { stroke: tokens.surface, lineWidth: 1.5 },
          tooltip: {
            title: ({ label }: Slice) => label,
            items: [
              ({ value, share }: Slice) => ({
                name: measure ? words.titleOf(measure.column) : '',
                value: `${write(value)} (${percent(share)})`,
              }),
            ],
          },
          // Without a legend each slice has its name beside it.
          labels: legend
            ? []
            : [
                {
                  text: ({ label, share }: Slice) => `${apart(short(label, SLICE_LABEL_MAX))}  ${percent(share)}`,
                  position: 'spider',
                  fontSize: 12,
                  fontFamily: tokens.font,
                  fill: tokens.ink,
                  fillOpacity: 1,
                  connectorStroke: tokens.lineStrong,
                  transform: [{ type: 'overlapHide' }],
                },
              ],
        },
      ],
    },
    notes: [],
    around: { legend },
  }
}

export const pie: ChartKind = {
  options: ['isRing', 'order', 'series', 'hasOthers', 'legend', 'decimals', 'palette'],
  draw,
}
