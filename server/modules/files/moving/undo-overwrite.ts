import type { ParsedOf } from '#contract/core/operation.ts'
import type { files as calls, FileRecord } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import type { Tx } from '#server/storage/database.ts'
import { versionsOf } from '../content/version-store.ts'
import { entriesOf, itemsIn } from '../listing/entries.ts'
import { itemsOf, placeOf, recordsOf } from '../listing/items.ts'
import type { NodeRow } from '../listing/records.ts'
import { spaceQueue } from '../locks/queue.ts'
import type { FileNeeds } from '../needs.ts'
import { type NewContent, replaceFiles } from '../replace.ts'
import { demandFor } from '../rights.ts'
import { demandRoom } from '../room-store.ts'

type Input = ParsedOf<typeof calls.undoOverwrite>

/** Undoing an overwrite of files. */
export function undoOverwriteRules({ db, spaces, journal, now, publishChange }: FileNeeds) {
  const inQueue = spaceQueue(db, spaces)

  async function undoOverwrite({ spaceId, former }: Input, { actor }: ByActor): Promise<{ list: FileRecord[] }> {
    const ids = former.map(({ hash }) => hash)
    const records = await inQueue(spaceId, actor, async (tx, space) => {
      const nodes = await itemsOf(tx, spaceId, ids)
      await demandFor(tx, { actor, policyContext: space.policyContext, permission: 'file.edit', nodes })
      const contents = await formerContents(tx, nodes, { former, actor })
      await demandRoom(
        tx,
        spaceId,
        contents.reduce((sum, { blob }) => sum + blob.size, 0),
      )
      await replaceFiles(tx, spaceId, contents, { now: now(), released: 0 })
      const changed = nodes.filter(({ id }) => contents.some(({ node }) => node.id === id))
      const entries = entriesOf(changed, placeOf, (place, together) => ({
        spaceId,
        action: 'versionRestored',
        doer: actor,
        ...itemsIn(place, together),
      }))
      await journal.record(tx, entries)
      return recordsOf(tx, spaceId, ids)
    })
    publishChange(
      spaceId,
      records.map(({ phash }) => phash ?? ''),
    )
    return { list: records }
  }

  return { undoOverwrite }
}

/** The former contents of files that have other contents now. Throws versionGone. */
async function formerContents(
  tx: Tx,
  nodes: readonly NodeRow[],
  { former, actor }: Pick<Input, 'former'> & { actor: SignedIn },
): Promise<NewContent[]> {
  const rows = await versionsOf(
    tx,
    former.map(({ hash, version }) => ({ nodeId: hash, number: version })),
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return nodes.flatMap((node) => {
    const then = found.get(node.id)
    if (!then) throw new Failure('versionGone')
    const { number, ...blob } = then
    const change = { byId: actor.id, change: 'restored' as const, source: { number } }
    return blob.sha256 === node.sha256 ? [] : [{ node, blob, ...change }]
  })
}
