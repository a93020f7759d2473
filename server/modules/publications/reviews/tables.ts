import { REVIEW_LINK_ROWS, TABLE_ROWS_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { Id } from '#contract/core/shapes.ts'
import type { CellRange, ReviewCells, ReviewView, reviews } from '#contract/reviews.ts'
import { Failure, nullIfRefused } from '#server/failure.ts'
import type { SignedInCall } from '#server/http/context.ts'
import { rateLimitOf } from '#server/http/rate-limit.ts'
import type { FrozenBoards } from '#server/modules/frozen-boards/index.ts'
import { ASKED_A_MINUTE, strangerAt } from '#server/modules/reports/index.ts'
import { frozenOf, type PublicationReading } from '../reading.ts'
import type { PublicationStore } from '../store.ts'
import type { Opened, ReviewHiding } from './hiding.ts'

type Needs = {
  now: () => Date
  store: Pick<PublicationStore, 'tables'>
  frozenBoards: Pick<FrozenBoards, 'rowsOf'>
  reading: Pick<PublicationReading, 'foundWithFiles'>
  hiding: Pick<ReviewHiding, 'frozenFor'>
}

/** Which rows the address of a link asks for, and the network address that they go to. */
export type AskedRows = { table?: string | undefined; first?: string | undefined; address: string }

/** Tables of submissions, row by row, for those who may have their files. */
export function reviewTables({ store, frozenBoards, reading, hiding, now }: Needs) {
  const asks = rateLimitOf(ASKED_A_MINUTE, now)

  /** Throws reviewCellsGone. */
  async function rows(
    { id, table, first, count }: ParsedOf<typeof reviews.rows>,
    { actor }: Pick<SignedInCall, 'actor'>,
  ) {
    const row = await reading.foundWithFiles(id, actor)
    const found = await frozenBoards.rowsOf(frozenOf(row), table, { first, count }, actor)
    if (!found) throw new Failure('reviewCellsGone')
    return { rows: found }
  }

  /** A page of rows of a table for the holder of a link; null if there is none, and above the rate limit. */
  async function shown(
    opened: Opened,
    { table, first: wanted = '', address }: AskedRows,
  ): Promise<ReviewView['shown']> {
    const id = Id.safeParse(table).data
    if (!id) return null
    const first = /^\d{1,9}$/.test(wanted) ? Math.min(Number(wanted), TABLE_ROWS_MAX) : 0
    const read = async () => {
      asks.take(address)
      return frozenBoards.rowsOf(hiding.frozenFor(opened), id, { first, count: REVIEW_LINK_ROWS }, strangerAt(address))
    }
    const rows = await nullIfRefused(read())
    return rows && { table: id, first, rows }
  }

  /** Cells of a submission with their names, and the file of their table. Throws reviewCellsGone. */
  async function placed(id: string, range: CellRange): Promise<{ path: string; cells: ReviewCells }> {
    const table = (await store.tables(id)).find(({ table_id }) => table_id === range.table)
    const [left, right] = [table?.columns[range.left - 1], table?.columns[range.right - 1]]
    if (!table || !left || !right || range.bottom > table.rows) throw new Failure('reviewCellsGone')
    return {
      path: table.path,
      cells: { ...range, tableName: table.name, leftName: left.name, rightName: right.name },
    }
  }

  return { rows, shown, placed }
}
export type ReviewTables = ReturnType<typeof reviewTables>
