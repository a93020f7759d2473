import { sql } from 'kysely'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import { seedSpaces } from '#server/demo/many-spaces.ts'
import type { Db } from '#server/storage/database.ts'
import type { Client } from '../../tests/support/client.ts'
import { type Line, median, ms, timed } from './job.ts'

const REPEATS = 15
const SPACES = 10_000
const REQUESTS = 100_000
const ENTRIES = 1_000_000
const { approvals, audit, joining, journal, managedSpaces, spaces, statistics } = contract

const often = async (run: () => Promise<unknown>) => {
  const values: number[] = []
  for (let i = 0; i < REPEATS; i += 1) values.push(await timed(run))
  return median(values)
}

/** A space of the administrator with the largest request queue and journal. */
async function fill(db: Db, client: Client): Promise<string> {
  await seedSpaces(db, SPACES)
  const { id } = await client.data(spaces.create, { name: 'Busy', identifier: 'benchbusy', type: 'restricted' })
  await sql`
    insert into join_request (id, space_id, space_name, space_identifier, person_id, reason, state, asked_at, answered_at)
    select gen_random_uuid(), ${id}::uuid, 'Busy', 'benchbusy', p.id, 'reason ' || p.n, case when p.n % 2 = 0 then 'pending' else 'passed' end,
      now() - p.n * interval '1 minute', case when p.n % 2 = 0 then null else now() - p.n * interval '30 seconds' end
    from (select id, row_number() over (order by id) as n from person limit ${REQUESTS}) p on conflict do nothing`.execute(
    db,
  )
  await sql`
    insert into approval (id, kind, space_id, space_name, space_identifier, applicant_id, reason, size_gb, state, asked_at, answered_at)
    select gen_random_uuid(), 'capacity', s.id, s.name, s.identifier, s.owner_id, 'reason ' || n, 20, 'passed', now() - n * interval '1 minute',
      now() - n * interval '30 seconds'
    from (select id, name, identifier, owner_id, row_number() over (order by id) as r from space) s
      join generate_series(1, ${REQUESTS}::int) n on s.r = 1 + n % ${SPACES}::int`.execute(db)
  await sql`
    insert into journal (space_id, at, "group", action, person_id, person_name, channel, item_name, item_path)
    select ${id}::uuid, now() - n * interval '2 seconds', 'file', (array['uploaded', 'renamed', 'downloaded', 'trashed'])[1 + n % 4],
      f.id, f.name, 'web', 'profile ' || n || '.csv', '/lake/profile ' || n || '.csv'
    from generate_series(1, ${ENTRIES}::int) n join (select id, name, row_number() over (order by id) - 1 as r from person limit 50) f
      on f.r = n % 50`.execute(db)
  await sql`
    insert into audit (number, at, action, outcome, actor_id, actor_name, actor_email, channel, address, target_id, target_name, hash)
    select base + n, now() - n * interval '1 minute', (array['spaceResized', 'spaceOffline', 'spaceOnline', 'spaceHandedOver'])[1 + n % 4],
      'success', 'x', 'Admin', 'admin@bench.test', 'web', '10.0.0.1', ${id}, 'Busy', ''
    from generate_series(1, ${REQUESTS}::int) n, (select coalesce(max(number), 0) as base from audit) as last`.execute(
    db,
  )
  for (const table of ['join_request', 'approval', 'journal', 'audit'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  return id
}

type Page = [string, () => Promise<unknown>]

const pagesOf = (client: Client, id: string): Page[] => [
  ...(['hot', 'name', 'created', 'used', 'members'] as const).map(
    (sort): Page => [`spaces in the open by ${sort}, of 10,000`, () => client.data(spaces.list, { sort })],
  ),
  ['spaces in the open by a word', () => client.data(spaces.list, { q: '湖泊' })],
  ['spaces in the open with a tag', () => client.data(spaces.list, { tag: '水质' })],
  ...(['created', 'name', 'used', 'members'] as const).map(
    (sort): Page => [`all spaces by ${sort}, of 10,000`, () => client.data(managedSpaces.list, { sort })],
  ),
  ...(
    [
      ['of a state', { status: 'offline' }],
      ['of a type with a tag', { type: 'private', tag: 'lake' }],
      ['nearly full, the fullest first', { isNearlyFull: 'true', sort: 'used' }],
      ['by a word', { q: '4711' }],
      ['by an owner', { q: 'volume.test' }],
    ] satisfies [string, InputOf<typeof managedSpaces.list>][]
  ).map(([what, input]): Page => [`all spaces ${what}`, () => client.data(managedSpaces.list, input)]),
  ['requests to join that wait, of 50,000', () => client.data(joining.requests, { id })],
  ['requests to join that were answered', () => client.data(joining.requests, { id, isOpen: 'false' })],
  ['approvals that wait', () => client.data(approvals.list, {})],
  ['approvals answered, of 100,000', () => client.data(approvals.list, { isOpen: 'false' })],
  ['approvals by a word', () => client.data(approvals.list, { isOpen: 'false', q: '冰川' })],
  ['entries of a journal, of 1,000,000', () => client.data(journal.list, { id })],
  ['entries of an action', () => client.data(journal.list, { id, action: 'renamed' })],
  ['entries by a word', () => client.data(journal.list, { id, q: 'profile 4711' })],
  ['records of all spaces, of 100,000', () => client.data(audit.list, { topic: 'space' })],
  ['records of a space', () => client.data(audit.list, { topic: 'space', targetId: id })],
  ['spaces that lead by a figure', () => client.data(statistics.top, { by: 'downloads' })],
]

/** Spaces where teams work at 10,000, their requests at 100,000, a journal of 1,000,000: a page of everything offered. */
export async function manySpaces(db: Db, client: Client): Promise<Line[]> {
  const id = await fill(db, client)
  const limit = await often(() =>
    sql`select * from space s join space_usage u on u.space_id = s.id order by s.created_at desc, s.id desc limit 51`.execute(
      db,
    ),
  )
  const line = (job: string, ours: number, target: string): Line => ({
    job,
    ours: ms(ours),
    limit: `${ms(limit)} SQL`,
    ratio: `+${ms(ours - limit)}`,
    target,
  })
  const lines: Line[] = []
  for (const [what, ask] of pagesOf(client, id)) lines.push(line(`50 ${what}`, await often(ask), '10 ms'))
  lines.push(line('the home page, rendered', await often(async () => (await client.fetch('/')).text()), '20 ms'))
  return lines
}
