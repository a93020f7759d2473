import { type FileRecord, files, trash } from '#contract/files.ts'
import { SELECTION_MAX } from '#contract/limits.ts'
import type { DataOf } from '#contract/operation.ts'
import { versions } from '#contract/versions.ts'
import { CallFailure, call } from '#providers/call.ts'
import type { Turn } from './history.ts'

export function* batches<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += SELECTION_MAX) yield items.slice(at, at + SELECTION_MAX)
}

/** Two that belong to one step. */
export const both =
  (one: Turn, other: Turn): Turn =>
  async () =>
    both(await one(), await other())

/** To the trash; back from it with the same ids. */
export const putAway =
  (spaceId: string, hashes: readonly string[]): Turn =>
  async () => {
    const trashIds: string[] = []
    for (const hashList of batches(hashes))
      trashIds.push(...(await call(files.remove, { spaceId, hashList })).list.map(({ trashId }) => trashId))
    return bringBack(spaceId, trashIds, hashes)
  }

export const bringBack =
  (spaceId: string, trashIds: readonly string[], hashes: readonly string[]): Turn =>
  async () => {
    for (const id of trashIds) await call(trash.restore, { id, spaceId })
    return putAway(spaceId, hashes)
  }

type Renamed = { hash: string; from: string; to: string }
const turned = (names: readonly Renamed[]): Renamed[] =>
  names.map(({ hash, from, to }) => ({ hash, from: to, to: from }))

export const renameAll =
  (spaceId: string, names: readonly Renamed[]): Turn =>
  async () => {
    for (const some of batches(names))
      await call(files.renameMany, { spaceId, renames: some.map(({ hash, to }) => ({ hash, name: to })) })
    return renameAll(spaceId, turned(names))
  }

/** Where an item is, and what it is called there. */
type Stay = { spaceId: string; folder: string; name: string }
export type Journey = { hash: string; from: Stay; to: Stay }

/** Each item to where its journey goes, under the name that it has there, if that is free. */
export const travel =
  (journeys: readonly Journey[]): Turn =>
  async () => {
    const ways = Map.groupBy(journeys, ({ from, to }) => `${from.spaceId} ${to.spaceId} ${to.folder}`)
    for (const together of ways.values())
      for (const [first, ...others] of batches(together))
        if (first) await rename(first.to.spaceId, await arrive(first, others), [first, ...others])
    return travel(journeys.map(({ hash, from, to }) => ({ hash, from: to, to: from })))
  }

async function arrive({ hash, from, to }: Journey, others: readonly Journey[]): Promise<FileRecord[]> {
  const { list } = await call(files.move, {
    spaceId: from.spaceId,
    hash,
    target: to.folder,
    conflict: 'keepBoth',
    ...(to.spaceId !== from.spaceId && { toSpaceId: to.spaceId }),
    ...(others.length && { also: others.map((one) => one.hash) }),
  })
  return list
}

/** What got a number on its way has its own name again, unless somebody else has that now. */
async function rename(spaceId: string, arrived: readonly FileRecord[], wanted: readonly Journey[]): Promise<void> {
  const names = new Map(wanted.map(({ hash, to }) => [hash, to.name]))
  const renames = arrived.flatMap(({ hash, name }) => {
    const own = names.get(hash)
    return own && own !== name ? [{ hash, name: own }] : []
  })
  if (!renames.length) return
  try {
    await call(files.renameMany, { spaceId, renames }, { quiet: true })
  } catch (failure) {
    if (!(failure instanceof CallFailure) || failure.error !== 'fileNameTaken') throw failure
  }
}

type Overwritten = DataOf<typeof files.move>['overwritten']
type Over = { kind: 'move' | 'copy'; spaceId: string; target: { spaceId: string; hash: string } }

/** A file over a file: what was moved leaves the trash, and the other one has again what it was before. */
export const giveBack =
  (over: Over, overwritten: Overwritten): Turn =>
  async () => {
    for (const { hash, version, trashId } of overwritten) {
      if (trashId) await call(trash.restore, { id: trashId, spaceId: over.spaceId })
      await call(versions.restore, { spaceId: over.target.spaceId, hash, number: version })
    }
    return putOver(
      over,
      overwritten.map(({ from }) => from),
    )
  }

const putOver =
  (over: Over, hashes: readonly string[]): Turn =>
  async () => {
    const { kind, spaceId, target } = over
    const overwritten: Overwritten = []
    for (const [hash, ...also] of batches(hashes)) {
      if (!hash) continue
      const input = {
        ...{ spaceId, hash, target: target.hash, conflict: 'replace' as const },
        ...(target.spaceId !== spaceId && { toSpaceId: target.spaceId }),
        ...(also.length && { also }),
      }
      overwritten.push(...(await call(files[kind], input)).overwritten)
    }
    return giveBack(over, overwritten)
  }
