import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'
import { uniqueAs } from '#server/storage/unique.ts'

export type SenderRow = Selectable<Schema['sender']>
/** SQLSTATE of a row that another one refers to. */
const REFERRED_TO = '23503'
const taken = { sender_name: 'senderNameTaken' } as const

/** Senders with the day as text: as a date it would be one of this process's time zone. */
const senders = (from: Db | Tx) =>
  from.selectFrom('sender').selectAll().select(sql<string | null>`until::text`.as('until'))

/** Other installations that may send datasets here. */
export const sqlSenderStore = (db: Db) => ({
  all: () => senders(db).orderBy('name').orderBy('id').execute(),
  one: (id: string) => senders(db).where('id', '=', id).executeTakeFirst(),
  byCode: (code: Buffer) => senders(db).where('code_sha256', '=', code).executeTakeFirst(),
  held: (tx: Tx, id: string) => senders(tx).where('id', '=', id).forUpdate().executeTakeFirst(),

  async count(tx: Tx): Promise<number> {
    const { count } = await tx
      .selectFrom('sender')
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  /** Throws senderNameTaken. */
  insert: (tx: Tx, row: Insertable<Schema['sender']>) =>
    uniqueAs(taken, () => tx.insertInto('sender').values(row).execute()),

  /** Throws senderNameTaken. */
  update: (from: Db | Tx, id: string, change: Updateable<Schema['sender']>) =>
    uniqueAs(taken, () => from.updateTable('sender').set(change).where('id', '=', id).execute()),

  /** Throws senderInUse if it has submitted something. */
  async remove(tx: Tx, id: string): Promise<void> {
    try {
      await tx.deleteFrom('sender').where('id', '=', id).execute()
    } catch (cause) {
      throw (cause as { code?: string }).code === REFERRED_TO ? new Failure('senderInUse', { cause }) : cause
    }
  },
})
export type SenderStore = ReturnType<typeof sqlSenderStore>
