import type { ChartDefinition } from '#contract/charts/definition.ts'
import type { Board, Card as CardShape } from '#contract/reports/board.ts'
import { drilled } from '#contract/reports/drilling.ts'
import { type Narrowing, narrowed } from '#contract/reports/filtering.ts'
import type { SavedChart } from '#contract/reports/saved-chart.ts'
import type { Drawn } from './chart-card.tsx'
import type { Named } from './narrowing.ts'

/** State shared by all cards of an open board. */
export type BoardContext = {
  spaceId: string
  /** The report whose cards they are, as far as people can be told of its numbers: once it is published. */
  alertsOf?: string | undefined
  /** The name of a chart that is shown by itself. */
  name?: string | undefined
  board: Board
  charts: readonly SavedChart[]
  narrowings: readonly Named[]
  /** The board is drawn without being visible. */
  isUnseen?: boolean
  /** Called when a mark of a card was clicked. */
  onPick?: (card: CardShape, drawn: Drawn, index: number) => void
  /** The rows of a chart are wanted. */
  onRows: (drawn: Pick<Drawn, 'definition'>, title: string) => void
}

/** The definition of a card’s chart; undefined for one of the space that the reader may not see any more. */
export const definitionOf = ({ content }: CardShape, charts: BoardContext['charts']) => {
  if (content.kind === 'chart') return content.definition
  return content.kind === 'saved' ? charts.find(({ id }) => id === content.id)?.definition : undefined
}

/** A chart after its bins were drilled into, one after the other. */
export const drilledBy = (definition: ChartDefinition, bins: readonly Narrowing[]): ChartDefinition =>
  bins.reduce((chart, bin) => drilled(chart, bin) ?? chart, definition)

/** The query of a card with the filters and marks of its board, and the filters that do not apply to it. */
export function askedBy(
  key: string,
  definition: ChartDefinition,
  { narrowings, title }: { narrowings: readonly Named[]; title: string },
): { definition: ChartDefinition; left: Named[] } {
  const bins = narrowings.filter((one) => one.card === key && one.isDrilled).map(({ narrowing }) => narrowing)
  const chart = drilledBy(definition, bins)
  const own = narrowings.filter((one) => one.card !== key)
  const { query, isApplied } = narrowed(
    chart.query,
    own.map(({ narrowing }) => narrowing),
  )
  // The head of the card says its title already.
  const shown = title ? { ...chart, options: { ...chart.options, title: '' } } : chart
  return { definition: { ...shown, query }, left: own.filter((_, at) => !isApplied[at]) }
}

/** The title of a card: its own, or that of its chart. */
export function titleOf({ title, content }: CardShape, charts: BoardContext['charts']): string {
  if (title) return title
  if (content.kind === 'saved') return charts.find(({ id }) => id === content.id)?.name ?? ''
  return content.kind === 'chart' ? content.definition.options.title : ''
}
