import { type RawBuilder, sql } from 'kysely'
import { RECEIPT_FILES_MAX } from '#contract/core/limits.ts'
import type { Conflict } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import { reserving } from '#server/modules/files/index.ts'
import type { Membership } from '#server/modules/spaces/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'

export type UploadRow = {
  id: string
  space_id: string
  folder_id: string
  person_id: string
  name: string
  size: number
  /** In hex; null until the bytes have arrived when the client sends none. */
  md5: string | null
  conflict: Conflict
  node_id: string | null
  /** Set for uploads to a drop box: the visitor's receipt, and the file's name with its folders. */
  receipt_id: string | null
  dropped_as: string | null
}
/** Owner of an upload: a person, or a visitor's receipt with the maker of the drop box as person. */
export type Owner = { personId: string; receiptId: string | null }
export type NewUpload = Omit<UploadRow, 'node_id'> & { now: Date }
/** Uploads of the same content by the same person to the same place share one row. */
type Wish = Pick<UploadRow, 'person_id' | 'folder_id' | 'size' | 'name' | 'conflict'> & { md5: string }

const columns = sql`id, space_id, folder_id, person_id, name, size, encode(md5, 'hex') as md5, conflict, node_id, receipt_id, dropped_as`

const isLike = (
  like: Wish,
) => sql`person_id = ${like.person_id}::uuid and receipt_id is null and folder_id = ${like.folder_id}::uuid
  and md5 = decode(${like.md5}, 'hex') and size = ${like.size} and node_id is null and name = ${like.name}`

/**
 * The hashes of a content according to the caller. Only `sha256` is proof: different contents can be made with the same
 * MD5.
 */
export type Stated = { md5: string; sha256: string | null; size: number }

/**
 * Condition on `node n` and its `blob b`: it has the stated content. Without a SHA-256 only content that the person
 * uploaded counts, so that nobody can pass off another content with the same MD5.
 */
const isContent = ({ md5, sha256, size }: Stated, personId: string) => sql`
  b.md5 = decode(${md5}, 'hex') and b.size = ${size} and ${
    sha256
      ? sql`b.sha256 = decode(${sha256}, 'hex')`
      : sql`exists (select 1 from upload u where u.node_id = n.id and u.person_id = ${personId}::uuid and u.receipt_id is null
          and u.md5 = b.md5 and u.size = b.size)
        and ${personId}::uuid = coalesce(
          (select by_id from version_metadata where node_id = n.id and number = n.version), n.author_id)`
  }`

/** An existing file with the same content: its place and its author. */
export type Twin = { sha256: string; space_id: string; author_id: string; node_id: string }

/**
 * Reserves the bytes of uploads to one space and inserts them, in one statement; false when they do not fit. Waits for
 * a concurrent change of the capacity.
 */
async function reserveAll(db: Db | Tx, spaceId: string, uploads: readonly NewUpload[]): Promise<boolean> {
  const column = (pick: (upload: NewUpload) => string | number | Date | null) => uploads.map(pick)
  const bytes = uploads.reduce((sum, { size }) => sum + size, 0)
  const { rows } = await sql`
    with ${reserving(spaceId, bytes)}
    insert into upload (id, space_id, folder_id, person_id, name, size, md5, conflict, receipt_id, dropped_as, created_at, active_at)
    select u.id, room.space_id, u.folder_id, u.person_id, u.name, u.size, decode(u.md5, 'hex'), u.conflict, u.receipt_id, u.dropped_as, u.at, u.at
    from room, unnest(${column((u) => u.id)}::uuid[], ${column((u) => u.folder_id)}::uuid[], ${column((u) => u.person_id)}::uuid[],
      ${column((u) => u.name)}::text[], ${column((u) => u.size)}::bigint[], ${column((u) => u.md5)}::text[],
      ${column((u) => u.conflict)}::text[], ${column((u) => u.receipt_id)}::uuid[],
      ${column((u) => u.dropped_as)}::text[], ${column((u) => u.now)}::timestamptz[])
      as u(id, folder_id, person_id, name, size, md5, conflict, receipt_id, dropped_as, at) returning id`.execute(db)
  return rows.length > 0
}

/** Deletes unfinished uploads and releases their bytes; false when they were deleted or done already. */
async function giveUp(db: Db | Tx, which: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`
    with gone as (delete from upload where node_id is null and ${which} returning space_id, size, receipt_id),
    box as (
      update share s set box_used = s.box_used - b.size
      from (select r.share_id, sum(gone.size) as size from gone join share_receipt r on r.id = gone.receipt_id group by r.share_id) b
      where s.id = b.share_id
    )
    update space_usage u set reserved_bytes = reserved_bytes - g.size
    from (select space_id, sum(size) as size from gone group by space_id) g where u.space_id = g.space_id
    returning u.space_id`.execute(db)
  return rows.length > 0
}

const foldersBelow = (ids: readonly string[]) => sql`
  with recursive below as (
    select id from node where id = any(${[...ids]}::uuid[]) and is_folder
    union all
    select n.id from below b join node n on n.parent_id = b.id and n.is_folder
  )`

/** Cancels all uploads into these folders and those below; none can begin there until the transaction ends. */
export async function giveUpBelow(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`${foldersBelow(ids)} select 1 from node where id in (select id from below) for update`.execute(tx)
  await giveUp(tx, sql`folder_id in (${foldersBelow(ids)} select id from below)`)
}

/** Cancels all unfinished uploads of one person in a space. */
export async function giveUpOf(tx: Tx, { spaceId, personId }: Membership): Promise<void> {
  await giveUp(tx, sql`space_id = ${spaceId}::uuid and person_id = ${personId}::uuid`)
}

/** Cancels all uploads of the site: after a restore their rows exist, but not their chunks. */
export async function giveUpAll(tx: Tx): Promise<void> {
  await giveUp(tx, sql`true`)
  for (const table of ['staged_upload', 'staged_chunk', 'staged_part'] as const) await tx.deleteFrom(table).execute()
}

export function sqlUploadStore(db: Db) {
  return {
    async find(id: string, { personId, receiptId }: Owner): Promise<UploadRow | undefined> {
      const { rows } = await sql<UploadRow>`select ${columns} from upload
          where id = ${id}::uuid and person_id = ${personId}::uuid and receipt_id is not distinct from ${receiptId}::uuid`.execute(
        db,
      )
      return rows[0]
    },

    /** State before an upload begins: whether the name is taken, the upload is begun, and the content is known. */
    async outlook(like: Wish): Promise<{ isTaken: boolean; isBegun: boolean; isKnown: boolean }> {
      const { rows } = await sql<{ is_taken: boolean; is_begun: boolean; is_known: boolean }>`
        select exists (select 1 from node where parent_id = ${like.folder_id}::uuid and name = ${like.name} and trash_id is null) as is_taken,
          exists (select 1 from upload where ${isLike(like)}) as is_begun,
          exists (select 1 from blob where md5 = decode(${like.md5}, 'hex') and size = ${like.size}) as is_known`.execute(
        db,
      )
      const [{ is_taken: isTaken, is_begun: isBegun, is_known: isKnown }] = rows as [(typeof rows)[0]]
      return { isTaken, isBegun, isKnown }
    },

    /** An unfinished upload of the same file, updated with this conflict option. */
    async resume(like: Wish): Promise<string | null> {
      const { rows } = await sql<{
        id: string
      }>`update upload set conflict = ${like.conflict} where ${isLike(like)} returning id`.execute(db)
      return rows[0]?.id ?? null
    },
    /** Uploads of a visitor under the same receipt with these names and contents; their folders may differ. */
    async droppedLike(tx: Tx, receiptId: string | null, likes: readonly NewUpload[]): Promise<UploadRow[]> {
      const { rows } = await sql<UploadRow>`
        select ${columns} from upload u where receipt_id = ${receiptId}::uuid and exists (
          select 1 from unnest(${likes.map((one) => one.dropped_as)}::text[], ${likes.map((one) => one.md5)}::text[],
            ${likes.map((one) => one.size)}::bigint[]) as l(dropped_as, md5, size)
          where u.dropped_as = l.dropped_as and u.md5 = decode(l.md5, 'hex') and u.size = l.size)`.execute(tx)
      return rows
    },

    insert: (spaceId: string, uploads: readonly NewUpload[]): Promise<boolean> => reserveAll(db, spaceId, uploads),

    /**
     * Inserts uploads to a drop box: they also count against the box and the receipt. Throws spaceFull, boxFull,
     * receiptFull.
     */
    async insertDropped(tx: Tx, uploads: readonly NewUpload[]): Promise<void> {
      const [first] = uploads
      if (!first) return
      if (!(await reserveAll(tx, first.space_id, uploads))) throw new Failure('spaceFull')
      const bytes = uploads.reduce((sum, { size }) => sum + size, 0)
      const { rows } = await sql`
          update share s set box_used = s.box_used + ${bytes} from share_receipt r
          where r.id = ${first.receipt_id}::uuid and s.id = r.share_id and s.box_used + ${bytes} <= s.box_bytes returning s.id`.execute(
        tx,
      )
      if (!rows.length) throw new Failure('boxFull')
      const { rows: all } = await sql<{ count: number }>`
        select count(*)::int as count from upload where receipt_id = ${first.receipt_id}::uuid`.execute(tx)
      if ((all[0]?.count ?? 0) > RECEIPT_FILES_MAX)
        throw new Failure('receiptFull', { values: { count: RECEIPT_FILES_MAX } })
    },

    /** The unfinished ones of these uploads, with their latest conflict option; locked until the transaction ends. */
    async openAmong(tx: Tx, ids: string[]): Promise<Map<string, Conflict>> {
      const { rows } = await sql<{ id: string; conflict: Conflict }>`
        select id, conflict from upload where id = any(${ids}::uuid[]) and node_id is null order by id for update`.execute(
        tx,
      )
      return new Map(rows.map(({ id, conflict }) => [id, conflict]))
    },

    finish: async (tx: Tx, done: { id: string; nodeId: string }[]): Promise<void> => {
      await sql`
        update upload u set node_id = d.node_id from unnest(${done.map((one) => one.id)}::uuid[], ${done.map((one) => one.nodeId)}::uuid[]) as d(id, node_id)
        where u.id = d.id`.execute(tx)
    },

    /** Records uploaded files on the visitors' receipts; the record stays whatever happens to the file later. */
    note: async (tx: Tx, ids: string[], now: Date): Promise<void> => {
      await sql`
        with come as (
          select u.receipt_id, sum(u.size)::bigint as bytes, jsonb_agg(jsonb_build_object(
            'id', u.id, 'name', u.dropped_as, 'size', u.size, 'sha256', encode(n.blob_sha256, 'hex')) order by u.id) as files
          from upload u join node n on n.id = u.node_id where u.id = any(${ids}::uuid[]) group by u.receipt_id
        )
        update share_receipt r set changed_at = ${now}, notified_at = null, files = r.files || c.files, bytes = r.bytes + c.bytes
        from come c where r.id = c.receipt_id`.execute(tx)
    },

    giveUp: (id: string, from: Db | Tx = db): Promise<boolean> => giveUp(from, sql`id = ${id}::uuid`),

    /** Whether this file has the stated content. */
    async isSame(nodeId: string, stated: Stated, personId: string): Promise<boolean> {
      const { rows } = await sql`
        select 1 from node n join blob b on b.sha256 = n.blob_sha256
        where n.id = ${nodeId}::uuid and ${isContent(stated, personId)}`.execute(db)
      return rows.length > 0
    },
    /** Existing files with this content in public spaces, or in spaces of the person. */
    async twins(stated: Stated, personId: string): Promise<Twin[]> {
      const { rows } = await sql<Twin>`
        select encode(b.sha256, 'hex') as sha256, n.space_id, n.author_id, n.id as node_id
        from blob b join node n on n.blob_sha256 = b.sha256 and n.trash_id is null
          join space s on s.id = n.space_id left join member m on m.space_id = s.id and m.person_id = ${personId}::uuid
        where ${isContent(stated, personId)} and (m.person_id is not null or s.type = 'public')
        limit 20`.execute(db)
      return rows
    },

    /** Unfinished uploads, a page after an id. */
    async open(after: string | null, limit: number): Promise<{ id: string; active_at: Date }[]> {
      const { rows } = await sql<{ id: string; active_at: Date }>`
        select id, active_at from upload where node_id is null ${after ? sql`and id > ${after}::uuid` : sql``} order by id limit ${limit}`.execute(
        db,
      )
      return rows
    },
    /** The ids among these that are unfinished uploads. */
    async known(ids: string[]): Promise<Set<string>> {
      const { rows } = await sql<{
        id: string
      }>`select id from upload where id = any(${ids}::uuid[]) and node_id is null`.execute(db)
      return new Set(rows.map((row) => row.id))
    },
    forgetFinished: (before: Date) =>
      sql`delete from upload where node_id is not null and created_at < ${before}`.execute(db),
  }
}
export type UploadStore = ReturnType<typeof sqlUploadStore>
