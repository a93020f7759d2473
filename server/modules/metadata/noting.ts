import type { SignedIn } from '#server/http/context.ts'
import { entriesOf, type FilesModule, itemsIn, type NodeRow, placesOf } from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Tx } from '#server/storage/database.ts'

type Noted = {
  spaceId: string
  action: 'metaChanged' | 'tagsChanged' | 'noteChanged'
  actor: SignedIn
  nodes: readonly NodeRow[]
  details?: Record<string, string>
}

/** Records a change of metadata in the journal, one entry per folder. */
export async function noteMetadata(journal: Journal, tx: Tx, { nodes, spaceId, action, actor, details = {} }: Noted) {
  const said = { spaceId, action, doer: actor, details }
  const entries = entriesOf(nodes, await placesOf(tx, spaceId, nodes), (place, together) => ({
    ...said,
    ...itemsIn(place, together),
  }))
  await journal.record(tx, entries)
}

/** Notifies everyone who has the folders of these items open. */
export const publishChanged = (files: Pick<FilesModule, 'publishChange'>, spaceId: string, nodes: readonly NodeRow[]) =>
  files.publishChange(
    spaceId,
    nodes.map((node) => node.parent_id ?? node.id),
  )
