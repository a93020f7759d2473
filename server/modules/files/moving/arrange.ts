import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { insertFolder } from '../insert-store.ts'
import { itemsIn, type Place } from '../listing/entries.ts'
import { itemsOf, placesOf } from '../listing/items.ts'
import type { NodeRow } from '../listing/records.ts'
import { pathOf } from '../listing/tree-store.ts'
import { spaceQueue } from '../locks/queue.ts'
import { checkedName } from '../names.ts'
import { holdersOf } from '../names-store.ts'
import type { FileNeeds } from '../needs.ts'
import { demandFor, demandMake } from '../rights.ts'
import { demandFew } from '../room-store.ts'
import { putInTrash } from '../trash/trash-store.ts'
import { entriesBelow } from '../zip/zip.ts'
import { setClientModified } from './place-store.ts'
import { refuseImpossible, targetChain } from './placement.ts'
import { movedEntries, replacedEntries } from './relocate.ts'
import { copyNodes, moveNodes } from './relocate-store.ts'
import { renameNodes } from './rename-store.ts'

/** One item, and its new folder and name (or those of its copy). */
export type Arranging = {
  spaceId: string
  hash: string
  /** The folder and name under which the client found the item: if it was moved meanwhile, the request fails. */
  foundAs: { folderId: string | null; name: string }
  target: string
  name: string
  /**
   * Whether an existing item with the name is replaced: a file by a file gets a new version, everything else goes to
   * the trash.
   */
  overwrite: boolean
}
/** `deep`: a folder is copied with its content, otherwise alone. */
export type Copying = Arranging & { deep: boolean }

type Kind = 'moved' | 'copied'
type Work = { tx: Tx; kind: Kind; space: EnteredSpace; actor: SignedIn; wish: Arranging; node: NodeRow; name: string }

/** Moving, renaming and copying for protocols: one item to one path, in one change. */
export function arrangingRules(needs: FileNeeds) {
  const { db, spaces, journal, now, newId, publishChange, hooks } = needs
  const inQueue = spaceQueue(db, spaces)

  /** The existing item with the target name, or null; throws when it must not be replaced. */
  async function holderAt({ tx, kind, wish, node, name }: Work): Promise<NodeRow | null> {
    const [holder = null] = (await holdersOf(tx, [{ folderId: wish.target, name }])).values()
    if (holder && (!wish.overwrite || (holder.id === node.id && kind === 'copied')))
      throw new Failure('fileNameTaken', { values: { name } })
    return holder
  }

  /** Removes or prepares to overwrite the existing item with the target name. */
  async function makeWay({ tx, space, actor, wish }: Work, holder: NodeRow, place: Place): Promise<void> {
    await demandFor(tx, { actor, policyContext: space.policyContext, permission: 'file.delete', nodes: [holder] })
    await journal.record(tx, [{ spaceId: wish.spaceId, action: 'trashed', doer: actor, ...itemsIn(place, [holder]) }])
    await putInTrash(tx, wish.spaceId, [holder], { now: now(), newId, actorId: actor.id })
  }

  async function relocate({ tx, kind, space, actor, wish, node, name }: Work, isOver: boolean): Promise<string> {
    if (kind === 'copied') demandFew(entriesBelow([node]))
    const placeOf = await placesOf(tx, space.id, [node])
    const conflict = isOver ? ('replace' as const) : ('refuse' as const)
    const move = { from: space, to: space, actor, nodes: [node], target: wish.target, name, conflict }
    const outcome = await (kind === 'moved' ? moveNodes : copyNodes)(tx, move, { now: now(), newId, hooks })
    const report = { kind, from: space, to: space, target: wish.target, doer: actor, outcome, placeOf }
    await journal.record(tx, [...replacedEntries(report), ...movedEntries(report)])
    return outcome.ids[0] ?? node.id
  }

  async function rename({ tx, space, actor, node, name }: Work, place: Place): Promise<string> {
    await renameNodes(tx, [{ node, name }], now())
    const details = { from: node.name, to: name }
    await journal.record(tx, [
      { spaceId: space.id, action: 'renamed', doer: actor, details, ...itemsIn(place, [{ ...node, name }]) },
    ])
    return node.id
  }

  const isRename = ({ kind, node, wish }: Work) => kind === 'moved' && node.parent_id === wish.target

  /**
   * Checks the whole request; returns the target place and the existing item there. `height`: levels of folders that
   * come along, if not all.
   */
  async function judged(work: Work, height?: number): Promise<{ place: Place; holder: NodeRow | null }> {
    const { tx, kind, space, actor, wish, node } = work
    const permission = kind === 'moved' ? 'file.edit' : 'file.download'
    await demandFor(tx, { actor, policyContext: space.policyContext, permission, nodes: [node] })
    if (!isRename(work)) demandMake(actor, space.policyContext)
    const chain = await targetChain(tx, space.id, wish.target, actor.id)
    await refuseImpossible(tx, [node], chain, height)
    return { place: { id: wish.target, path: pathOf(chain) }, holder: await holderAt(work) }
  }

  async function arrange(work: Work): Promise<{ hash: string; isNew: boolean }> {
    const { node } = work
    const { place, holder } = await judged(work)
    if (holder?.id === node.id) return { hash: node.id, isNew: false }
    const isOver = holder !== null && !holder.is_folder && !node.is_folder
    if (holder && !isOver) await makeWay(work, holder, place)
    const hash = isRename(work) && !isOver ? await rename(work, place) : await relocate(work, isOver)
    return { hash, isNew: holder === null }
  }

  /** Copies a folder without its content. */
  async function copyEmpty(work: Work): Promise<{ hash: string; isNew: boolean }> {
    const { tx, space, actor, wish, node, name } = work
    const { place, holder } = await judged(work, 1)
    if (holder) await makeWay(work, holder, place)
    const hash = await insertFolder(tx, { spaceId: space.id, authorId: actor.id, now: now(), newId }, wish.target, name)
    for (const copied of hooks.copied) await copied(tx, [{ from: node.id, to: hash }])
    await journal.record(tx, [
      { spaceId: space.id, action: 'folderMade', doer: actor, ...itemsIn(place, [{ id: hash, name }]) },
    ])
    return { hash, isNew: holder === null }
  }

  async function run(kind: Kind, wish: Arranging, actor: SignedIn, how: (work: Work) => ReturnType<typeof arrange>) {
    const name = checkedName(wish.name)
    const { done, from } = await inQueue(wish.spaceId, actor, async (tx, space) => {
      const [node] = await itemsOf(tx, space.id, [wish.hash])
      if (!node?.parent_id) throw new Failure('fileForbidden', { values: { name: '/' } })
      const { folderId, name: was } = wish.foundAs
      if (node.parent_id !== folderId || node.name !== was) throw new Failure('fileGone')
      return { done: await how({ tx, kind, space, actor, wish, node, name }), from: node.parent_id }
    })
    publishChange(wish.spaceId, kind === 'moved' ? [from, wish.target] : [wish.target])
    return done
  }

  return {
    moveTo: (wish: Arranging, actor: SignedIn) => run('moved', wish, actor, arrange),
    copyTo: ({ deep, ...wish }: Copying, actor: SignedIn) =>
      run('copied', wish, actor, (work) => (deep || !work.node.is_folder ? arrange(work) : copyEmpty(work))),
    /** Stores the modification time of the content as the client reports it. */
    async setModified(spaceId: string, hash: string, at: Date, actor: SignedIn): Promise<void> {
      const folderId = await inQueue(spaceId, actor, async (tx, space) => {
        const [node] = await itemsOf(tx, space.id, [hash])
        if (!node) throw new Failure('fileGone')
        await demandFor(tx, { actor, policyContext: space.policyContext, permission: 'file.edit', nodes: [node] })
        await setClientModified(tx, [{ id: node.id, at }])
        return node.parent_id
      })
      publishChange(spaceId, folderId ? [folderId] : [])
    },
  }
}
