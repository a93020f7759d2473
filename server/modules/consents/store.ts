import { sql } from 'kysely'
import type { ApiGroup } from '#contract/applications.ts'
import type { Consent } from '#contract/consents.ts'
import type { Role } from '#contract/session.ts'
import type { Db, Tx } from '#server/storage/database.ts'

export type AskerRow = {
  id: string
  key: string
  name: string
  description: string
  contact: string
  redirect_uris: string[]
  secret_hash: Buffer
  takes_secret: boolean
  is_online: boolean
  groups: ApiGroup[]
}
export type TokenRow = {
  kind: 'code' | 'access' | 'refresh'
  consent_id: string
  family_id: string
  groups: ApiGroup[]
  redirect_uri: string | null
  challenge: string | null
  expires_at: Date
  used_at: Date | null
  application_id: string
}
export type NewToken = Omit<TokenRow, 'used_at' | 'application_id'> & { hash: Buffer }
/** The person that an access token stands for, and its application. */
export type BearerRow = {
  id: string
  role: Role
  email: string
  name: string
  avatar: string
  application: string
  key: string
  groups: ApiGroup[]
  consent_id: string
  last_used_at: Date | null
}

export const sqlConsentStore = (db: Db) => ({
  /** An application as it asks people; its groups are those granted to it at this time. */
  async asker(key: string, at: Date): Promise<AskerRow | undefined> {
    const { rows } = await sql<AskerRow>`
      select a.id, a.key, p.name, a.description, a.contact, a.redirect_uris, a.secret_hash,
        'bearer' = any(a.ways) as takes_secret, p.disabled_at is null as is_online,
        array(select g.api_group from application_grant g where g.application_id = a.id
          and (g.until is null or g.until >= (${at}::timestamptz at time zone 'UTC')::date)) as groups
      from application a join person p on p.id = a.id where a.key = ${key}`.execute(db)
    return rows[0]
  },

  /** The consent of a person to an application, widened by these groups. */
  async put(
    tx: Tx,
    one: { id: string; applicationId: string; personId: string; groups: readonly ApiGroup[]; at: Date },
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into consent as c (id, application_id, person_id, groups, created_at)
      values (${one.id}::uuid, ${one.applicationId}::uuid, ${one.personId}::uuid, ${[...one.groups]}::text[], ${one.at})
      on conflict (application_id, person_id) do update
        set groups = array(select distinct unnest(c.groups || excluded.groups) order by 1)
      returning id`.execute(tx)
    return rows[0]?.id ?? ''
  },
  async ofPerson(personId: string): Promise<Consent[]> {
    const { rows } = await sql<
      Omit<Consent, 'createdAt' | 'lastUsedAt'> & { created_at: Date; last_used_at: Date | null }
    >`
      select c.id, p.name as application, c.groups, c.created_at, c.last_used_at
      from consent c join person p on p.id = c.application_id where c.person_id = ${personId}::uuid
      order by c.created_at desc, c.id`.execute(db)
    return rows.map(({ created_at, last_used_at, ...rest }) => ({
      ...rest,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    }))
  },
  /** The name of the application whose consent was removed; undefined when there was none. */
  async remove(tx: Tx, personId: string, id: string): Promise<string | undefined> {
    const { rows } = await sql<{ name: string }>`
      delete from consent c using person p where p.id = c.application_id and c.id = ${id}::uuid
        and c.person_id = ${personId}::uuid returning p.name`.execute(tx)
    return rows[0]?.name
  },

  addToken: (tx: Tx, token: NewToken) =>
    tx
      .insertInto('consent_token')
      .values({ ...token, used_at: null })
      .execute(),
  /** A token, locked until the transaction ends. */
  async hold(tx: Tx, hash: Buffer): Promise<TokenRow | undefined> {
    const { rows } = await sql<TokenRow>`
      select t.*, c.application_id from consent_token t join consent c on c.id = t.consent_id
      where t.hash = ${hash} for no key update of t`.execute(tx)
    return rows[0]
  },
  use: (tx: Tx, hash: Buffer, at: Date) =>
    tx.updateTable('consent_token').set({ used_at: at }).where('hash', '=', hash).execute(),
  endFamily: (tx: Tx, familyId: string) => tx.deleteFrom('consent_token').where('family_id', '=', familyId).execute(),
  endAccess: (tx: Tx, hash: Buffer) =>
    tx.deleteFrom('consent_token').where('hash', '=', hash).where('kind', '=', 'access').execute(),

  /** The person of an access token that holds now; undefined when it or the account has ended. */
  async bearer(hash: Buffer, at: Date): Promise<BearerRow | undefined> {
    const { rows } = await sql<BearerRow>`
      select p.id, p.role, p.email, p.name, p.avatar, o.name as application, a.key, t.groups, c.id as consent_id, c.last_used_at
      from consent_token t join consent c on c.id = t.consent_id join application a on a.id = c.application_id
        join person p on p.id = c.person_id join person o on o.id = a.id
      where t.hash = ${hash} and t.kind = 'access' and t.expires_at > ${at}
        and p.state = 'active' and p.disabled_at is null and p.locked_at is null`.execute(db)
    return rows[0]
  },
  touch: (id: string, at: Date) => db.updateTable('consent').set({ last_used_at: at }).where('id', '=', id).execute(),
  /** Forgets tokens that are over. A used one stays until then, so that using it again is noticed. */
  async sweep(at: Date): Promise<number> {
    const { numDeletedRows } = await db.deleteFrom('consent_token').where('expires_at', '<', at).executeTakeFirst()
    return Number(numDeletedRows)
  },
})
export type ConsentStore = ReturnType<typeof sqlConsentStore>
