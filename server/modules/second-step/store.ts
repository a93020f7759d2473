import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'
import { uniqueAs } from '#server/storage/unique.ts'

export type PasskeyRow = Selectable<Schema['passkey']>

export const sqlSecondStepStore = (db: Db) => ({
  totp: (personId: string, tx: Db | Tx = db) =>
    tx.selectFrom('totp').selectAll().where('person_id', '=', personId).executeTakeFirst(),
  setTotp: (tx: Db | Tx, row: { person_id: string; secret: Buffer; confirmed_at: Date; last_step: number }) =>
    tx
      .insertInto('totp')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('person_id')
          .doUpdateSet({ secret: row.secret, confirmed_at: row.confirmed_at, last_step: row.last_step }),
      )
      .execute(),
  /** Uses a time step up; false when it, or a later one, was used before. */
  async spendStep(personId: string, step: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('totp')
      .set({ last_step: step })
      .where('person_id', '=', personId)
      .where('last_step', '<', step)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
  removeTotp: (tx: Db | Tx, personId: string) => tx.deleteFrom('totp').where('person_id', '=', personId).execute(),

  async recoveryLeft(personId: string): Promise<number> {
    const row = await db
      .selectFrom('recovery_code')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('person_id', '=', personId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },
  async setRecovery(tx: Db | Tx, personId: string, hashes: Buffer[]): Promise<void> {
    await tx.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
    if (hashes.length)
      await tx
        .insertInto('recovery_code')
        .values(hashes.map((hash) => ({ person_id: personId, hash, used_at: null })))
        .execute()
  },
  async spendRecovery(personId: string, hash: Buffer, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('recovery_code')
      .set({ used_at: at })
      .where('person_id', '=', personId)
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  passkeys: (personId: string, tx: Db | Tx = db): Promise<PasskeyRow[]> =>
    tx.selectFrom('passkey').selectAll().where('person_id', '=', personId).orderBy('created_at').execute(),
  passkey: (credentialId: string): Promise<PasskeyRow | undefined> =>
    db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst(),
  /** A key that is known already, here or elsewhere, is refused. */
  addPasskey: (tx: Db | Tx, row: Omit<PasskeyRow, 'last_used_at'>) =>
    uniqueAs({ passkey_credential_id_key: 'passkeyRefused' }, () =>
      tx
        .insertInto('passkey')
        .values({ ...row, last_used_at: null })
        .execute(),
    ),
  usedPasskey: (id: string, counter: number, at: Date) =>
    db.updateTable('passkey').set({ counter, last_used_at: at }).where('id', '=', id).execute(),
  removePasskey: (tx: Db | Tx, personId: string, id: string) =>
    tx.deleteFrom('passkey').where('person_id', '=', personId).where('id', '=', id).returningAll().executeTakeFirst(),
  removePasskeys: (tx: Db | Tx, personId: string) =>
    tx.deleteFrom('passkey').where('person_id', '=', personId).execute(),

  /** Which ways an account has, in one look: asked with every sign-in. */
  async ways(personId: string, tx: Db | Tx = db): Promise<{ totp: boolean; passkey: boolean; recovery: boolean }> {
    const { rows } = await sql<{ totp: boolean; passkey: boolean; recovery: boolean }>`
      select exists(select 1 from totp where person_id = ${personId}::uuid) as totp,
             exists(select 1 from passkey where person_id = ${personId}::uuid) as passkey,
             exists(select 1 from recovery_code where person_id = ${personId}::uuid and used_at is null) as recovery`.execute(
      tx,
    )
    return rows[0] ?? { totp: false, passkey: false, recovery: false }
  },
})
