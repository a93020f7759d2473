import * as z from 'zod/mini'
import { ChartDefinition } from '../charts/definition.ts'
import {
  BOARD_CARD_ROWS_MAX,
  BOARD_CARDS_MAX,
  BOARD_COLUMNS,
  BOARD_FILTER_COLUMNS_MAX,
  BOARD_FILTERS_MAX,
  BOARD_ROWS_MAX,
  BOARD_TABS_MAX,
  BOARD_TEXT_MAX,
  REPORT_NAME_MAX,
} from '../core/limits.ts'
import { Id } from '../core/shapes.ts'
import { Hash } from '../files.ts'
import { ColumnKey, SourceRef } from '../queries/query.ts'
import { CellType } from '../tables/columns.ts'
import { comparison } from '../tables/question.ts'

/** Key of a card, a tab or a filter of a board: stable as long as it lives, for addresses name it. */
export const BoardKey = z.string().check(z.regex(/^[a-z][a-z0-9]{0,15}$/))
const Line = z.string().check(z.trim(), z.maxLength(REPORT_NAME_MAX), z.regex(/^\P{Cc}*$/u))

/** The content of a card: an embedded chart, a chart of the space, a text (markup), or a picture of the space. */
export const CardContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chart'), definition: ChartDefinition }),
  z.object({ kind: z.literal('saved'), id: Id }),
  z.object({ kind: z.literal('text'), markup: z.string().check(z.maxLength(BOARD_TEXT_MAX)) }),
  z.object({ kind: z.literal('picture'), hash: Hash }),
])
export type CardContent = z.infer<typeof CardContent>

const within = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most))
/** A card and its place on the grid, in columns and rows of the grid. */
export const Card = z.object({
  key: BoardKey,
  /** '' shows the name of its chart. */
  title: z._default(Line, ''),
  x: within(0, BOARD_COLUMNS - 1),
  y: within(0, BOARD_ROWS_MAX),
  w: within(1, BOARD_COLUMNS),
  h: within(1, BOARD_CARD_ROWS_MAX),
  content: CardContent,
})
export type Card = z.infer<typeof Card>

export const BoardTab = z.object({
  key: BoardKey,
  name: Line,
  cards: z.array(Card).check(z.maxLength(BOARD_CARDS_MAX)),
})
export type BoardTab = z.infer<typeof BoardTab>

/** A column of a source, wherever it is read. */
export const SourceColumnRef = z.object({ source: SourceRef, column: ColumnKey })
export type SourceColumnRef = z.infer<typeof SourceColumnRef>
export const Comparison = z.object(comparison)
export type Comparison = z.infer<typeof Comparison>
/**
 * A filter that readers of a board change; `preset` applies until they do. It concerns the cards that read one of its
 * columns, which are of one type.
 */
export const BoardFilter = z.object({
  key: BoardKey,
  name: Line.check(z.minLength(1)),
  type: CellType,
  columns: z.array(SourceColumnRef).check(z.minLength(1), z.maxLength(BOARD_FILTER_COLUMNS_MAX)),
  preset: z._default(z.nullable(Comparison), null),
})
export type BoardFilter = z.infer<typeof BoardFilter>

/** Interval in seconds at which an open board refreshes its data; 0: only when its sources change. */
export const REFRESH_SECONDS = [0, 30, 60, 300, 900, 3600] as const
/** Seconds that a tab is shown in a presentation before the next one. */
export const PAGE_SECONDS = [10, 20, 30, 60, 120] as const

export const Board = z
  .object({
    tabs: z.array(BoardTab).check(z.minLength(1), z.maxLength(BOARD_TABS_MAX)),
    filters: z._default(z.array(BoardFilter).check(z.maxLength(BOARD_FILTERS_MAX)), []),
    refreshSeconds: z._default(z.literal(REFRESH_SECONDS), 0),
    pageSeconds: z._default(z.literal(PAGE_SECONDS), 30),
  })
  .check(
    z.refine(({ tabs, filters }) => {
      const cards = tabs.flatMap((tab) => tab.cards)
      const isEachOnce = (keys: string[]) => new Set(keys).size === keys.length
      return (
        cards.length <= BOARD_CARDS_MAX &&
        [tabs, cards, filters].every((some) => isEachOnce(some.map(({ key }) => key)))
      )
    }),
  )
export type Board = z.infer<typeof Board>
