import { sharing } from '#server/concurrency/rounds.ts'
import { Failure, orRefusal } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { lookUp } from '../listing/located-store.ts'
import { enterLocked, spaceQueue } from '../locks/queue.ts'
import { roundsFor } from '../locks/rounds.ts'
import { checkedName } from '../names.ts'
import type { FileNeeds } from '../needs.ts'
import { demandFor } from '../rights.ts'
import { copyEmpty, makeWay, relocate, rename, type Work } from './arrange-steps.ts'
import { type Arranging, type Copying, isRename, type Judged, judgeWish, touchOf, type Wish } from './arranging.ts'
import { setClientModified } from './place-store.ts'

type Arranged = { hash: string; isNew: boolean }
/**
 * Moving, renaming and copying for protocols: one item to one path. What arrives together for one space shares a
 * transaction, and statements where it can; each caller gets its own result.
 */
export function arrangingRules(needs: FileNeeds) {
  const { db, spaces, journal, publishChange } = needs
  const inQueue = spaceQueue(db, spaces)

  /** Arranges items that do not touch each other. */
  async function arrange(work: Work, judged: readonly Judged[]): Promise<Map<Wish, Arranged>> {
    const due = judged.filter(({ node, holder }) => holder?.id !== node.id)
    const entries = await makeWay(needs, work, due)
    const outcomes = new Map<Wish, Arranged>(judged.map(({ wish, node }) => [wish, { hash: node.id, isNew: false }]))
    const alone = due.filter(({ wish, node }) => wish.kind === 'copied' && node.is_folder && !wish.deep)
    const renamed = due.filter((one) => isRename(one) && !one.isOver)
    entries.push(...(await rename(needs, work, renamed)))
    for (const kind of ['moved', 'copied'] as const) {
      const going = due.filter((one) => one.wish.kind === kind && !renamed.includes(one) && !alone.includes(one))
      if (!going.length) continue
      const { hashes, entries: more } = await relocate(needs, work, kind, going)
      entries.push(...more)
      for (const [at, { wish, holder }] of going.entries())
        outcomes.set(wish, { hash: hashes[at] ?? '', isNew: holder === null })
    }
    for (const one of renamed) outcomes.set(one.wish, { hash: one.node.id, isNew: one.holder === null })
    for (const one of alone) {
      const { hashes, entries: more } = await copyEmpty(needs, work, one)
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
      { isOfFewRows: true },
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
