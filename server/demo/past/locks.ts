import { HOUR_MS } from '#contract/core/time.ts'
import type { Tx } from '#server/storage/database.ts'
import type { SampleSpace } from '../sample.ts'

/** Files that somebody's program has open; their locks end after an hour, as all do. */
export async function locksOfPast(tx: Tx, { id, life, now, newId, itemId, person }: SampleSpace): Promise<void> {
  const rows = (life?.locks ?? []).map(({ path, by, owner }) => ({
    token: newId(),
    item_id: itemId(path),
    space_id: id,
    is_deep: false,
    is_shared: false,
    person_id: person(by).id,
    owner,
    seconds: HOUR_MS / 1000,
    expires_at: new Date(now().getTime() + HOUR_MS),
  }))
  if (rows.length) await tx.insertInto('file_lock').values(rows).execute()
}
