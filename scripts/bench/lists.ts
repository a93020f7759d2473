import { sql } from 'kysely'
import type { FileSort } from '#contract/files.ts'
import { contract } from '#contract/index.ts'
import { seedPeople, seedVolume } from '#server/demo/volume.ts'
import type { Db } from '#server/storage/database.ts'
import type { Client } from '../../tests/support/client.ts'
import { type Line, median, ms, seconds, timed } from './job.ts'

const REPEATS = 15
const { files, search } = contract
const often = async (run: () => Promise<unknown>) => {
  const values: number[] = []
  for (let i = 0; i < REPEATS; i += 1) values.push(await timed(run))
  return median(values)
}

/** A folder of 100,000: a page by every sort, and the walk to its end. */
export async function bigFolder(db: Db, client: Client): Promise<Line[]> {
  const { spaceId, rootId } = await seedVolume(db, { files: 100_000, folders: 1 })
  const limit = await often(() =>
    sql`select * from node where parent_id = ${rootId}::uuid and not is_folder and trash_id is null order by name collate natural_order, id limit 51`.execute(
      db,
    ),
  )
  const lines: Line[] = []
  for (const sort of ['name', 'size', 'type', 'modified'] satisfies FileSort[]) {
    const ours = await often(() => client.data(files.list, { spaceId, sort }))
    lines.push({
      job: `folder of 100,000: 50 rows by ${sort}`,
      ours: ms(ours),
      limit: `${ms(limit)} SQL`,
      ratio: `+${ms(ours - limit)}`,
      target: 'SQL + 5 ms',
    })
  }
  const walk = await timed(async () => {
    for (let after: string | undefined, isFirst = true; isFirst || after; isFirst = false) {
      const response = await client.send(files.list, { spaceId, size: 1000, ...(after && { after }) })
      after = ((await response.json()) as { data: { next?: string } }).data.next
    }
  })
  return [
    ...lines,
    { job: 'folder of 100,000: walked whole', ours: seconds(walk), limit: '', ratio: '', target: '2 s' },
  ]
}

/** Names among a million: common, rare, absent, in two scripts. */
export async function bigSearch(db: Db, client: Client): Promise<Line[]> {
  const { spaceId } = await seedVolume(db, { files: 1_000_000, folders: 200 })
  const lines: Line[] = []
  for (const q of ['数据', '锂硫', 'glacier', 'sonar 4711', '没有', 'absentword']) {
    const like = `%${q}%`
    const limit = await often(() =>
      sql`select id, name from node where space_id = ${spaceId}::uuid and trash_id is null and space_keys(space_id, grams(name)) @> space_keys(${spaceId}::uuid, grams(${q})) and name ilike ${like} order by id limit 51`.execute(
        db,
      ),
    )
    const ours = await often(() => client.data(search.find, { spaceId, q, in: 'name', size: 50 }))
    lines.push({
      job: `search “${q}” among 1,000,000 names`,
      ours: ms(ours),
      limit: `${ms(limit)} SQL`,
      ratio: `+${ms(ours - limit)}`,
      target: '15 ms',
    })
  }
  return lines
}

/** Accounts and the audit log at 100,000 each: pages by every sort, filters and words. */
export async function bigAccounts(db: Db, client: Client): Promise<Line[]> {
  await seedPeople(db, 100_000)
  await sql`
    insert into audit (number, at, action, outcome, actor_id, actor_name, actor_email, channel, address, target_id, target_name, hash)
    select base + n, now() - (100000 - n) * interval '1 minute', (array['signIn', 'profileChanged', 'userChanged'])[1 + n % 3],
      case when n % 10 = 0 then 'refused' else 'success' end, 'x', 'Person ' || n, 'person' || n || '@bench.test', 'web',
      '10.0.' || n % 250 || '.1', 'x', 'Target ' || n, ''
    from generate_series(1, 100000) as n, (select coalesce(max(number), 0) as base from audit) as last`.execute(db)
  await sql`analyze person, audit`.execute(db)
  const { users, audit } = contract
  const limit = await often(() => sql`select * from person order by created_at desc, id desc limit 51`.execute(db))
  const pages: [string, () => Promise<unknown>][] = [
    ...(['created', 'name', 'email', 'lastSignIn'] as const).map((sort): [string, () => Promise<unknown>] => [
      `accounts by ${sort}`,
      () => client.data(users.list, { sort }),
    ]),
    ['accounts of a role', () => client.data(users.list, { role: 'role_senior' })],
    ['accounts by a word', () => client.data(users.list, { q: '4711' })],
    ['audit entries', () => client.data(audit.list, {})],
    ['audit entries refused', () => client.data(audit.list, { outcome: 'refused', action: 'signIn' })],
    ['audit entries by a word', () => client.data(audit.list, { q: 'person4711' })],
  ]
  const lines: Line[] = []
  for (const [what, ask] of pages) {
    const ours = await often(ask)
    lines.push({
      job: `50 ${what}, of 100,000`,
      ours: ms(ours),
      limit: `${ms(limit)} SQL`,
      ratio: `+${ms(ours - limit)}`,
      target: '10 ms',
    })
  }
  return lines
}
