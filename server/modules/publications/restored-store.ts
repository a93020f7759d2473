import { sql } from 'kysely'
import type { BroughtBack } from '#server/space-part.ts'
import type { Tx } from '#server/storage/database.ts'

/** A version that becomes a draft: it is not in review, and no institution has it. */
const DRAFT = {
  state: `'draft'`,
  metadata: 'null',
  publisher: 'null',
  access_kind: 'null',
  embargo_until: 'null',
  file_count: '0',
  restricted_count: '0',
  size_bytes: '0',
  transfer: 'null',
  transfer_failures: '0',
  transfer_error: `''`,
  submitted_by: 'null',
  reviewer_id: 'null',
  institution_id: 'null',
  submitted_at: 'null',
  claimed_at: 'null',
  review_until: 'null',
  reminded_at: 'null',
  reason: `''`,
  round: '0',
}

/**
 * Restores the publications of a space that no longer exist. Published datasets outlive their space: those without one
 * are assigned to the restored space. Drafts and submissions become drafts, in their dataset if it belongs to the
 * restored space, else in a new dataset; a dataset that another space continues is left to it.
 */
export async function bringPublicationsBack(tx: Tx, { spaceId, idNow, rows, insert }: BroughtBack): Promise<void> {
  // `goes_to` is the dataset that the copied versions are added to; null: none.
  await sql`
    create temp table dataset_back on commit drop as
    with known as (
      select d.id, d.space_id, ${idNow(sql`d.id`)} as now, exists (
        select from publication p where p.dataset_id = d.id and p.published_at is not null) as is_published
      from dataset d),
    published as (select distinct x.dataset_id from ${rows('publication')} where x.published_at is not null)
    select x.id as copied, case
      when k.space_id = ${spaceId}::uuid or (k.id is not null and k.space_id is null) then k.id
      when k.is_published or p.dataset_id is not null then null
      else x.id end as goes_to
    from ${rows('dataset')} left join known k on k.now = x.id left join published p on p.dataset_id = x.id`.execute(tx)
  await sql`
    update dataset d set space_id = ${spaceId}::uuid from dataset_back b where d.id = b.goes_to and d.space_id is null`.execute(
    tx,
  )
  await sql`
    update space_usage set dataset_count = (
      select count(*) from dataset_entry e join dataset d on d.id = e.dataset_id where d.space_id = ${spaceId}::uuid)
    where space_id = ${spaceId}::uuid`.execute(tx)
  await insert('dataset', {
    instead: { trace_id: 'null', trace_institution_id: 'null' },
    where: sql`exists (select from dataset_back b where b.copied = x.id and b.goes_to = x.id)`,
  })
  const goesTo = '(select b.goes_to from dataset_back b where b.copied = x.dataset_id)'
  // If a version with this number or a later one exists, the copied version exists or was continued.
  await insert('publication', {
    instead: { ...DRAFT, dataset_id: goesTo },
    where: sql`x.published_at is null and ${sql.raw(goesTo)} is not null and not exists (
      select from publication p where p.dataset_id = ${sql.raw(goesTo)} and p.number >= x.number)`,
  })
  await insert('publication_event', {
    where: sql`exists (select from publication p where p.id = x.publication_id)`,
  })
}
