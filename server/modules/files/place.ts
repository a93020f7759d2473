import type { Conflict, FileRecord } from '#contract/files.ts'
import type { VersionChange } from '#contract/versions.ts'
import { Failure } from '#server/failure.ts'
import type { Doer, Happening } from '#server/modules/journal/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { keepBlobs } from './content/contents-store.ts'
import { type Replacement, replaceContents } from './content/version-store.ts'
import { insertFiles, type NewFile } from './insert-store.ts'
import { itemsIn } from './listing/entries.ts'
import { chainOf, type Lookup, lookUp } from './listing/located-store.ts'
import { type NodeRow, recordOf } from './listing/records.ts'
import { type Counts, type Delta, nodesOf, pathOf } from './listing/tree-store.ts'
import { lockedOf } from './locks/locked.ts'
import { freeName } from './names.ts'
import { placeKey } from './names-store.ts'

/** A file to create in a folder: its content is in the blob store, its name is checked. */
export type Entry = {
  folderId: string
  name: string
  blob: { sha256: string; md5: string; size: number }
  /** The author of a new file, or of the content that replaces an existing one. */
  authorId: string
  /** The same person for the journal, with the channel. */
  doer: Doer
  conflict: Conflict
  /** Whether the file that took the name meanwhile may be replaced, given its author. */
  mayReplace: (authorId: string) => boolean
  /** Reserved bytes that become used bytes; a refused entry keeps its reservation. */
  releaseBytes: number
  /** The kind of change and the source, in case the content replaces another. */
  change: VersionChange
  source?: Record<string, unknown>
  /** The journal action when the name was free. */
  action?: 'uploaded' | 'archived' | 'extracted' | 'imported'
}
type Needs = { now: Date; newId: () => string; record: (tx: Tx, happenings: readonly Happening[]) => Promise<void> }
/** Lookups done by the caller under the lock, and the bytes of the entries that are not reserved. */
export type Given = { found?: Lookup; unreserved?: number }
type Planned = { entry: Entry; id: string; name: string; replaces: NodeRow | null; keeps: NodeRow | null }

/**
 * Creates files from stored contents; the caller holds the space's lock. Quota moves from reserved to used, and taken
 * names are handled as each entry requests. A refused entry does not affect the others; results are in the order of the
 * entries.
 */
export async function placeFiles(
  tx: Tx,
  spaceId: string,
  entries: readonly Entry[],
  needs: Needs,
  { found, unreserved = 0 }: Given = {},
): Promise<(FileRecord | Failure)[]> {
  const looked = found ?? (await lookUpPlaces(tx, spaceId, entries))
  const locked = await lockedOf(tx, spaceId, entries.map(intoFolder))
  const planned = await plan(tx, entries, looked, needs)
  const plans = await unlocked(
    tx,
    spaceId,
    planned.map((one, at) => locked[at] ?? one),
  )
  const placed = plans.filter((planned): planned is Planned => !(planned instanceof Failure) && !planned.keeps)
  const fresh = placed.filter((planned) => !planned.replaces)
  const isFresh = new Set(fresh.map(({ entry }) => entry))
  const known = entries.filter((entry) => !isFresh.has(entry))
  const counts = { ...countsOf(placed, plans), unreserved }
  // Sent together: what is refused by a later one is undone with the transaction.
  const [made] = await Promise.all([
    insertFiles(tx, spaceId, fresh.map(newFileOf), { now: needs.now, counts }),
    keepBlobs(tx, known, needs.now),
    replaceContents(tx, placed.flatMap(replacementOf), needs.now),
    needs.record(tx, happenings(spaceId, placed, looked)),
  ])
  return answer(tx, spaceId, plans, made, looked)
}

/** Looks up the folders of entries, and what has their names. */
export const lookUpPlaces = (
  tx: Tx,
  spaceId: string,
  entries: readonly Pick<Entry, 'folderId' | 'name'>[],
): Promise<Lookup> => lookUp(tx, spaceId, { ids: entries.map(({ folderId }) => folderId), names: entries })

/** No file may be added to a locked folder; a lock of the entry's own person does not count. */
const intoFolder = ({ folderId, name, doer, authorId }: Entry) => ({
  id: folderId,
  name,
  personId: doer ? (doer.id ?? '') : authorId,
  scope: 'into' as const,
})

/** Refuses to replace a file that somebody else has locked. */
async function unlocked(tx: Tx, spaceId: string, plans: (Planned | Failure)[]): Promise<(Planned | Failure)[]> {
  const replacing = plans.flatMap((one) => (one instanceof Failure || !one.replaces ? [] : [one]))
  const wishes = replacing.map(({ entry, id }) => ({ ...intoFolder(entry), id, scope: 'itself' as const }))
  const locked = await lockedOf(tx, spaceId, wishes)
  const refusals = new Map(replacing.map((one, at) => [one, locked[at]] as const))
  return plans.map((one) => (one instanceof Failure ? one : (refusals.get(one) ?? one)))
}

const replacementOf = ({ entry, replaces }: Planned): Replacement[] =>
  replaces ? [{ ...entry, nodeId: replaces.id, byId: entry.authorId, source: entry.source ?? {} }] : []

/** Journal entries of a batch: one per person, folder and channel. */
function happenings(spaceId: string, placed: Planned[], found: Lookup): Happening[] {
  const actionOf = ({ entry, replaces }: Planned) => (replaces ? 'replaced' : (entry.action ?? 'uploaded'))
  const together = Map.groupBy(placed, (planned) => {
    const { folderId, doer } = planned.entry
    return [folderId, doer?.id, doer?.channel, actionOf(planned)].join()
  })
  return [...together.values()].flatMap((plans) => {
    const [first] = plans
    if (!first) return []
    const { folderId, doer } = first.entry
    const items = itemsIn({ id: folderId, path: folderPath(found, folderId) ?? '' }, plans)
    return [{ spaceId, action: actionOf(first), doer, ...items }]
  })
}

/** The path of a folder from the root of the space; null if the folder was deleted. */
function folderPath({ item }: Lookup, folderId: string): string | null {
  const folder = item(folderId)
  return folder ? pathOf(chainOf(folder)) : null
}

async function plan(
  tx: Tx,
  entries: readonly Entry[],
  found: Lookup,
  { newId }: Needs,
): Promise<(Planned | Failure)[]> {
  const taken = new Set<string>()
  /** The files that entries of the batch have replaced so far. */
  const held = new Map<string, NodeRow>()
  const plans: (Planned | Failure)[] = []
  for (const entry of entries) {
    if (!found.item(entry.folderId)) {
      plans.push(new Failure('folderGone'))
      continue
    }
    const key = placeKey(entry.folderId, entry.name)
    const holder = held.get(key) ?? found.holder(entry.folderId, entry.name)
    const base = { entry, id: newId(), name: entry.name, replaces: null, keeps: null }
    if (!holder && !taken.has(key)) plans.push(base)
    else if (entry.conflict === 'keepBoth')
      plans.push({ ...base, name: await freeName(tx, entry.folderId, entry.name, false, taken) })
    else if (holder && !holder.is_folder && entry.conflict === 'skip') plans.push({ ...base, keeps: holder })
    else if (holder && !holder.is_folder && entry.conflict === 'replace') {
      if (!entry.mayReplace(holder.author_id))
        plans.push(new Failure('fileForbidden', { values: { name: entry.name } }))
      // The same content again makes no new version.
      else if (holder.sha256 === entry.blob.sha256) plans.push({ ...base, keeps: holder })
      else {
        plans.push({ ...base, id: holder.id, replaces: holder })
        // A later entry with the same name replaces this one.
        held.set(key, { ...holder, size: entry.blob.size, sha256: entry.blob.sha256 })
      }
    } else plans.push(new Failure('fileNameTaken', { values: { name: entry.name } }))
    const last = plans.at(-1)
    if (last && !(last instanceof Failure)) taken.add(placeKey(entry.folderId, last.name))
  }
  return plans
}

const newFileOf = ({ id, name, entry: { folderId, blob, authorId } }: Planned): NewFile => ({
  id,
  folderId,
  name,
  blob,
  authorId,
})

function countsOf(placed: readonly Planned[], plans: readonly (Planned | Failure)[]): Counts {
  const deltas = new Map<string, Delta>()
  for (const { entry, replaces } of placed) {
    const { folderId } = entry
    const delta = deltas.get(folderId) ?? { folderId, bytes: 0, items: 0, folders: 0, filesBelow: 0, foldersBelow: 0 }
    delta.bytes += entry.blob.size - (replaces?.size ?? 0)
    delta.items += replaces ? 0 : 1
    delta.filesBelow += replaces ? 0 : 1
    deltas.set(folderId, delta)
  }
  const released = plans.flatMap((planned) => (planned instanceof Failure ? [] : [planned.entry.releaseBytes]))
  const usage = {
    usedBytes: placed.reduce((sum, { entry }) => sum + entry.blob.size, 0),
    reservedBytes: -released.reduce((sum, bytes) => sum + bytes, 0),
    files: placed.filter((planned) => !planned.replaces).length,
  }
  return { deltas: [...deltas.values()], usage }
}

async function answer(
  tx: Tx,
  spaceId: string,
  plans: (Planned | Failure)[],
  made: readonly NodeRow[],
  found: Lookup,
): Promise<(FileRecord | Failure)[]> {
  const ids = plans.flatMap((planned) =>
    planned instanceof Failure || !(planned.keeps ?? planned.replaces) ? [] : [planned.keeps?.id ?? planned.id],
  )
  const old = ids.length ? await nodesOf(tx, spaceId, ids) : []
  const byId = new Map([...made, ...old].map((row) => [row.id, row]))
  return plans.map((planned) => {
    if (planned instanceof Failure) return planned
    const row = byId.get(planned.keeps?.id ?? planned.id)
    return row ? recordOf(row, folderPath(found, planned.entry.folderId) ?? '') : new Failure('fileGone')
  })
}
