import { type Selectable, sql } from 'kysely'
import type { MailType } from '#contract/account.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

export type DeviceRow = Selectable<Schema['session']>
export type TokenRow = Selectable<Schema['access_token']>
export type AppPasswordRow = Selectable<Schema['app_password']> & { space_name: string | null }

/** App passwords are kept with the public keys that open protocols. */
export type AppPasswordKind = 'password' | 'sshKey'

export const sqlAccountStore = (db: Db) => ({
  keepAvatar: (tx: Tx, hash: Buffer, png: Buffer) =>
    tx
      .insertInto('avatar')
      .values({ hash, png })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  avatar: (hash: Buffer) => db.selectFrom('avatar').select('png').where('hash', '=', hash).executeTakeFirst(),
  /** Deletes avatars that no account uses. */
  sweepAvatars: () =>
    sql`delete from avatar a where not exists (
      select 1 from person p where p.avatar = '/api/avatars/' || encode(a.hash, 'hex'))`.execute(db),

  identities: (tx: Tx, personId: string) =>
    tx.selectFrom('identity').select('id').where('person_id', '=', personId).execute(),

  devices: (personId: string, seenAfter: Date): Promise<DeviceRow[]> =>
    db
      .selectFrom('session')
      .selectAll()
      .where('person_id', '=', personId)
      .where('seen_at', '>', seenAfter)
      .orderBy('seen_at', 'desc')
      .limit(200)
      .execute(),
  endDevice: (tx: Tx, personId: string, id: string) =>
    tx.deleteFrom('session').where('person_id', '=', personId).where('id', '=', id).returningAll().executeTakeFirst(),

  appPasswords: (kind: AppPasswordKind, personId: string, tx: Db | Tx = db): Promise<AppPasswordRow[]> =>
    tx
      .selectFrom('app_password')
      .leftJoin('space', 'space.id', 'app_password.space_id')
      .selectAll('app_password')
      .select('space.name as space_name')
      .where('person_id', '=', personId)
      .where('ssh_key_type', kind === 'sshKey' ? 'is not' : 'is', null)
      .orderBy('app_password.created_at', 'desc')
      .execute(),
  addAppPassword: (tx: Tx, row: Omit<Selectable<Schema['app_password']>, 'last_used_at'>) =>
    tx
      .insertInto('app_password')
      .values({ ...row, last_used_at: null })
      .execute(),
  removeAppPassword: (tx: Tx, kind: AppPasswordKind, personId: string, id: string) =>
    tx
      .deleteFrom('app_password')
      .where('person_id', '=', personId)
      .where('ssh_key_type', kind === 'sshKey' ? 'is not' : 'is', null)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst(),

  tokens: (personId: string, tx: Db | Tx = db): Promise<TokenRow[]> =>
    tx.selectFrom('access_token').selectAll().where('person_id', '=', personId).orderBy('created_at', 'desc').execute(),
  addToken: (tx: Tx, row: Omit<TokenRow, 'last_used_at'>) =>
    tx
      .insertInto('access_token')
      .values({ ...row, last_used_at: null })
      .execute(),
  removeToken: (tx: Tx, personId: string, id: string) =>
    tx
      .deleteFrom('access_token')
      .where('person_id', '=', personId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst(),

  async mailsOff(personId: string, tx: Db | Tx = db): Promise<Set<MailType>> {
    const rows = await tx.selectFrom('mail_off').select('type').where('person_id', '=', personId).execute()
    return new Set(rows.map((row) => row.type))
  },
  mailOff: (tx: Tx, personId: string, type: MailType) =>
    tx
      .insertInto('mail_off')
      .values({ person_id: personId, type })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  mailOn: (tx: Tx, personId: string, type: MailType) =>
    tx.deleteFrom('mail_off').where('person_id', '=', personId).where('type', '=', type).execute(),
})
export type AccountStore = ReturnType<typeof sqlAccountStore>
