import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { rowSum, speakPlainly } from '#server/backup/tables.ts'
import { Failure } from '#server/failure.ts'
import { insertSpace, receiversOf } from '#server/modules/spaces/index.ts'
import { batchesOf } from '#server/modules/tasks/index.ts'
import { copyIn } from '#server/storage/copy.ts'
import { databaseOn, onConnection, type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { uniqueAs } from '#server/storage/unique.ts'
import { copiedRows } from './copied-rows.ts'
import { contentsOf } from './copying.ts'
import { spaceExport } from './export-store.ts'
import { insertAll, type RestoreNeeds, type Restoring, type Staged, tablesToRestore } from './inserting.ts'
import { damageAsFailure } from './place.ts'
import { idSet, type Renamer, renamer } from './renaming.ts'
import {
  clearNewSpace,
  FIELD,
  isOverFull,
  isSuffixTaken,
  makeStage,
  pretendContents,
  restoreMembers,
  STAGE,
  spaceOf,
  stagedSpace,
  stageFilled,
} from './restore-store.ts'
import { areSame } from './restored-numbers-store.ts'

/** The rows of a copy that are restored. */
async function* rowsOf({ part, into, ...copied }: Restoring) {
  const needed = into.way === 'new' ? OF_SPACE : []
  for await (const row of copiedRows(copied)) if (!part || part.has(row) || needed.includes(row.table)) yield row
}
/** The rows of a copy that a new space needs, even if only a part is restored. */
const OF_SPACE = ['space', 'member']
const isUuid = (id: string | null): id is string => id?.length === 36

async function namesOf(restoring: Restoring): Promise<Renamer> {
  const { manifest, id, into } = restoring
  const ids = idSet(manifest.rows.count)
  for await (const row of rowsOf(restoring)) if (isUuid(row.id)) ids.add(row.id)
  return renamer(id, ids, new Map([[manifest.space.id, into.spaceId]]))
}

/** Stages the rows of the copy, with their new ids, in the database. */
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

/**
 * Whoever owned a space, since deleted, when it was copied: what is restored of it is theirs. Null while the original is
 * there, for drills, and where that account can own nothing any more.
 */
async function formerOwner(tx: Tx, { manifest, isExact }: Restoring, row: Record<string, unknown>) {
  if (isExact || (await spaceOf(tx, manifest.space.id))) return null
  const id = String(row.owner_id)
  return (await receiversOf(tx, [id])).has(id) ? id : null
}

/** Creates the new space, or locks the existing one. */
async function prepareSpace(
  tx: Tx,
  { now }: RestoreNeeds,
  restoring: Restoring,
  { renames }: Pick<Staged, 'renames'>,
): Promise<Pick<Staged, 'suffix' | 'rootId'>> {
  const { into, personId, manifest, part } = restoring
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
  const ownerId = (await formerOwner(tx, restoring, row)) ?? personId
  const space = {
    id: spaceId,
    rootId: part ? renames.idOf(String(row.root_id)) : String(row.root_id),
    name: into.name,
    identifier: into.identifier,
    introduction: String(row.introduction ?? ''),
    tags: (row.tags as string[] | null) ?? [],
    type: 'private',
    status: 'normal',
    capacityBytes: Number(row.capacity_bytes),
    ownerId,
    createdAt: now(),
  } as const
  await uniqueAs({ space_identifier_key: 'spaceIdentifierTaken' }, () => insertSpace(tx, space))
  if (!part) await clearNewSpace(tx, spaceId)
  if (into.withMembers) await restoreMembers(tx, spaceId, ownerId)
  return { suffix: '', rootId: space.rootId }
}

type Within = {
  /** Called first in the transaction. */
  begin?: (tx: Tx) => Promise<void>
  /** Called last in the transaction. */
  end: (client: pg.Client, tx: Tx, staged: Staged) => Promise<void>
}

/** Restores all rows of a copy in one transaction. */
const restoreRows = (needs: RestoreNeeds, restoring: Restoring, { begin, end }: Within): Promise<void> =>
  onConnection(needs.db, (client) =>
    transact(databaseOn(client), async (tx) => {
      await speakPlainly(client)
      await begin?.(tx)
      const rows = await stage(client, tx, restoring).catch(damageAsFailure)
      const staged = { ...rows, ...(await prepareSpace(tx, needs, restoring, rows)) }
      await insertAll(client, tx, needs, restoring, staged).catch(damageAsFailure)
      fault('space-restore-rows')
      await end(client, tx, staged)
    }),
  )

/**
 * Restores a copy whose contents are in the store; nothing of it is visible before it is complete. `end` is called last
 * in the transaction. Throws backupCopyDamaged, spaceFull, spaceIdentifierTaken, spaceNotFound.
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
/** Contents recorded in the database in one statement. */
const BATCH = 10_000

/**
 * Runs a drill on a copy: every content is read and hashed, all rows are restored into an invisible space, read back
 * and compared; then the transaction is rolled back. Throws backupCopyDamaged for any difference.
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
  const end: Within['end'] = async (client, tx, { sums }) => {
    const source = spaceExport(client, into.spaceId, needs.parts.tables)
    for (const one of tablesToRestore(needs, restoring)) {
      const wanted = sums.get(one.table)?.totals() ?? rowSum().totals()
      const isSame = one.numbers
        ? await areSame(tx, one.table, one.numbers, source.within(one))
        : isDeepStrictEqual(await source.sumOf(one), wanted)
      if (!isSame) throw new Failure('backupCopyDamaged')
    }
    throw new TriedOut()
  }
  await restoreRows(needs, restoring, { begin, end }).catch((error: unknown) => {
    if (!(error instanceof TriedOut)) throw error
  })
}
