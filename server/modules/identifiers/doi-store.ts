import { sql } from 'kysely'
import type { Db, Tx } from '#server/storage/database.ts'

/** The DOI of all versions of a dataset; null while it has none. */
export async function doiOf(tx: Tx, datasetId: string): Promise<string | null> {
  const { rows } = await sql<{ doi: string }>`
    select doi from doi_registration where dataset_id = ${datasetId}::uuid and number = 0`.execute(tx)
  return rows[0]?.doi ?? null
}

/** Wishes that the DOIs of a dataset are as its versions are now; what was told before is told anew. */
export async function wishDois(tx: Tx, datasetId: string, doi: string, at: Date): Promise<void> {
  await sql`
    with version as (
      select number, state = 'published' as is_there from publication
      where dataset_id = ${datasetId}::uuid and state in ('published', 'withdrawn')
    ), wish as (
      select number, ${doi} || '.v' || number as doi, is_there from version
      union all select 0, ${doi}, coalesce((select bool_or(is_there) from version), false)
    )
    insert into doi_registration (dataset_id, number, doi, wanted, state, next_at, created_at)
    select ${datasetId}::uuid, number, doi, case when is_there then 'findable' else 'registered' end, 'waiting', ${at}, ${at}
    from wish order by number
    on conflict (dataset_id, number) do update set wanted = excluded.wanted, state = 'waiting', attempts = 0, error = '',
      next_at = excluded.next_at, revision = doi_registration.revision + 1`.execute(tx)
}

export type DueDoi = {
  id: string
  dataset_id: string
  number: number
  doi: string
  wanted: 'registered' | 'findable'
  known: 'draft' | 'registered' | 'findable' | null
  revision: number
  attempts: number
}

/** Takes what is due; nobody else takes it before `until`, so that a node that dies keeps it from nobody. */
export async function takeDueDoi(db: Db, at: Date, until: Date): Promise<DueDoi | null> {
  const { rows } = await sql<DueDoi>`
    update doi_registration set next_at = ${until}, attempts = attempts + 1 where id = (
      select id from doi_registration where state = 'waiting' and next_at <= ${at}
      order by next_at, id limit 1 for update skip locked)
    returning id, dataset_id, number, doi, wanted, known, revision, attempts`.execute(db)
  return rows[0] ?? null
}

type Outcome = { state: 'waiting' | 'done' | 'failed'; error: string; known?: string; nextAt?: Date }
/** Notes what came of a try, unless something else is wanted by now. */
export async function noteDoi(db: Db, { id, revision }: DueDoi, outcome: Outcome): Promise<void> {
  const { state, error, known = null, nextAt = null } = outcome
  await sql`
    update doi_registration set state = ${state}, error = ${error}, known = coalesce(${known}, known),
      next_at = coalesce(${nextAt}, next_at)
    where id = ${id}::uuid and revision = ${revision}`.execute(db)
}

/** False when no failed registration has this id. */
export async function retryDoi(tx: Tx, id: string, at: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update doi_registration set state = 'waiting', attempts = 0, next_at = ${at}, revision = revision + 1
    where id = ${id}::uuid and state = 'failed'`.execute(tx)
  return numAffectedRows > 0n
}
