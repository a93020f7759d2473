import type { ApiGroup } from '#contract/applications.ts'
import type { Flag } from '#contract/core/policy.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { Calendar } from './calendar.ts'
import { type PersonKey, people } from './people.ts'
import { random } from './random.ts'

type Needs = { calendar: Calendar; newId: () => string }
type Site = { space: { id: string } }

const SPACE = 'alpinelake'
const CONTACT: PersonKey = 'raman'
/** An application of the season and what it may do; nobody knows its secret. */
const gateway = {
  key: 'yt2mooring',
  name: '锚系数据网关',
  description: '每小时从浮标取回温度链数据，写入“锚系”文件夹。',
  groups: ['readSpaces', 'readFiles', 'writeFiles'] satisfies ApiGroup[],
  flags: ['F_MAKE', 'F_EDIT_AM', 'F_DOWN_AM'] satisfies Flag[],
  callsPerMinute: 60,
  sinceDays: 60,
  callsADay: 96,
}
const platform = {
  name: '青原生态数据中心',
  account: 'QY-ECO-07',
  host: 'https://data.qingyuan.example',
  dataset_gb: 50,
  ftp: 'off' as const,
}
/** Days from now until grants end. */
const [GRANTED_DAYS, AUTHORIZED_DAYS] = [120, 330]

const dayAhead = ({ now }: Calendar, days: number): string =>
  new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)

async function addGateway(tx: Tx, { space }: Site, { calendar, newId }: Needs): Promise<void> {
  const { key, name, description, groups, flags, callsPerMinute, sinceDays, callsADay } = gateway
  const [id, at, r] = [newId(), calendar.at(sinceDays, 10), random('gateway')]
  await tx
    .insertInto('person')
    .values({
      id,
      email: `${key}@application.invalid`,
      name,
      role: 'role_general',
      state: 'application',
      password_hash: null,
      disabled_at: null,
      created_at: at,
    })
    .execute()
  await tx
    .insertInto('application')
    .values({
      id,
      key,
      description,
      contact: people.find((one) => one.key === CONTACT)?.email ?? '',
      ways: ['bearer'],
      secret_hash: sha256(newId()),
      sealed_secret: null,
      calls_per_minute: callsPerMinute,
      redirect_uris: [],
      created_at: at,
      secret_at: at,
      last_used_at: calendar.at(0, 7, 30),
    })
    .execute()
  const until = dayAhead(calendar, GRANTED_DAYS)
  const grants = groups.map((group) => ({ application_id: id, api_group: group, until, warned_at: null }))
  await tx.insertInto('application_grant').values(grants).execute()
  await tx
    .insertInto('member')
    .values({ space_id: space.id, person_id: id, role: 'normal', joined_at: at, flags })
    .execute()
  await tx
    .updateTable('space_usage')
    .set(({ eb }) => ({ member_count: eb('member_count', '+', 1) }))
    .where('space_id', '=', space.id)
    .execute()
  const days = Array.from({ length: sinceDays + 1 }, (_, daysAgo) => ({
    application_id: id,
    day: calendar.day(daysAgo),
    calls: callsADay + r.whole(-8, 8),
    errors: r.next() < 0.2 ? r.whole(1, 4) : 0,
    limited: 0,
  }))
  await tx.insertInto('application_day').values(days).execute()
}

/** The settings of administrators: an application with its calls, a platform, a legal hold that has ended. */
export async function administrationOfPast({ db, ...needs }: Needs & { db: Db }): Promise<void> {
  const { calendar, newId } = needs
  const space = await db.selectFrom('space').select(['id', 'name']).where('identifier', '=', SPACE).executeTakeFirst()
  const admins = db.selectFrom('person').select('id').where('role', '=', 'role_admin').orderBy('id')
  const admin = await admins.executeTakeFirst()
  if (!space || !admin) return
  await transact(db, async (tx) => {
    await addGateway(tx, { space }, needs)
    const since = calendar.at(34, 14)
    await tx
      .insertInto('sender')
      .values({
        ...platform,
        id: newId(),
        until: dayAhead(calendar, AUTHORIZED_DAYS),
        code_sha256: sha256(newId()),
        code_at: since,
        revoked_at: null,
        created_at: since,
        entered_at: calendar.at(3, 11),
      })
      .execute()
    await tx
      .insertInto('legal_hold')
      .values({
        id: newId(),
        kind: 'space',
        target_id: space.id,
        target_name: space.name,
        reason: '档案检查 2026-14',
        placed_by: admin.id,
        placed_at: calendar.at(48, 9),
        until: null,
        ended_by: admin.id,
        ended_at: calendar.at(20, 16),
        end_reason: '检查已完成',
      })
      .execute()
  })
}
