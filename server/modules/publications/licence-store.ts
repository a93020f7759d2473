import { sql } from 'kysely'
import { bareIdentifier } from '#contract/publications/metadata.ts'
import type { PublicationNeeds } from './needs.ts'

type Known = { title: string; licence: string }

/** The licences of the datasets of this site that some identifiers name: ARKs in any spelling, and DOIs. */
export async function licencesOf(
  { db, identifiers }: Pick<PublicationNeeds, 'db' | 'identifiers'>,
  named: readonly string[],
): Promise<Known[]> {
  if (!named.length) return []
  const arks = await Promise.all(named.map((one) => identifiers.find(one.slice(one.search(/ark:/i)))))
  const ids = arks.flatMap((found) => found?.datasetId ?? [])
  const dois = named.map((one) => bareIdentifier('DOI', one).toLowerCase())
  const { rows } = await sql<Known>`
    select p.title, coalesce(p.metadata->>'licence', '') as licence from publication p
    where p.is_current and (p.dataset_id = any(${ids}::uuid[])
      or p.dataset_id in (select r.dataset_id from identifier_registration r where lower(r.value) = any(${dois}::text[])))
    order by p.title`.execute(db)
  return rows
}
