import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { PublicationEventKind } from '#contract/publications/dataset.ts'
import { acquireMutexesFor, type Db, type Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'
import { uniqueAs } from '#server/storage/unique.ts'
import { listed } from './list-store.ts'
import type { ListedRow } from './rows.ts'

export type PublicationRow = Selectable<Schema['publication']> & {
  space_id: string | null
  /** Null if the space was deleted. */
  space_name: string | null
}
/** A version with everything that people filled in. */
export type WholeRow = ListedRow &
  Pick<PublicationRow, 'fields' | 'revisions' | 'metadata' | 'changes' | 'cstr' | 'round'>
type Change = Updateable<Schema['publication']>
type Event = {
  id: string
  publication_id: string
  kind: PublicationEventKind
  person_id: string | null
  reason?: string
  at: Date
}
export type EventRow = {
  kind: PublicationEventKind
  person_id: string | null
  person_name: string | null
  reason: string
  at: Date
}
export type ClaimRow = { id: string; title: string; reviewer_id: string; review_until: Date; space_id: string | null }
async function claims(tx: Tx, which: RawBuilder<unknown>, before: Date, most: number): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select p.id, p.title, p.reviewer_id, p.review_until, d.space_id
    from publication p join dataset d on d.id = p.dataset_id
    where p.state = 'pending' and p.reviewer_id is not null and p.review_until <= ${before} and ${which}
    order by p.review_until limit ${most} for update of p skip locked`.execute(tx)
  return rows
}

/** Most events of a version that are shown, the newest ones. */
const EVENTS_SHOWN_MAX = 200

export const sqlPublicationStore = (db: Db) => ({
  async one(id: string): Promise<WholeRow | undefined> {
    const { rows } = await sql<WholeRow>`
      select l.*, w.fields, w.revisions, w.metadata, w.changes, w.cstr, w.round
      from (${listed(sql`''`)} where p.id = ${id}::uuid) l join publication w on w.id = l.id`.execute(db)
    return rows[0]
  },

  /**
   * Locks a version until the transaction ends. Changes of one version in this process wait for each other without a
   * connection: the one that goes on may need another to read what it depends on.
   */
  async held(tx: Tx, id: string): Promise<PublicationRow | undefined> {
    acquireMutexesFor(tx, [id])
    return tx
      .selectFrom('publication')
      .innerJoin('dataset', 'dataset.id', 'publication.dataset_id')
      .leftJoin('space', 'space.id', 'dataset.space_id')
      .selectAll('publication')
      .select(['dataset.space_id', 'space.name as space_name'])
      .where('publication.id', '=', id)
      .forUpdate('publication')
      .executeTakeFirst()
  },

  /** Claims that end before a time and have no reminder yet; other nodes skip them meanwhile. */
  dueReviews: (tx: Tx, { before, most }: { before: Date; most: number }) =>
    claims(tx, sql`p.reminded_at is null`, before, most),
  /** Claims that have ended. */
  overdueReviews: (tx: Tx, { before, most }: { before: Date; most: number }) => claims(tx, sql`true`, before, most),

  insertDataset: (tx: Tx, row: Insertable<Schema['dataset']>) => tx.insertInto('dataset').values(row).execute(),

  /** Throws publicationVersionOpen when another version of the dataset is being worked on. */
  insert: (tx: Tx, row: Insertable<Schema['publication']>) =>
    uniqueAs({ publication_open: 'publicationVersionOpen', publication_number: 'publicationVersionOpen' }, () =>
      tx.insertInto('publication').values(row).execute(),
    ),

  /** Locks the version of a dataset that is not decided yet, or was rejected. */
  openOf: (tx: Tx, datasetId: string) =>
    tx
      .selectFrom('publication')
      .select(['id', 'state', 'round'])
      .where('dataset_id', '=', datasetId)
      .where('state', 'in', ['draft', 'pending', 'rejected'])
      .forUpdate()
      .executeTakeFirst(),

  update: (tx: Tx, id: string, change: Change) =>
    tx.updateTable('publication').set(change).where('id', '=', id).execute(),

  /** Throws publicationCstrTaken. */
  setCstr: (tx: Tx, id: string, cstr: string, at: Date) =>
    uniqueAs({ publication_cstr: 'publicationCstrTaken' }, () =>
      tx.updateTable('publication').set({ cstr, changed_at: at }).where('id', '=', id).execute(),
    ),

  /** Removes a version that was never published, and its dataset when it was the only one. */
  async remove(tx: Tx, { id, dataset_id }: Pick<PublicationRow, 'id' | 'dataset_id'>): Promise<void> {
    await tx.deleteFrom('publication').where('id', '=', id).execute()
    await sql`delete from dataset d where d.id = ${dataset_id}::uuid
      and not exists (select 1 from publication p where p.dataset_id = d.id)`.execute(tx)
  },

  async lastNumber(tx: Tx, datasetId: string): Promise<number> {
    const { rows } = await sql<{ number: number }>`
      select max(number) as number from publication where dataset_id = ${datasetId}::uuid`.execute(tx)
    return rows[0]?.number ?? 0
  },

  /** Makes the newest published version of a dataset its current one. */
  async setCurrent(tx: Tx, datasetId: string): Promise<void> {
    await sql`update publication set is_current = false where dataset_id = ${datasetId}::uuid and is_current`.execute(
      tx,
    )
    await sql`update publication set is_current = true where id = (
      select id from publication where dataset_id = ${datasetId}::uuid and state = 'published'
      order by number desc limit 1)`.execute(tx)
  },

  addEvent: (tx: Tx, event: Event) => tx.insertInto('publication_event').values(event).execute(),

  /** The history of a version, oldest first. */
  async events(id: string): Promise<EventRow[]> {
    const { rows } = await sql<EventRow>`
      select * from (
        select e.kind, e.person_id, p.name as person_name, e.reason, e.at, e.id
        from publication_event e left join person p on p.id = e.person_id
        where e.publication_id = ${id}::uuid order by e.at desc, e.id desc limit ${EVENTS_SHOWN_MAX}) as last
      order by at, id`.execute(db)
    return rows
  },

  /** Versions of samples with tables that are not frozen yet. */
  async withoutTables(): Promise<{ id: string; spaceId: string; makerId: string }[]> {
    const { rows } = await sql<{ id: string; spaceId: string; makerId: string }>`
      select p.id, d.space_id as "spaceId", p.made_by as "makerId"
      from publication p join dataset d on d.id = p.dataset_id
      where p.state = 'published' and d.space_id is not null and p.made_by is not null
        and jsonb_array_length(p.fields -> 'tables') > 0
        and not exists (select 1 from publication_table t where t.publication_id = p.id)
      order by p.id`.execute(db)
    return rows
  },

  tables: (id: string) =>
    db.selectFrom('publication_table').selectAll().where('publication_id', '=', id).orderBy('position').execute(),
})
export type PublicationStore = ReturnType<typeof sqlPublicationStore>
