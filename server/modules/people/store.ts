import { type Insertable, type Selectable, sql } from 'kysely'
import type { MailType } from '#contract/account.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Claim, Schema } from '#server/storage/schema.ts'

export type PersonRow = Selectable<Schema['person']>
export type LinkKind = Schema['link']['kind']

/** Those who have an account: applications and deleted accounts do not. */
const people = (tx: Db | Tx) =>
  tx.selectFrom('person').selectAll().where('state', '<>', 'application').where('removed_at', 'is', null)

export const sqlPeopleStore = (db: Db) => ({
  byEmail: (email: string, tx: Db | Tx = db): Promise<PersonRow | undefined> =>
    people(tx).where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst(),
  byId: (id: string, tx: Db | Tx = db): Promise<PersonRow | undefined> =>
    tx.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst(),
  /**
   * Locks the row until the transaction ends; rows that reference it may still be added. Undefined for an account that
   * was merged into another one, too.
   */
  lock: (tx: Tx, id: string): Promise<PersonRow | undefined> =>
    people(tx).where('id', '=', id).where('merged_into', 'is', null).forNoKeyUpdate().executeTakeFirst(),
  lockByEmail: (tx: Tx, email: string): Promise<PersonRow | undefined> =>
    people(tx).where(sql`lower(email)`, '=', email.toLowerCase()).forNoKeyUpdate().executeTakeFirst(),
  /** Undefined when the address is taken. */
  insert: (
    tx: Tx,
    person: Pick<PersonRow, 'id' | 'email' | 'name' | 'role'> & Partial<PersonRow>,
  ): Promise<PersonRow | undefined> =>
    tx
      .insertInto('person')
      .values({ password_hash: null, disabled_at: null, ...person })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
      .returningAll()
      .executeTakeFirst(),
  update: (tx: Db | Tx, id: string, change: Partial<PersonRow>) =>
    tx.updateTable('person').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

  async isMailOff(tx: Db | Tx, personId: string, type: MailType): Promise<boolean> {
    const row = await tx
      .selectFrom('mail_off')
      .select('type')
      .where('person_id', '=', personId)
      .where('type', '=', type)
      .executeTakeFirst()
    return row !== undefined
  },

  insertLinks: (
    tx: Db | Tx,
    links: {
      hash: Buffer
      kind: LinkKind
      person_id: string
      email: string
      claim: Claim | null
      created_at: Date
      expires_at: Date
    }[],
  ) =>
    tx
      .insertInto('link')
      .values(links.map((link) => ({ ...link, claim: link.claim && sql<Claim>`${JSON.stringify(link.claim)}::jsonb` })))
      .execute(),
  /** A code that lets somebody register; only its SHA-256 is stored. */
  insertInvitation: (tx: Db | Tx, invitation: Insertable<Schema['invitation']>) =>
    tx.insertInto('invitation').values(invitation).execute(),
  /** Invalidates a code; does nothing when it is invalid already. */
  endInvitation: (tx: Db | Tx, hash: Buffer) => tx.deleteFrom('invitation').where('hash', '=', hash).execute(),
  /** Invalidates all codes of a person. */
  endInvitationsOf: (tx: Tx, personId: string) =>
    tx.deleteFrom('invitation').where('created_by', '=', personId).execute(),
  /** The latest answers of those who registered with the addresses of these accounts, by the ids of the accounts. */
  async lastClaims(personIds: string[], tx: Db | Tx = db): Promise<Map<string, Claim>> {
    const rows = await tx
      .selectFrom('link')
      .distinctOn('person_id')
      .select(['person_id', 'claim'])
      .where('person_id', '=', sql<string>`any(${personIds}::uuid[])`)
      .where('kind', '=', 'activation')
      .where('claim', 'is not', null)
      .orderBy('person_id')
      .orderBy('created_at', 'desc')
      .execute()
    return new Map(rows.flatMap(({ person_id, claim }) => (claim ? [[person_id, claim] as const] : [])))
  },
  /** A valid link, for any reader. */
  link: (hash: Buffer, kinds: LinkKind[], at: Date, tx: Db | Tx = db) =>
    tx
      .selectFrom('link')
      .selectAll()
      .where('hash', '=', hash)
      .where('kind', 'in', kinds)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirst(),
  /** Uses a link up; undefined when it was used already, or is invalid. */
  spendLink: (tx: Db | Tx, hash: Buffer, kinds: LinkKind[], at: Date) =>
    tx
      .updateTable('link')
      .set({ used_at: at })
      .where('hash', '=', hash)
      .where('kind', 'in', kinds)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .returningAll()
      .executeTakeFirst(),
  /** Invalidates an account's links of these kinds. */
  endLinks: (tx: Db | Tx, personId: string, kinds: LinkKind[], at: Date) =>
    tx
      .updateTable('link')
      .set({ used_at: at })
      .where('person_id', '=', personId)
      .where('kind', 'in', kinds)
      .where('used_at', 'is', null)
      .execute(),

  /** Also ends unfinished sign-ins: a redirect to another site, a second step not yet entered. */
  async endSessions(tx: Db | Tx, personId: string, except: string | null): Promise<number> {
    await tx.deleteFrom('attempt').where('person_id', '=', personId).execute()
    const { numDeletedRows } = await tx
      .deleteFrom('session')
      .where('person_id', '=', personId)
      .$if(except !== null, (query) => query.where('id', '!=', except ?? ''))
      .executeTakeFirst()
    return Number(numDeletedRows)
  },

  /** Ends what opens an account without its password, also what applications were let do for it. */
  async endKeys(tx: Tx, personId: string): Promise<void> {
    await tx.deleteFrom('access_token').where('person_id', '=', personId).execute()
    await tx.deleteFrom('app_password').where('person_id', '=', personId).execute()
    await tx.deleteFrom('consent').where('person_id', '=', personId).execute()
  },

  /** Ends the delays after wrong passwords of an account, from all addresses: keys like `203.0.113.7 name@site`. */
  forgetDelays: (tx: Tx, email: string) =>
    sql`delete from login_delay where right(key, char_length(${email}::text) + 1) = ' ' || lower(${email}::text)`.execute(
      tx,
    ),

  /** Counts a use of a key when its last one is before `before`; else returns the time of the last one. */
  async consumeRateLimit(key: string, at: Date, before: Date): Promise<Date | null> {
    const { rows } = await sql<{ at: Date }>`
      insert into rate_limit (key, at) values (${key}, ${at}) on conflict (key) do update set at = excluded.at
      where rate_limit.at <= ${before} returning at`.execute(db)
    if (rows.length) return null
    const row = await db.selectFrom('rate_limit').select('at').where('key', '=', key).executeTakeFirst()
    return row?.at ?? null
  },
  async sweep(linksBefore: Date, at: Date, limitsBefore: Date): Promise<void> {
    await db.deleteFrom('link').where('expires_at', '<', linksBefore).execute()
    await db.deleteFrom('rate_limit').where('at', '<', limitsBefore).execute()
    await db.deleteFrom('captcha').where('expires_at', '<', at).execute()
    await db.deleteFrom('attempt').where('expires_at', '<', at).execute()
    await db.deleteFrom('invitation').where('expires_at', '<', linksBefore).execute()
  },
})
