import { sql } from 'kysely'
import type { Db, Tx } from '#server/storage/database.ts'
import { hasCome } from '#server/storage/due.ts'

/** Schemes whose identifiers are registered elsewhere. */
export type RegisteredScheme = 'DOI' | 'Handle'

/** The identifier of all versions of a dataset in a scheme; null while it has none. */
export async function registeredOf(tx: Tx, datasetId: string, scheme: RegisteredScheme): Promise<string | null> {
  const { rows } = await sql<{ value: string }>`
    select value from identifier_registration
    where dataset_id = ${datasetId}::uuid and number = 0 and scheme = ${scheme}`.execute(tx)
  return rows[0]?.value ?? null
}

type Wish = { datasetId: string; scheme: RegisteredScheme; value: string; at: Date }
/** Reserves the identifiers of a dataset and of one of its versions; those that it has stay as they are. */
export async function reserveRegistered(tx: Tx, { datasetId, scheme, value, at }: Wish, number: number): Promise<void> {
  await sql`
    insert into identifier_registration (dataset_id, scheme, number, value, wanted, state, next_at, created_at)
    select ${datasetId}::uuid, ${scheme}, wish.number, wish.value, 'findable', 'reserved', ${at}, ${at}
    from (values (0, ${value}::text), (${number}::int, ${`${value}.v${number}`}::text)) as wish (number, value)
    on conflict (dataset_id, number, scheme) do nothing`.execute(tx)
}

export type VersionRegistration = {
  scheme: RegisteredScheme
  value: string
  state: 'reserved' | 'waiting' | 'done' | 'failed'
  error: string
}
/** The identifiers of a version that are registered elsewhere, or will be. */
export async function registrationsOf(db: Db, datasetId: string, number: number): Promise<VersionRegistration[]> {
  const { rows } = await sql<VersionRegistration>`
    select scheme, value, state, error from identifier_registration
    where dataset_id = ${datasetId}::uuid and number = ${number}::int order by scheme`.execute(db)
  return rows
}

/**
 * Schedules an update of a dataset's identifiers to the current state of its versions; earlier registrations are sent
 * again.
 */
export async function wishRegistered(tx: Tx, { datasetId, scheme, value, at }: Wish): Promise<void> {
  await sql`
    with version as (
      select number, state = 'published' as is_there from publication
      where dataset_id = ${datasetId}::uuid and state in ('published', 'withdrawn')
    ), wish as (
      select number, ${value} || '.v' || number as value, is_there from version
      union all select 0, ${value}, coalesce((select bool_or(is_there) from version), false)
    )
    insert into identifier_registration (dataset_id, scheme, number, value, wanted, state, next_at, created_at)
    select ${datasetId}::uuid, ${scheme}, number, value,
      case when is_there then 'findable' else 'registered' end, 'waiting', ${at}, ${at}
    from wish order by number
    on conflict (dataset_id, number, scheme) do update set wanted = excluded.wanted, state = 'waiting', attempts = 0,
      error = '', next_at = excluded.next_at, revision = identifier_registration.revision + 1`.execute(tx)
}

export type DueIdentifier = {
  id: string
  dataset_id: string
  number: number
  scheme: RegisteredScheme
  value: string
  wanted: 'registered' | 'findable'
  known: 'draft' | 'registered' | 'findable' | null
  revision: number
  attempts: number
}

type Taking = { at: Date; until: Date; schemes: readonly RegisteredScheme[] }
/** Takes due registrations; they are reserved until `until`, so that others can take them if this node fails. */
export async function takeDue(db: Db, { at, until, schemes }: Taking): Promise<DueIdentifier | null> {
  const { rows } = await sql<DueIdentifier>`
    update identifier_registration set next_at = ${until}, attempts = attempts + 1 where id = (
      select id from identifier_registration
      where state = 'waiting' and ${hasCome(sql`next_at`, at)} and scheme = any(${[...schemes]}::text[])
      order by next_at, id limit 1 for update skip locked)
    returning id, dataset_id, number, scheme, value, wanted, known, revision, attempts`.execute(db)
  return rows[0] ?? null
}

type Outcome = { state: 'waiting' | 'done' | 'failed'; error: string; known?: string; nextAt?: Date }
/** Stores the result of an attempt, unless something else is to be registered by now. */
export async function noteOutcome(db: Db, { id, revision }: DueIdentifier, outcome: Outcome): Promise<void> {
  const { state, error, known = null, nextAt = null } = outcome
  await sql`
    update identifier_registration set state = ${state}, error = ${error}, known = coalesce(${known}, known),
      next_at = coalesce(${nextAt}, next_at)
    where id = ${id}::uuid and revision = ${revision}`.execute(db)
}

/** False when no failed registration has this id. */
export async function retryRegistration(tx: Tx, id: string, at: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update identifier_registration set state = 'waiting', attempts = 0, next_at = ${at}, revision = revision + 1
    where id = ${id}::uuid and state = 'failed'`.execute(tx)
  return numAffectedRows > 0n
}
