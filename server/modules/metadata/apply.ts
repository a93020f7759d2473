import * as z from 'zod/mini'
import type { ErrorName } from '#contract/core/errors.ts'
import { FILE_TAGS_MAX, META_CHARS_MAX, META_PAIRS_MAX, NOTE_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { joined, lengthOf } from '#contract/fields.ts'
import { type metadata as calls, ItemTag, type RowChange } from '#contract/metadata.ts'
import type { Task } from '#contract/tasks.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { type Broken, batchesOf, type Part, type Running, type Work } from '#server/modules/tasks/index.ts'
import { transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { patched, tagsOf } from './compare.ts'
import type { ItemMetadata } from './item-metadata.ts'
import { problemsOf } from './judge.ts'
import { type MetadataSchema, schemasOf } from './metadata-schema.ts'
import { type Item, liveItems, type MetadataNeeds, mayEdit } from './needs.ts'
import { noteMetadata } from './noting.ts'
import { loadMetadata, writeMetadata, writtenOf } from './store.ts'

/** Maximum rows, and characters of their metadata, per transaction, so that other writers do not wait long. */
const BATCH = { rows: 200, chars: META_CHARS_MAX }

type Known = { item: Item | undefined; metadata: ItemMetadata; schema: MetadataSchema; mayChange: boolean }

const weightOf = (change: RowChange | undefined) =>
  change ? lengthOf(change.cells.map(({ key, after }) => ({ key, value: after }))) : 0

const goesWith = (changes: readonly RowChange[]) => (batch: readonly Part[]) =>
  batch.length < BATCH.rows && batch.reduce((sum, { seq }) => sum + weightOf(changes[seq]), 0) < BATCH.chars

/** The metadata of an item after its row is applied. */
function metadataAfter(change: RowChange, { metadata }: Known, newId: () => string, actor: SignedIn): ItemMetadata {
  const tags = change.cells.find(({ column }) => column === 'tags')
  const note = change.cells.find(({ column }) => column === 'note')
  const isMeta = change.cells.some(({ column }) => column === 'meta')
  return {
    ...metadata,
    ...(isMeta && { meta: patched(metadata.meta, change.cells), metaId: newId() }),
    ...(tags && { tags: tagsOf(tags.after) }),
    ...(note && { note: note.after, noteBy: note.after ? { personId: actor.id, personName: actor.name } : null }),
  }
}

/** Whether each cell still has its previous value. */
const isAsBefore = ({ cells }: RowChange, { meta, tags, note }: ItemMetadata): boolean =>
  cells.every(({ column, key, before }) => {
    if (column === 'tags') return joined(tags) === before
    return (column === 'note' ? note : (meta.find((pair) => pair.key === key)?.value ?? '')) === before
  })

/** The reason why a row is refused, or null. Changed values are checked against the current template. */
function refusalOf(change: RowChange, after: ItemMetadata, known: Known): ErrorName | null {
  if (!known.item) return 'fileGone'
  if (!known.mayChange) return 'fileForbidden'
  const isKnown = change.stamp === null ? isAsBefore(change, known.metadata) : known.metadata.stamp === change.stamp
  if (!isKnown) return 'metadataChanged'
  const keys = new Set(change.cells.map(({ key }) => key))
  const isOdd = problemsOf(after.meta, known.schema).some(({ key }) => keys.has(key))
  const isLong = after.meta.length > META_PAIRS_MAX || after.note.length > NOTE_MAX
  if (isOdd || isLong || after.meta.some(({ key }) => !key)) return 'metadataInvalid'
  if (lengthOf(after.meta) > META_CHARS_MAX) return 'metadataTooLong'
  if (after.tags.length > Math.max(FILE_TAGS_MAX, known.metadata.tags.length)) return 'tagsTooMany'
  return z.array(ItemTag).safeParse(after.tags).success ? null : 'metadataInvalid'
}

/** The task that applies the changes of a compared sheet. */
export function metadataApplication({ db, spaces, journal, files, tasks, now, newId }: MetadataNeeds) {
  async function writeBatch(task: Running, parts: readonly Part[], changes: readonly RowChange[]): Promise<Broken[]> {
    const actor = await task.actor()
    const rows = parts.flatMap((part) => {
      const change = changes[part.seq]
      return change ? [{ part, change }] : []
    })
    const ids = rows.map(({ change }) => change.hash)
    const { broken, folders } = await transact(db, async (tx) => {
      await lockSpace(tx, task.spaceId)
      await task.fence(tx)
      const space = await spaces.enter(task.spaceId, actor, tx)
      const [items, metadataOf] = [await liveItems(tx, space.id, ids), await loadMetadata(tx, ids)]
      const schemaOf = await schemasOf(
        tx,
        space.id,
        [...items.values()].map(({ chain }) => chain),
      )
      const judged = rows.map(({ part, change }) => {
        const item = items.get(change.hash)
        const mayChange = item !== undefined && mayEdit(actor, space.policyContext, item.node)
        const known = { item, metadata: metadataOf(change.hash), schema: schemaOf(item?.chain ?? []), mayChange }
        const after = metadataAfter(change, known, newId, actor)
        return { part, item, after, error: refusalOf(change, after, known) }
      })
      const written = judged.flatMap(({ part, item, after, error }) => (item && !error ? [{ part, item, after }] : []))
      await writeMetadata(
        tx,
        space.id,
        written.map(({ item, after }) => writtenOf(item.node.id, after)),
        now(),
      )
      const nodes = written.map(({ item }) => item.node)
      await noteMetadata(journal, tx, { spaceId: space.id, action: 'metaChanged', actor, nodes })
      await task.done(
        tx,
        written.map(({ part, item }) => ({ seq: part.seq, nodeId: item.node.id })),
      )
      fault('metadata-written')
      return {
        broken: judged.flatMap(({ part, error }) => (error ? [{ part, error }] : [])),
        folders: nodes.map((node) => node.parent_id ?? node.id),
      }
    })
    fault('metadata-committed')
    if (folders.length) files.publishChange(task.spaceId, folders)
    return broken
  }

  const work: Work = {
    kind: 'metaApply',
    async run(task) {
      const changes = task.options.changes as RowChange[]
      await task.plan(changes.map(({ path }) => ({ path })))
      await task.phase('transferring')
      for await (const parts of batchesOf(task.open(), goesWith(changes)))
        await task.failed(await writeBatch(task, parts, changes))
      return {}
    },
  }

  async function apply({ spaceId, name, changes }: ParsedOf<typeof calls.apply>, { actor }: ByActor): Promise<Task> {
    await spaces.enter(spaceId, actor)
    // Each row's rights are checked just before it is written; here only whether the caller may have tasks in the
    // space.
    await spaces.demand(spaceId, actor, 'space.countTasks')
    const distinct = new Set(changes.map(({ hash }) => hash))
    if (distinct.size !== changes.length) throw new Failure('invalid')
    return tasks.begin(null, { kind: 'metaApply', spaceId, actor, title: name, options: { changes } })
  }

  return { work, apply }
}
