import { type Selectable, sql } from 'kysely'
import type { PersonRow } from '#server/modules/people/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

export type InvitationRow = Selectable<Schema['invitation']>
type Fresh = Pick<PersonRow, 'id' | 'email' | 'name' | 'role'> & Partial<PersonRow>

export const sqlRegistrationStore = (db: Db) => ({
  insertCaptcha: (row: { id: string; answer: Buffer; expires_at: Date }) =>
    db.insertInto('captcha').values(row).execute(),
  /** Takes an image out: it is answered once. */
  takeCaptcha: (id: string) => db.deleteFrom('captcha').where('id', '=', id).returningAll().executeTakeFirst(),

  /** Undefined when the address is taken. */
  insertPerson: (tx: Tx, person: Fresh): Promise<PersonRow | undefined> =>
    tx
      .insertInto('person')
      .values({ password_hash: null, disabled_at: null, ...person })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
      .returningAll()
      .executeTakeFirst(),

  invitation: (hash: Buffer, at: Date): Promise<InvitationRow | undefined> =>
    db
      .selectFrom('invitation')
      .selectAll()
      .where('hash', '=', hash)
      .where('expires_at', '>', at)
      .where('uses_left', '>', 0)
      .executeTakeFirst(),
  /** Takes one use; undefined when there is none left. */
  spendInvitation: (tx: Tx, hash: Buffer, at: Date): Promise<InvitationRow | undefined> =>
    tx
      .updateTable('invitation')
      .set((eb) => ({ uses_left: eb('uses_left', '-', 1) }))
      .where('hash', '=', hash)
      .where('expires_at', '>', at)
      .where('uses_left', '>', 0)
      .returningAll()
      .executeTakeFirst(),

  /** Waits after wrong passwords for an account end, from whichever address. */
  forgetDelays: (tx: Tx, email: string) =>
    sql`delete from login_delay where key like ${`% ${email.toLowerCase().replace(/[\\%_]/g, '\\$&')}`}`.execute(tx),
})
export type RegistrationStore = ReturnType<typeof sqlRegistrationStore>
