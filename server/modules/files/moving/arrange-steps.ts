import type { SignedIn } from '#server/http/context.ts'
import type { Happening } from '#server/modules/journal/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { insertFolder } from '../insert-store.ts'
import { itemsIn } from '../listing/entries.ts'
import { placeOf } from '../listing/items.ts'
import type { FileNeeds } from '../needs.ts'
import { demandFor } from '../rights.ts'
import { demandFew } from '../room-store.ts'
import { putInTrash } from '../trash/trash-store.ts'
import { entriesBelow } from '../zip/zip.ts'
import type { Judged, Kind } from './arranging.ts'
import { movedEntries, replacedEntries } from './relocate.ts'
import { copyNodes, type Done, moveNodes } from './relocate-store.ts'
import { setNames } from './rename-store.ts'

export type Work = { tx: Tx; space: EnteredSpace; actor: SignedIn }

/** Puts the items with the target names into the trash, unless they are overwritten. */
export async function makeWay(
  { now, newId }: FileNeeds,
  { tx, space, actor }: Work,
  judged: readonly Judged[],
): Promise<Happening[]> {
  const inTheWay = judged.flatMap(({ holder, isOver }) => (holder && !isOver ? [holder] : []))
  if (!inTheWay.length) return []
  await demandFor(tx, { actor, policyContext: space.policyContext, permission: 'file.delete', nodes: inTheWay })
  await putInTrash(tx, space.id, inTheWay, { now: now(), newId, actorId: actor.id })
  return inTheWay.map((node) => ({
    spaceId: space.id,
    action: 'trashed',
    doer: actor,
    ...itemsIn(placeOf(node), [node]),
  }))
}

export async function rename(
  { now }: FileNeeds,
  { tx, space, actor }: Work,
  judged: readonly Judged[],
): Promise<Happening[]> {
  await setNames(tx, judged, now())
  return judged.map(({ node, name, target }) => ({
    spaceId: space.id,
    action: 'renamed',
    doer: actor,
    details: { from: node.name, to: name },
    ...itemsIn(target, [{ ...node, name }]),
  }))
}

export async function relocate(
  { now, newId, hooks }: FileNeeds,
  { tx, space, actor }: Work,
  kind: Kind,
  judged: readonly Judged[],
): Promise<{ hashes: string[]; entries: Happening[] }> {
  if (kind === 'copied') demandFew(entriesBelow(judged.map(({ node }) => node)))
  const placements = judged.map(({ node, name, target, holder, isOver }) => ({
    node,
    name,
    target: target.id,
    over: isOver ? holder : null,
  }))
  const run = kind === 'moved' ? moveNodes : copyNodes
  const done = await run(tx, { from: space, to: space, actor, placements }, { now: now(), newId, hooks })
  const entriesFor = ({ node, target }: Judged, one: Done) => {
    const report = { kind, from: space, to: space, target, doer: actor, done: [one], nodes: [node] }
    return [...replacedEntries(report), ...movedEntries(report)]
  }
  return {
    hashes: done.map(({ id }) => id),
    entries: judged.flatMap((one, at) => (done[at] ? entriesFor(one, done[at]) : [])),
  }
}

/** Copies a folder without its content. */
export async function copyEmpty(
  { now, newId, hooks }: FileNeeds,
  { tx, space, actor }: Work,
  { node, name, target }: Judged,
) {
  const hash = await insertFolder(tx, { spaceId: space.id, authorId: actor.id, now: now(), newId }, target.id, name)
  for (const copied of hooks.copied) await copied(tx, [{ from: node.id, to: hash }])
  const entry: Happening = {
    spaceId: space.id,
    action: 'folderMade',
    doer: actor,
    ...itemsIn(target, [{ id: hash, name }]),
  }
  return { hashes: [hash], entries: [entry] }
}
