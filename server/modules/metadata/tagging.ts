import { FILE_TAGS_MAX } from '#contract/core/limits.ts'
import type { DataOf, ParsedOf } from '#contract/core/operation.ts'
import type { metadata as calls } from '#contract/metadata.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import { spaceQueue } from '#server/modules/files/index.ts'
import { retagged } from './item-metadata.ts'
import { allItems, demandEdit, type MetadataNeeds } from './needs.ts'
import { noteMetadata, publishChanged } from './noting.ts'
import { loadMetadata, writeMetadata, writtenOf } from './store.ts'

/** Tags added to several items, and taken off them. */
export function taggingRules({ db, spaces, journal, files, now }: MetadataNeeds) {
  const inQueue = spaceQueue(db, spaces)

  async function tag(
    { spaceId, hashList, add: more, remove }: ParsedOf<typeof calls.tag>,
    { actor }: ByActor,
  ): Promise<DataOf<typeof calls.tag>> {
    const { list, changed } = await inQueue(spaceId, actor, async (tx, space) => {
      const nodes = await allItems(tx, spaceId, hashList)
      demandEdit(actor, space.policyContext, nodes)
      const known = await loadMetadata(
        tx,
        nodes.map(({ id }) => id),
      )
      const after = nodes.map((node) => ({
        node,
        metadata: known(node.id),
        tags: retagged(known(node.id).tags, more, remove),
      }))
      const full = after.find(({ tags, metadata }) => tags.length > Math.max(FILE_TAGS_MAX, metadata.tags.length))
      if (full) throw new Failure('tagsTooMany', { values: { name: full.node.name, count: FILE_TAGS_MAX } })
      const changes = after.filter(({ metadata, tags }) => tags.join('\n') !== metadata.tags.join('\n'))
      await writeMetadata(
        tx,
        spaceId,
        changes.map(({ node, metadata, tags }) => writtenOf(node.id, { ...metadata, tags })),
        now(),
      )
      const changed = changes.map(({ node }) => node)
      const details = { added: more.join(', '), removed: remove.join(', ') }
      await noteMetadata(journal, tx, { spaceId, action: 'tagsChanged', actor, nodes: changed, details })
      const list = after.map(({ node, metadata, tags }) => ({
        hash: node.id,
        tags,
        added: tags.filter((tag) => !metadata.tags.includes(tag)),
        removed: metadata.tags.filter((tag) => !tags.includes(tag)),
      }))
      return { list, changed }
    })
    if (changed.length) publishChanged(files, spaceId, changed)
    return { list }
  }

  return { tag }
}
