import * as z from 'zod/mini'
import { CHART_TEXT_MAX } from '../core/limits.ts'
import { Id } from '../core/shapes.ts'
import type { Query } from '../queries/query.ts'
import { Cell } from '../tables/columns.ts'
import { Board, BoardKey, Comparison, type SourceColumnRef } from './board.ts'
import { SavedChart } from './saved-chart.ts'

/** A published board for readers who can request only its own charts, one by one. */
export const ReadBoard = z.object({
  name: z.string(),
  description: z.string(),
  board: Board,
  /** The charts of the space that its cards show. */
  charts: z.array(SavedChart),
  /** Whether its filters can be set; otherwise they stay as they are preset. */
  mayFilter: z.boolean(),
})
export type ReadBoard = z.infer<typeof ReadBoard>

/** The filter values set by readers; null: none, whatever the board presets. */
export const FilterValues = z.record(BoardKey, z.nullable(Comparison))
export type FilterValues = z.infer<typeof FilterValues>
/** The same as JSON, in an address, and its maximum length (our choice: what servers accept in an address). */
const FILTERS_TEXT_MAX = 6000

/** A card, and what the filters of its board are set to. */
export const askedCard = {
  card: BoardKey,
  /** By their keys, as JSON: `{"q1":{"operator":"oneOf","values":["S1"]}}`. */
  filters: z.optional(z.string().check(z.maxLength(FILTERS_TEXT_MAX))),
}
/** A filter of a board, and a text that its values contain. */
export const askedFilter = {
  filter: BoardKey,
  q: z._default(z.string().check(z.trim(), z.maxLength(CHART_TEXT_MAX)), ''),
}

/** Values of a column, the most frequent first; names of the people and files among them. */
export const OfferedValues = z.object({ values: z.array(Cell), names: z.record(z.string(), z.string()) })
export type OfferedValues = z.infer<typeof OfferedValues>
/** Values that are offered at a time (our choice). */
export const OFFERED_MAX = 100

/** The question for the values of a column that contain a text. */
export function offeredQuery({ source, column }: SourceColumnRef, typed: string): Query {
  const field = (key: string) => ({ key, name: key })
  return {
    base: source,
    joins: [],
    fields: [{ ...field('f1'), from: { kind: 'column', source: 0, column }, isHidden: false }],
    filter: typed ? [{ match: 'all', conditions: [{ field: 'f1', operator: 'contains', values: [typed] }] }] : [],
    groups: [{ field: 'f1' }],
    measures: [{ ...field('m1'), aggregate: 'count', field: null }],
    sort: [{ field: 'm1', order: 'desc' }],
    limit: OFFERED_MAX,
  }
}

/** The page of a published board of a public space. */
export const OpenBoard = z.object({ id: Id, name: z.string(), spaceId: Id, spaceName: z.string() })
export type OpenBoard = z.infer<typeof OpenBoard>
