import { sql } from 'kysely'
import type { Db, Tx } from '../database.ts'
import type { Digest } from './blob-store.ts'

/**
 * State of an upload in an S3 store; `digest` once all of it was hashed. `whole` is the key of its multipart upload,
 * and is used for nothing else.
 */
export type Staged = {
  whole: string
  multipartId: string | null
  digest: Digest | null
  isSealed: boolean
  isInParts: boolean
}
/** Chunks of one part: `from` and up to `to`, both included. */
export type Group = { number: number; from: number; to: number }
export type StoredChunk = { index: number; etag: string }

type Row = {
  whole: string
  multipart_id: string | null
  sha256: string | null
  md5: string | null
  size: number | null
  is_sealed: boolean
  is_in_parts: boolean
}

/** First half of the key of an advisory lock; the second half is derived from the upload and its part. */
const STAGED = 20261124

const columns = sql`whole, multipart_id, encode(sha256, 'hex') as sha256, encode(md5, 'hex') as md5, size, is_sealed,
  exists (select 1 from staged_part p where p.upload_id = staged_upload.upload_id) as is_in_parts`

const stagedOf = ({ whole, multipart_id, sha256, md5, size, is_sealed, is_in_parts }: Row): Staged => ({
  whole,
  multipartId: multipart_id,
  digest: sha256 && md5 && size !== null ? { sha256, md5, size } : null,
  isSealed: is_sealed,
  isInParts: is_in_parts,
})

/** Locks this part of an upload until the transaction ends. */
export const lockStaged = (tx: Tx, uploadId: string, what: string | number) =>
  sql`select pg_advisory_xact_lock(${STAGED}, hashtext(${`${uploadId} ${what}`}))`.execute(tx)

/** Like `lockStaged` without waiting; false when the lock is taken. */
export async function tryLockStaged(tx: Tx, uploadId: string, what: string | number): Promise<boolean> {
  const { rows } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(${STAGED}, hashtext(${`${uploadId} ${what}`})) as is_mine`.execute(tx)
  return rows[0]?.is_mine === true
}

/** Chunks of a part that are stored. */
export async function chunksOf(db: Db | Tx, uploadId: string, { from, to }: Group): Promise<StoredChunk[]> {
  const { rows } = await sql<StoredChunk>`
    select index, etag from staged_chunk where upload_id = ${uploadId} and index between ${from} and ${to} order by index`.execute(
    db,
  )
  return rows
}

export async function isPart(db: Db | Tx, uploadId: string, number: number): Promise<boolean> {
  const { rows } = await sql`select 1 from staged_part where upload_id = ${uploadId} and number = ${number}`.execute(db)
  return rows.length > 0
}

/** Records a stored part; its chunks are no longer needed. */
export async function notePart(tx: Tx, uploadId: string, { number, from, to }: Group, etag: string): Promise<void> {
  await sql`insert into staged_part (upload_id, number, etag) values (${uploadId}, ${number}, ${etag})`.execute(tx)
  await forgetChunks(tx, uploadId, { from, to })
}

export const forgetChunks = (db: Db | Tx, uploadId: string, { from, to }: Pick<Group, 'from' | 'to'>) =>
  sql`delete from staged_chunk where upload_id = ${uploadId} and index between ${from} and ${to}`.execute(db)

/** Records the digest of an upload; false when it already has one. */
export async function noteDigest(
  db: Db | Tx,
  uploadId: string,
  { sha256, md5, size }: Digest,
  isSealed: boolean,
): Promise<boolean> {
  const { rows } = await sql`
    update staged_upload set sha256 = decode(${sha256}, 'hex'), md5 = decode(${md5}, 'hex'), size = ${size},
      is_sealed = ${isSealed}, touched_at = now()
    where upload_id = ${uploadId} and not is_sealed returning 1`.execute(db)
  return rows.length > 0
}

/** Rows of uploads whose chunks are in an S3 store; any node reads and changes them. Times are the database's. */
export const stagedRows = (db: Db) => ({
  /** Creates the row of an upload if it is new, and updates its time. */
  async touch(uploadId: string, chunkCount: number): Promise<Staged> {
    const { rows } = await sql<Row>`
      insert into staged_upload (upload_id, chunk_count) values (${uploadId}, ${chunkCount})
      on conflict (upload_id) do update set touched_at = now() returning ${columns}`.execute(db)
    return stagedOf(rows[0] as Row)
  },

  async find(uploadId: string, from: Db | Tx = db): Promise<Staged | null> {
    const { rows } = await sql<Row>`select ${columns} from staged_upload where upload_id = ${uploadId}`.execute(from)
    return rows[0] ? stagedOf(rows[0]) : null
  },

  /** Sets the multipart upload of an upload, unless another node has started one before: returns the valid one. */
  async adopt(uploadId: string, whole: string, multipartId: string): Promise<string | null> {
    const { rows } = await sql<{ multipart_id: string }>`
      update staged_upload set multipart_id = coalesce(multipart_id, ${multipartId}) where upload_id = ${uploadId}
        and whole = ${whole}::uuid
      returning multipart_id`.execute(db)
    return rows[0]?.multipart_id ?? null
  },

  noteChunk: (uploadId: string, { index, etag }: StoredChunk) =>
    sql`
      insert into staged_chunk (upload_id, index, etag) values (${uploadId}, ${index}, ${etag})
      on conflict (upload_id, index) do update set etag = excluded.etag`.execute(db),

  async chunks(uploadId: string): Promise<number[]> {
    const { rows } = await sql<{ index: number }>`
      select index from staged_chunk where upload_id = ${uploadId} order by index`.execute(db)
    return rows.map(({ index }) => index)
  },

  /** Parts in order of their numbers. */
  async parts(uploadId: string, from: Db | Tx = db): Promise<{ number: number; etag: string }[]> {
    const { rows } = await sql<{ number: number; etag: string }>`
      select number, etag from staged_part where upload_id = ${uploadId} order by number`.execute(from)
    return rows
  },

  /** Deletes an upload; returns its state and the indexes of its stored chunks. */
  async discard(uploadId: string): Promise<{ staged: Staged; chunks: number[] } | null> {
    const staged = await this.find(uploadId)
    const { rows } = await sql<{ index: number }>`
      with parts as (delete from staged_part where upload_id = ${uploadId}),
      upload as (delete from staged_upload where upload_id = ${uploadId})
      delete from staged_chunk where upload_id = ${uploadId} returning index`.execute(db)
    return staged && { staged, chunks: rows.map(({ index }) => index) }
  },

  /** Every upload, with the time when it was last touched. */
  async *list(): AsyncGenerator<{ uploadId: string; modifiedMs: number }> {
    const PAGE = 1000
    for (let after = '', length = PAGE; length === PAGE; ) {
      const { rows } = await sql<{ upload_id: string; touched_at: Date }>`
        select upload_id, touched_at from staged_upload where upload_id > ${after} order by upload_id limit ${PAGE}`.execute(
        db,
      )
      for (const { upload_id, touched_at } of rows) yield { uploadId: upload_id, modifiedMs: touched_at.getTime() }
      after = rows.at(-1)?.upload_id ?? ''
      length = rows.length
    }
  },
})
export type StagedRows = ReturnType<typeof stagedRows>
