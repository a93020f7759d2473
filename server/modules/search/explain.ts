import type { FilesModule, LiveItem } from '#server/modules/files/index.ts'
import type { Db } from '#server/storage/database.ts'
import type { SearchWay, Sought, Why } from './way.ts'

/** A found live item with the matching text. */
export type Found = { item: LiveItem } & Why
type Wish = { way: SearchWay; sought: Sought /** Only what is below this folder. */; folderId?: string }

/** The candidates that are live, in the searched place, and really contain the words; in their order. */
export async function explained(
  { db, files }: { db: Db; files: FilesModule },
  ids: readonly string[],
  { way, sought, folderId }: Wish,
): Promise<Found[]> {
  const items = await files.liveItems(ids)
  const here = ids
    .flatMap((id) => items.get(id) ?? [])
    .filter(({ above }) => !folderId || above.some((link) => link.id === folderId))
  if (!here.length) return []
  const explain = await way.explain(db, here, sought)
  return here.flatMap((item) => {
    const why = explain(item)
    return why ? [{ item, ...why }] : []
  })
}
