import { sql } from 'kysely'
import type { AuditAction } from '#contract/audit.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { auditAt, type Note } from '#server/modules/audit/index.ts'
import { type Db, transact } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import type { Calendar } from './calendar.ts'
import { type PersonKey, people } from './people.ts'
import { random } from './random.ts'

type Person = { id: string; name: string; email: string }
type Happened = {
  daysAgo: number
  hour: number
  by: PersonKey
  action: AuditAction
  reason?: 'wrongCredentials'
  target?: { id: string; name: string }
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}
type Needs = { db: Db; seal: Seal; calendar: Calendar }

/** Weeks in which people signed in: a sample of the season, the later the denser. */
const SIGN_IN_DAYS = [
  118, 110, 103, 96, 89, 82, 75, 68, 61, 54, 47, 41, 36, 31, 27, 23, 19, 16, 13, 10, 8, 6, 4, 3, 2, 1,
]
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

type Made = { id: string; name: string; isPending: boolean; owner: PersonKey; daysAgo: number }

/** What people did to their accounts, and the site to its spaces. */
function eventsOf(spaces: readonly Made[]): Happened[] {
  const r = random('audit')
  const signIns = SIGN_IN_DAYS.flatMap((daysAgo) =>
    people
      .filter(() => r.next() < 0.22)
      .map(({ key }): Happened => ({ daysAgo, hour: r.next() < 0.6 ? 8 : 14, by: key, action: 'signIn' })),
  )
  const made = spaces.map(
    ({ id, name, isPending, owner, daysAgo }): Happened => ({
      daysAgo,
      hour: 9,
      by: owner,
      action: 'spaceCreated',
      target: { id, name },
      ...(isPending && { after: { status: 'pending' } }),
    }),
  )
  return [
    ...signIns,
    ...made,
    { daysAgo: 97, hour: 10, by: 'lin', action: 'totpOn' },
    { daysAgo: 72, hour: 16, by: 'okafor', action: 'passkeyAdded', after: { name: 'YubiKey' } },
    { daysAgo: 58, hour: 20, by: 'sorensen', action: 'signIn', reason: 'wrongCredentials' },
    { daysAgo: 58, hour: 21, by: 'sorensen', action: 'resetDone' },
    { daysAgo: 44, hour: 11, by: 'sorensen', action: 'appPasswordMade', after: { name: 'Lab laptop' } },
    { daysAgo: 21, hour: 14, by: 'raman', action: 'tokenMade', after: { name: 'Model runs' } },
    {
      daysAgo: 9,
      hour: 15,
      by: 'zhou',
      action: 'profileChanged',
      before: { telephone: '' },
      after: { orgChineseName: '遥感与制图组' },
    },
  ]
}

/** The past of the audit log, oldest first; a log that has entries already is left alone. */
export async function auditOfPast({ db, seal, calendar }: Needs): Promise<void> {
  const { rows: known } = await sql`select 1 from audit limit 1`.execute(db)
  if (known.length) return
  const persons = await db
    .selectFrom('person')
    .select(['id', 'name', 'email'])
    .where(
      'email',
      'in',
      people.map(({ email }) => email),
    )
    .execute()
  const personOf = (by: PersonKey) => persons.find(({ email }) => email === people.find(({ key }) => key === by)?.email)
  const spaces = await spacesOf(db, calendar, personOf)
  const byTime = Map.groupBy(eventsOf(spaces), ({ daysAgo, hour }) => calendar.at(daysAgo, hour, 12).getTime())
  for (const [ms, events] of [...byTime].toSorted(([one], [other]) => one - other)) {
    const notes = events.flatMap((event) => noteOf(event, personOf(event.by)) ?? [])
    await transact(db, async (tx) => auditAt({ db, seal }, new Date(ms)).record(tx, ...notes))
  }
}

function noteOf({ action, reason, target, before, after }: Happened, person: Person | undefined): Note | null {
  if (!person) return null
  return {
    action,
    actor: reason ? null : person,
    caller: { channel: 'web', address: '203.0.113.24', agent: AGENT },
    target: target ?? person,
    ...(action === 'signIn' && { method: 'password' }),
    ...(reason && { outcome: 'refused', reason }),
    ...(before && { before }),
    ...(after && { after }),
  }
}

async function spacesOf(db: Db, { now }: Calendar, personOf: (by: PersonKey) => Person | undefined) {
  const rows = await db.selectFrom('space').select(['id', 'name', 'status', 'owner_id', 'created_at']).execute()
  return rows.flatMap(({ id, name, status, owner_id, created_at }) => {
    const owner = people.find(({ key }) => personOf(key)?.id === owner_id)?.key
    const daysAgo = Math.round((now.getTime() - created_at.getTime()) / DAY_MS)
    return owner ? [{ id, name, isPending: status === 'pending', owner, daysAgo }] : []
  })
}
