import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { rowSum, speakPlainly } from '#server/backup/tables.ts'
import { Failure } from '#server/failure.ts'
import { insertSpace } from '#server/modules/spaces/index.ts'
import { batchesOf } from '#server/modules/tasks/index.ts'
import { copyIn } from '#server/storage/copy.ts'
import { type Db, databaseOn, onConnection, type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { lockSpace } from '#server/storage/locks.ts'
import type { IntoSpace } from '#server/storage/schema.ts'
import { uniqueAs } from '#server/storage/unique.ts'
import { copiedRows } from './copied-rows.ts'
import { contentsOf, type SpaceContents } from './copying.ts'
import { spaceExport } from './export-store.ts'
import type { SpaceManifest, TableOfCopy } from './manifest.ts'
import type { PartRows } from './part-rows.ts'
import { damageAsFailure, type SpacePlace } from './place.ts'
import { idSet, type Renamer, renamer } from './renaming.ts'
import {
  clearNewSpace,
  FIELD,
  type Instead,
  insertStaged,
  isOverFull,
  isSuffixTaken,
  makeStage,
  pretendContents,
  renameFileCells,
  restoreMembers,
  restoreTable,
  STAGE,
  spaceOf,
  stagedSpace,
  stageFilled,
} from './restore-store.ts'

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
  /** Computes the counters of a space anew. */
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
  /** Every value as it was, to be compared; false: what only the original may have is left. */
  isExact: boolean
  signal: AbortSignal
}
type Staged = { renames: Renamer; suffix: string; rootId: string; sums: Map<string, ReturnType<typeof rowSum>> }

/** The rows of a copy that are restored. */
async function* rowsOf({ part, ...copied }: Restoring) {
  for await (const row of copiedRows(copied)) if (!part || part.has(row)) yield row
}
const isUuid = (id: string | null): id is string => id?.length === 36

async function namesOf(restoring: Restoring): Promise<Renamer> {
  const { manifest, id, into } = restoring
  const ids = idSet(manifest.rows.count)
  for await (const row of rowsOf(restoring)) if (isUuid(row.id)) ids.add(row.id)
  return renamer(id, ids, new Map([[manifest.space.id, into.spaceId]]))
}

/** Brings the rows of the copy, with their new ids, to the database, where they wait. */
async function stage(client: pg.Client, tx: Tx, restoring: Restoring): Promise<Pick<Staged, 'renames' | 'sums'>> {
  const renames = await namesOf(restoring)
  const sums: Staged['sums'] = new Map()
  async function* lines() {
    for await (const { table, row } of rowsOf(restoring)) {
      const named = renames.text(row)
      const sum = sums.get(table) ?? rowSum()
      sums.set(table, sum)
      sum.add(Buffer.from(`${named}\n`))
      yield `${table}${FIELD}${named}\n`
    }
  }
  await makeStage(tx)
  await pipeline(Readable.from(lines()), copyIn(client, STAGE))
  await stageFilled(tx)
  return { renames, sums }
}

/** What a restored row of a table has instead of its own values. */
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
      name: `case when ${isTop} then ${besideName(suffix)} else x.name end`,
    }
  }
  if (table === 'node' && way === 'same')
    return {
      parent_id: `coalesce(x.parent_id, '${rootId}'::uuid)`,
      name: `case when x.parent_id is null then ${quoted(`${manifest.space.name}${suffix}`)} else x.name end`,
    }
  return named(table, way, suffix)
}
/** The name of an item with a suffix, which stands before the extension of a file. */
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

/** Who was a member, what was published and the history of tables stay in the copy. */
const tablesToRestore = ({ parts }: RestoreNeeds, { into }: Restoring): string[] =>
  parts.tables
    .filter(({ restored }) => restored !== 'never' && (into.way === 'new' || !restored))
    .map(({ table }) => table)

/** Inserts all that waits; the rows of tables are made and compared as they were written. */
async function insertAll(client: pg.Client, tx: Tx, needs: RestoreNeeds, restoring: Restoring, staged: Staged) {
  const { manifest, place, personId, id, signal, part, into } = restoring
  for (const table of tablesToRestore(needs, restoring)) {
    signal.throwIfAborted()
    const instead = insteadOf(table, restoring, staged)
    await insertStaged(tx, table, { personId, instead, isPart: part !== null })
  }
  for (const table of manifest.tables) {
    signal.throwIfAborted()
    if (part && idIn(table.name) !== into.part?.id) continue
    const copied = tableOf(table, staged.renames)
    const isHistory = copied.name.startsWith('tables.h_')
    const stored = isHistory ? null : await place.read(manifest.id, table)
    if (await restoreTable(client, copied, stored)) throw new Failure('backupCopyDamaged')
    if (!isHistory) await renameFileCells(tx, copied.name, idIn(copied.name), id)
  }
}

const idIn = (name: string) => name.slice(-32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
/** A table of the copy under the id that its table has now. */
function tableOf(table: TableOfCopy, renames: Renamer): TableOfCopy {
  const before = table.name.slice(-32)
  const after = renames.idOf(idIn(table.name)).replaceAll('-', '')
  const name = (text: string) => text.replaceAll(before, after)
  return { ...table, name: name(table.name), create: name(table.create), complete: table.complete.map(name) }
}

/** Makes the new space, or locks the one that is there. */
async function prepareSpace(
  tx: Tx,
  { now }: RestoreNeeds,
  { into, personId, manifest }: Restoring,
): Promise<Pick<Staged, 'suffix' | 'rootId'>> {
  const { spaceId, way } = into
  if (way === 'same') {
    await lockSpace(tx, spaceId)
    const rootId = (await spaceOf(tx, spaceId))?.root_id ?? ''
    const at = `${manifest.at.slice(0, 10)} ${manifest.at.slice(11, 16).replace(':', '.')} UTC`
    for (let count = 1; ; count += 1) {
      const suffix = ` (${at}${count > 1 ? `, ${count}` : ''})`
      if (!(await isSuffixTaken(tx, { spaceId, rootId, suffix }))) return { suffix, rootId }
    }
  }
  const row = await stagedSpace(tx)
  if (!row) throw new Failure('backupCopyDamaged')
  const space = {
    id: spaceId,
    rootId: String(row.root_id),
    name: into.name,
    identifier: into.identifier,
    introduction: String(row.introduction ?? ''),
    tags: (row.tags as string[] | null) ?? [],
    type: 'private',
    status: 'normal',
    capacityBytes: Number(row.capacity_bytes),
    ownerId: personId,
    createdAt: now(),
  } as const
  await uniqueAs({ space_identifier_key: 'spaceIdentifierTaken' }, () => insertSpace(tx, space))
  await clearNewSpace(tx, spaceId)
  if (into.withMembers) await restoreMembers(tx, spaceId, personId)
  return { suffix: '', rootId: space.rootId }
}

type Within = {
  /** The first thing in the transaction. */
  begin?: (tx: Tx) => Promise<void>
  /** The last thing in it. */
  end: (client: pg.Client, tx: Tx, staged: Staged) => Promise<void>
}

/** Restores all rows of a copy in one transaction. */
const restoreRows = (needs: RestoreNeeds, restoring: Restoring, { begin, end }: Within): Promise<void> =>
  onConnection(needs.db, (client) =>
    transact(databaseOn(client), async (tx) => {
      await speakPlainly(client)
      await begin?.(tx)
      const rows = await stage(client, tx, restoring).catch(damageAsFailure)
      const staged = { ...rows, ...(await prepareSpace(tx, needs, restoring)) }
      await insertAll(client, tx, needs, restoring, staged).catch(damageAsFailure)
      fault('space-restore-rows')
      await end(client, tx, staged)
    }),
  )

/**
 * Restores a copy whose contents are in the store; nobody sees anything of it until all of it is there. `end` is the
 * last thing in the transaction. Throws backupCopyDamaged, spaceFull, spaceIdentifierTaken, spaceNotFound.
 */
export const restoreSpace = (
  needs: RestoreNeeds,
  restoring: Restoring,
  end: (tx: Tx) => Promise<void>,
): Promise<void> =>
  restoreRows(needs, restoring, {
    async end(_client, tx) {
      const { way, spaceId } = restoring.into
      await needs.mendCounters(tx, spaceId)
      if (way === 'same' && (await isOverFull(tx, spaceId))) throw new Failure('spaceFull')
      await end(tx)
    },
  })

/** Ends the transaction of a drill: nothing of it stays. */
class TriedOut extends Error {}
/** Contents that are told to the database in one statement. */
const BATCH = 10_000

/**
 * Tries a copy out: every content is read and hashed, all rows are restored into a space that nobody sees, read back
 * and compared; then the transaction ends as if nothing had been. Throws backupCopyDamaged for any difference.
 */
export async function tryOut(
  needs: RestoreNeeds,
  restoring: Restoring,
  onContent: (bytes: number) => void,
): Promise<void> {
  const { manifest, place, into, signal } = restoring
  const { isCompressed } = manifest
  for await (const content of contentsOf(place, manifest)) {
    signal.throwIfAborted()
    if (!(await place.holds(content, { isCompressed }))) throw new Failure('backupCopyDamaged')
    onContent(content.size)
  }
  const begin = async (tx: Tx) => {
    for await (const batch of batchesOf(contentsOf(place, manifest), (batch) => batch.length < BATCH))
      await pretendContents(tx, batch)
  }
  const end: Within['end'] = async (client, _tx, { sums }) => {
    const source = spaceExport(client, into.spaceId, needs.parts.tables)
    for (const table of tablesToRestore(needs, restoring)) {
      const wanted = sums.get(table)?.totals() ?? rowSum().totals()
      const found = await source.sumOf(table)
      if (found.rows !== wanted.rows || found.sum !== wanted.sum) throw new Failure('backupCopyDamaged')
    }
    throw new TriedOut()
  }
  await restoreRows(needs, restoring, { begin, end }).catch((error: unknown) => {
    if (!(error instanceof TriedOut)) throw error
  })
}
