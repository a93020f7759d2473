import type { ChartDefinition } from '../charts/definition.ts'
import type { Board, Card } from './board.ts'
import { narrowed } from './filtering.ts'

type SavedChart = { id: string; definition: ChartDefinition }

/** The chart of a card with the filters of its board as they are preset; null for a card without one. */
export function chartOfCard(board: Board, card: Card, charts: readonly SavedChart[]): ChartDefinition | null {
  const { content } = card
  const saved = content.kind === 'saved' ? charts.find(({ id }) => id === content.id) : undefined
  const definition = content.kind === 'chart' ? content.definition : saved?.definition
  if (!definition) return null
  const presets = board.filters.flatMap(({ columns, preset }) => (preset ? [{ columns, comparisons: [preset] }] : []))
  return { ...definition, query: narrowed(definition.query, presets).query }
}

export const cardOf = ({ tabs }: Board, key: string): Card | undefined =>
  tabs.flatMap(({ cards }) => cards).find((card) => card.key === key)
