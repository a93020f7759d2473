import type { Insertable, Selectable, Updateable } from 'kysely'
import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'
import { uniqueAs } from '#server/storage/unique.ts'

export type InstitutionRow = Selectable<Schema['institution']>
type Change = Updateable<Schema['institution']>
/** SQLSTATE of a row that another one refers to. */
const REFERRED_TO = '23503'
const taken = { institution_name: 'institutionNameTaken' } as const

export const sqlInstitutionStore = (db: Db) => ({
  all: () => db.selectFrom('institution').selectAll().orderBy('name').orderBy('id').execute(),
  one: (id: string) => db.selectFrom('institution').selectAll().where('id', '=', id).executeTakeFirst(),
  held: (tx: Tx, id: string) =>
    tx.selectFrom('institution').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  async count(tx: Tx): Promise<number> {
    const { count } = await tx
      .selectFrom('institution')
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  /** Throws institutionNameTaken. */
  insert: (tx: Tx, row: Insertable<Schema['institution']>) =>
    uniqueAs(taken, () => tx.insertInto('institution').values(row).execute()),

  /** Throws institutionNameTaken. */
  update: (from: Db | Tx, id: string, change: Change) =>
    uniqueAs(taken, () => from.updateTable('institution').set(change).where('id', '=', id).execute()),

  /** Throws institutionInUse when something was submitted to it. */
  async remove(tx: Tx, id: string): Promise<void> {
    try {
      await tx.deleteFrom('institution').where('id', '=', id).execute()
    } catch (cause) {
      throw (cause as { code?: string }).code === REFERRED_TO ? new Failure('institutionInUse', { cause }) : cause
    }
  },
})
export type InstitutionStore = ReturnType<typeof sqlInstitutionStore>
