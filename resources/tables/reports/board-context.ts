import type { Board, Card as CardShape } from '#contract/reports/board.ts'
import type { ReportDetails } from '#contract/reports.ts'
import type { Drawn } from './chart-card.tsx'
import type { Named } from './narrowing.ts'

/** What all cards of an open board share. */
export type BoardContext = {
  spaceId: string
  board: Board
  charts: ReportDetails['charts']
  narrowings: readonly Named[]
  /** A mark of a card was clicked. */
  onPick?: (card: CardShape, drawn: Drawn, index: number) => void
  /** The rows of a chart are wanted. */
  onRows: (drawn: Pick<Drawn, 'definition'>, title: string) => void
}

/** The definition of a card’s chart; undefined for one of the space that the reader may not see any more. */
export const definitionOf = ({ content }: CardShape, charts: BoardContext['charts']) => {
  if (content.kind === 'chart') return content.definition
  return content.kind === 'saved' ? charts.find(({ id }) => id === content.id)?.definition : undefined
}

/** What a card is called: its own title, or that of its chart. */
export function titleOf({ title, content }: CardShape, charts: BoardContext['charts']): string {
  if (title) return title
  if (content.kind === 'saved') return charts.find(({ id }) => id === content.id)?.name ?? ''
  return content.kind === 'chart' ? content.definition.options.title : ''
}
