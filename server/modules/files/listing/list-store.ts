import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { FileRecord, FileSort } from '#contract/files.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'
import { type NodeRow, recordOf } from './records.ts'
import { nodeColumns } from './tree-store.ts'

type Kind = 'folder' | 'file'
type Query = {
  folderId: string
  sort: FileSort
  order: 'asc' | 'desc'
  kind?: Kind
  after?: string
  size: number
  /** Only items of this author; a cursor is valid only for the same value. */
  onlyBy?: string | null
}

/** Columns of each sort order before the id, as in the indexes of 0002-files.sql, and their form in a cursor. */
const sorts: Record<
  FileSort,
  {
    columns: RawBuilder<unknown>[]
    casts: RawBuilder<unknown>[]
    key: z.ZodMiniType<(string | number)[]>
    of: (row: SortedRow) => (string | number)[]
  }
> = {
  name: {
    columns: [sql`n.name collate natural_order`],
    casts: [sql`text`],
    key: z.tuple([part.text]),
    of: (row) => [row.name],
  },
  size: { columns: [sql`n.size`], casts: [sql`bigint`], key: z.tuple([part.count]), of: (row) => [row.size] },
  type: {
    columns: [sql`n.suffix`, sql`n.name collate natural_order`],
    casts: [sql`text`, sql`text`],
    key: z.tuple([part.text, part.text]),
    of: (row) => [row.suffix, row.name],
  },
  modified: {
    columns: [sql`n.updated_at`],
    casts: [sql`timestamptz`],
    key: z.tuple([part.timestamp]),
    of: (row) => [row.exact_updated],
  },
}

/** `exact_updated` keeps the microseconds that a JavaScript date drops. */
type SortedRow = NodeRow & { exact_updated: string }

const keyOf = (sort: FileSort) => z.object({ kind: z.enum(['folder', 'file']), id: part.id, sortKey: sorts[sort].key })
type Key = z.infer<ReturnType<typeof keyOf>>

const ordered = ({ sort, order }: Query) =>
  sql.join(
    [...sorts[sort].columns, sql`n.id`].map((column) => sql`${column} ${order === 'asc' ? sql`asc` : sql`desc`}`),
  )

/** Rows of one kind in index order: a keyset condition on one index, so no sort is needed. */
function branch(query: Query, kind: Kind, after: Key | null) {
  const { columns, casts } = sorts[query.sort]
  const beyond = query.order === 'asc' ? sql`>` : sql`<`
  const start = after
    ? sql`and (${sql.join([...columns, sql`n.id`])}) ${beyond} (${sql.join([...after.sortKey.map((value, i) => sql`${value}::${casts[i]}`), sql`${after.id}::uuid`])})`
    : sql``
  return sql`select * from (select n.* from node n where n.parent_id = ${query.folderId}::uuid and n.is_folder = ${kind === 'folder'}
    and n.trash_id is null ${query.onlyBy ? sql`and n.author_id = ${query.onlyBy}::uuid` : sql``} ${start} order by ${ordered(query)} limit ${query.size + 1}) as ${sql.ref(kind)}`
}

/**
 * One page of a folder with this path: folders first, then files, each in the requested order (sorted again, because a
 * join does not keep the order).
 */
export async function pageOfFolder(db: Db, query: Query, path: string): Promise<{ list: FileRecord[]; next?: string }> {
  const after = query.after ? decodeCursor(query.after, keyOf(query.sort)) : null
  const kinds = (['folder', 'file'] as const).filter(
    (kind) => (query.kind ?? kind) === kind && !(kind === 'folder' && after?.kind === 'file'),
  )
  const branches = kinds.map((kind) => branch(query, kind, after?.kind === kind ? after : null))
  const { rows } = await sql<SortedRow>`
    select ${nodeColumns}, ${exactly(sql`n.updated_at`)} as exact_updated
    from (${sql.join(branches, sql` union all `)} limit ${query.size + 1}) n join person p on p.id = n.author_id
    order by n.is_folder desc, ${ordered(query)}`.execute(db)
  const key = (row: SortedRow): Key => ({
    kind: row.is_folder ? 'folder' : 'file',
    id: row.id,
    sortKey: sorts[query.sort].of(row),
  })
  return pageOf(rows, query.size, { toItem: (row) => recordOf(row, path), key })
}
