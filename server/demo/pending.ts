import { BYTES_PER_GB } from '#contract/core/limits.ts'
import { insertSpace } from '#server/modules/spaces/index.ts'
import type { Db } from '#server/storage/database.ts'
import type { Calendar } from './calendar.ts'
import { type PersonKey, people } from './people.ts'

type Needs = { db: Db; calendar: Calendar; newId: () => string }

const BY: PersonKey = 'raman'
const ASKED_GB = 200
const wish = {
  name: '湖冰遥感',
  identifier: 'lakeice',
  introduction: '用卫星影像逐日识别湖冰的冻结与消融。',
  tags: ['湖冰', '遥感'],
  type: 'restricted',
} as const
const REASON = '每个冬季约 150 GB 影像，由三人共同处理，课题为期两年。'

/** A requested space that is pending approval. */
export async function askForSpace({ db, calendar, newId }: Needs): Promise<void> {
  const [id, at] = [newId(), calendar.at(1, 16, 35)]
  const email = people.find(({ key }) => key === BY)?.email ?? ''
  await db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('space').select('id').where('identifier', '=', wish.identifier).executeTakeFirst()
    const person = await tx.selectFrom('person').select('id').where('email', '=', email).executeTakeFirst()
    if (known || !person) return
    const { tags, ...named } = wish
    await insertSpace(tx, {
      ...named,
      id,
      rootId: newId(),
      tags: [...tags],
      status: 'pending',
      capacityBytes: ASKED_GB * BYTES_PER_GB,
      ownerId: person.id,
      createdAt: at,
    })
    await tx
      .insertInto('approval')
      .values({
        id: newId(),
        kind: 'space',
        space_id: id,
        space_name: wish.name,
        space_identifier: wish.identifier,
        applicant_id: person.id,
        reason: REASON,
        size_gb: ASKED_GB,
        asked_at: at,
        answered_at: null,
        answered_by: null,
      })
      .execute()
  })
}
