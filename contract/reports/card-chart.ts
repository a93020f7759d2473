import type { ChartDefinition } from '../charts/definition.ts'
import type { Board, Card } from './board.ts'
import { narrowed } from './filtering.ts'
import type { FilterValues } from './reading.ts'

type SavedChart = { id: string; definition: ChartDefinition }

/** The chart of a card with the filters of its board as they are set, or else preset; null for a card without one. */
export function chartOfCard(
  board: Board,
  card: Card,
  charts: readonly SavedChart[],
  values: FilterValues = {},
): ChartDefinition | null {
  const { content } = card
  const saved = content.kind === 'saved' ? charts.find(({ id }) => id === content.id) : undefined
  const definition = content.kind === 'chart' ? content.definition : saved?.definition
  if (!definition) return null
  const set = board.filters.flatMap(({ key, name, columns, preset }) => {
    const value = key in values ? values[key] : preset
    return value ? [{ columns, comparisons: [value], name }] : []
  })
  return { ...definition, query: narrowed(definition.query, set).query }
}

export const cardOf = ({ tabs }: Board, key: string): Card | undefined =>
  tabs.flatMap(({ cards }) => cards).find((card) => card.key === key)
