import type { ParsedOf } from '#contract/core/operation.ts'
import { type files as calls, type FileRecord, isFileName } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import type { Tx } from '#server/storage/database.ts'
import { itemsIn } from '../listing/entries.ts'
import { placeOf, recordsOf } from '../listing/items.ts'
import { type Located, lookUp } from '../listing/located-store.ts'
import { spaceQueue } from '../locks/queue.ts'
import type { FileNeeds } from '../needs.ts'
import { demandFor } from '../rights.ts'
import { type Renaming, renameNodes } from './rename-store.ts'

type Wish = { hash: string; name: string }

/** Renaming one item or many at once. */
export function renamingRules({ db, spaces, journal, now, publishChange }: FileNeeds) {
  const inQueue = spaceQueue(db, spaces)

  async function rename(spaceId: string, wishes: readonly Wish[], actor: SignedIn): Promise<FileRecord[]> {
    const list = await inQueue(spaceId, actor, async (tx, space) => {
      refuseInvalid(wishes)
      const renamings = await renamingsOf(tx, spaceId, wishes)
      const nodes = renamings.map(({ node }) => node)
      await demandFor(tx, { actor, policyContext: space.policyContext, permission: 'file.edit', nodes })
      const changed = renamings.filter(({ node, name }) => node.name !== name)
      await renameNodes(tx, changed, now())
      await journal.record(
        tx,
        changed.map(({ node, name }) => ({
          spaceId,
          action: 'renamed' as const,
          doer: actor,
          details: { from: node.name, to: name },
          ...itemsIn(placeOf(node), [{ ...node, name }]),
        })),
      )
      return recordsOf(
        tx,
        spaceId,
        nodes.map(({ id }) => id),
      )
    })
    publishChange(
      spaceId,
      list.map(({ phash }) => phash ?? ''),
    )
    return list
  }

  return {
    async rename({ spaceId, hash, name }: ParsedOf<typeof calls.rename>, { actor }: ByActor): Promise<FileRecord> {
      const [record] = await rename(spaceId, [{ hash, name }], actor)
      if (!record) throw new Failure('fileGone')
      return record
    },
    renameMany: async ({ spaceId, renames }: ParsedOf<typeof calls.renameMany>, { actor }: ByActor) => ({
      list: await rename(spaceId, renames, actor),
    }),
  }
}

function refuseInvalid(wishes: readonly Wish[]): void {
  const [name, ...others] = wishes.flatMap((wish) => (isFileName(wish.name) ? [] : [wish.name]))
  if (name !== undefined) throw new Failure('fileNameInvalid', { values: { name }, data: { names: [name, ...others] } })
}

/** Live items with their new names; throws when one is missing. A folder and an item inside it may both be renamed. */
async function renamingsOf(
  tx: Tx,
  spaceId: string,
  wishes: readonly Wish[],
): Promise<(Renaming & { node: Located })[]> {
  const { item } = await lookUp(tx, spaceId, { ids: wishes.map(({ hash }) => hash) })
  return wishes.map(({ hash, name }) => {
    const node = item(hash)
    if (!node) throw new Failure('fileGone')
    return { node, name: name.normalize('NFC') }
  })
}
