import { type RawBuilder, sql } from 'kysely'
import { PERSONAL } from '#contract/publications/personal.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'

/** A chosen item under the name that it gets in the dataset. */
export type Top = { id: string; name: string }

/** Paths that are named of those that a finding is about. */
const NAMED_MAX = 5
/** Formats that need one program, by suffix. */
const CLOSED = [
  'doc',
  'xls',
  'ppt',
  'rar',
  'sav',
  'mdb',
  'accdb',
  'psd',
  'ai',
  'dwg',
  'spss',
  'hwp',
  'wps',
  'et',
  'dps',
]

/** The files of the chosen items, each with its path in the dataset; the root of a space gives its children's paths. */
const chosen = (tops: readonly Top[], restricted: readonly string[] = []) => sql`
  with recursive below as (
    select n.id, n.is_folder, n.size, n.blob_sha256, n.mime, n.suffix,
      n.id = any(${[...restricted]}::uuid[]) as is_restricted,
      case when n.parent_id is null then '' else top.name end as path
    from unnest(${tops.map(({ id }) => id)}::uuid[], ${tops.map(({ name }) => name)}::text[]) as top(id, name)
    join node n on n.id = top.id and n.trash_id is null
    union all
    select n.id, n.is_folder, n.size, n.blob_sha256, n.mime, n.suffix,
      b.is_restricted or n.id = any(${[...restricted]}::uuid[]),
      case when b.path = '' then n.name else b.path || '/' || n.name end
    from below b join node n on n.parent_id = b.id and n.trash_id is null where b.is_folder
  ), chosen as materialized (select * from below where not is_folder)`

export type SelectionFindings = {
  files: number
  bytes: number
  empty: number
  emptyNames: string[]
  duplicates: number
  duplicateNames: string[]
  closed: number
  closedNames: string[]
  damaged: number
  damagedNames: string[]
  personal: number
  personalNames: string[]
  hasReadme: boolean
}

const some = (where: RawBuilder<unknown>) => sql`coalesce((select array_agg(path) from (
  select path from chosen c where ${where} order by path limit ${NAMED_MAX}) as first), '{}')`
const counted = (where: RawBuilder<unknown>) => sql`(select count(*) from chosen c where ${where})`
const isEmpty = sql`c.size = 0`
const isClosed = sql`c.suffix = any(${CLOSED}::text[])`
const isTwin = sql`c.size > 0 and c.blob_sha256 in (select blob_sha256 from twin)`

/** The nightly reading of all contents found them wrong or missing. */
const isDamaged = sql`c.blob_sha256 in (select sha256 from damaged_content)`
const isAboutPeople = sql`c.path ~* ${PERSONAL}`

/** Statistics of a selection, and items that may cause problems for readers. */
export async function selectionFindings(db: Db, tops: readonly Top[]): Promise<SelectionFindings> {
  const { rows } = await sql<SelectionFindings>`
    ${chosen(tops)}, twin as (select blob_sha256 from chosen group by blob_sha256 having count(*) > 1)
    select count(*) as files, coalesce(sum(size), 0)::bigint as bytes,
      ${counted(isEmpty)} as empty, ${some(isEmpty)} as "emptyNames",
      ${counted(isTwin)} as duplicates, ${some(isTwin)} as "duplicateNames",
      ${counted(isDamaged)} as damaged, ${some(isDamaged)} as "damagedNames",
      ${counted(isAboutPeople)} as personal, ${some(isAboutPeople)} as "personalNames",
      ${counted(isClosed)} as closed, ${some(isClosed)} as "closedNames",
      exists (select 1 from chosen where path ~* '(^|/)readme(\\.[a-z]+)?$') as "hasReadme"
    from chosen`.execute(db)
  const [found] = rows
  if (!found) throw new TypeError('an aggregate has one row')
  return found
}

/** Maximum number of pictures listed for a selection. */
const IMAGES_MAX = 20
export type SelectedImage = { path: string; size: number; sha256: string }
type Images = { restricted: readonly string[]; q?: string; paths?: readonly string[] }
/** Open pictures of a selection, by words in their path or by whole paths. */
export async function selectedImages(db: Db, tops: readonly Top[], { restricted, q = '', paths }: Images) {
  const fits = paths ? sql`path = any(${[...paths]}::text[])` : sql`path ilike ${`%${literal(q)}%`}`
  const { rows } = await sql<SelectedImage>`
    ${chosen(tops, restricted)}
    select path, size, encode(blob_sha256, 'hex') as sha256 from chosen
    where mime like 'image/%' and not is_restricted and ${fits}
    order by path limit ${paths?.length ?? IMAGES_MAX}`.execute(db)
  return rows
}

/** The paths of selected files and folders in the dataset, by their ids; '' is the root of a space. */
export async function selectedPaths(db: Db | Tx, tops: readonly Top[], ids: readonly string[]) {
  if (!ids.length) return new Map<string, string>()
  const { rows } = await sql<{ id: string; path: string }>`
    ${chosen(tops)} select id, path from below where id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, path }) => [id, path]))
}

/**
 * Freezes the files of a selection: the version keeps their contents by hash. The caller holds the lock of the space,
 * so the contents stay until this transaction ends.
 */
export async function freezeFiles(
  tx: Tx,
  id: string,
  { tops, restricted = [], now }: { tops: readonly Top[]; restricted?: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    ${chosen(tops, restricted)}, touched as (
      update blob set touched_at = ${now} where sha256 in (select blob_sha256 from chosen))
    insert into publication_file (publication_id, path, blob_sha256, size, mime, is_restricted)
    select ${id}::uuid, path, blob_sha256, size, mime, is_restricted from chosen`.execute(tx)
}
