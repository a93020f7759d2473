import { dataViews } from '#contract/data-views.ts'
import type { BoardFilter } from '#contract/reports/board.ts'
import { OFFERED_MAX, type OfferedValues, offeredQuery } from '#contract/reports/reading.ts'
import { call } from '#providers/call.ts'

/** Values of the first column of a filter that contain a text, as the reader may read them. */
export async function offeredTo(
  spaceId: string,
  { columns: [first] }: Pick<BoardFilter, 'columns'>,
  typed: string,
): Promise<OfferedValues> {
  if (!first) return { values: [], names: {} }
  const definition = { query: offeredQuery(first, typed) }
  const part = { count: OFFERED_MAX, isCounted: false }
  const { rows, names } = await call(dataViews.answer, { spaceId, definition, ...part }, { quiet: true })
  return { values: rows.map(([cell = null]) => cell), names }
}
