import type { Channel } from '#contract/charts/definition.ts'
import type { ChartColumn } from '#contract/charts/plan.ts'
import { type ChannelSpec, chartTypes, drawsOthers } from '#contract/charts/types.ts'
import type { Frame } from './frame.ts'
import { chartKinds } from './registry.ts'

/** Rows that have no place in a chart, the columns that are empty in them, and the rows that are drawn. */
export type Undrawn = { count: number; columns: ChartColumn[]; drawn: number }

/** Rows of a chart of rows that its question left out, as far as the answer tells: hidden facets are no empty cells. */
function leftOut({ definition, answer }: Frame): number {
  const { used, matching, total, others, isBinned } = answer
  const isWhole = total === null && (drawsOthers(definition) || Object.keys(others).length === 0)
  if (isBinned) return isWhole ? matching - used : 0
  return matching - (total ?? used)
}

/** What a chart leaves out because the value that would place it is empty. */
export function undrawnOf(frame: Frame): Undrawn {
  const { definition, answer, groups, of } = frame
  const channels = Object.entries(chartTypes[definition.type].channels) as [Channel, ChannelSpec][]
  const needed = channels.flatMap(([channel, { role, min }]) => (role === 'value' && min > 0 ? of(channel) : []))
  if (needed.length) return { count: leftOut(frame), columns: needed.map(({ column }) => column), drawn: answer.used }
  const { along } = chartKinds[definition.type]
  const axis = along && groups[along]
  if (!axis || axis.kind === 'category') return { count: 0, columns: [], drawn: answer.used }
  const { at, column } = axis.placed
  const empty = answer.rows.filter(({ cells }) => (cells[at] ?? null) === null)
  // The last cell of a group is the number of its rows.
  const count = empty.reduce((sum, { cells }) => sum + Number(cells.at(-1) ?? 0), 0)
  return { count, columns: [column], drawn: answer.used - count }
}
