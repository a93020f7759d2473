import type { files as calls, FileRecord } from '#contract/files.ts'
import type { ParsedOf } from '#contract/operation.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { Doer, Happening } from '#server/modules/journal/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { entriesOf, itemsIn, type Place, placeName } from './entries.ts'
import { itemsOf, placesOf, recordsOf } from './items.ts'
import { holdersOf } from './names.ts'
import type { FileNeeds } from './needs.ts'
import { spaceQueue } from './queue.ts'
import type { NodeRow } from './records.ts'
import { copyNodes, moveNodes, type Outcome } from './relocate-store.ts'
import { demandFor, demandMake } from './rights.ts'

type Relocation = ParsedOf<typeof calls.move>
const ways = {
  moved: { permission: 'file.edit', run: moveNodes },
  copied: { permission: 'file.download', run: copyNodes },
} as const

/** Moving and copying within a space. */
export function relocationRules({ db, spaces, journal, now, newId, tell, hooks }: FileNeeds) {
  const inQueue = spaceQueue(db, spaces)

  async function relocate(action: 'moved' | 'copied', input: Relocation, actor: SignedIn) {
    const { spaceId } = input
    const { permission, run } = ways[action]
    return inQueue(spaceId, actor, async (tx, space) => {
      demandMake(actor, space.facts)
      const nodes = await itemsOf(tx, spaceId, [input.hash, ...(input.also ?? [])])
      await demandFor(tx, { actor, facts: space.facts, permission, nodes })
      if (input.conflict === 'replace') await demandReplace(tx, input, actor, space, nodes)
      const placeOf = await placesOf(tx, spaceId, nodes)
      const needs = { now: now(), newId, actorId: actor.id, copied: hooks.copied }
      const outcome = await run(tx, { ...input, nodes }, needs)
      await journal.record(tx, entries(action, input, actor, outcome, placeOf))
      return { list: await recordsOf(tx, spaceId, outcome.ids), nodes }
    })
  }

  /** The entries of a relocation: what came from each folder, and what gave way to it. */
  function entries(
    action: 'moved' | 'copied',
    { spaceId, target }: Relocation,
    doer: Doer,
    { moved, replaced, path }: Outcome,
    placeOf: (node: NodeRow) => Place,
  ): Happening[] {
    const to = { id: target, path }
    const came = entriesOf(moved, placeOf, (from, together) => {
      const details = { from: placeName(from.path), to: placeName(path) }
      return { spaceId, action, doer, ...itemsIn(to, together), details }
    })
    const gone = { spaceId, action: 'trashed' as const, doer, ...itemsIn(to, replaced) }
    return replaced.length ? [gone, ...came] : came
  }

  /** What is replaced goes to the trash, so the caller must be allowed to delete it. */
  async function demandReplace(tx: Tx, input: Relocation, actor: SignedIn, space: EnteredSpace, nodes: NodeRow[]) {
    const held = await holdersOf(
      tx,
      nodes.map((node) => ({ folderId: input.target, name: node.name })),
    )
    const others = [...held.values()].filter((holder) => !nodes.some((node) => node.id === holder.id))
    await demandFor(tx, { actor, facts: space.facts, permission: 'file.delete', nodes: others })
  }

  return {
    async move(input: Relocation, actor: SignedIn): Promise<{ list: FileRecord[] }> {
      const { list, nodes } = await relocate('moved', input, actor)
      tell(input.spaceId, [...nodes.map((node) => node.parent_id ?? ''), input.target])
      return { list }
    },
    async copy(input: Relocation, actor: SignedIn): Promise<{ list: FileRecord[] }> {
      const { list } = await relocate('copied', input, actor)
      tell(input.spaceId, [input.target])
      return { list }
    },
  }
}
