import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { deletedAddress } from '#contract/people.ts'
import { textOf } from '#server/http/texts.ts'
import { type PersonRow, personReferences } from '#server/modules/people/index.ts'
import { decodeCursor, exactly, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

export type DeletionRow = Selectable<Schema['account_deletion']>
/** Numbers of rows by table. */
export type Counts = Record<string, number>

const Key = z.tuple([part.timestamp, part.id])
const columnsThatAre = (fate: 'removed' | 'kept') =>
  Object.entries(personReferences)
    .filter(([, { deleted }]) => deleted === fate)
    .map(([name]) => name.split('.') as [table: string, column: string])

/** The name of the person from then on, in both languages, because it is shown in place of names. */
const goneName = () => `${textOf('zh', 'accountDeletions.goneName')} ${textOf('en', 'accountDeletions.goneName')}`

export const sqlDeletionStore = (db: Db) => ({
  /** The spaces of which the person is a member. */
  async spacesOf(tx: Tx, personId: string): Promise<string[]> {
    const rows = await tx
      .selectFrom('member')
      .select('space_id')
      .where('person_id', '=', personId)
      .orderBy('space_id')
      .execute()
    return rows.map(({ space_id }) => space_id)
  },

  /** The accounts that were merged into this one. */
  mergedInto: (tx: Tx, id: string): Promise<PersonRow[]> =>
    tx.selectFrom('person').selectAll().where('merged_into', '=', id).forNoKeyUpdate().execute(),

  /** How many rows of each table stay, and lead to the account. */
  async keptRows(personId: string): Promise<Counts> {
    const counts: Counts = {}
    for (const [table, column] of columnsThatAre('kept')) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${personId}::uuid`.execute(db)
      const count = rows[0]?.count ?? 0
      if (count) counts[table] = (counts[table] ?? 0) + count
    }
    return counts
  },

  /** Removes what is of the person alone; answers how many rows of each table. Memberships have ended before. */
  async removeRows(tx: Tx, { id, email }: PersonRow): Promise<Counts> {
    const counts: Counts = {}
    const count = (table: string, rows: bigint | undefined) => {
      if (rows) counts[table] = (counts[table] ?? 0) + Number(rows)
    }
    for (const [table, column] of columnsThatAre('removed')) {
      const gone = await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}::uuid`.execute(tx)
      count(table, gone.numAffectedRows)
    }
    const mails = await sql`delete from mail where lower(recipient) = lower(${email})`.execute(tx)
    count('mail', mails.numAffectedRows)
    const invitations = await sql`delete from space_invitation where lower(email) = lower(${email})`.execute(tx)
    count('space_invitation', invitations.numAffectedRows)
    const limits = await sql`
      delete from rate_limit where right(key, char_length(${email}::text) + 1) = ' ' || lower(${email}::text)`.execute(
      tx,
    )
    count('rate_limit', limits.numAffectedRows)
    return counts
  },

  /** Takes name, address and profile from the account, and its name from the journals. Its share links end. */
  async anonymise(tx: Tx, id: string, at: Date): Promise<Counts> {
    const name = goneName()
    await tx
      .updateTable('person')
      .set({
        name,
        email: deletedAddress(id),
        avatar: '',
        role: 'role_general',
        role_source: 'administrator',
        password_hash: null,
        password_changed_at: null,
        english_name: '',
        unit: '',
        english_unit: '',
        phone: '',
        orcid: '',
        introduction: '',
        backup_email: '',
        backup_verified_at: null,
        last_sign_in_at: null,
        agreement: null,
        locked_at: null,
        removed_at: at,
      })
      .where('id', '=', id)
      .execute()
    const shares = await sql`
      update share set revoked_at = ${at} where person_id = ${id}::uuid and revoked_at is null`.execute(tx)
    const visits = await sql`
      update share_visit set person_name = ${name}, address = '', agent = '' where person_id = ${id}::uuid`.execute(tx)
    const entries = await sql`
      update journal j set person_name = ${name} from space s where j.space_id = s.id and j.person_id = ${id}::uuid`.execute(
      tx,
    )
    // Entries about the person: who was invited, joined, left.
    const mentions = await sql`
      update journal j set item_name = ${name} from space s
      where j.space_id = s.id and j."group" = 'member' and j.item_id = ${id}`.execute(tx)
    return {
      journal: Number((entries.numAffectedRows ?? 0n) + (mentions.numAffectedRows ?? 0n)),
      share: Number(shares.numAffectedRows ?? 0n),
      share_visit: Number(visits.numAffectedRows ?? 0n),
    }
  },

  insert: (tx: Tx, row: DeletionRow) => tx.insertInto('account_deletion').values(row).execute(),
  one: (id: string): Promise<DeletionRow | undefined> =>
    db.selectFrom('account_deletion').selectAll().where('id', '=', id).executeTakeFirst(),
  newest: (after: string | undefined, most: number) => {
    const beyond = after ? decodeCursor(after, Key) : null
    return db
      .selectFrom('account_deletion')
      .selectAll()
      .select(exactly(sql`deleted_at`).as('key'))
      .$if(beyond !== null, (query) =>
        query.where(sql<boolean>`(deleted_at, id) < (${beyond?.[0]}::timestamptz, ${beyond?.[1]}::uuid)`),
      )
      .orderBy('deleted_at', 'desc')
      .orderBy('id', 'desc')
      .limit(most)
      .execute()
  },
})
export type DeletionStore = ReturnType<typeof sqlDeletionStore>
