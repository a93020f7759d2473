import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

export type InvitationRow = Selectable<Schema['invitation']>

export const sqlRegistrationStore = (db: Db) => ({
  insertCaptcha: (row: { id: string; answer: Buffer; expires_at: Date }) =>
    db.insertInto('captcha').values(row).execute(),
  /** Deletes an image and returns it: it can be answered once. */
  takeCaptcha: (id: string) => db.deleteFrom('captcha').where('id', '=', id).returningAll().executeTakeFirst(),

  invitation: (hash: Buffer, at: Date): Promise<InvitationRow | undefined> =>
    db
      .selectFrom('invitation')
      .selectAll()
      .where('hash', '=', hash)
      .where('expires_at', '>', at)
      .where('uses_left', '>', 0)
      .executeTakeFirst(),
  /** Uses an invitation once; undefined when no use is left. */
  spendInvitation: (tx: Tx, hash: Buffer, at: Date): Promise<InvitationRow | undefined> =>
    tx
      .updateTable('invitation')
      .set((eb) => ({ uses_left: eb('uses_left', '-', 1) }))
      .where('hash', '=', hash)
      .where('expires_at', '>', at)
      .where('uses_left', '>', 0)
      .returningAll()
      .executeTakeFirst(),
})
export type RegistrationStore = ReturnType<typeof sqlRegistrationStore>
