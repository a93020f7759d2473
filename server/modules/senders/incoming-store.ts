import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import * as z from 'zod/mini'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { IncomingState, senders } from '#contract/senders.ts'
import { decodeCursor, exactly, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { hasCome } from '#server/storage/due.ts'
import type { Schema } from '#server/storage/schema.ts'

export type IncomingRow = Selectable<Schema['received_dataset']>
export type NewFile = Insertable<Schema['received_file']>
/** The received part of an interrupted file. */
export type Came = { sha256: string; bytes: number }
export type ListedIncoming = {
  id: string
  publication_id: string
  title: string
  sender_id: string
  sender_name: string
  person: string
  organisation: string
  state: IncomingState
  decision: 'adopt' | 'no' | null
  error: string
  file_count: number
  size_bytes: number
  created_at: Date
  received_at: Date | null
  key: string
}
/** A decided submission whose sender has not been notified yet. */
export type Due = {
  id: string
  secrets: Buffer
  host: string
  attempts: number
  decision: 'adopt' | 'no'
  reason: string
  dataset_id: string
  space_id: string | null
  number: number
  doi: string | null
}

/** A file or folder of a submission; sha256 is '' for a folder and for what is not whole. */
export type Looked = { name: string; isFolder: boolean; size: number; sha256: string }
const foldersOf = (path: string): string[] => {
  const steps = path.split('/').slice(0, -1)
  return steps.map((_, at) => steps.slice(0, at + 1).join('/'))
}

/** The displayed state of `incoming i` and its `publication p`. */
const STATE = sql`case when i.state = 'receiving' or (i.state = 'received' and p.transfer = 'transmitting') then 'receiving' when i.state <> 'received' then i.state
  when p.state = 'pending' then 'reviewing' else 'telling' end`
/** The decision about the current submission of a publication. */
const DECIDED = sql`case p.state when 'rejected' then 'no' else 'adopt' end`

/** The files of a submission, whole or not, each once; what is not whole has no sum, and the size of what is kept of it. */
const filesOf = ({ id, publication_id }: IncomingRow) => sql`
  select path, came_bytes as size, ''::text as sha256 from received_file where incoming_id = ${id}::uuid
  union all select path, size, encode(blob_sha256, 'hex') from publication_file f
    where publication_id = ${publication_id}::uuid and not exists (
      select from received_file n where n.incoming_id = ${id}::uuid and n.path = f.path)`

/** Submissions of other installations. */
export const sqlIncomingStore = (db: Db) => ({
  one: (id: string, from: Db | Tx = db) =>
    from.selectFrom('received_dataset').selectAll().where('id', '=', id).executeTakeFirst(),
  held: (tx: Tx, id: string) =>
    tx.selectFrom('received_dataset').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  /** Whether the files of a submission may be sent by FTP without TLS. */
  async isPlain(id: string): Promise<boolean> {
    const row = await db
      .selectFrom('received_dataset as i')
      .innerJoin('sender as s', 's.id', 'i.sender_id')
      .select('i.id')
      .where('i.id', '=', id)
      .where('s.ftp', '=', 'plain')
      .executeTakeFirst()
    return row !== undefined
  },

  /** The submission that a sender has already announced with this callback address. */
  announced: (tx: Tx, senderId: string, submission: Buffer) =>
    tx
      .selectFrom('received_dataset')
      .selectAll()
      .where('sender_id', '=', senderId)
      .where('submission_sha256', '=', submission)
      .executeTakeFirst(),

  async unfinished(tx: Tx, senderId: string): Promise<number> {
    const { count } = await tx
      .selectFrom('received_dataset')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('sender_id', '=', senderId)
      .where('state', '=', 'receiving')
      .executeTakeFirstOrThrow()
    return count
  },

  insert: (tx: Tx, row: Insertable<Schema['received_dataset']>) =>
    tx.insertInto('received_dataset').values(row).execute(),
  update: (from: Db | Tx, id: string, change: Updateable<Schema['received_dataset']>) =>
    from.updateTable('received_dataset').set(change).where('id', '=', id).execute(),

  /** Marks earlier submissions of a publication as replaced by a later one. */
  supersede: (tx: Tx, publicationId: string) =>
    tx
      .updateTable('received_dataset')
      .set({ state: 'told', error: '' })
      .where('publication_id', '=', publicationId)
      .where('state', 'in', ['received', 'untold'])
      .execute(),

  file: (incomingId: string, path: string) =>
    db
      .selectFrom('received_file')
      .selectAll()
      .where('incoming_id', '=', incomingId)
      .where('path', '=', path)
      .executeTakeFirst(),

  /** Begins a file; an existing one with another size at this path is cancelled, and its upload returned. */
  async begin(tx: Tx, file: NewFile): Promise<{ uploadId: string; dropped: string | null }> {
    const before = await tx
      .selectFrom('received_file')
      .selectAll()
      .where('incoming_id', '=', file.incoming_id)
      .where('path', '=', file.path)
      .executeTakeFirst()
    if (before?.size === file.size) return { uploadId: before.upload_id, dropped: null }
    if (before) await tx.deleteFrom('received_file').where('upload_id', '=', before.upload_id).execute()
    await tx.insertInto('received_file').values(file).execute()
    return { uploadId: file.upload_id, dropped: before?.upload_id ?? null }
  },

  /** Begins a file that replaces the received part of it, whose upload is returned. */
  async beginAnew(tx: Tx, file: NewFile): Promise<string | null> {
    const before = await tx
      .deleteFrom('received_file')
      .where('incoming_id', '=', file.incoming_id)
      .where('path', '=', file.path)
      .returning('upload_id')
      .executeTakeFirst()
    await tx.insertInto('received_file').values(file).execute()
    return before?.upload_id ?? null
  },

  /** Reserves storage for more of a file; false if it was cancelled meanwhile. */
  async grow(tx: Tx, uploadId: string, size: number): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('received_file')
      .set({ size })
      .where('upload_id', '=', uploadId)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Keeps the received part of an interrupted file; false if it was discarded meanwhile. */
  async keepCame(tx: Tx, uploadId: string, { sha256, bytes }: Came): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('received_file')
      .set({ size: bytes, came_bytes: bytes, blob_sha256: Buffer.from(sha256, 'hex') })
      .where('upload_id', '=', uploadId)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Whether a folder has the path of a file, or a file that of one of its folders. */
  async isFolderAndFile(tx: Tx, { id, publication_id }: IncomingRow, path: string): Promise<boolean> {
    const [folders, start] = [sql`${foldersOf(path)}::text[]`, `${path}/`]
    const { rows } = await sql<{ is: boolean }>`
      select exists (select from received_file where incoming_id = ${id}::uuid and path = any(${folders}))
        or exists (select from publication_file where publication_id = ${publication_id}::uuid and path = any(${folders}))
        or exists (select from received_file where incoming_id = ${id}::uuid and starts_with(path, ${start}))
        or exists (select from publication_file where publication_id = ${publication_id}::uuid and starts_with(path, ${start}))
        as is`.execute(tx)
    return rows[0]?.is ?? false
  },

  /** The file (complete or not) or the folder at a path; null if there is none. */
  async look(row: IncomingRow, path: string): Promise<Looked | null> {
    const { rows } = await sql<Looked>`
      with every as not materialized (${filesOf(row)})
      select ${path} as name, false as "isFolder", size, sha256 from every where path = ${path}
      union all select ${path}, true, 0, '' where exists (select from every where starts_with(path, ${`${path}/`}))
      limit 1`.execute(db)
    return rows[0] ?? null
  },

  /** Files and folders directly in a folder, by name, after a given one; '' is the root. */
  async below(row: IncomingRow, folder: string, after: string, size: number): Promise<Looked[]> {
    const start = folder ? `${folder}/` : ''
    const { rows } = await sql<Looked>`
      with every as (${filesOf(row)}), here as (
        select substr(path, length(${start}::text) + 1) as rest, size, sha256 from every where starts_with(path, ${start}))
      select split_part(rest, '/', 1) as name, bool_or(strpos(rest, '/') > 0) as "isFolder",
        coalesce(sum(size), 0)::bigint as size, max(sha256) as sha256 from here
      where split_part(rest, '/', 1) collate "C" > ${after}
      group by 1 order by split_part(rest, '/', 1) collate "C" limit ${size}`.execute(db)
    return rows
  },

  /** False if the file was cancelled meanwhile. */
  async end(from: Db | Tx, uploadId: string): Promise<boolean> {
    const { numDeletedRows } = await from
      .deleteFrom('received_file')
      .where('upload_id', '=', uploadId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },

  /** The storage used by a file, complete or not; null if there is none. */
  async sizeAt(tx: Tx, { id, publication_id }: IncomingRow, path: string): Promise<number | null> {
    const { rows } = await sql<{ size: number }>`
      select size, 0 as place from received_file where incoming_id = ${id}::uuid and path = ${path}
      union all
      select size, 1 from publication_file where publication_id = ${publication_id}::uuid and path = ${path}
      order by place limit 1`.execute(tx)
    return rows[0]?.size ?? null
  },

  /** Counts all files of a new submission: those of the version that it continues. */
  countAll: (tx: Tx, id: string) =>
    sql`update received_dataset i set (all_bytes, all_files) = (
      select coalesce(sum(f.size), 0)::bigint, count(*) from publication_file f where f.publication_id = i.publication_id)
      where i.id = ${id}::uuid`.execute(tx),

  /** The files of a submission take more, or less; the caller holds its row. */
  addToAll: (tx: Tx, id: string, { bytes, files }: { bytes: number; files: number }) =>
    sql`update received_dataset set all_bytes = all_bytes + ${bytes}, all_files = all_files + ${files}
      where id = ${id}::uuid`.execute(tx),

  /** Files that are here, and those that have only begun. */
  async arrived(from: Db | Tx, { id, publication_id }: IncomingRow): Promise<{ whole: number; begun: number }> {
    const { rows } = await sql<{ whole: number; begun: number }>`
      select (select count(*) from publication_file where publication_id = ${publication_id}::uuid) as whole,
        (select count(*) from received_file where incoming_id = ${id}::uuid) as begun`.execute(from)
    return rows[0] ?? { whole: 0, begun: 0 }
  },

  /** The size of a complete file; null if there is none. */
  async wholeSize(publicationId: string, path: string): Promise<number | null> {
    const row = await db
      .selectFrom('publication_file')
      .select('size')
      .where('publication_id', '=', publicationId)
      .where('path', '=', path)
      .executeTakeFirst()
    return row?.size ?? null
  },

  async page({ state, after, size }: ParsedOf<typeof senders.incoming>): Promise<ListedIncoming[]> {
    const where = [sql`true`]
    if (state) where.push(sql`${STATE} = ${state}`)
    if (after) {
      const [at, id] = decodeCursor(after, z.tuple([part.timestamp, part.id]))
      where.push(sql`(i.created_at, i.id) < (${at}::timestamptz, ${id}::uuid)`)
    }
    const { rows } = await sql<ListedIncoming>`
      select i.id, i.publication_id, p.title, i.sender_id, s.name as sender_name, i.person, i.organisation,
        ${STATE} as state, case when ${STATE} = 'telling' then ${DECIDED} else i.decision end as decision, i.error,
        t.files as file_count, t.bytes as size_bytes, i.created_at, i.received_at,
        ${exactly(sql`i.created_at`)} as key
      from received_dataset i join publication p on p.id = i.publication_id join sender s on s.id = i.sender_id
      cross join lateral (select count(*) as files, coalesce(sum(f.size), 0)::bigint as bytes
        from publication_file f where f.publication_id = i.publication_id) t
      where ${sql.join(where, sql` and `)} order by i.created_at desc, i.id desc limit ${size + 1}`.execute(db)
    return rows
  },

  /** Takes a decision to be sent; no other node takes it before `until`. */
  async takeDue(at: Date, until: Date): Promise<Due | null> {
    const { rows } = await sql<Due>`
      update received_dataset i set next_at = ${until}, attempts = i.attempts + 1, decision = ${DECIDED}
      from publication p, sender s where p.id = i.publication_id and s.id = i.sender_id and i.id = (
        select d.id from received_dataset d join publication o on o.id = d.publication_id
        where d.state = 'received' and ${hasCome(sql`d.next_at`, at)} and o.state <> 'pending'
        order by d.next_at, d.id limit 1 for update of d skip locked)
      returning i.id, i.secrets, s.host, i.attempts, i.decision, p.reason, p.dataset_id, p.number,
        (select o.space_id from dataset o where o.id = p.dataset_id) as space_id,
        (select r.value from identifier_registration r where r.dataset_id = p.dataset_id and r.number = p.number and r.scheme = 'DOI') as doi`.execute(
      db,
    )
    return rows[0] ?? null
  },

  /** Sends a decision again from the beginning; false if there is none. */
  async tellAgain(tx: Tx, id: string, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('received_dataset')
      .set({ state: 'received', attempts: 0, next_at: at, error: '' })
      .where('id', '=', id)
      .where('state', 'in', ['received', 'untold'])
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Complete submissions that were not given to the reviewers yet. */
  unprepared: (most: number): Promise<IncomingRow[]> =>
    db
      .selectFrom('received_dataset as i')
      .innerJoin('publication as p', 'p.id', 'i.publication_id')
      .selectAll('i')
      .where('i.state', '=', 'received')
      .where('p.state', '=', 'pending')
      .where('p.transfer', '=', 'transmitting')
      .orderBy('i.received_at')
      .limit(most)
      .execute(),

  /** Submissions for which nothing was received since a time. */
  idle: (since: Date, most: number) =>
    db
      .selectFrom('received_dataset')
      .select('id')
      .where('state', '=', 'receiving')
      .where('touched_at', '<', since)
      .orderBy('touched_at')
      .limit(most)
      .execute(),
})
export type IncomingStore = ReturnType<typeof sqlIncomingStore>
