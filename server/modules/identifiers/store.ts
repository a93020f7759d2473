import { type Selectable, sql } from 'kysely'
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

/** The identifier of a dataset on our own host; null if there is none. */
export async function identifierOfDataset(db: Db, datasetId: string): Promise<string | null> {
  const row = await db.selectFrom('identifier').select('value').where('dataset_id', '=', datasetId).executeTakeFirst()
  return row?.value ?? null
}

/** The dataset that an identifier names; null if there is none. */
export async function datasetNamed(db: Db, value: string): Promise<string | null> {
  const row = await db.selectFrom('identifier').select('dataset_id').where('value', '=', value).executeTakeFirst()
  return row?.dataset_id ?? null
}

type Wanted = { hasArk: boolean; schemes: readonly string[]; most: number }
/** Versions that are not decided yet and lack an identifier that they should have, in the order of their ids. */
export async function versionsWithout(db: Db, { hasArk, schemes, most }: Wanted) {
  const { rows } = await sql<{ dataset_id: string; number: number }>`
    select p.dataset_id, p.number from publication p
    where p.state in ('draft', 'pending', 'rejected') and (
      (${hasArk} and not exists (select from identifier i where i.dataset_id = p.dataset_id))
      or exists (select from unnest(${[...schemes]}::text[]) as wanted (scheme) where not exists (
        select from identifier_registration r
        where r.dataset_id = p.dataset_id and r.number = p.number and r.scheme = wanted.scheme)))
    order by p.id limit ${most}`.execute(db)
  return rows
}

/** Locks a dataset against removal until the transaction ends; false if it does not exist any more. */
export async function holdDataset(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('dataset').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  return row !== undefined
}
