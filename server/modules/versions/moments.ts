import type { ParsedOf } from '#contract/operation.ts'
import { type Actor, can } from '#contract/policy.ts'
import type { Task } from '#contract/tasks.ts'
import type { versions as calls, Outlook } from '#contract/versions.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { folderChain, nodesOf, pathOf, spaceQueue } from '#server/modules/files/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { Work } from '#server/modules/tasks/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import type { GoingBack } from './going-back.ts'
import { insertMoment, momentById, pageOfMoments, placeIn, removeMoment, setMade } from './moment-store.ts'
import type { VersionNeeds } from './needs.ts'
import { outlookTo, type Then, weightAt } from './tree-at.ts'

type Wanted = Pick<ParsedOf<typeof calls.outlook>, 'spaceId' | 'hash' | 'momentId' | 'at'>

function demandMaker(actor: Actor, { facts }: EnteredSpace): void {
  if (!can(actor, 'space.makeVersion', facts)) throw new Failure('spaceRightMissing')
}

/** Versions of folders and spaces, and the way back to them. */
export function momentService({ db, spaces, journal, tasks, now, newId }: VersionNeeds) {
  const inQueue = spaceQueue(db, spaces)

  /** A folder with its path, and as a task calls it: the root goes by the name of the space. */
  async function folderOf(from: Db | Tx, space: EnteredSpace, hash: string | undefined) {
    const chain = await folderChain(from, space, hash)
    const id = hash ?? space.rootId
    const [node] = await nodesOf(from, space.id, [id])
    if (!node?.is_folder) throw new Failure('folderGone')
    const title = node.name || space.name
    return { title, item: { id, name: node.name || '/', path: pathOf(chain.slice(0, -1)) || '/' } }
  }

  async function list({ spaceId, hash, after, size }: ParsedOf<typeof calls.moments>, actor: SignedIn) {
    const before = placeIn(after)
    const space = await spaces.enter(spaceId, actor)
    return pageOfMoments(db, { spaceId: space.id, folderId: hash ?? null }, { before, size })
  }

  async function make(
    { spaceId, hash, name, description }: ParsedOf<typeof calls.make>,
    actor: SignedIn,
  ): Promise<Task> {
    return inQueue(spaceId, actor, async (tx, space) => {
      demandMaker(actor, space)
      const folder = await folderOf(tx, space, hash)
      const id = newId()
      await insertMoment(tx, { id, spaceId, folderId: folder.item.id, at: now(), name, description, byId: actor.id })
      const item = name ? { ...folder.item, name } : folder.item
      const title = name || folder.title
      await journal.record(tx, [{ spaceId, action: 'versionMade', doer: actor, item }])
      return tasks.begin(tx, { kind: 'versionMake', spaceId, actor, title, options: { momentId: id } })
    })
  }

  /** Counts what a version holds. */
  const making: Work = {
    kind: 'versionMake',
    async run(task) {
      const { momentId } = task.options as { momentId: string }
      const moment = await momentById(db, task.spaceId, momentId)
      if (!moment) throw new Failure('momentGone')
      const held = await weightAt(db, { spaceId: task.spaceId, rootId: moment.folder_id, at: moment.at })
      await transact(db, async (tx) => {
        await task.fence(tx)
        await setMade(tx, momentId, held)
      })
      return { momentId, ...held }
    },
  }

  async function forget({ spaceId, id }: ParsedOf<typeof calls.forget>, actor: SignedIn): Promise<null> {
    await spaces.change(spaceId, actor, 'space.makeVersion', async (tx) => {
      const moment = await momentById(tx, spaceId, id)
      if (!moment || !(await removeMoment(tx, id))) throw new Failure('momentGone')
      const item = { id: moment.folder_id, name: moment.name || `#${moment.number}` }
      await journal.record(tx, [{ spaceId, action: 'versionForgotten', doer: actor, item }])
    })
    return null
  }

  /** The moment that is meant: that of a version, or one that somebody names, never one to come. */
  async function thenOf(from: Db | Tx, space: EnteredSpace, { momentId, hash, at }: Wanted) {
    const moment = momentId ? await momentById(from, space.id, momentId) : undefined
    if (momentId && !moment) throw new Failure('momentGone')
    const folder = await folderOf(from, space, hash ?? moment?.folder_id)
    const asked = moment?.at ?? (at ? new Date(at) : now())
    const then: Then = { spaceId: space.id, rootId: folder.item.id, at: asked > now() ? now() : asked }
    return { then, folder }
  }

  async function outlook(input: Wanted, actor: SignedIn): Promise<Outlook> {
    const space = await spaces.enter(input.spaceId, actor)
    demandMaker(actor, space)
    const { then } = await thenOf(db, space, input)
    return { at: then.at.toISOString(), ...(await outlookTo(db, then)) }
  }

  async function restore({ extras, ...input }: ParsedOf<typeof calls.restoreAll>, actor: SignedIn): Promise<Task> {
    const { spaceId } = input
    return inQueue(spaceId, actor, async (tx, space) => {
      demandMaker(actor, space)
      const { then, folder } = await thenOf(tx, space, input)
      const { item, title } = folder
      const options: GoingBack = { hash: item.id, at: then.at.toISOString(), extras }
      const details = { at: options.at }
      await journal.record(tx, [{ spaceId, action: 'wentBack', doer: actor, item, details }])
      return tasks.begin(tx, { kind: 'versionRestore', spaceId, folderId: item.id, actor, title, options })
    })
  }

  return { list, make, making, forget, outlook, restore }
}
