import { META_CHARS_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { lengthOf } from '#contract/fields.ts'
import type { metadata as calls, Metadata } from '#contract/metadata.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import { spaceQueue } from '#server/modules/files/index.ts'
import { normalizedPair, problemsOf } from './judge.ts'
import { nearest, schemasOf } from './metadata-schema.ts'
import { allItems, demandEdit, liveItems, type MetadataNeeds } from './needs.ts'
import { noteMetadata, publishChanged } from './noting.ts'
import { loadMetadata, tagsIn, writeMetadata, writtenOf } from './store.ts'
import { taggingRules } from './tagging.ts'
import { templatesOn } from './template-store.ts'

/** Metadata, tags and notes of items. */
export function metadataService(needs: MetadataNeeds) {
  const { db, spaces, journal, files, now, newId } = needs
  const inQueue = spaceQueue(db, spaces)

  async function of({ spaceId, hash }: ParsedOf<typeof calls.of>, { actor }: ByActor): Promise<Metadata> {
    const [{ node, above }, metadataOf] = await Promise.all([
      files.find(spaceId, hash, actor),
      loadMetadata(db, [hash]),
    ])
    const way = above.map((link) => ({ id: link.hash, name: link.name }))
    const whole = node.is_folder ? [...way, { id: node.id, name: node.name }] : way
    const assigned = await templatesOn(
      db,
      whole.map(({ id }) => id),
    )
    const metadata = metadataOf(node.id)
    return {
      data: metadata.meta,
      id: metadata.metaId,
      tags: metadata.tags,
      note: metadata.note,
      noteBy: metadata.noteBy,
      changeTime: metadata.changedAt?.toISOString() ?? null,
      template: nearest(way, assigned),
      inside: node.is_folder ? nearest(whole, assigned) : null,
    }
  }

  /** Replaces the whole list, if its stamp is still the one that the caller has seen. */
  async function add(input: ParsedOf<typeof calls.add>, { actor }: ByActor): Promise<{ id: string }> {
    const { spaceId, hash } = input
    const { id, node } = await inQueue(spaceId, actor, async (tx, space) => {
      const item = (await liveItems(tx, spaceId, [hash])).get(hash)
      if (!item) throw new Failure('fileGone')
      demandEdit(actor, space.policyContext, [item.node])
      const metadata = (await loadMetadata(tx, [hash]))(hash)
      if (metadata.metaId !== input.id)
        throw new Failure('metadataChanged', { data: { data: metadata.meta, id: metadata.metaId } })
      const schema = (await schemasOf(tx, spaceId, [item.chain]))(item.chain)
      const meta = input.data.map((pair) => normalizedPair(pair, schema))
      const problems = problemsOf(meta, schema)
      if (problems.length) throw new Failure('metadataInvalid', { data: problems })
      if (lengthOf(meta) > META_CHARS_MAX) throw new Failure('metadataTooLong', { values: { count: META_CHARS_MAX } })
      const metaId = newId()
      await writeMetadata(tx, spaceId, [writtenOf(hash, { ...metadata, meta, metaId })], now())
      await noteMetadata(journal, tx, { spaceId, action: 'metaChanged', actor, nodes: [item.node] })
      return { id: metaId, node: item.node }
    })
    publishChanged(files, spaceId, [node])
    return { id }
  }

  async function setNote(
    { spaceId, hash, note: text, before }: ParsedOf<typeof calls.note>,
    { actor }: ByActor,
  ): Promise<null> {
    const nodes = await inQueue(spaceId, actor, async (tx, space) => {
      const nodes = await allItems(tx, spaceId, [hash])
      demandEdit(actor, space.policyContext, nodes)
      const metadata = (await loadMetadata(tx, [hash]))(hash)
      if (metadata.note === text) return []
      if (metadata.note !== before) throw new Failure('metadataChanged', { data: { note: metadata.note } })
      const noteBy = text ? { personId: actor.id, personName: actor.name } : null
      await writeMetadata(tx, spaceId, [writtenOf(hash, { ...metadata, note: text, noteBy })], now())
      await noteMetadata(journal, tx, { spaceId, action: 'noteChanged', actor, nodes })
      return nodes
    })
    if (nodes.length) publishChanged(files, spaceId, nodes)
    return null
  }

  return {
    of,
    add,
    ...taggingRules(needs),
    note: setNote,
    ofPublic: async ({ url, hash }: ParsedOf<typeof calls.ofPublic>, { actor }: ByActor) =>
      of({ spaceId: (await spaces.see(url, actor)).id, hash }, { actor }),
    tags: async ({ spaceId }: { spaceId: string }, { actor }: ByActor) =>
      tagsIn(db, (await spaces.enter(spaceId, actor)).id),
  }
}
