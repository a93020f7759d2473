import { recordAt } from '#server/modules/journal/index.ts'
import { noMetadata, writeMetadata, writtenOf } from '#server/modules/metadata/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { SampleSpace } from '../sample.ts'
import { templatesOfPast } from './templates.ts'

/** Metadata, tags and notes of items, and the templates that folders ask for. */
export async function metadataOfPast(tx: Tx, space: SampleSpace): Promise<void> {
  await templatesOfPast(tx, space)
  const { id, life, newId, calendar } = space
  for (const [i, { path, by, tags = [], note = '', meta = {} }] of (life?.described ?? []).entries()) {
    const at = calendar.at(Math.max(1, 24 - i * 2), 14, 10 + i)
    const { id: personId, name: personName } = space.person(by)
    const pairs = Object.entries(meta).map(([key, value]) => ({ key, value }))
    const metadata = {
      ...noMetadata,
      metaId: pairs.length ? newId() : '',
      meta: pairs,
      tags: [...tags],
      note,
      noteBy: note ? { personId, personName } : null,
    }
    const itemId = space.itemId(path)
    await writeMetadata(tx, id, [writtenOf(itemId, metadata)], at)
    const cut = path.lastIndexOf('/')
    const item = { id: itemId, name: path.slice(cut + 1), path: `/${path.slice(0, Math.max(0, cut))}` }
    const said = { spaceId: id, doer: { id: personId, name: personName, channel: 'web' }, item } as const
    await recordAt(
      tx,
      [
        ...(tags.length ? [{ ...said, action: 'tagsChanged' } as const] : []),
        ...(pairs.length ? [{ ...said, action: 'metaChanged' } as const] : []),
        ...(note ? [{ ...said, action: 'noteChanged' } as const] : []),
      ],
      at,
    )
  }
}
