import { recordAt } from '#server/modules/journal/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { SampleSpace } from '../sample.ts'

/** A request for more storage that waits for an administrator. */
export async function capacityOfPast(tx: Tx, space: SampleSpace): Promise<void> {
  const wish = space.life?.capacity
  if (!wish) return
  const { id, name, identifier, calendar, newId } = space
  const at = calendar.at(1, 10, 25)
  const applicant = space.person(space.owner)
  await tx
    .insertInto('approval')
    .values({
      id: newId(),
      kind: 'capacity',
      space_id: id,
      space_name: name,
      space_identifier: identifier,
      applicant_id: applicant.id,
      reason: wish.reason,
      size_gb: wish.gb,
      asked_at: at,
      answered_at: null,
      answered_by: null,
    })
    .execute()
  await recordAt(
    tx,
    [
      {
        spaceId: id,
        action: 'capacityAsked',
        doer: { ...applicant, channel: 'web' },
        details: { size: String(wish.gb) },
      },
    ],
    at,
  )
}
