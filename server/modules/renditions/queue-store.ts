import { sql } from 'kysely'
import { DERIVE_MS, DERIVE_TRIES } from '#contract/core/limits.ts'
import { MINUTE_MS } from '#contract/core/time.ts'
import type { Digest } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import { holdBlobs } from '#server/storage/locks.ts'
import type { Extract } from './text/index.ts'

/** What came to nothing is tried again after this long, times the tries so far (our choice): others come first. */
const DERIVE_AGAIN_MS = 5 * MINUTE_MS

export type Kind = 'text' | 'thumb'
/** A content of which something is to be made. */
export type Due = { sha256: string; kind: Kind; suffix: string; size: number; tries: number }

/** Whoever took a row and is not heard of for so long, died over it. */
const TAKEN_MS = 6 * DERIVE_MS
/** Rows whose keys are brought from another space at once. */
const KEYS_AT_ONCE = 50

const idOf = ({ sha256, kind }: Pick<Due, 'sha256' | 'kind'>) =>
  sql`sha256 = decode(${sha256}, 'hex') and kind = ${kind}`

/**
 * The rows of `rendition` as a queue, by the clock of the database. Rows are taken by moving their time on: what its maker
 * does not finish is due again.
 */
export const renditionQueue = (db: Db) => ({
  /** The first of everybody whose contents are due before the second of anybody. */
  async take(kind: Kind, most: number): Promise<Due[]> {
    const ofKind = sql`kind = ${kind} and state = 'due'`
    const { rows } = await sql<Due>`
      with recursive waiting as (
        (select person_id from rendition where ${ofKind} order by person_id limit 1)
        union all
        select next.person_id from waiting w cross join lateral (
          select person_id from rendition where ${ofKind} and person_id > w.person_id order by person_id limit 1) next
      ), ranked as (
        select first.* from waiting w cross join lateral (
          select sha256, row_number() over (order by due_at) as rank from rendition
          where ${ofKind} and person_id = w.person_id and due_at <= now() order by due_at limit ${most}) first
      ), due as (
        select d.sha256, d.kind from rendition d join ranked t on t.sha256 = d.sha256
        where d.kind = ${kind} and d.state = 'due' and d.due_at <= now()
        order by t.rank, d.due_at limit ${most} for update of d skip locked
      ), spent as (
        update rendition d set state = 'failed' from due
        where d.sha256 = due.sha256 and d.kind = due.kind and d.tries >= ${DERIVE_TRIES}
      )
      update rendition d set due_at = now() + make_interval(secs => ${TAKEN_MS / 1000}), tries = d.tries + 1
      from due, blob b where d.sha256 = due.sha256 and d.kind = due.kind and d.tries < ${DERIVE_TRIES} and b.sha256 = d.sha256
      returning encode(d.sha256, 'hex') as sha256, d.kind, d.suffix, b.size, d.tries`.execute(db)
    return rows
  },

  /** Tries again when others were processed, and last time it has failed for good. */
  again: (due: Due) =>
    sql`update rendition set state = case when tries >= ${DERIVE_TRIES} then 'failed' else 'due' end,
        due_at = now() + tries * make_interval(secs => ${DERIVE_AGAIN_MS / 1000})
      where ${idOf(due)}`.execute(db),

  /** Nothing was wrong with it: it was taken in vain. */
  release: (due: Due) =>
    sql`update rendition set due_at = now(), tries = greatest(0, tries - 1) where ${idOf(due)} and state = 'due'`.execute(
      db,
    ),

  /** Nothing to be made: of a text that is not there, spaces find nothing. */
  storeNone: (due: Due, state: 'none' | 'failed') =>
    db.transaction().execute(async (tx) => {
      await sql`update rendition set state = ${state} where ${idOf(due)}`.execute(tx)
      if (due.kind === 'text')
        await sql`delete from content_text where sha256 = decode(${due.sha256}, 'hex')`.execute(tx)
      if (due.kind === 'text')
        await sql`update content_key set keys = '' where sha256 = decode(${due.sha256}, 'hex')`.execute(tx)
    }),

  /** Keeps a text, and what it is found by in each space that has the content. A content that is gone meanwhile has none. */
  storeText: (due: Due, { text, columns, isWhole }: Extract, keys: readonly string[]) =>
    db.transaction().execute(async (tx) => {
      const { numAffectedRows } = await sql`
        update rendition set state = 'done' where ${idOf(due)}`.execute(tx)
      if (!numAffectedRows) return
      await sql`
        insert into content_text (sha256, text, columns, is_whole) values (decode(${due.sha256}, 'hex'), ${text}, ${[...columns]}, ${isWhole})
        on conflict (sha256) do update set text = excluded.text, columns = excluded.columns, is_whole = excluded.is_whole`.execute(
        tx,
      )
      await sql`
        update content_key set keys = array_to_tsvector(space_keys(space_id, ${[...keys]}::text[]))
        where sha256 = decode(${due.sha256}, 'hex')`.execute(tx)
    }),

  /** Keeps a small picture, which is a content like any other. */
  storeThumb: (due: Due, put: () => Promise<Digest>, now: Date) =>
    db.transaction().execute(async (tx) => {
      // Held from before it is kept, so that no sweep takes what is about to be named.
      await holdBlobs(tx)
      const picture = await put()
      await sql`
        insert into blob (sha256, md5, size, created_at, touched_at)
        values (decode(${picture.sha256}, 'hex'), decode(${picture.md5}, 'hex'), ${picture.size}, ${now}, ${now})
        on conflict (sha256) do update set touched_at = excluded.touched_at`.execute(tx)
      await sql`update rendition set state = 'done', blob_sha256 = decode(${picture.sha256}, 'hex') where ${idOf(due)}`.execute(
        tx,
      )
    }),

  /**
   * A content whose text is known came into another space: its keys are those of the other one, with the new prefix. When no
   * space has them any more the text is read once more.
   */
  async shareKeys(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      with open as (
        select k.space_id, k.sha256 from content_key k join rendition d on d.sha256 = k.sha256 and d.kind = 'text' and d.state <> 'due'
        where k.keys is null limit ${KEYS_AT_ONCE} for update of k skip locked
      ), known as (
        select o.space_id, o.sha256, d.state, (
          select o2.keys from content_key o2 where o2.sha256 = o.sha256 and o2.keys is not null limit 1) as keys,
          (select k3.space_id from content_key k3 where k3.sha256 = o.sha256 and k3.keys is not null limit 1) as giver
        from open o join rendition d on d.sha256 = o.sha256 and d.kind = 'text'
      ), given as (
        update content_key k set keys = case when known.state = 'done' then array_to_tsvector(space_keys(k.space_id,
            array(select substr(key, length(right(known.giver::text, 10)) + 1) from unnest(tsvector_to_array(known.keys)) as key)))
          else '' end
        from known where k.space_id = known.space_id and k.sha256 = known.sha256 and (known.state <> 'done' or known.keys is not null)
      ), reread as (
        update rendition d set state = 'due', due_at = now(), tries = 0
        from known where d.sha256 = known.sha256 and d.kind = 'text' and known.state = 'done' and known.keys is null
      ) select count(*) from open`.execute(db)
    return rows[0]?.count ?? 0
  },

  /** Folders that hold a content: what they show has changed. */
  async placesOf(sha256s: readonly string[]): Promise<{ space_id: string; parent_id: string }[]> {
    const { rows } = await sql<{ space_id: string; parent_id: string }>`
      select distinct n.space_id, n.parent_id from unnest(${[...sha256s]}::text[]) as c(sha256)
      join node n on n.blob_sha256 = decode(c.sha256, 'hex') where n.trash_id is null limit 200`.execute(db)
    return rows
  },
})
