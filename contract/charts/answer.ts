import * as z from 'zod/mini'
import { Count } from '../core/shapes.ts'
import { AnswerPage } from '../queries/answer.ts'
import type { Query } from '../queries/query.ts'
import { Cell } from '../tables/columns.ts'
import { Channel } from './definition.ts'
import { ChartColumn } from './plan.ts'

/** Asks one question for at most `count` rows of the answer; all of them are counted when `isCounted`. */
export type Ask = (query: Query, part: { count: number; isCounted: boolean }) => Promise<AnswerPage>

export const ChartRow = z.object({
  cells: z.readonly(z.array(Cell)),
  /** For each group, whether the row represents “others”: all groups that are not drawn separately. */
  rest: z.readonly(z.array(z.boolean())),
})
export type ChartRow = z.infer<typeof ChartRow>

/** The data that a chart draws, and the figures of its basis. */
export const ChartAnswer = z.object({
  ...z.pick(AnswerPage, { names: true, sources: true, answeredBy: true, isPersonal: true, at: true }).shape,
  columns: z.readonly(z.array(ChartColumn)),
  rows: z.readonly(z.array(ChartRow)),
  /** Rows of the sources; rows that match the filter; rows behind the drawn values. */
  present: Count,
  matching: Count,
  used: Count,
  /** How many shapes there would be, when not all of them are drawn; otherwise null. */
  total: z.nullable(Count),
  /** How many categories the others of a channel are. */
  others: z.partialRecord(Channel, Count),
  /** Points were too many: each drawn one is an interval of both axes with the number of its rows. */
  isBinned: z.boolean(),
})
export type ChartAnswer = z.infer<typeof ChartAnswer>
