import type { TableChange } from '#contract/tables/changes.ts'
import { type DataTable, tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'

/** Reads what a change would do to the values of a table as it is now. */
export const previewQuery = ({ spaceId, id, change: version }: DataTable, change: TableChange) => ({
  queryKey: ['tables', spaceId, 'preview', id, version, change],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(tables.preview, { spaceId, id, change }, { quiet: true, signal }),
})
