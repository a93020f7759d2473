import type { ChartDefinition } from '../charts/definition.ts'
import { keyOfSource, type Query, type SourceRef, sourcesOf } from '../queries/query.ts'
import type { Board } from './board.ts'

export type BoardWithCharts = {
  board: Board
  /** The charts of the space that its cards show. */
  charts: readonly { id: string; definition: ChartDefinition }[]
}

/** The charts on a board; null for a card whose chart was deleted. */
function definitionsOn({ board, charts }: BoardWithCharts): (ChartDefinition | null)[] {
  return board.tabs.flatMap(({ cards }) =>
    cards.flatMap(({ content }) => {
      if (content.kind === 'chart') return [content.definition]
      if (content.kind !== 'saved') return []
      return [charts.find(({ id }) => id === content.id)?.definition ?? null]
    }),
  )
}

const ungrouped = { groups: [], measures: [], sort: [], limit: null }
/** The rows of which the charts of a board are made. */
export const queriesOn = (shown: BoardWithCharts): Query[] =>
  definitionsOn(shown).flatMap((definition) => (definition ? [{ ...ungrouped, ...definition.query }] : []))

/** Everything that a board reads, each once: its sources, and the files shown as pictures and regions. */
export function readBy(shown: BoardWithCharts): { sources: SourceRef[]; files: string[] } {
  const { tabs, filters } = shown.board
  const definitions = definitionsOn(shown).filter((one) => one !== null)
  const all = [
    ...definitions.flatMap(({ query }) => sourcesOf(query)),
    ...filters.flatMap(({ columns }) => columns.map(({ source }) => source)),
  ]
  const pictures = tabs.flatMap(({ cards }) =>
    cards.flatMap(({ content }) => (content.kind === 'picture' ? [content.hash] : [])),
  )
  const regions = definitions.flatMap(({ options }) => options.regions ?? [])
  return {
    sources: [...new Map(all.map((ref) => [keyOfSource(ref), ref])).values()],
    files: [...new Set([...pictures, ...regions])],
  }
}
