import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import type { files as calls } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { transact } from '#server/storage/database.ts'
import { dropVersions, notHeldOf } from './content/version-store.ts'
import { createFolders } from './folders.ts'
import { entriesOf, itemsIn } from './listing/entries.ts'
import { findingRules } from './listing/finding.ts'
import { itemsOf, placeOf } from './listing/items.ts'
import { sqlLockStore } from './locks/lock-store.ts'
import { covers } from './locks/locked.ts'
import { spaceQueue } from './locks/queue.ts'
import { arrangingRules } from './moving/arrange.ts'
import { relocationRules } from './moving/relocate.ts'
import { renamingRules } from './moving/rename.ts'
import { undoOverwriteRules } from './moving/undo-overwrite.ts'
import type { FileNeeds } from './needs.ts'
import { demandFor, demandMake } from './rights.ts'
import { purgeRules } from './trash/purge.ts'
import { trashRules } from './trash/trash.ts'

export function fileService(needs: FileNeeds) {
  const { db, spaces, journal, now, newId, publishChange } = needs
  const inQueue = spaceQueue(db, spaces)
  const lockStore = sqlLockStore(db)
  const finding = findingRules(needs)

  async function create(
    { spaceId, hash, path, existing }: ParsedOf<typeof calls.create>,
    { actor }: ByActor,
  ): Promise<string> {
    const space = await spaces.enter(spaceId, actor)
    demandMake(actor, space.policyContext)
    const wish = { spaceId, folderId: hash ?? space.rootId, path, existing, authorId: actor.id, now: now(), newId }
    const { id, made } = await transact(db, async (tx) => {
      const done = await createFolders(tx, wish)
      await journal.record(
        tx,
        done.made.map((folder) => ({
          spaceId,
          action: 'folderMade' as const,
          doer: actor,
          ...itemsIn(folder.within, [folder]),
        })),
      )
      return done
    })
    if (made.length)
      publishChange(
        spaceId,
        made.map(({ within }) => within.id),
      )
    return id
  }

  /**
   * Deletes older versions of files, except pinned and otherwise held ones; current contents stay. Returns the freed
   * bytes.
   */
  async function drop(spaceId: string, hashes: readonly string[], actor: SignedIn): Promise<number> {
    const { freed, nodes } = await inQueue(spaceId, actor, async (tx, space) => {
      const nodes = await itemsOf(tx, spaceId, hashes)
      await demandFor(tx, { actor, policyContext: space.policyContext, permission: 'file.delete', nodes })
      const which = notHeldOf(nodes.map((node) => node.id))
      const { bytes: freed } = await dropVersions(tx, spaceId, which)
      const entries = entriesOf(nodes, placeOf, (place, together) => ({
        spaceId,
        action: 'versionsDropped',
        doer: actor,
        ...itemsIn(place, together),
      }))
      if (freed) await journal.record(tx, entries)
      return { freed, nodes }
    })
    publishChange(
      spaceId,
      nodes.map((node) => node.parent_id ?? ''),
    )
    return freed
  }

  /** Ends locks of programs on an item: the caller's own, and for the space's owner also those of others. */
  async function unlock({ spaceId, hash }: ParsedOf<typeof calls.unlock>, { actor }: ByActor) {
    const { space, node, above } = await finding.find(spaceId, hash, actor)
    const way = [...above.map((folder) => folder.hash), node.id]
    const here = (await lockStore.on(space.id, way)).filter((lock) => covers(lock, way))
    const isOwner = can(actor, 'space.unlock', space.policyContext)
    if (!isOwner && here.some(({ personId }) => personId !== actor.id))
      throw new Failure('fileForbidden', { values: { name: node.name } })
    await lockStore.end(here.map(({ token }) => token))
    publishChange(space.id, [node.parent_id ?? node.id])
    return { ended: here.length }
  }

  return {
    ...finding,
    create,
    unlock,
    dropVersions: drop,
    ...undoOverwriteRules(needs),
    ...renamingRules(needs),
    ...relocationRules(needs),
    ...trashRules(needs),
    ...purgeRules(needs),
    ...arrangingRules(needs),
  }
}
export type FileService = ReturnType<typeof fileService>
