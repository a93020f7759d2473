import type pg from 'pg'
import type { rowSum } from '#server/backup/tables.ts'
import { Failure } from '#server/failure.ts'
import type { BroughtBack, SavedTable } from '#server/space-part.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { IntoSpace } from '#server/storage/schema.ts'
import type { SpaceContents } from './copying.ts'
import type { SpaceManifest, TableOfCopy } from './manifest.ts'
import type { PartRows } from './part-rows.ts'
import type { SpacePlace } from './place.ts'
import type { Renamer } from './renaming.ts'
import { type Instead, insertStaged, stagedRows } from './restore-store.ts'
import { makeNumbers, numbersInstead, takeNumbers } from './restored-numbers-store.ts'
import { complete, loadCopied, renamed, renameFileCells, renameHistory } from './restored-tables-store.ts'

/** Longest names that what is restored beside its original may have before its suffix, in characters. */
const NAMED: Readonly<Record<string, number>> = {
  data_table: 75,
  data_view: 75,
  report: 75,
  vocabulary: 35,
  meta_template: 35,
}

/** The same of a folder or file. */
const ITEM_NAME = 75

export type RestoreNeeds = {
  db: Db
  parts: SpaceContents
  /** Restores everything else of a restored space. */
  broughtBack: readonly ((tx: Tx, back: BroughtBack) => Promise<void>)[]
  /** Recomputes the counters of a space. */
  mendCounters: (tx: Tx, spaceId: string) => Promise<void>
  now: () => Date
}
export type Restoring = {
  /** Makes the new ids. */
  id: string
  manifest: SpaceManifest
  place: SpacePlace
  into: IntoSpace
  /** Null: all of the copy. */
  part: PartRows | null
  personId: string
  /**
   * Inserts every value unchanged, for a comparison; otherwise values that must belong only to the original are left
   * out.
   */
  isExact: boolean
  signal: AbortSignal
}
export type Staged = { renames: Renamer; suffix: string; rootId: string; sums: Map<string, ReturnType<typeof rowSum>> }

/** Values that replace those of a restored row. */
function insteadOf(
  table: string,
  { into: { way, part }, isExact, manifest }: Restoring,
  { suffix, rootId, renames }: Staged,
): Instead {
  if (isExact) return {}
  if (table === 'data_table')
    return { lock: 'null', placed_by: '0', measured_change: '0', ...named(table, way, suffix) }
  if (table === 'node' && part) {
    const isTop = `x.id = '${renames.idOf(part.id)}'::uuid`
    return {
      parent_id: `case when ${isTop} then '${rootId}'::uuid else x.parent_id end`,
      ...(way === 'same' && { name: `case when ${isTop} then ${besideName(suffix)} else x.name end` }),
    }
  }
  if (table === 'node' && way === 'same')
    return {
      parent_id: `coalesce(x.parent_id, '${rootId}'::uuid)`,
      name: `case when x.parent_id is null then ${quoted(`${manifest.space.name}${suffix}`)} else x.name end`,
    }
  return named(table, way, suffix)
}
/** The name of an item with a suffix, which comes before the extension of a file. */
const besideName = (suffix: string) => {
  const extension = `case when x.is_folder then '' else coalesce(substring(x.name from '[^.](\\.[^.]{1,20})$'), '') end`
  return `left(left(x.name, length(x.name) - length(${extension})), ${ITEM_NAME}) || ${quoted(suffix)} || ${extension}`
}
function named(table: string, way: IntoSpace['way'], suffix: string): Instead {
  const most = NAMED[table]
  if (way === 'new' || !most) return {}
  const short = `left(x.name, ${most - 5}) || '…' || left(md5(x.id::text), 4)`
  return { name: `case when length(x.name) <= ${most} then x.name else ${short} end || ${quoted(suffix)}` }
}
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Members and published datasets are restored separately. */
export const tablesToRestore = ({ parts }: RestoreNeeds, { into }: Restoring): SavedTable[] =>
  parts.tables.filter(({ restored }) => restored !== 'apart' && (into.way === 'new' || !restored))

/** Inserts all that waits; the rows of tables are made and compared as they were written. */
export async function insertAll(client: pg.Client, tx: Tx, needs: RestoreNeeds, restoring: Restoring, staged: Staged) {
  const { personId, signal, part, manifest, into, isExact } = restoring
  const keeps = !part ? 'all' : into.way === 'new' ? 'copied' : 'there'
  await makeNumbers(tx)
  for (const { table, numbers } of tablesToRestore(needs, restoring)) {
    signal.throwIfAborted()
    if (numbers) await takeNumbers(tx, table)
    const instead = { ...insteadOf(table, restoring, staged), ...(numbers && numbersInstead(table, numbers)) }
    await insertStaged(tx, table, { personId, instead, keeps })
  }
  for (const table of manifest.tables) {
    signal.throwIfAborted()
    if (!part || idIn(table.name) === into.part?.id) await insertTable(client, tx, restoring, staged, table)
  }
  if (part || isExact) return
  const back: BroughtBack = {
    spaceId: into.spaceId,
    personId,
    idNow: (id) => renamed(restoring.id, id),
    rows: stagedRows,
    insert: (table, { instead = {}, where }) => insertStaged(tx, table, { personId, instead, keeps: 'all', where }),
  }
  for (const bringBack of needs.broughtBack) await bringBack(tx, back)
}

/** Rows or history of one table of the space. */
async function insertTable(
  client: pg.Client,
  tx: Tx,
  { manifest, place, id, into, part, isExact }: Restoring,
  { renames }: Staged,
  table: TableOfCopy,
): Promise<void> {
  const copied = tableOf(table, renames)
  const stored = await place.read(manifest.id, table)
  if (await loadCopied(client, copied, stored)) throw new Failure('backupCopyDamaged')
  const rename = copied.name.startsWith('tables.h_') ? renameHistory : renameFileCells
  const renaming = {
    name: copied.name,
    tableId: idIn(copied.name),
    salt: id,
    isAlone: part !== null && into.way === 'new',
  }
  if (!isExact) await rename(tx, renaming)
  await complete(client, copied)
}

const idIn = (name: string) => name.slice(-32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
/** A table of the copy under the id that its table has now. */
function tableOf(table: TableOfCopy, renames: Renamer): TableOfCopy {
  const before = table.name.slice(-32)
  const after = renames.idOf(idIn(table.name)).replaceAll('-', '')
  const name = (text: string) => text.replaceAll(before, after)
  return { ...table, name: name(table.name), create: name(table.create), complete: table.complete.map(name) }
}
