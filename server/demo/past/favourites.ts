import { MINUTE_MS } from '#contract/core/time.ts'
import type { Tx } from '#server/storage/database.ts'
import type { PersonKey } from '../people.ts'
import type { SampleSpace } from '../sample.ts'

/** Time between two files that somebody opens one after another. */
const APART_MS = 25 * MINUTE_MS

/** Favourites and recently opened items. */
export async function favouritesOfPast(tx: Tx, { life, person, itemId, calendar, now }: SampleSpace): Promise<void> {
  const each = (lists: Partial<Record<PersonKey, readonly string[]>> = {}) =>
    Object.entries(lists).flatMap(([key, paths]) =>
      paths.map((path, i) => ({ person_id: person(key as PersonKey).id, node_id: itemId(path), i })),
    )
  const kept = each(life?.favourites).map(({ i, ...row }) => ({ ...row, at: calendar.at(20 - i * 2, 10) }))
  if (kept.length) await tx.insertInto('favourite').values(kept).execute()
  const opened = each(life?.opened).map(({ i, ...row }) => ({
    ...row,
    at: new Date(now().getTime() - (i + 1) * APART_MS),
  }))
  if (opened.length) await tx.insertInto('recent').values(opened).execute()
}
