import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

type Row = Selectable<Schema['identifier']>

/** Gives a dataset this identifier unless it has one; false when the value is another dataset's. */
export async function insertIdentifier(tx: Tx, row: Row): Promise<boolean> {
  const added = await tx
    .insertInto('identifier')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows) return true
  const known = await tx
    .selectFrom('identifier')
    .select('value')
    .where('dataset_id', '=', row.dataset_id)
    .executeTakeFirst()
  return known !== undefined
}

/** The identifier of a dataset on our own host; null for none. */
export async function identifierOfDataset(db: Db, datasetId: string): Promise<string | null> {
  const row = await db.selectFrom('identifier').select('value').where('dataset_id', '=', datasetId).executeTakeFirst()
  return row?.value ?? null
}

/** The dataset that an identifier names; null when it names none. */
export async function datasetNamed(db: Db, value: string): Promise<string | null> {
  const row = await db.selectFrom('identifier').select('dataset_id').where('value', '=', value).executeTakeFirst()
  return row?.dataset_id ?? null
}
