import type { facts as calls, Facts } from '#contract/facts.ts'
import { lengthOf } from '#contract/fields.ts'
import { FILE_TAGS_MAX, META_CHARS_MAX } from '#contract/limits.ts'
import type { DataOf, ParsedOf } from '#contract/operation.ts'
import type { Actor } from '#contract/policy.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { type NodeRow, spaceQueue } from '#server/modules/files/index.ts'
import { retagged } from './fact.ts'
import { problemsOf, settledPair } from './judge.ts'
import { allItems, demandEdit, type FactNeeds, liveItems } from './needs.ts'
import { noteFacts } from './noting.ts'
import { nearest, standingsOf } from './standing.ts'
import { factsOf, tagsIn, writeFacts, writtenOf } from './store.ts'
import { hungOn } from './template-store.ts'

/** Metadata, tags and notes of items. */
export function factService({ db, spaces, journal, files, now, newId }: FactNeeds) {
  const inQueue = spaceQueue(db, spaces)

  async function of({ spaceId, hash }: ParsedOf<typeof calls.of>, actor: Actor): Promise<Facts> {
    const [{ node, above }, factOf] = await Promise.all([files.find(spaceId, hash, actor), factsOf(db, [hash])])
    const way = above.map((link) => ({ id: link.hash, name: link.name }))
    const whole = node.is_folder ? [...way, { id: node.id, name: node.name }] : way
    const hung = await hungOn(
      db,
      whole.map(({ id }) => id),
    )
    const fact = factOf(node.id)
    return {
      data: fact.meta,
      id: fact.metaId,
      tags: fact.tags,
      note: fact.note,
      noteBy: fact.noteBy,
      changeTime: fact.changedAt?.toISOString() ?? null,
      template: nearest(way, hung),
      inside: node.is_folder ? nearest(whole, hung) : null,
    }
  }

  const told = (spaceId: string, nodes: readonly NodeRow[]) =>
    files.tell(
      spaceId,
      nodes.map((node) => node.parent_id ?? node.id),
    )

  /** The whole list is replaced, if it is still the one that the caller has seen. */
  async function add(input: ParsedOf<typeof calls.add>, actor: SignedIn): Promise<{ id: string }> {
    const { spaceId, hash } = input
    const { id, node } = await inQueue(spaceId, actor, async (tx, space) => {
      const item = (await liveItems(tx, spaceId, [hash])).get(hash)
      if (!item) throw new Failure('fileGone')
      demandEdit(actor, space.facts, [item.node])
      const fact = (await factsOf(tx, [hash]))(hash)
      if (fact.metaId !== input.id) throw new Failure('factsChanged', { data: { data: fact.meta, id: fact.metaId } })
      const standing = (await standingsOf(tx, spaceId, [item.chain]))(item.chain)
      const meta = input.data.map((pair) => settledPair(pair, standing))
      const problems = problemsOf(meta, standing)
      if (problems.length) throw new Failure('factsInvalid', { data: problems })
      if (lengthOf(meta) > META_CHARS_MAX) throw new Failure('factsTooLong', { values: { count: META_CHARS_MAX } })
      const metaId = newId()
      await writeFacts(tx, spaceId, [writtenOf(hash, { ...fact, meta, metaId })], now())
      await noteFacts(journal, tx, { spaceId, action: 'metaChanged', actor, nodes: [item.node] })
      return { id: metaId, node: item.node }
    })
    told(spaceId, [node])
    return { id }
  }

  async function tag(
    { spaceId, hashList, add: more, remove }: ParsedOf<typeof calls.tag>,
    actor: SignedIn,
  ): Promise<DataOf<typeof calls.tag>> {
    const { list, changed } = await inQueue(spaceId, actor, async (tx, space) => {
      const nodes = await allItems(tx, spaceId, hashList)
      demandEdit(actor, space.facts, nodes)
      const known = await factsOf(
        tx,
        nodes.map(({ id }) => id),
      )
      const after = nodes.map((node) => ({
        node,
        fact: known(node.id),
        tags: retagged(known(node.id).tags, more, remove),
      }))
      const full = after.find(({ tags, fact }) => tags.length > Math.max(FILE_TAGS_MAX, fact.tags.length))
      if (full) throw new Failure('tagsTooMany', { values: { name: full.node.name, count: FILE_TAGS_MAX } })
      const changes = after.filter(({ fact, tags }) => tags.join('\n') !== fact.tags.join('\n'))
      await writeFacts(
        tx,
        spaceId,
        changes.map(({ node, fact, tags }) => writtenOf(node.id, { ...fact, tags })),
        now(),
      )
      const changed = changes.map(({ node }) => node)
      const details = { added: more.join(', '), removed: remove.join(', ') }
      await noteFacts(journal, tx, { spaceId, action: 'tagsChanged', actor, nodes: changed, details })
      const list = after.map(({ node, fact, tags }) => ({
        hash: node.id,
        tags,
        added: tags.filter((tag) => !fact.tags.includes(tag)),
        removed: fact.tags.filter((tag) => !tags.includes(tag)),
      }))
      return { list, changed }
    })
    if (changed.length) told(spaceId, changed)
    return { list }
  }

  async function setNote(
    { spaceId, hash, note: text, before }: ParsedOf<typeof calls.note>,
    actor: SignedIn,
  ): Promise<null> {
    const nodes = await inQueue(spaceId, actor, async (tx, space) => {
      const nodes = await allItems(tx, spaceId, [hash])
      demandEdit(actor, space.facts, nodes)
      const fact = (await factsOf(tx, [hash]))(hash)
      if (fact.note === text) return []
      if (fact.note !== before) throw new Failure('factsChanged', { data: { note: fact.note } })
      const noteBy = text ? { personId: actor.id, personName: actor.name } : null
      await writeFacts(tx, spaceId, [writtenOf(hash, { ...fact, note: text, noteBy })], now())
      await noteFacts(journal, tx, { spaceId, action: 'noteChanged', actor, nodes })
      return nodes
    })
    if (nodes.length) told(spaceId, nodes)
    return null
  }

  return {
    of,
    add,
    tag,
    note: setNote,
    ofPublic: async ({ url, hash }: ParsedOf<typeof calls.ofPublic>, actor: Actor) =>
      of({ spaceId: (await spaces.see(url, actor)).id, hash }, actor),
    tags: async ({ spaceId }: { spaceId: string }, actor: Actor) => tagsIn(db, (await spaces.enter(spaceId, actor)).id),
  }
}
