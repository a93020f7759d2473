import { numberOf } from '../../frame.ts'
import type { ChartKind, Drawing, Drawn } from '../../kind.ts'
import { axisStyle, numberScale } from '../../style.ts'
import { shownSpan } from '../../words.ts'

/** Above this number, candles are drawn without outlines. */
const DENSE = 90
const PRICES = ['open', 'high', 'low', 'close'] as const
type Candle = Record<(typeof PRICES)[number], number> & { index: number; x: string; label: string }

function candlesOf({ frame, rows }: Drawing): Candle[] {
  const [time] = frame.of('x')
  if (!time) return []
  return rows
    .flatMap(({ row, index }) => {
      const at = row.cells[time.at]
      const found = PRICES.map((channel) => numberOf(row.cells[frame.of(channel)[0]?.at ?? -1]))
      const [open, high, low, close] = found
      if (typeof at !== 'string' || open == null || high == null || low == null || close == null) return []
      return [{ index, x: `${at} ${index}`, label: shownSpan(at, undefined), open, high, low, close }]
    })
    .sort((one, other) => (one.x < other.x ? -1 : 1))
}

function draw(drawing: Drawing): Drawn {
  const { frame, tokens } = drawing
  const { words, definition } = frame
  const candles = candlesOf(drawing)
  if (candles.length === 0) return { spec: null, notes: ['nothing'] }
  const { options } = definition
  const { axes } = options
  const [time] = frame.of('x')
  const [close] = frame.of('close')
  const labels = new Map(candles.map(({ x, label }) => [x, label]))
  const isDense = candles.length > DENSE
  // Distinguished by brightness, too, for colour-blind readers.
  const [up, down] = [tokens.series[0] ?? tokens.ink, tokens.series[4] ?? tokens.soft]
  const colour = ({ open, close: end }: Candle) => (end >= open ? up : down)
  const tooltip = {
    title: ({ label }: Candle) => label,
    items: PRICES.map((price) => (candle: Candle) => ({
      name: words.prices[price],
      value: words.number(candle[price], close?.column, options),
    })),
  }
  return {
    spec: {
      type: 'view',
      scale: { x: { type: 'band', domain: candles.map(({ x }) => x), padding: 0.25 }, y: numberScale(axes.y, 'y') },
      axis: {
        x: {
          ...axisStyle(
            tokens,
            axes.x.title || (time ? words.titleOf(time.column) : ''),
            (id) => labels.get(String(id)) ?? '',
            false,
          ),
          labelAutoRotate: false,
          transform: [{ type: 'hide' }],
        },
        y: axisStyle(tokens, '', (value) => words.tick(Number(value), close?.column, options), true),
      },
      legend: false,
      children: [
        {
          type: 'interval',
          data: candles,
          encode: { x: 'x', y: ['low', 'high'] },
          style: { fill: colour, maxWidth: 1.5 },
          tooltip: false,
        },
        {
          type: 'interval',
          data: candles,
          encode: { x: 'x', y: ['open', 'close'] },
          style: {
            fill: (candle: Candle) => (!isDense && candle.close >= candle.open ? tokens.surface : colour(candle)),
            stroke: colour,
            lineWidth: isDense ? 0 : 1.5,
            maxWidth: 14,
            minHeight: 1,
          },
          tooltip,
        },
      ],
    },
    notes: [],
    around: { left: { text: axes.y.title || (close ? words.titleOf(close.column) : '') } },
  }
}

export const candle: ChartKind = { options: ['axes', 'decimals', 'palette'], draw }
