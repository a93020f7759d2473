import type { ParsedOf } from '#contract/core/operation.ts'
import { type Actor, can } from '#contract/core/policy.ts'
import type { Task } from '#contract/tasks.ts'
import type { versions as calls, Outlook } from '#contract/versions.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import { folderChain, nodesOf, pathOf, spaceQueue } from '#server/modules/files/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { Work } from '#server/modules/tasks/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import type { GoingBack } from './going-back.ts'
import type { VersionNeeds } from './needs.ts'
import { insertSnapshot, pageOfSnapshots, placeIn, removeSnapshot, setMade, snapshotById } from './snapshot-store.ts'
import { outlookTo, type Then, weightAt } from './tree-at-store.ts'

type Wanted = Pick<ParsedOf<typeof calls.outlook>, 'spaceId' | 'hash' | 'snapshotId' | 'at'>

function demandMaker(actor: Actor, { policyContext }: EnteredSpace): void {
  if (!can(actor, 'space.makeVersion', policyContext)) throw new Failure('spaceRightMissing')
}

/** Snapshots of folders and spaces, and restoring them. */
export function snapshotService({ db, spaces, journal, tasks, now, newId }: VersionNeeds) {
  const inQueue = spaceQueue(db, spaces)

  /** A folder, its path, and its name for a task: the root folder is named after the space. */
  async function folderOf(from: Db | Tx, space: EnteredSpace, hash: string | undefined) {
    const chain = await folderChain(from, space, hash)
    const id = hash ?? space.rootId
    const [node] = await nodesOf(from, space.id, [id])
    if (!node?.is_folder) throw new Failure('folderGone')
    const title = node.name || space.name
    return { title, item: { id, name: node.name || '/', path: pathOf(chain.slice(0, -1)) || '/' } }
  }

  async function list({ spaceId, hash, after, size }: ParsedOf<typeof calls.snapshots>, { actor }: ByActor) {
    const before = placeIn(after)
    const space = await spaces.enter(spaceId, actor)
    return pageOfSnapshots(db, { spaceId: space.id, folderId: hash ?? null }, { before, size })
  }

  async function make(
    { spaceId, hash, name, description }: ParsedOf<typeof calls.make>,
    { actor }: ByActor,
  ): Promise<Task> {
    return inQueue(spaceId, actor, async (tx, space) => {
      demandMaker(actor, space)
      const folder = await folderOf(tx, space, hash)
      const id = newId()
      await insertSnapshot(tx, { id, spaceId, folderId: folder.item.id, at: now(), name, description, byId: actor.id })
      const item = name ? { ...folder.item, name } : folder.item
      const title = name || folder.title
      await journal.record(tx, [{ spaceId, action: 'versionMade', doer: actor, item }])
      return tasks.begin(tx, { kind: 'versionMake', spaceId, actor, title, options: { snapshotId: id } })
    })
  }

  /** Counts the contents of a snapshot. */
  const making: Work = {
    kind: 'versionMake',
    async run(task) {
      const { snapshotId } = task.options as { snapshotId: string }
      const snapshot = await snapshotById(db, task.spaceId, snapshotId)
      if (!snapshot) throw new Failure('snapshotGone')
      const held = await weightAt(db, { spaceId: task.spaceId, rootId: snapshot.folder_id, at: snapshot.at })
      await transact(db, async (tx) => {
        await task.fence(tx)
        await setMade(tx, snapshotId, held)
      })
      return { snapshotId, ...held }
    },
  }

  async function forget({ spaceId, id }: ParsedOf<typeof calls.forget>, { actor }: ByActor): Promise<null> {
    await spaces.change(spaceId, actor, 'space.makeVersion', async (tx) => {
      const snapshot = await snapshotById(tx, spaceId, id)
      if (!snapshot || !(await removeSnapshot(tx, id))) throw new Failure('snapshotGone')
      const item = { id: snapshot.folder_id, name: snapshot.name || `#${snapshot.number}` }
      await journal.record(tx, [{ spaceId, action: 'versionForgotten', doer: actor, item }])
    })
    return null
  }

  /** The requested time: that of a snapshot, or a given one, which must not be in the future. */
  async function thenOf(from: Db | Tx, space: EnteredSpace, { snapshotId, hash, at }: Wanted) {
    const snapshot = snapshotId ? await snapshotById(from, space.id, snapshotId) : undefined
    if (snapshotId && !snapshot) throw new Failure('snapshotGone')
    const folder = await folderOf(from, space, hash ?? snapshot?.folder_id)
    const asked = snapshot?.at ?? (at ? new Date(at) : now())
    const then: Then = { spaceId: space.id, rootId: folder.item.id, at: asked > now() ? now() : asked }
    return { then, folder }
  }

  async function outlook(input: Wanted, { actor }: ByActor): Promise<Outlook> {
    const space = await spaces.enter(input.spaceId, actor)
    demandMaker(actor, space)
    const { then } = await thenOf(db, space, input)
    return { at: then.at.toISOString(), ...(await outlookTo(db, then)) }
  }

  async function restore({ extras, ...input }: ParsedOf<typeof calls.restoreAll>, { actor }: ByActor): Promise<Task> {
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
