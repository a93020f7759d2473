import { sql } from 'kysely'
import type { CellType } from '#contract/tables/columns.ts'
import type { FormulaTrial } from '#contract/tables/looks.ts'
import type { Db } from '#server/storage/database.ts'
import { onWire, rowsOf } from './physical-store.ts'

/** Rows in which a formula is tried (our choice). */
const TRIED = 5

/** The results of a formula in the first of the rows `t`. */
export async function triedFormula(
  db: Db,
  tableId: string,
  { type, value, error }: { type: CellType; value: string; error: string },
): Promise<FormulaTrial['rows']> {
  const { rows } = await sql<FormulaTrial['rows'][number]>`
    select t.id, ${onWire(type, sql`(${sql.raw(value)})`)} as value, ${sql.raw(error)} as error
    from ${rowsOf(tableId)} t order by t.ord, t.id limit ${TRIED}`.execute(db)
  return rows
}
