import type { DataOf, ParsedOf } from '#contract/core/operation.ts'
import type { files as calls } from '#contract/files.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import type { Doer, Happening } from '#server/modules/journal/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import { entriesOf, itemsIn, type Place, placeName } from '../listing/entries.ts'
import { itemsOf, placeOf, recordsOf } from '../listing/items.ts'
import { type Located, lookUp } from '../listing/located-store.ts'
import type { NodeRow } from '../listing/records.ts'
import { pathOf } from '../listing/tree-store.ts'
import { spacesQueue } from '../locks/queue.ts'
import type { FileNeeds } from '../needs.ts'
import { demandFor, demandMake } from '../rights.ts'
import { demandFew } from '../room-store.ts'
import { entriesBelow } from '../zip/zip.ts'
import { placementsIn, refuseImpossible, targetChain, withoutSelf } from './placement.ts'
import { copyNodes, type Done, moveNodes } from './relocate-store.ts'

type Relocation = ParsedOf<typeof calls.move>
type Relocated = DataOf<typeof calls.move>
type Kind = 'moved' | 'copied'
const runs = { moved: moveNodes, copied: copyNodes } as const
/** Permissions needed at the source. Moving to another space means reading, changing and deleting there. */
const asks = { moved: ['file.edit'], copied: ['file.download'] } as const
const asksAcross = { moved: ['file.edit', 'file.delete', 'file.download'], copied: ['file.download'] } as const

/** Moving and copying within a space and between spaces. */
export function relocationRules({ db, spaces, journal, now, newId, publishChange, hooks }: FileNeeds) {
  const inQueues = spacesQueue(db, spaces)

  async function relocate(kind: Kind, input: Relocation, actor: SignedIn) {
    const { spaceId, target, conflict } = input
    const toId = input.toSpaceId ?? spaceId
    return inQueues([spaceId, toId], actor, async (tx, [from, to]) => {
      demandMake(actor, to.policyContext)
      const nodes = await itemsOf(tx, from.id, [input.hash, ...(input.also ?? [])])
      const isAcross = from.id !== to.id
      if (kind === 'copied' || isAcross) demandFew(entriesBelow(nodes))
      // Items deleted inside a folder leave the space with it, so they are checked too.
      for (const permission of (isAcross ? asksAcross : asks)[kind])
        await demandFor(tx, {
          actor,
          policyContext: from.policyContext,
          permission,
          nodes,
          alsoTrashed: isAcross && kind === 'moved',
        })
      const chain = await targetChain(tx, (await lookUp(tx, to.id, { ids: [target] })).item(target), actor.id)
      await refuseImpossible(tx, nodes, chain)
      const wish = { nodes, target, conflict, isCopy: kind === 'copied' }
      const placements = (await placementsIn(tx, wish.isCopy ? withoutSelf(wish) : wish)).filter(
        ({ node, over }) => wish.isCopy || node.parent_id !== target || (over !== null && over.id !== node.id),
      )
      const done = await runs[kind](tx, { from, to, actor, placements }, { now: now(), newId, hooks })
      const report = { kind, from, to, target: { id: target, path: pathOf(chain) }, doer: actor, done, nodes }
      await journal.record(tx, [
        ...replacedEntries(report),
        ...(isAcross ? acrossEntries(report) : movedEntries(report)),
      ])
      const ids = done.map(({ id }) => id)
      return { list: await recordsOf(tx, to.id, ids), overwritten: overwrittenOf(done), nodes, to }
    })
  }

  const answer = ({ list, overwritten }: Awaited<ReturnType<typeof relocate>>): Relocated => ({
    list,
    overwritten: overwritten.map(({ file, from, isSame, trashId }) => ({
      hash: file.id,
      version: isSame ? null : file.version,
      from: from.id,
      trashId,
    })),
  })

  return {
    async move(input: Relocation, { actor }: ByActor): Promise<Relocated> {
      const done = await relocate('moved', input, actor)
      publishChange(
        input.spaceId,
        done.nodes.map((node) => node.parent_id ?? ''),
      )
      publishChange(done.to.id, [input.target])
      return answer(done)
    },
    async copy(input: Relocation, { actor }: ByActor): Promise<Relocated> {
      const done = await relocate('copied', input, actor)
      publishChange(done.to.id, [input.target])
      return answer(done)
    },
  }
}

type MoveReport = {
  kind: Kind
  from: EnteredSpace
  to: EnteredSpace
  target: Place
  doer: Doer
  done: readonly Done[]
  /** The items as they were. */
  nodes: readonly Located[]
}
const overwrittenOf = (done: readonly Done[]) => done.flatMap(({ overwritten }) => overwritten ?? [])
const movedOf = (done: readonly Done[]) => done.flatMap(({ moved }) => moved ?? [])

/** The folders that items were in; a copy was made of an item in the folder that it names. */
function formerPlaces(nodes: readonly Located[]): (node: NodeRow) => Place {
  const places = new Map(nodes.map((node) => [node.parent_id ?? node.id, placeOf(node)]))
  return ({ id, parent_id }) => places.get(parent_id ?? id) ?? { id: parent_id ?? id, path: '' }
}

/** Journal entries for files that got a new version, and for items that went to the trash instead of being moved. */
export function replacedEntries({ from, to, target, doer, done, nodes }: MoveReport): Happening[] {
  const overwritten = overwrittenOf(done)
  if (!overwritten.length) return []
  const replaced = overwritten.flatMap(({ file, isSame }) => (isSame ? [] : [file]))
  const files = itemsIn(target, replaced)
  const trashed = overwritten.flatMap(({ from: node, trashId }) => (trashId ? [node] : []))
  const gone = entriesOf(trashed, formerPlaces(nodes), (place, together) => ({
    spaceId: from.id,
    action: 'trashed' as const,
    doer,
    ...itemsIn(place, together),
  }))
  return [...(replaced.length ? [{ spaceId: to.id, action: 'replaced' as const, doer, ...files }] : []), ...gone]
}

/** Journal entries within a space: one for each source folder. */
export const movedEntries = ({ kind, to, target, doer, done, nodes }: MoveReport): Happening[] =>
  entriesOf(movedOf(done), formerPlaces(nodes), (from, together) => {
    const details = { from: placeName(from.path), to: placeName(target.path) }
    return { spaceId: to.id, action: kind, doer, ...itemsIn(target, together), details }
  })

/** Journal entries between spaces, one for each. The other space is named unless only its members may know of it. */
function acrossEntries({ kind, from, to, target, doer, done, nodes }: MoveReport): Happening[] {
  const moved = movedOf(done)
  if (!moved.length) return []
  const [out, into] = kind === 'moved' ? (['movedOut', 'movedIn'] as const) : (['copiedOut', 'copiedIn'] as const)
  const nameOf = ({ policyContext, name }: EnteredSpace) => (policyContext.type === 'private' ? '' : name)
  const left = entriesOf(moved, formerPlaces(nodes), (place, together) => {
    return { spaceId: from.id, action: out, doer, ...itemsIn(place, together), details: { to: nameOf(to) } }
  })
  const came = itemsIn(target, moved)
  return [...left, { spaceId: to.id, action: into, doer, ...came, details: { from: nameOf(from) } }]
}
