import { sql } from 'kysely'
import type { DatasetFile, DatasetTable, DatasetVersion } from '#contract/publications/dataset.ts'
import { type Bilingual, type DatasetMetadata, publicAuthors } from '#contract/publications/metadata.ts'
import type { Db } from '#server/storage/database.ts'

/** Files that are read at a time. */
const FILES_A_PAGE = 1000

export type VersionRow = {
  id: string
  dataset_id: string
  number: number
  state: DatasetVersion['state']
  metadata: DatasetMetadata
  publisher: Bilingual
  changes: string
  reason: string
  file_count: number
  restricted_count: number
  size_bytes: number
  published_at: Date
  changed_at: Date
  withdrawn_at: Date | null
  is_current: boolean
  cstr: string
  ark: string | null
  doi: string | null
  handle: string | null
  space_id: string | null
}
/** A public version, the identifier of its dataset, and its space while there is one. */
export type PublicVersion = {
  version: DatasetVersion
  isCurrent: boolean
  ark: string | null
  doi: string | null
  handle: string | null
  spaceId: string | null
}

export const versionOf = (row: VersionRow): PublicVersion => ({
  version: {
    id: row.id,
    datasetId: row.dataset_id,
    number: row.number,
    state: row.state,
    metadata: { ...row.metadata, authors: publicAuthors(row.metadata.authors) },
    publisher: row.publisher,
    changes: row.changes,
    fileCount: row.file_count,
    restrictedFiles: row.restricted_count,
    sizeBytes: row.size_bytes,
    publishedAt: row.published_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    withdrawnReason: row.state === 'withdrawn' ? row.reason : '',
    cstr: row.cstr,
  },
  isCurrent: row.is_current,
  ark: row.ark,
  doi: row.doi,
  handle: row.handle,
  spaceId: row.space_id,
})

/** The DOI of all versions of `publication p` together, once it resolves. */
export const conceptDoi = sql`(select c.value from identifier_registration c where c.dataset_id = p.dataset_id
    and c.number = 0 and c.scheme = 'DOI' and c.known in ('registered', 'findable'))`
/** The handle of all versions of `publication p` together, once it resolves. */
export const conceptHandle = sql`(select c.value from identifier_registration c where c.dataset_id = p.dataset_id
    and c.number = 0 and c.scheme = 'Handle' and c.known in ('registered', 'findable'))`
/** Columns of a public version, from `publication p join dataset d left join identifier i`. */
export const versionColumns = sql`p.id, p.dataset_id, p.number, p.state, p.metadata, p.publisher, p.changes, p.reason,
  p.file_count, p.restricted_count, p.size_bytes, p.published_at, p.changed_at, p.withdrawn_at, p.is_current, p.cstr, i.value as ark,
  ${conceptDoi} as doi, ${conceptHandle} as handle, d.space_id`
export const versionTables = sql`publication p join dataset d on d.id = p.dataset_id
  left join identifier i on i.dataset_id = p.dataset_id`

/** A public version of a dataset; null if there is none with this number, or it isn't public. */
export async function publicVersion(db: Db, datasetId: string, number: number): Promise<PublicVersion | null> {
  const { rows } = await sql<VersionRow>`
    select ${versionColumns} from ${versionTables}
    where p.dataset_id = ${datasetId}::uuid and p.number = ${number} and p.state in ('published', 'withdrawn')
      and p.institution_id is null`.execute(db)
  return rows[0] ? versionOf(rows[0]) : null
}

/** A public version in a list of versions. */
export type VersionLine = {
  number: number
  publishedAt: string
  isWithdrawn: boolean
  changes: string
  doi: string | null
  handle: string | null
}

type LineRow = {
  number: number
  published_at: Date
  state: string
  changes: string
  doi: string | null
  handle: string | null
}
const lineOf = ({ number, published_at, state, changes, doi, handle }: LineRow): VersionLine => ({
  number,
  publishedAt: published_at.toISOString(),
  isWithdrawn: state === 'withdrawn',
  changes,
  doi,
  handle,
})

/** All public versions of these datasets, the first one first. */
export async function versionsOfMany(db: Db, datasetIds: readonly string[]): Promise<Map<string, VersionLine[]>> {
  const { rows } = await sql<LineRow & { dataset_id: string }>`
    select p.dataset_id, p.number, p.published_at, p.state, p.changes, r.value as doi, h.value as handle from publication p
      left join identifier_registration r on r.dataset_id = p.dataset_id and r.number = p.number and r.scheme = 'DOI'
        and r.known in ('registered', 'findable')
      left join identifier_registration h on h.dataset_id = p.dataset_id and h.number = p.number and h.scheme = 'Handle'
        and h.known in ('registered', 'findable')
    where p.dataset_id = any(${datasetIds}::uuid[]) and p.state in ('published', 'withdrawn')
      and p.institution_id is null order by p.number`.execute(db)
  const groups = Map.groupBy(rows, ({ dataset_id }) => dataset_id)
  return new Map([...groups].map(([id, lines]) => [id, lines.map(lineOf)]))
}

/**
 * Number of the newest version of a dataset: of the published ones, else of the withdrawn ones; null if there is none.
 */
export async function newestNumber(db: Db, datasetId: string): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    select number from publication where dataset_id = ${datasetId}::uuid and state in ('published', 'withdrawn')
      and institution_id is null
    order by is_current desc, number desc limit 1`.execute(db)
  return rows[0]?.number ?? null
}

type FileRow = { path: string; size: number; mime: string; sha256: string; md5: string; table_id: string | null }
const fileColumns = sql`f.path, f.size, f.mime, encode(f.blob_sha256, 'hex') as sha256, encode(b.md5, 'hex') as md5, f.table_id`
const fileOf = ({ table_id, ...row }: FileRow): DatasetFile => ({ ...row, tableId: table_id })

/** Which files a reader may have of an open version: everything, or what is not given on request. */
export type Seen = { seesAll: boolean }
export const seenBy = ({ seesAll }: Seen) => (seesAll ? sql`true` : sql`not f.is_restricted`)

/** The first public files of a version by path. */
export async function firstFiles(db: Db, publicationId: string, most: number): Promise<DatasetFile[]> {
  const { rows } = await sql<FileRow>`
    select ${fileColumns} from publication_file f join blob b on b.sha256 = f.blob_sha256
    where f.publication_id = ${publicationId}::uuid and ${seenBy({ seesAll: false })} order by f.path limit ${most}`.execute(
    db,
  )
  return rows.map(fileOf)
}

/** The files of a version that a reader may have, in pages, by path. */
export async function* filesInPages(db: Db, publicationId: string, seen: Seen): AsyncGenerator<DatasetFile[]> {
  let after: string | null = null
  for (;;) {
    const { rows }: { rows: FileRow[] } = await sql<FileRow>`
      select ${fileColumns} from publication_file f join blob b on b.sha256 = f.blob_sha256
      where f.publication_id = ${publicationId}::uuid and ${seenBy(seen)} and (${after}::text is null or f.path > ${after})
      order by f.path limit ${FILES_A_PAGE}`.execute(db)
    if (rows.length) yield rows.map(fileOf)
    if (rows.length < FILES_A_PAGE) return
    after = rows.at(-1)?.path ?? null
  }
}

/** One file of a version; null if there is none at this path, or the reader may not access it. */
export async function fileAt(
  db: Db,
  publicationId: string,
  { path, seen }: { path: string; seen: Seen },
): Promise<DatasetFile | null> {
  const { rows } = await sql<FileRow>`
    select ${fileColumns} from publication_file f join blob b on b.sha256 = f.blob_sha256
    where f.publication_id = ${publicationId}::uuid and f.path = ${path} and ${seenBy(seen)}`.execute(db)
  return rows[0] ? fileOf(rows[0]) : null
}

type TableRow = Omit<DatasetTable, 'id' | 'isRestricted'> & { table_id: string; is_restricted: boolean }
export async function tablesOf(db: Db, publicationId: string): Promise<DatasetTable[]> {
  const { rows } = await sql<TableRow>`
    select table_id, name, description, path, rows, columns, is_restricted from publication_table
    where publication_id = ${publicationId}::uuid order by position`.execute(db)
  return rows.map(({ table_id, is_restricted, ...table }) => ({ id: table_id, isRestricted: is_restricted, ...table }))
}
