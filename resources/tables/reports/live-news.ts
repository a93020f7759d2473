import type { RealtimeEvent } from '#contract/core/events.ts'
import type { SourceState } from '#contract/queries/answer.ts'
import { idOf, type SourceRef } from '#contract/queries/query.ts'

/** What a chart reads: the sources of its query, and those of its answer in their states; none before it is answered. */
export type Read = { asked: readonly SourceRef[]; answered: readonly Pick<SourceState, 'source' | 'change'>[] }

/**
 * Whether a chart of a space may have another answer after an event. Views hand out rows of sources that their reader may
 * not see and that no answer names.
 */
export function concernsChart(event: RealtimeEvent, spaceId: string, { asked, answered }: Read): boolean {
  const isAny = (...kinds: SourceRef['kind'][]) =>
    asked.some(({ kind }) => kinds.includes(kind)) || answered.some(({ source }) => kinds.includes(source.kind))
  if (event.mark === 'space' && event.spaceId === spaceId)
    return event.type === 'files' ? isAny('file', 'folder', 'view') : event.type !== 'task' && isAny('view')
  if (event.mark !== 'table_refresh' || event.spaceId !== spaceId) return false
  if (event.presence || event.hasComments || event.hasViews) return false
  // Tables were made or removed, or others may see them now.
  if (!event.tableId) return isAny('table', 'view')
  const known = answered.find(({ source }) => idOf(source) === event.tableId)
  if (known) return event.change === undefined || event.change > (known.change ?? 0)
  return asked.some((source) => idOf(source) === event.tableId)
}
