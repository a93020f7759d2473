import { cellText } from '../Figures.tsx'
import { type Frame, type IndexedRow, numberOf, type Placed, REST } from '../frame.ts'
import type { Painting } from '../kind.ts'
import { coloursOf } from '../style.ts'
import type { Tip } from './shapes.ts'

/** A part of a whole, with its own parts. */
export type Part = {
  /** The id of its group in its level. */
  id: string
  label: string
  depth: number
  value: number
  isRest: boolean
  /** The index of its row, if it is one row of the answer. */
  index: number | undefined
  colour: string
  path: readonly string[]
  parts: Part[]
}

/** The groups of a chart in levels, the outermost first. */
export const levelsOf = ({ answer }: Frame): Placed[] =>
  answer.columns.flatMap((column, at) =>
    column.channel === 'levels' && column.role === 'group' ? [{ column, at }] : [],
  )

/** Whether the values of parts add up to that of the whole. */
export const isAdditive = ({ column: { binding } }: Placed): boolean =>
  ['count', 'sum', 'share'].includes(binding.aggregate ?? 'count')

const idOf = ({ row }: IndexedRow, at: number) => (row.rest[at] ? REST : JSON.stringify(row.cells[at] ?? null))

/** Rows as parts within parts, the greatest first and the others last; null when one is negative. */
export function partsOf({ frame, rows, tokens }: Painting): Part[] | null {
  const levels = levelsOf(frame)
  const [measure] = frame.of('y')
  if (!measure) return []
  const amountOf = ({ row }: IndexedRow) => numberOf(row.cells[measure.at]) ?? 0
  if (rows.some((row) => amountOf(row) < 0)) return null
  const inLevel = (some: readonly IndexedRow[], depth: number, above: readonly string[]): Part[] => {
    const level = levels[depth]
    if (!level) return []
    const groups = [...Map.groupBy(some, (row) => idOf(row, level.at)).entries()]
    return groups
      .map(([id, of]): Part => {
        const [first] = of
        const label = first ? cellText(frame, level, first.row) : ''
        const path = [...above, label]
        return {
          id,
          label,
          depth,
          path,
          value: of.reduce((sum, row) => sum + amountOf(row), 0),
          isRest: id === REST,
          index: of.length === 1 ? first?.index : undefined,
          colour: '',
          parts: inLevel(of, depth + 1, path),
        }
      })
      .filter(({ value }) => value > 0)
      .sort((one, other) => Number(one.isRest) - Number(other.isRest) || other.value - one.value)
  }
  const top = inLevel(rows, 0, [])
  const colours = coloursOf(top, tokens)
  const coloured = (part: Part, colour: string): Part => ({
    ...part,
    colour,
    parts: part.parts.map((one) => coloured(one, colour)),
  })
  return top.map((part, at) => coloured(part, colours[at] ?? tokens.rest))
}

/** The tooltip of a part: its value if known, and its share of the whole. */
export function tipOf({ frame }: Painting, { path, value, parts, index }: Part, total: number): Tip {
  const { words, definition } = frame
  const [measure] = frame.of('y')
  const title = path.join(' › ')
  if (!measure || (parts.length > 1 && !isAdditive(measure)) || (index === undefined && !isAdditive(measure)))
    return { title, items: [] }
  const share = isAdditive(measure) ? ` (${words.number((value / total) * 100, undefined, { decimals: 1 })}%)` : ''
  const written = words.number(value, measure.column, definition.options)
  return { title, items: [{ name: words.titleOf(measure.column), value: `${written}${share}` }] }
}
