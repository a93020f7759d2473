import { SELECTION_MAX } from '#contract/core/limits.ts'
import type { DataOf } from '#contract/core/operation.ts'
import { favourites } from '#contract/favourites.ts'
import { type FileRecord, files, trash } from '#contract/files.ts'
import { CallFailure, call } from '#providers/call.ts'
import type { Revert } from './history.ts'

export function* batches<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += SELECTION_MAX) yield items.slice(at, at + SELECTION_MAX)
}

/** Combines two changes into one step. */
export const both =
  (one: Revert, other: Revert): Revert =>
  async () =>
    both(await one(), await other())

/** Processes items in batches; a call after a failure continues at the failed batch. */
function inBatches<T, Answer>(items: readonly T[], run: (some: T[]) => Promise<readonly Answer[]>) {
  const left = [...batches(items)]
  const done: Answer[] = []
  return async (): Promise<readonly Answer[]> => {
    for (let some = left[0]; some; some = left[0]) {
      done.push(...(await run(some)))
      left.shift()
    }
    return done
  }
}

/** Moves items to the trash; the inverse restores them with the same ids. */
export function putAway(spaceId: string, hashes: readonly string[]): Revert {
  const remove = inBatches(hashes, async (hashList) => (await call(files.remove, { spaceId, hashList })).list)
  return async () =>
    bringBack(
      spaceId,
      (await remove()).map(({ trashId }) => trashId),
      hashes,
    )
}

function bringBack(spaceId: string, trashIds: readonly string[], hashes: readonly string[]): Revert {
  const restore = restoring(spaceId, trashIds)
  return async () => {
    await restore()
    return putAway(spaceId, hashes)
  }
}
const restoring = (spaceId: string, trashIds: readonly string[]) =>
  inBatches(trashIds, async (idList) => (await call(trash.restoreMany, { spaceId, idList })).list)

type Renamed = { hash: string; from: string; to: string }
const swapped = (names: readonly Renamed[]): Renamed[] =>
  names.map(({ hash, from, to }) => ({ hash, from: to, to: from }))

export function renameAll(spaceId: string, names: readonly Renamed[]): Revert {
  const rename = inBatches(names, async (some) => {
    const renames = some.map(({ hash, to }) => ({ hash, name: to }))
    return (await call(files.renameMany, { spaceId, renames })).list
  })
  return async () => {
    await rename()
    return renameAll(spaceId, swapped(names))
  }
}

export function setStars(spaceId: string, hashes: readonly string[], isOn: boolean): Revert {
  const set = inBatches(hashes, async (hashList) => {
    await call(favourites.favourite, { spaceId, hashList, isOn })
    return []
  })
  return async () => {
    await set()
    return setStars(spaceId, hashes, !isOn)
  }
}

/** The place and the name of an item. */
type Stay = { spaceId: string; folder: string; name: string }
export type Journey = { hash: string; from: Stay; to: Stay }

/** Moves each item to the end of its journey and gives it its name there, if that is free. */
export function travel(journeys: readonly Journey[]): Revert {
  const ways = Map.groupBy(journeys, ({ from, to }) => `${from.spaceId} ${to.spaceId} ${to.folder}`)
  const legs = [...ways.values()].map((together) =>
    inBatches(together, async ([first, ...others]) => {
      if (first) await rename(first.to.spaceId, await arrive(first, others), [first, ...others])
      return []
    }),
  )
  return async () => {
    for (const go of legs) await go()
    return travel(journeys.map(({ hash, from, to }) => ({ hash, from: to, to: from })))
  }
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

/** Gives items that were numbered on the way their own names back, unless those are taken. */
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

/**
 * Undoes the replacement of a file by a file: the moved file is restored from the trash, and the other one gets its
 * previous version back.
 */
export function undoOverwrite(over: Over, overwritten: Overwritten): Revert {
  const restore = restoring(
    over.spaceId,
    overwritten.flatMap(({ trashId }) => trashId ?? []),
  )
  const changed = overwritten.flatMap(({ hash, version }) => (version === null ? [] : [{ hash, version }]))
  const give = inBatches(
    changed,
    async (former) => (await call(files.undoOverwrite, { spaceId: over.target.spaceId, former })).list,
  )
  return async () => {
    await restore()
    await give()
    return putOver(
      over,
      overwritten.map(({ from }) => from),
    )
  }
}

const putOver =
  (over: Over, hashes: readonly string[]): Revert =>
  async () => {
    const { kind, spaceId, target } = over
    const overwritten: Overwritten = []
    for (const [hash, ...also] of batches(hashes)) {
      if (!hash) continue
      const input = {
        spaceId,
        hash,
        target: target.hash,
        conflict: 'replace' as const,
        ...(target.spaceId !== spaceId && { toSpaceId: target.spaceId }),
        ...(also.length && { also }),
      }
      overwritten.push(...(await call(files[kind], input)).overwritten)
    }
    return undoOverwrite(over, overwritten)
  }
