import type { Db } from '#server/storage/database.ts'
import type { Calendar } from './calendar.ts'
import { type PersonKey, people } from './people.ts'
import { demoSpaces } from './spaces.ts'

type Needs = { db: Db; calendar: Calendar; newId: () => string }
type Answered = {
  kind: 'space' | 'capacity'
  /** Identifier of a space of the sample; null: the space is gone. */
  space: string | null
  called: { name: string; identifier: string }
  by: PersonKey
  reason: string
  gb: number
  state: 'passed' | 'rejected' | 'withdrawn'
  opinion?: string
  askedAt: Date
  answeredAt: Date
}

const SPACE_GB = 10
const REASONS: Record<string, string> = {
  alpinelake: '澄岚湖一个观测季的数据，供全组共享并逐步公开。',
  shoreline: '十二个样点的照片与影像，野外季结束后开放申请。',
  diatoms: 'Reads, alignments and trees of our diatom cultures; we want to publish them with the paper.',
  thesis: '第三章的数据与稿件，仅课题组成员使用。',
}
/** Hours between a request for a space, its approval, and the first file in it. */
const [ASKED_HOURS, APPROVED_HOURS] = [26, 2]

const hoursBefore = (date: Date, hours: number) => new Date(date.getTime() - hours * 3_600_000)

/** Requests that were rejected or withdrawn; the space of the withdrawn one was deleted. */
const refused = ({ at }: Calendar): Answered[] => [
  {
    kind: 'capacity',
    space: 'shoreline',
    called: { name: '湖岸带生境调查', identifier: 'shoreline' },
    by: 'lin',
    reason: '下一季计划增加两条无人机航线。',
    gb: 500,
    state: 'rejected',
    opinion: '目前只用了很少一部分，航线确定后请按实际数据量再申请。',
    askedAt: at(33, 9, 20),
    answeredAt: at(32, 15, 5),
  },
  {
    kind: 'space',
    space: null,
    called: { name: 'Sandbox', identifier: 'sandbox' },
    by: 'raman',
    reason: 'A place to try model runs.',
    gb: 50,
    state: 'withdrawn',
    askedAt: at(52, 11, 40),
    answeredAt: at(52, 13, 10),
  },
]

/** Past requests and their answers: for the spaces of the demo, and those that were rejected. */
export async function answeredOfPast({ db, calendar, newId }: Needs): Promise<void> {
  const spaces = await db
    .selectFrom('space')
    .select(['id', 'identifier', 'created_at'])
    .where(
      'identifier',
      'in',
      demoSpaces.map(({ identifier }) => identifier),
    )
    .execute()
  const persons = await db.selectFrom('person').select(['id', 'email', 'role']).execute()
  const administrator = persons.find(({ role }) => role === 'role_admin')?.id ?? null
  const given = demoSpaces.flatMap(({ identifier, name, owner }): Answered[] => {
    const made = spaces.find((space) => space.identifier === identifier)?.created_at
    if (!made) return []
    const [askedAt, answeredAt] = [hoursBefore(made, ASKED_HOURS), hoursBefore(made, APPROVED_HOURS)]
    const called = { name, identifier }
    const reason = REASONS[identifier] ?? ''
    return [
      {
        kind: 'space',
        space: identifier,
        called,
        by: owner,
        reason,
        gb: SPACE_GB,
        state: 'passed',
        askedAt,
        answeredAt,
      },
    ]
  })
  const idOf = (by: PersonKey) => persons.find(({ email }) => email === people.find(({ key }) => key === by)?.email)?.id
  const rows = [...given, ...refused(calendar)].flatMap(({ kind, space, called, by, reason, gb, state, ...rest }) => {
    const applicant = idOf(by)
    if (!applicant) return []
    const row = {
      id: newId(),
      kind,
      space_id: spaces.find(({ identifier }) => identifier === space)?.id ?? null,
      space_name: called.name,
      space_identifier: called.identifier,
      applicant_id: applicant,
      reason,
      size_gb: gb,
      granted_gb: state === 'passed' ? gb : 0,
      state,
      opinion: rest.opinion ?? '',
      asked_at: rest.askedAt,
      answered_at: rest.answeredAt,
      answered_by: state === 'withdrawn' ? applicant : administrator,
    }
    return [row]
  })
  if (rows.length) await db.insertInto('approval').values(rows).execute()
}
