import type { Selectable } from 'kysely'
import type { PersonRow } from '#server/modules/people/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

export type IdentityRow = Selectable<Schema['identity']>

export const sqlIdentityStore = (db: Db) => ({
  /** The person that an external identity belongs to. */
  personOf: (methodId: string, subject: string): Promise<PersonRow | undefined> =>
    db
      .selectFrom('identity')
      .innerJoin('person', 'person.id', 'identity.person_id')
      .selectAll('person')
      .where('method_id', '=', methodId)
      .where('subject', '=', subject)
      .executeTakeFirst(),
  used: (methodId: string, subject: string, label: string, at: Date) =>
    db
      .updateTable('identity')
      .set({ last_used_at: at, label })
      .where('method_id', '=', methodId)
      .where('subject', '=', subject)
      .execute(),
  /** False when the identity is bound already, to whomever. */
  async bind(tx: Db | Tx, row: Omit<IdentityRow, 'last_used_at'>): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('identity')
      .values({ ...row, last_used_at: row.bound_at })
      .onConflict((conflict) => conflict.columns(['method_id', 'subject']).doNothing())
      .executeTakeFirst()
    return (numInsertedOrUpdatedRows ?? 0n) > 0n
  },
  ofPerson: (
    personId: string,
  ): Promise<(IdentityRow & { kind: Schema['method']['kind']; name: Schema['method']['name'] })[]> =>
    db
      .selectFrom('identity')
      .innerJoin('method', 'method.id', 'identity.method_id')
      .selectAll('identity')
      .select(['method.kind', 'method.name'])
      .where('person_id', '=', personId)
      .orderBy('bound_at')
      .execute(),
  remove: (tx: Tx, personId: string, id: string) =>
    tx.deleteFrom('identity').where('person_id', '=', personId).where('id', '=', id).returningAll().executeTakeFirst(),
})
export type IdentityStore = ReturnType<typeof sqlIdentityStore>
