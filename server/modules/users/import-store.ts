import { sql } from 'kysely'
import type { JoinMethod } from '#contract/account.ts'
import type { Language } from '#server/http/context.ts'
import type { Fields, PersonRow } from '#server/modules/people/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'

/** A new account of a sheet. */
export type Newcomer = Fields & { id: string }
/** How new accounts begin: with an invitation that waits for an answer, or known by a directory. */
type Coming = { at: Date; language: Language; state: 'invited' | 'active'; joinMethod: JoinMethod }
/** The identity of a new account in a directory. */
type NewIdentity = { id: string; methodId: string; personId: string; subject: string; label: string }

const list = <T, V>(rows: readonly T[], of: (row: T) => V) => rows.map(of)

/** Statements for many accounts at once. */
export const importStore = {
  /** Accounts by their addresses in lower case. */
  async byAddresses(db: Db, addresses: string[]): Promise<PersonRow[]> {
    return addresses.length
      ? db.selectFrom('person').selectAll().where(sql`lower(email)`, '=', sql`any(${addresses})`).execute()
      : []
  },
  /** The same, locked until the transaction ends. */
  async holdAddresses(tx: Tx, addresses: string[]): Promise<PersonRow[]> {
    if (!addresses.length) return []
    const query = tx.selectFrom('person').selectAll().where(sql`lower(email)`, '=', sql`any(${addresses})`)
    return query.orderBy('id').forNoKeyUpdate().execute()
  },

  /** Returns the ids of the created accounts; an address that was taken meanwhile is skipped. */
  async insert(tx: Tx, rows: Newcomer[], { at, language, state, joinMethod }: Coming): Promise<Set<string>> {
    if (!rows.length) return new Set()
    const { rows: made } = await sql<{ id: string }>`
      insert into person (id, email, name, english_name, unit, english_unit, phone, orcid, role, introduction,
        state, join_method, language, created_at)
      select n.*, ${state}, ${joinMethod}, ${language}, ${at} from unnest(
        ${list(rows, (row) => row.id)}::uuid[], ${list(rows, (row) => row.email)}::text[],
        ${list(rows, (row) => row.name)}::text[], ${list(rows, (row) => row.english_name)}::text[],
        ${list(rows, (row) => row.unit)}::text[], ${list(rows, (row) => row.english_unit)}::text[],
        ${list(rows, (row) => row.phone)}::text[], ${list(rows, (row) => row.orcid)}::text[],
        ${list(rows, (row) => row.role)}::text[], ${list(rows, (row) => row.introduction)}::text[]) n
      on conflict (lower(email)) do nothing returning id`.execute(tx)
    return new Set(made.map(({ id }) => id))
  },

  /** The addresses of the accounts that are bound to entries of a directory, by the subject of the entry. */
  async boundTo(db: Db, methodId: string, subjects: string[]): Promise<Map<string, string>> {
    const rows = await db
      .selectFrom('identity as i')
      .innerJoin('person as p', 'p.id', 'i.person_id')
      .select(['i.subject', 'p.email'])
      .where('i.method_id', '=', methodId)
      .where('i.subject', '=', sql<string>`any(${subjects})`)
      .execute()
    return new Map(rows.map(({ subject, email }) => [subject, email]))
  },
  /** Links new accounts to their entries; an entry linked meanwhile keeps its account. */
  async bind(tx: Tx, rows: NewIdentity[], at: Date): Promise<void> {
    if (!rows.length) return
    const values = rows.map(({ id, methodId, personId, subject, label }) => ({
      id,
      method_id: methodId,
      person_id: personId,
      subject,
      label,
      bound_at: at,
    }))
    await tx
      .insertInto('identity')
      .values(values)
      .onConflict((conflict) => conflict.columns(['method_id', 'subject']).doNothing())
      .execute()
  },

  /** Overwrites accounts with whole rows; a changed role counts as set by an administrator. */
  async update(tx: Tx, rows: PersonRow[]): Promise<void> {
    if (!rows.length) return
    await sql`
      update person p set name = c.name, english_name = c.english_name, unit = c.unit, english_unit = c.english_unit,
        phone = c.phone, orcid = c.orcid, role = c.role, introduction = c.introduction,
        role_source = case when p.role = c.role then p.role_source else 'administrator' end
      from unnest(
        ${list(rows, (row) => row.id)}::uuid[], ${list(rows, (row) => row.name)}::text[],
        ${list(rows, (row) => row.english_name)}::text[], ${list(rows, (row) => row.unit)}::text[],
        ${list(rows, (row) => row.english_unit)}::text[], ${list(rows, (row) => row.phone)}::text[],
        ${list(rows, (row) => row.orcid)}::text[], ${list(rows, (row) => row.role)}::text[],
        ${list(rows, (row) => row.introduction)}::text[]
      ) c(id, name, english_name, unit, english_unit, phone, orcid, role, introduction) where c.id = p.id`.execute(tx)
  },

  /** The ids of these people who have a session: only they are cached by nodes. */
  async signedIn(db: Db, ids: string[]): Promise<string[]> {
    if (!ids.length) return []
    const rows = await db
      .selectFrom('session')
      .select('person_id')
      .distinct()
      .where('person_id', '=', sql<string>`any(${ids})`)
      .execute()
    return rows.map((row) => row.person_id)
  },
}
