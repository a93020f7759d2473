import type { AnswerPage } from '../queries/answer.ts'
import type { Query } from '../queries/query.ts'
import type { Cell } from '../tables/columns.ts'
import type { Channel } from './definition.ts'
import type { ChartColumn } from './plan.ts'

/** Asks one question for at most `count` rows of the answer; all of them are counted when `isCounted`. */
export type Ask = (query: Query, part: { count: number; isCounted: boolean }) => Promise<AnswerPage>

export type ChartRow = {
  cells: readonly Cell[]
  /** Of each group, whether the row stands for all others: those that are not drawn each. */
  rest: readonly boolean[]
}

/** What a chart draws, and what it says of it. */
export type ChartAnswer = Pick<AnswerPage, 'names' | 'sources' | 'answeredBy' | 'at'> & {
  columns: readonly ChartColumn[]
  rows: readonly ChartRow[]
  /** Rows of the sources; those that fit the filter; those that stand behind what is drawn. */
  present: number
  matching: number
  used: number
  /** How many shapes there would be, when not all of them are drawn; otherwise null. */
  total: number | null
  /** How many categories the others of a channel are. */
  others: Partial<Record<Channel, number>>
  /** Points were too many: each drawn one is an interval of both axes with the number of its rows. */
  isBinned: boolean
}
