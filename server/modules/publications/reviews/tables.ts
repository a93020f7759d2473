import type { ParsedOf } from '#contract/core/operation.ts'
import type { CellRange, ReviewCells, reviews } from '#contract/reviews.ts'
import { Failure } from '#server/failure.ts'
import type { SignedInCall } from '#server/http/context.ts'
import type { FrozenBoards } from '#server/modules/frozen-boards/index.ts'
import { frozenOf, type PublicationReading } from '../reading.ts'
import type { PublicationStore } from '../store.ts'

type Needs = {
  store: Pick<PublicationStore, 'tables'>
  frozenBoards: Pick<FrozenBoards, 'rowsOf'>
  reading: Pick<PublicationReading, 'foundWithFiles'>
}

/** Tables of submissions, row by row, for those who may have their files. */
export function reviewTables({ store, frozenBoards, reading }: Needs) {
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

  return { rows, placed }
}
export type ReviewTables = ReturnType<typeof reviewTables>
