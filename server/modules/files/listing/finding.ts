import type { ParsedOf } from '#contract/core/operation.ts'
import type { Actor } from '#contract/core/policy.ts'
import type { files as calls, FileRecord } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, Call } from '#server/http/context.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import { holdersOf } from '../names-store.ts'
import type { FileNeeds } from '../needs.ts'
import { pageOfFolder } from './list-store.ts'
import { lookUp } from './located-store.ts'
import { type NodeRow, recordOf } from './records.ts'
import { folderChain, pathOf } from './tree-store.ts'

/** Lists folders, and finds items by their id or by names that are taken. */
export function findingRules({ db, spaces }: Pick<FileNeeds, 'db' | 'spaces'>) {
  async function list(query: ParsedOf<typeof calls.list>, { actor }: Pick<Call, 'actor'>) {
    const space = await spaces.enter(query.spaceId, actor)
    const chain = await folderChain(db, space, query.hash)
    const folderId = query.hash ?? space.rootId
    return pageOfFolder(db, { ...query, folderId }, pathOf(chain))
  }

  /** A live item with the folders above it, for callers who may read the space. */
  async function find(
    spaceId: string,
    hash: string,
    actor: Actor,
  ): Promise<{ space: EnteredSpace; node: NodeRow; record: FileRecord; above: { hash: string; name: string }[] }> {
    const space = await spaces.enter(spaceId, actor)
    const id = hash === 'root' ? space.rootId : hash
    const node = (await lookUp(db, space.id, { ids: [id] })).item(id)
    if (!node) throw new Failure('fileGone')
    return {
      space,
      node,
      record: recordOf(node, pathOf(node.above)),
      above: node.above.map((link) => ({ hash: link.id, name: link.name })),
    }
  }

  async function conflicts(
    { spaceId, hash, names }: ParsedOf<typeof calls.conflicts>,
    { actor }: ByActor,
  ): Promise<FileRecord[]> {
    const space = await spaces.enter(spaceId, actor)
    const chain = await folderChain(db, space, hash)
    const folderId = hash ?? space.rootId
    const held = await holdersOf(
      db,
      names.map((name) => ({ folderId, name: name.normalize('NFC') })),
    )
    return [...held.values()].map((row) => recordOf(row, pathOf(chain)))
  }

  return { list, find, conflicts }
}
