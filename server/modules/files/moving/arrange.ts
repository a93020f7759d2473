import { Failure, orRefusal } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { Happening } from '#server/modules/journal/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { insertFolder } from '../insert-store.ts'
import { itemsIn } from '../listing/entries.ts'
import { placeOf } from '../listing/items.ts'
import { lookUp } from '../listing/located-store.ts'
import { enterLocked, spaceQueue } from '../locks/queue.ts'
import { roundsFor, sharing } from '../locks/rounds.ts'
import { checkedName } from '../names.ts'
import type { FileNeeds } from '../needs.ts'
import { demandFor } from '../rights.ts'
import { demandFew } from '../room-store.ts'
import { putInTrash } from '../trash/trash-store.ts'
import { entriesBelow } from '../zip/zip.ts'
import {
  type Arranging,
  type Copying,
  isRename,
  type Judged,
  judgeWish,
  type Kind,
  touchOf,
  type Wish,
} from './arranging.ts'
import { setClientModified } from './place-store.ts'
import { movedEntries, replacedEntries } from './relocate.ts'
import { copyNodes, type Done, moveNodes } from './relocate-store.ts'
import { setNames } from './rename-store.ts'

type Arranged = { hash: string; isNew: boolean }
type Work = { tx: Tx; space: EnteredSpace; actor: SignedIn }

/**
 * Moving, renaming and copying for protocols: one item to one path. What arrives together for one space shares a
 * transaction, and statements where it can; each caller gets its own result.
 */
export function arrangingRules(needs: FileNeeds) {
  const { db, spaces, journal, now, newId, publishChange, hooks } = needs
  const inQueue = spaceQueue(db, spaces)

  /** Puts the items with the target names into the trash, unless they are overwritten. */
  async function makeWay({ tx, space, actor }: Work, judged: readonly Judged[]): Promise<Happening[]> {
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

  async function rename({ tx, space, actor }: Work, judged: readonly Judged[]): Promise<Happening[]> {
    await setNames(tx, judged, now())
    return judged.map(({ node, name, target }) => ({
      spaceId: space.id,
      action: 'renamed',
      doer: actor,
      details: { from: node.name, to: name },
      ...itemsIn(target, [{ ...node, name }]),
    }))
  }

  async function relocate(
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
  async function copyEmpty({ tx, space, actor }: Work, { node, name, target }: Judged) {
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

  /** Arranges items that do not touch each other. */
  async function arrange(work: Work, judged: readonly Judged[]): Promise<Map<Wish, Arranged>> {
    const due = judged.filter(({ node, holder }) => holder?.id !== node.id)
    const entries = await makeWay(work, due)
    const outcomes = new Map<Wish, Arranged>(judged.map(({ wish, node }) => [wish, { hash: node.id, isNew: false }]))
    const alone = due.filter(({ wish, node }) => wish.kind === 'copied' && node.is_folder && !wish.deep)
    const renamed = due.filter((one) => isRename(one) && !one.isOver)
    entries.push(...(await rename(work, renamed)))
    for (const kind of ['moved', 'copied'] as const) {
      const going = due.filter((one) => one.wish.kind === kind && !renamed.includes(one) && !alone.includes(one))
      if (!going.length) continue
      const { hashes, entries: more } = await relocate(work, kind, going)
      entries.push(...more)
      for (const [at, { wish, holder }] of going.entries())
        outcomes.set(wish, { hash: hashes[at] ?? '', isNew: holder === null })
    }
    for (const one of renamed) outcomes.set(one.wish, { hash: one.node.id, isNew: one.holder === null })
    for (const one of alone) {
      const { hashes, entries: more } = await copyEmpty(work, one)
      entries.push(...more)
      outcomes.set(one.wish, { hash: hashes[0] ?? '', isNew: one.holder === null })
    }
    await journal.record(work.tx, entries)
    return outcomes
  }

  /** One round: the wishes of one person that do not touch each other. The others wait for the next. */
  async function round(tx: Tx, spaceId: string, wishes: readonly Wish[]): Promise<Map<Wish, Arranged | Failure>> {
    const [first] = wishes
    if (!first) return new Map()
    const { actor } = first
    const { entered, looked } = await enterLocked(
      tx,
      [spaceId, spaceId],
      (id) => spaces.enter(id, actor, tx),
      () =>
        lookUp(tx, spaceId, {
          ids: wishes.flatMap(({ hash, target }) => [hash, target]),
          names: wishes.map(({ target, name }) => ({ folderId: target, name })),
        }),
    )
    const work = { tx, space: entered[0], actor }
    const outcomes = new Map<Wish, Arranged | Failure>()
    const judged: Judged[] = []
    for (const wish of sharing(wishes, touchOf(looked))) {
      const one = await orRefusal(judgeWish(work, looked, wish))
      if (one instanceof Failure) outcomes.set(wish, one)
      else judged.push(one)
    }
    for (const [wish, outcome] of await arrange(work, judged)) outcomes.set(wish, outcome)
    return outcomes
  }

  const arranged = roundsFor(db, round)

  async function run(wish: Wish): Promise<Arranged> {
    const done = await arranged(wish.space.id, { ...wish, name: checkedName(wish.name) })
    const { kind, space, foundAs, target } = wish
    publishChange(space.id, kind === 'moved' ? [foundAs.folderId ?? '', target] : [target])
    return done
  }

  return {
    moveTo: (wish: Arranging, actor: SignedIn) => run({ ...wish, kind: 'moved', deep: true, actor }),
    copyTo: (wish: Copying, actor: SignedIn) => run({ ...wish, kind: 'copied', actor }),
    /** Stores the modification time of the content as the client reports it. */
    async setModified(space: EnteredSpace, hash: string, at: Date, actor: SignedIn): Promise<void> {
      const folderId = await inQueue(space, actor, async (tx, { policyContext }) => {
        const node = (await lookUp(tx, space.id, { ids: [hash] })).item(hash)
        if (!node) throw new Failure('fileGone')
        await demandFor(tx, { actor, policyContext, permission: 'file.edit', nodes: [node] })
        await setClientModified(tx, [{ id: node.id, at }])
        return node.parent_id
      })
      publishChange(space.id, folderId ? [folderId] : [])
    },
  }
}
