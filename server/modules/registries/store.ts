import { type RawBuilder, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { PEOPLE_SEARCH } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { RegistryEntry, RegistryKind, RegistryMatch, registries } from '#contract/registries.ts'
import { decodeCursor, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import type { Schema } from '#server/storage/schema.ts'
import { uniqueAs } from '#server/storage/unique.ts'

type Row = Selectable<Schema['registry_entry']>
export type RegistryFields = Omit<RegistryEntry, 'id' | 'aliases'>
type Asked = { kind: RegistryKind; q: string; spaceId?: string | undefined; actorId: string }
/** Maximum number of search results (our choice). */
const FOUND_MAX = 20

const fieldsOf = (row: Row): RegistryFields => ({
  kind: row.kind,
  name: row.name,
  otherName: row.other_name,
  family: row.family,
  given: row.given,
  email: row.email,
  identifier: row.identifier,
  funderId: row.funder_id,
  organisation: row.organisation,
  organisationRor: row.organisation_ror,
})
export const entryOf = (row: Row): RegistryEntry => ({ ...fieldsOf(row), id: row.id, aliases: row.aliases })

/** The columns of an entry, with all that it is found by. */
export function columnsOf(fields: RegistryFields, aliases: readonly string[] = []) {
  const { otherName, funderId, organisationRor, ...rest } = fields
  // Email addresses are not searched, so that they can't be found by trying.
  const said = [fields.name, otherName, fields.family, fields.given, fields.identifier, funderId]
  return {
    ...rest,
    other_name: otherName,
    funder_id: funderId,
    organisation_ror: organisationRor,
    aliases: [...aliases],
    words: [...said, fields.organisation, ...aliases].filter(Boolean).join(' ').toLowerCase(),
  }
}

const has = (q: string) => sql`words like ${`%${literal(q.toLowerCase())}%`}`
/** Entries that are looked at in their order before the index of pairs of characters is asked. */
const WALK = 1000
/** Shorter texts have no pair of characters. */
const PAIR = 2
/** The entries with all pairs of a text; a fence keeps the planner from walking those of a kind instead. */
const paired = (q: string) =>
  [...q].length < PAIR
    ? sql`registry_entry`
    : sql`(select * from registry_entry where grams(words) @> grams(${q}) offset 0)`

/** The entries of the registries. */
export const sqlRegistryStore = (db: Db) => ({
  async page({ kind, q, after, size }: ParsedOf<typeof registries.list>) {
    const where = [sql`kind = ${kind}`]
    if (after) {
      const [name, id] = decodeCursor(after, z.tuple([part.text, part.id]))
      where.push(sql`(name collate natural_order, id) > (${name}, ${id}::uuid)`)
    }
    const all = sql.join(where, sql` and `)
    const inOrder = sql`order by name collate natural_order, id`
    const read = async (from: RawBuilder<unknown>, rest: RawBuilder<unknown>) =>
      (await sql<Row>`select * from ${from} as e where ${rest} ${inOrder} limit ${size + 1}`.execute(db)).rows
    const first = sql`(select * from registry_entry where ${all} ${inOrder} limit ${q ? WALK : size + 1})`
    const near = await read(first, q ? has(q) : sql`true`)
    const rows = q && near.length <= size ? await read(paired(q), sql`${all} and ${has(q)}`) : near
    return pageOf(rows, size, { toItem: entryOf, key: ({ name, id }) => [name, id] })
  },

  /**
   * The first entries that match a search, first those whose name begins with it. Email addresses are only shown for
   * members of the space and for people whom the caller added; only these can be found with very short words, so that
   * nobody lists everybody.
   */
  async find({ kind, q, spaceId, actorId }: Asked): Promise<RegistryMatch[]> {
    const begins = sql`lower(name) like ${`${literal(q.toLowerCase())}%`}`
    const isTold = sql`(added_by = ${actorId}::uuid or exists (select 1 from member m
      join registry_account a on a.person_id = m.person_id
      where m.space_id = ${spaceId ?? null}::uuid and a.entry_id = e.id))`
    const isOpen = kind !== 'person' || q.length >= PEOPLE_SEARCH.min ? sql`true` : isTold
    const read = async (from: RawBuilder<unknown>, fits: RawBuilder<unknown>) => {
      const { rows } = await sql<Row & { is_told: boolean }>`
        select *, ${isTold} as is_told from ${from} as e where kind = ${kind} and ${fits} and ${isOpen}
        order by ${begins} desc, name collate natural_order, id limit ${FOUND_MAX}`.execute(db)
      return rows
    }
    const near = await read(sql`registry_entry`, begins)
    const rows = near.length < FOUND_MAX ? await read(paired(q), has(q)) : near
    return rows.map((row) => ({ ...fieldsOf(row), email: row.is_told ? row.email : '', id: row.id }))
  },

  /** The person or organisation that alone has or had this name; null if there is none, or several. */
  async named(name: string): Promise<{ identifier: string; names: string[] } | null> {
    if ([...name].length < PAIR) return null
    const { rows } = await sql<Row>`
      select * from ${paired(name)} as e
      where kind in ('person', 'organisation') and (name = ${name} or other_name = ${name} or ${name} = any(aliases))
      limit 2`.execute(db)
    const [row, other] = rows
    if (!row || other) return null
    const names = [row.name, row.other_name, ...row.aliases].filter(Boolean)
    return { identifier: row.kind === 'person' ? row.identifier : '', names }
  },

  /** Members of a space who fit a search and are in no registry yet. */
  async members(spaceId: string, q: string): Promise<RegistryMatch[]> {
    type Member = { name: string; english_name: string; email: string; orcid: string; unit: string }
    const { rows } = await sql<Member>`
      select p.name, p.english_name, p.email, p.orcid, p.unit from member m join person p on p.id = m.person_id
      where m.space_id = ${spaceId}::uuid and p.state = 'active' and p.removed_at is null
        and lower(concat_ws(' ', p.name, p.english_name, p.orcid, p.unit)) like ${`%${literal(q.toLowerCase())}%`}
        and not exists (select 1 from registry_account a where a.person_id = p.id)
        and not exists (select 1 from registry_entry e
          where e.kind = 'person' and p.orcid <> '' and lower(e.identifier) = lower(p.orcid))
      order by p.name collate natural_order, p.id limit ${FOUND_MAX}`.execute(db)
    return rows.map((row) => ({
      id: null,
      kind: 'person' as const,
      name: row.name,
      otherName: row.english_name,
      family: '',
      given: '',
      email: row.email,
      identifier: row.orcid,
      funderId: '',
      organisation: row.unit,
      organisationRor: '',
    }))
  },

  async count(tx: Tx): Promise<number> {
    const { count } = await tx
      .selectFrom('registry_entry')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  /** Entries by their ids, locked in the order of these. */
  async held(tx: Tx, ids: readonly string[]): Promise<Map<string, Row>> {
    const rows = await tx
      .selectFrom('registry_entry')
      .selectAll()
      .where('id', 'in', [...ids])
      .orderBy('id')
      .forUpdate()
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  },

  /** Throws registryIdentifierTaken. */
  insert: (tx: Tx, row: Row) =>
    uniqueAs({ registry_entry_identifier: 'registryIdentifierTaken' }, () =>
      tx.insertInto('registry_entry').values(row).execute(),
    ),

  /** Throws registryIdentifierTaken. */
  set: (tx: Tx, id: string, values: Partial<Row>) =>
    uniqueAs({ registry_entry_identifier: 'registryIdentifierTaken' }, () =>
      tx.updateTable('registry_entry').set(values).where('id', '=', id).execute(),
    ),

  /** The accounts that an entry was filled from are those of another one. */
  moveAccounts: (tx: Tx, { from, to }: { from: string; to: string }) =>
    tx.updateTable('registry_account').set({ entry_id: to }).where('entry_id', '=', from).execute(),

  remove: (tx: Tx, id: string) => tx.deleteFrom('registry_entry').where('id', '=', id).execute(),

  /** Waits for others who fill the registries, and locks them until the transaction ends. */
  lockFilling: (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('registries.fill', 0))`.execute(tx),

  /** Adds the people of active accounts who are in no registry, `most` of them. */
  async fillPeople(tx: Tx, { by, at, most }: { by: string; at: Date; most: number }): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      with new as (
        select gen_random_uuid() as id, p.id as person_id, p.name, p.english_name, p.email, p.orcid, p.unit from (
          select * from person p where p.state = 'active' and p.removed_at is null and p.disabled_at is null
            and p.name <> '' and not exists (select 1 from registry_account a where a.person_id = p.id)
          order by p.id limit ${most}) p
      ), filled as (
        insert into registry_entry (id, kind, name, other_name, family, given, email, identifier, funder_id, organisation,
          organisation_ror, added_by, added_at, words)
        select id, 'person', name, english_name, '', '', email, orcid, '', unit, '', ${by}::uuid, ${at},
          lower(concat_ws(' ', name, nullif(english_name, ''), nullif(orcid, ''), nullif(unit, '')))
        from new on conflict do nothing returning id
      )
      insert into registry_account (person_id, entry_id) select person_id, id from new join filled using (id)`.execute(
      tx,
    )
    return Number(numAffectedRows)
  },

  /** Adds organisations of active accounts that are missing, at most `most` of them. */
  async fillOrganisations(tx: Tx, { by, at, most }: { by: string; at: Date; most: number }): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      insert into registry_entry (id, kind, name, other_name, family, given, email, identifier, funder_id, organisation,
        organisation_ror, added_by, added_at, words)
      select gen_random_uuid(), 'organisation', u.unit, u.english, '', '', '', '', '', '', '', ${by}::uuid, ${at},
        lower(concat_ws(' ', u.unit, nullif(u.english, '')))
      from (select p.unit, max(p.english_unit) as english from person p
        where p.state = 'active' and p.removed_at is null and p.unit <> '' group by p.unit) u
      where not exists (select 1 from registry_entry e where e.kind = 'organisation'
        and (e.name = u.unit or e.other_name = u.unit or u.unit = any(e.aliases)))
      order by u.unit limit ${most}`.execute(tx)
    return Number(numAffectedRows)
  },
})
export type RegistryStore = ReturnType<typeof sqlRegistryStore>
