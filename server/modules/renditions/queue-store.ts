import { sql } from 'kysely'
import { DERIVE_MS, DERIVE_TRIES } from '#contract/core/limits.ts'
import { MINUTE_MS } from '#contract/core/time.ts'
import type { Digest } from '#server/storage/blobs/blob-store.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { holdBlobs } from '#server/storage/locks.ts'
import type { Extract } from './text/index.ts'

/** A failed rendition is retried after this time, multiplied by the tries so far (our choice). */
const DERIVE_AGAIN_MS = 5 * MINUTE_MS

export type Kind = 'text' | 'thumb'
/** A content with a due rendition. */
export type Due = { sha256: string; kind: Kind; suffix: string; size: number; tries: number }

/** A taken row is due again after this time unless it is held: its maker has died. */
const TAKEN_MS = 6 * DERIVE_MS
/** How often a taken row is held while it is being made; milliseconds. */
export const HOLD_MS = TAKEN_MS / 4
const whenLost = sql`now() + make_interval(secs => ${TAKEN_MS / 1000})`
/** Rows whose keys are copied from another space at once. */
const KEYS_AT_ONCE = 50

const idOf = ({ sha256, kind }: Pick<Due, 'sha256' | 'kind'>) =>
  sql`sha256 = decode(${sha256}, 'hex') and kind = ${kind}`

/** Records a content that was made and is in the store. */
export const keepMade = (tx: Tx, { sha256, md5, size }: Digest, now: Date) =>
  sql`
    insert into blob (sha256, md5, size, created_at, touched_at)
    values (decode(${sha256}, 'hex'), decode(${md5}, 'hex'), ${size}, ${now}, ${now})
    on conflict (sha256) do update set touched_at = excluded.touched_at`.execute(tx)

/**
 * The rows of `rendition` as a queue, by the database's clock. Taking a row moves its due time on, so that an
 * unfinished one is due again.
 */
export const renditionQueue = (db: Db) => ({
  /** Fair between people: everybody's first content is taken before anybody's second. */
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
      update rendition d set due_at = ${whenLost}, tries = d.tries + 1
      from due, blob b where d.sha256 = due.sha256 and d.kind = due.kind and d.tries < ${DERIVE_TRIES} and b.sha256 = d.sha256
      returning encode(d.sha256, 'hex') as sha256, d.kind, d.suffix, b.size, d.tries`.execute(db)
    return rows
  },

  /** A taken row is still being made, so nobody else takes it. */
  hold: (due: Due) => sql`update rendition set due_at = ${whenLost} where ${idOf(due)} and state = 'due'`.execute(db),

  /** Schedules a retry; after the last one it is marked as failed. */
  again: (due: Due) =>
    sql`update rendition set state = case when tries >= ${DERIVE_TRIES} then 'failed' else 'due' end,
        due_at = now() + tries * make_interval(secs => ${DERIVE_AGAIN_MS / 1000})
      where ${idOf(due)}`.execute(db),

  /** Releases a taken row without counting a try. */
  release: (due: Due) =>
    sql`update rendition set due_at = now(), tries = greatest(0, tries - 1) where ${idOf(due)} and state = 'due'`.execute(
      db,
    ),

  /** Failed contents of a kind are due again; answers how many. */
  async retryFailed(tx: Tx, kind: Kind): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      update rendition set state = 'due', due_at = now(), tries = 0 where kind = ${kind} and state = 'failed'`.execute(
      tx,
    )
    return Number(numAffectedRows)
  },

  /** Records that there is no rendition; an absent text has no search keys. */
  storeNone: (due: Due, state: 'none' | 'failed') =>
    db.transaction().execute(async (tx) => {
      await sql`update rendition set state = ${state} where ${idOf(due)}`.execute(tx)
      if (due.kind === 'text')
        await sql`delete from content_text where sha256 = decode(${due.sha256}, 'hex')`.execute(tx)
      if (due.kind === 'text')
        await sql`update content_key set keys = '' where sha256 = decode(${due.sha256}, 'hex')`.execute(tx)
    }),

  /** Saves a text and its search keys for each space that has the content; nothing for a deleted content. */
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

  /** Saves a thumbnail as a content. */
  storeThumb: (due: Due, put: () => Promise<Digest>, now: Date) =>
    db.transaction().execute(async (tx) => {
      // Locked before the content is stored, so that no sweep removes it before it is referenced.
      await holdBlobs(tx)
      const picture = await put()
      await keepMade(tx, picture, now)
      await sql`update rendition set state = 'done', blob_sha256 = decode(${picture.sha256}, 'hex') where ${idOf(due)}`.execute(
        tx,
      )
    }),

  /**
   * A content with extracted text was added to another space: its keys are copied with the new prefix. If no space has
   * its keys any more, the text is extracted again.
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

  /** Folders that show a content, whose pages must be updated. */
  async placesOf(sha256s: readonly string[]): Promise<{ space_id: string; parent_id: string }[]> {
    const { rows } = await sql<{ space_id: string; parent_id: string }>`
      select distinct n.space_id, n.parent_id from unnest(${[...sha256s]}::text[]) as c(sha256)
      join node n on n.blob_sha256 = decode(c.sha256, 'hex') where n.trash_id is null limit 200`.execute(db)
    return rows
  },
})
