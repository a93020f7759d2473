import type { Space } from '#contract/spaces.ts'
import type { Column } from '#contract/tables/columns.ts'
import type { DataTable } from '#contract/tables.ts'
import type { TableAddress } from './address.ts'
import type { HistoryOf } from './history-of.ts'
import type { Changes } from './use-changes.tsx'
import type { Commented } from './use-comments.ts'
import type { Groups } from './use-groups.ts'
import type { Rows } from './use-rows.ts'
import type { View } from './use-view.ts'
import type { WaitingReads } from './waiting-reads.ts'

/** State shared by the parts of a table's page. */
export type TableContext = {
  space: Space
  table: DataTable
  address: TableAddress
  view: View
  rows: Rows
  /** Reads of rows and groups under way. */
  waiting: WaitingReads
  /** The table is seen as it was: nothing can be changed, and some things can't be asked. */
  isPast: boolean
  /** The groups of the rows; null if they aren't grouped. */
  groups: Groups | null
  changes: Changes
  /** The visible columns, in their order. */
  columns: readonly Column[]
  /** Whether the reader may change it now; an import under way locks it. */
  mayEdit: boolean
  mayComment: boolean
  commented: Commented
  showHistory: (of: HistoryOf) => void
}
