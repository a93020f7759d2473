import type { MessageKind } from '#contract/messages.ts'
import type { Tx } from '#server/storage/database.ts'
import type { SampleSpace } from '../sample.ts'

/** Messages of the last days are new to their readers. */
const NEW_DAYS = 3

type Told = {
  to: readonly string[]
  kind: MessageKind
  values: Record<string, string | number>
  link: string
  at: Date
}

/** Tells people what happened at a past time, here and not by mail; old messages have been read. */
export async function told(
  tx: Tx,
  { id: space_id, calendar, newId }: SampleSpace,
  { to, kind, values, link, at }: Told,
): Promise<void> {
  const isNew = at > calendar.at(NEW_DAYS, 0)
  const rows = to.map((person_id) => ({
    id: newId(),
    person_id,
    kind,
    space_id,
    link,
    created_at: at,
    values: JSON.stringify(values) as never,
    read_at: isNew ? null : at,
  }))
  if (rows.length) await tx.insertInto('message').values(rows).execute()
}
