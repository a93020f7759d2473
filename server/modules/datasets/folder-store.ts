import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { DatasetEntry, DatasetFolder } from '#contract/pages/data.ts'
import { inlineTypeOf } from '#server/modules/files/index.ts'
import { decodeCursor, pageOf, part } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'
import { type Seen, seenBy } from './store.ts'

const Key = z.tuple([z.boolean(), part.text])
type Row = { name: string; is_folder: boolean; files: number; size: number; mime: string; sha256: string }

/** Larger files are downloaded, in bytes (our choice): pages of text are read at once, and pictures drawn whole. */
const PREVIEW_MAX = { picture: 10_485_760, page: 2_097_152 } as const
/** A PDF and sound or film are read as far as they are looked at. */
const STREAMED = /^(application\/pdf$|audio\/|video\/)/
function previewOf({ mime, size }: Row): DatasetEntry['preview'] {
  const type = inlineTypeOf(mime)
  if (type === null) return null
  const kind = type.startsWith('image/') ? 'picture' : 'page'
  return size <= PREVIEW_MAX[kind] || STREAMED.test(type) ? kind : null
}

/**
 * The items directly in a folder of a version that a reader may access, folders first, by name; `folder` is '' for the
 * root, else it ends with `/`. Throws invalid for an invalid cursor.
 */
export async function folderPage(
  db: Db,
  publicationId: string,
  { folder, after, size, seen }: { folder: string; after: string | undefined; size: number; seen: Seen },
): Promise<DatasetFolder> {
  const from = after === undefined ? null : decodeCursor(after, Key)
  const behind = from
    ? sql`where (not is_folder, name collate natural_order, name) > (${from[0]}, ${from[1]} collate natural_order, ${from[1]})`
    : sql``
  const { rows } = await sql<Row>`
    with below as (
      select substr(f.path, length(${folder}) + 1) as rest, f.size, f.mime, f.blob_sha256
      from publication_file f where f.publication_id = ${publicationId}::uuid and starts_with(f.path, ${folder})
        and ${seenBy(seen)}
    ), entry as (
      select split_part(rest, '/', 1) as name, position('/' in rest) > 0 as is_folder, count(*) as files,
        sum(size)::bigint as size, min(mime) as mime, min(encode(blob_sha256, 'hex')) as sha256
      from below group by 1, 2
    )
    select * from entry ${behind} order by not is_folder, name collate natural_order, name limit ${size + 1}`.execute(
    db,
  )
  const { list, next } = pageOf(rows, size, {
    toItem: (row): DatasetEntry => ({
      name: row.name,
      path: `${folder}${row.name}${row.is_folder ? '/' : ''}`,
      isFolder: row.is_folder,
      files: row.files,
      size: row.size,
      mime: row.is_folder ? '' : row.mime,
      sha256: row.is_folder ? '' : row.sha256,
      preview: row.is_folder ? null : previewOf(row),
    }),
    key: (row) => [!row.is_folder, row.name],
  })
  return { folder, list, ...(next !== undefined && { next }) }
}
