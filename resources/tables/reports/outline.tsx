import { BOARD_COLUMNS } from '#contract/core/limits.ts'
import type { OutlineCard, ReportRecord } from '#contract/reports.ts'

const [WIDTH, HEIGHT] = [120, 68]
/** Height of a row of the grid in the picture. */
const ROW = 3.2
/** Sizes of the parts of a small chart, as shares of its card. */
const BARS = [0.5, 0.8, 0.35, 0.65]
const LINE = [0.7, 0.45, 0.55, 0.25, 0.35]

function Glyph({ type, x, y, w, h }: OutlineCard) {
  const at = (part: number) => x + 3 + part * (w - 6)
  const down = (part: number) => y + 3 + part * (h - 6)
  if (w < 10 || h < 8) return null
  if (type === 'line' || type === 'area' || type === 'step' || type === 'number')
    return (
      <polyline points={LINE.map((value, i) => `${at(i / (LINE.length - 1))},${down(value)}`).join(' ')} fill="none" />
    )
  if (type === 'text')
    return [0.2, 0.5, 0.8].map((part) => (
      <line key={part} x1={at(0)} x2={at(1 - part / 3)} y1={down(part)} y2={down(part)} />
    ))
  if (type === 'pie') return <circle cx={at(0.5)} cy={down(0.5)} r={Math.min(w, h) / 2 - 4} />
  if (type === 'scatter' || type === 'bubble')
    return LINE.map((value, i) => <circle key={value} cx={at((i + 0.5) / LINE.length)} cy={down(value)} r="1.2" />)
  const width = (w - 6) / BARS.length
  return BARS.map((value, i) => (
    <rect key={value} x={at(i / BARS.length)} y={down(1 - value)} width={width * 0.7} height={(h - 6) * value} />
  ))
}

/** A small outline of a report: the positions of a board's cards, or the shape of a chart. */
export function Outline({ report: { kind, outline, chartType } }: { report: ReportRecord }) {
  const cards = kind === 'chart' ? [{ x: 1, y: 1, w: BOARD_COLUMNS - 2, h: 18, type: chartType }] : outline
  const column = WIDTH / BOARD_COLUMNS
  return (
    <svg className="report-outline" viewBox={`-2 -2 ${WIDTH + 4} ${HEIGHT + 4}`} aria-hidden="true">
      {cards.map((card, i) => {
        const box = {
          type: card.type,
          x: card.x * column + 1,
          y: card.y * ROW + 1,
          w: card.w * column - 2,
          h: card.h * ROW - 2,
        }
        return (
          <g key={i}>
            <rect className="frame" x={box.x} y={box.y} width={box.w} height={box.h} rx="2" />
            <Glyph {...box} />
          </g>
        )
      })}
    </svg>
  )
}
