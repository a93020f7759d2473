import type { ErrorName } from '#contract/core/errors.ts'
import type { SignedIn } from '#server/http/context.ts'
import {
  entriesOf,
  itemsIn,
  lookUp,
  type NodeRow,
  nodesOf,
  placesOf,
  putBack,
  putInTrash,
  refusedOf,
  replaceFiles,
} from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { Part } from '#server/modules/tasks/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { sourceOf } from './parts.ts'
import { contentsOf, ownedOf } from './store.ts'

/** The context of a restore; `description` is that of the new versions. */
export type Doing = {
  tx: Tx
  actor: SignedIn
  space: EnteredSpace
  at: Date
  newId: () => string
  journal: Journal
  description: string
}
/** The result of a batch: refusals by the part's number, reserved bytes that are now used, and the changed folders. */
export type Outcome = { refused: Map<number, ErrorName>; released: number; folders: string[] }

const idsOf = (parts: readonly Part[]) => parts.map((part) => sourceOf(part).id)

/** Restores the places and contents of items. The caller holds the space's lock in this transaction. */
export async function bringBack(doing: Doing, parts: readonly Part[]): Promise<Outcome> {
  const { tx, space, at } = doing
  const refused = await unallowed(doing, parts)
  const allowed = parts.filter(({ seq }) => !refused.has(seq))
  const before = await nodesOf(tx, space.id, idsOf(allowed))
  const places = allowed.map(sourceOf).flatMap(({ id, to }) => (to ? [{ id, ...to }] : []))
  const unplaced = await putBack(tx, space.id, places, at)
  for (const part of allowed) {
    const refusal = unplaced.get(sourceOf(part).id)
    if (refusal) refused.set(part.seq, refusal.refusal)
  }
  const placed = allowed.filter(({ seq }) => !refused.has(seq))
  const released = await replaceAll(doing, placed, refused)
  const after = await nodesOf(tx, space.id, idsOf(placed.filter(({ seq }) => !refused.has(seq))))
  await note(doing, 'versionRestored', after)
  return { refused, released, folders: foldersOf([...before, ...after]) }
}

/** Moves items that did not exist at that time into the trash; items that were deleted already count as done. */
export async function putAway(doing: Doing, parts: readonly Part[]): Promise<Outcome> {
  const { tx, actor, space, at, newId } = doing
  const { item } = await lookUp(tx, space.id, { ids: idsOf(parts) })
  const { policyContext } = space
  const nodes = parts.flatMap((part) => item(sourceOf(part).id) ?? [])
  const forbidden = new Set(await refusedOf(tx, { actor, policyContext, permission: 'file.delete', nodes }))
  const refused = new Map<number, ErrorName>()
  for (const part of parts) {
    const node = item(sourceOf(part).id)
    if (node && forbidden.has(node)) refused.set(part.seq, 'fileForbidden')
  }
  const going = nodes.filter((node) => !forbidden.has(node))
  await note(doing, 'trashed', going)
  await putInTrash(tx, space.id, going, { now: at, newId, actorId: actor.id })
  return { refused, released: 0, folders: foldersOf(going) }
}

const foldersOf = (nodes: readonly NodeRow[]) => [...new Set(nodes.map((node) => node.parent_id ?? ''))]

/** The parts whose item was deleted, or that the person may not edit including everything inside. */
async function unallowed({ tx, actor, space }: Doing, parts: readonly Part[]): Promise<Map<number, ErrorName>> {
  const items = await ownedOf(tx, space.id, idsOf(parts))
  const { policyContext } = space
  const nodes = [...items.values()]
  const wish = { actor, policyContext, permission: 'file.edit', nodes, alsoTrashed: true } as const
  const forbidden = new Set(await refusedOf(tx, wish))
  const refused = new Map<number, ErrorName>()
  for (const part of parts) {
    const item = items.get(sourceOf(part).id)
    if (!item) refused.set(part.seq, 'fileGone')
    else if (forbidden.has(item)) refused.set(part.seq, 'fileForbidden')
  }
  return refused
}

/** Restores the contents of files that have a different one now; returns the reserved bytes that are now used. */
async function replaceAll(
  { tx, actor, space, at, description }: Doing,
  parts: readonly Part[],
  refused: Map<number, ErrorName>,
): Promise<number> {
  const wanted = parts.filter((part) => sourceOf(part).number !== null)
  if (!wanted.length) return 0
  const nodes = new Map((await nodesOf(tx, space.id, idsOf(wanted))).map((node) => [node.id, node]))
  const contentOf = await contentsOf(
    tx,
    wanted.map(sourceOf).map(({ id, number }) => ({ id, number: number ?? 0 })),
  )
  const contents = []
  let released = 0
  for (const part of wanted) {
    const { id, number } = sourceOf(part)
    const [node, blob] = [nodes.get(id), contentOf(id)]
    if (!node || !blob) {
      refused.set(part.seq, node ? 'versionGone' : 'fileGone')
      continue
    }
    released += part.size
    const change = { byId: actor.id, change: 'restored' as const, source: { number }, description }
    if (blob.sha256 !== node.sha256) contents.push({ node, blob, ...change })
  }
  await replaceFiles(tx, space.id, contents, { now: at, released })
  return released
}

async function note(
  { tx, space, actor, journal }: Doing,
  action: 'versionRestored' | 'trashed',
  nodes: readonly NodeRow[],
): Promise<void> {
  const placeOf = await placesOf(tx, space.id, nodes)
  const said = { spaceId: space.id, action, doer: actor }
  await journal.record(
    tx,
    entriesOf(nodes, placeOf, (place, together) => ({ ...said, ...itemsIn(place, together) })),
  )
}
