import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import type { Job } from '#contract/jobs.ts'
import type { TaskState } from '#contract/tasks.ts'
import { startJobs } from '#server/jobs.ts'
import { SILENT_MS } from '#server/modules/jobs/index.ts'
import { buildWorld, type World } from '../support/world.ts'

const { jobs, tasks, audit } = contract
const NOBODY = '00000000-0000-4000-8000-000000000000'

type Planted = { state?: TaskState; error?: 'unknown' | 'spaceFull'; ageMs?: number; leaseMs?: number }
/** A task of the owner in a space of theirs, as a server would have left it. */
async function plantTask(
  world: World,
  spaceId: string,
  { state = 'waiting', error, ageMs = 0, leaseMs }: Planted = {},
) {
  const id = randomUUID()
  const at = new Date(world.clock.now().getTime() - ageMs)
  const isOver = state === 'failed' || state === 'completed'
  await world.db
    .insertInto('task')
    .values({
      id,
      kind: 'verify',
      space_id: spaceId,
      folder_id: null,
      person_id: world.idOf('owner'),
      title: 'secret-title.txt',
      state,
      error: error ?? '',
      sealed: null,
      lease_by: leaseMs === undefined ? null : randomUUID(),
      lease_until: leaseMs === undefined ? null : new Date(world.clock.now().getTime() + leaseMs),
      cancel_asked_at: null,
      created_at: at,
      started_at: null,
      finished_at: isOver ? at : null,
    })
    .execute()
  return id
}
const begin = async (world: World) => {
  const running = await startJobs(world.url, world.services, { log: pino({ level: 'silent' }), now: world.clock.now })
  onTestFinished(() => running.stop())
}
const listed = async (world: World, state: Job['state'] | 'stuck') =>
  (await (await world.as('admin')).data(jobs.list, { state })).list
const troubleMails = async (world: World) =>
  (await world.inbox('admin@lab.test')).filter(({ text }) => text?.includes('/systemConfig/jobs'))

test('a schedule that this version does not know ends with the start, its queue too', async () => {
  const world = await buildWorld()
  const earlier = new PgBoss({ connectionString: world.url, schema: 'jobs' })
  await earlier.start()
  await earlier.createQueue('sweep-former')
  await earlier.schedule('sweep-former', '* * * * *')
  await begin(world)
  const names = (await earlier.getSchedules()).map(({ name }) => name)
  expect(names).toContain('sweep-trash')
  expect(names).not.toContain('sweep-former')
  expect(await earlier.getQueue('sweep-former')).toBeNull()
  await earlier.stop({ graceful: false })
})

describe('background work', () => {
  test('is for administrators', async () => {
    const owner = await (await buildWorld()).as('owner')
    for (const [operation, input] of [
      [jobs.list, { state: 'failed' }],
      [jobs.queues, {}],
      [jobs.cancel, { id: NOBODY }],
      [jobs.retry, { queue: 'task', kind: 'verify', id: NOBODY }],
    ] as const)
      expect(await owner.call(operation, input)).toMatchObject({ error: 'forbidden' })
  })

  test('that is not there, runs or did not fail is not tried again', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const admin = await world.as('admin')
    expect(await admin.call(jobs.cancel, { id: NOBODY })).toMatchObject({ error: 'taskGone' })
    for (const queue of ['task', 'schedule', 'mail', 'import'] as const)
      for (const id of [NOBODY, 'x'])
        expect(await admin.call(jobs.retry, { queue, kind: 'verify', id })).toMatchObject({ error: 'taskGone' })
    expect(await admin.call(jobs.retry, { queue: 'content', kind: 'text', id: 'text' })).toMatchObject({
      error: 'taskGone',
    })
    const waiting = await plantTask(world, spaceId)
    const done = await plantTask(world, spaceId, { state: 'completed' })
    const retry = (id: string) => admin.call(jobs.retry, { queue: 'task', kind: 'verify', id })
    expect(await retry(waiting)).toMatchObject({ error: 'taskRunning' })
    expect(await retry(done)).toMatchObject({ error: 'taskNotFailed' })
  })

  test('of somebody is shown without its title, cancelled and tried again, and the audit log says so', async () => {
    const world = await buildWorld()
    const { id: spaceId, name } = await world.space()
    const admin = await world.as('admin')
    const id = await plantTask(world, spaceId, { state: 'failed', error: 'spaceFull' })
    const [failed] = await listed(world, 'failed')
    expect(failed).toMatchObject({
      id,
      queue: 'task',
      kind: 'verify',
      space: { name },
      person: 'Olive Owner',
      isRetryable: true,
    })
    expect(failed?.cause).toBeTruthy()
    expect(JSON.stringify(failed)).not.toContain('secret-title')
    await admin.data(jobs.retry, { queue: 'task', kind: 'verify', id })
    expect(await listed(world, 'failed')).toEqual([])
    expect(await listed(world, 'waiting')).toMatchObject([{ id, isCancellable: true, stuck: null }])
    await admin.data(jobs.cancel, { id })
    expect(await (await world.as('owner')).data(tasks.show, { id })).toMatchObject({ state: 'cancelled' })
    const { list } = await admin.data(audit.list, {})
    expect(list.map(({ action, target }) => [action, target?.id]).slice(0, 2)).toEqual([
      ['jobCancelled', id],
      ['jobRetried', id],
    ])
  })

  test('is read page by page, each once, also of one moment', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const admin = await world.as('admin')
    const ids = new Set<string>()
    for (let count = 0; count < 7; count += 1)
      ids.add(await plantTask(world, spaceId, { state: 'failed', error: 'unknown' }))
    const seen: string[] = []
    for (let after: string | undefined; seen.length === 0 || after; ) {
      const page = await admin.data(jobs.list, { state: 'failed', size: 3, ...(after && { after }) })
      seen.push(...page.list.map(({ id }) => id))
      after = page.next
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen)).toEqual(ids)
    expect(await admin.call(jobs.list, { state: 'failed', after: 'WyJ4Il0' })).toMatchObject({ error: 'invalid' })
  })

  test('of all kinds is shown with what waits first, then by the next time', async () => {
    const world = await buildWorld()
    await begin(world)
    const { id: spaceId } = await world.space()
    await plantTask(world, spaceId)
    const queues = await (await world.as('admin')).data(jobs.queues, {})
    expect(queues[0]).toMatchObject({ queue: 'task', waiting: 1 })
    const next = queues.slice(1).map(({ nextAt }) => nextAt ?? '')
    expect(next).toEqual(next.toSorted())
  })

  test('of schedules has a name in both languages, and its next time', async () => {
    const world = await buildWorld()
    await begin(world)
    const scheduled = await listed(world, 'scheduled')
    expect(scheduled.length).toBeGreaterThan(20)
    for (const { name, kind, at } of scheduled) {
      expect(name).not.toBe(kind)
      expect(Date.parse(at)).toBeGreaterThan(world.clock.now().getTime())
    }
    const queues = await (await world.as('admin')).data(jobs.queues, {})
    expect(queues.find(({ kind }) => kind === 'send-mails')).toMatchObject({
      queue: 'schedule',
      scheduled: 1,
      stuck: 0,
    })
  })

  test('of a schedule that failed says why in plain words, and is tried again', async () => {
    const world = await buildWorld()
    await begin(world)
    const id = randomUUID()
    await sql`insert into jobs.job (id, name, state, completed_on, output)
      values (${id}::uuid, 'sweep-blobs', 'failed', now(), '{"message": "ENOSPC: no space left on device"}')`.execute(
      world.db,
    )
    const [failed] = await listed(world, 'failed')
    expect(failed).toMatchObject({ id, queue: 'schedule', kind: 'sweep-blobs', state: 'failed' })
    expect(failed?.cause).toContain('The disk is full')
    await (await world.as('admin')).data(jobs.retry, { queue: 'schedule', kind: 'sweep-blobs', id })
    expect(await listed(world, 'failed')).toEqual([])
  })
})

describe('the watchdog', () => {
  test('names what runs without a sign of life, and what waits though it is long due', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const silent = await plantTask(world, spaceId, {
      state: 'transferring',
      ageMs: HOUR_MS,
      leaseMs: -SILENT_MS - 1000,
    })
    expect((await listed(world, 'stuck')).map(({ id, stuck }) => [id, stuck])).toEqual([[silent, 'silent']])
    const text = await (await fetch(`${world.origin}/metrics`)).text()
    expect(text).toMatch(/dataspace_work_stuck\{queue="task"\} 1/)
    await world.db.deleteFrom('task').execute()
    const late = await plantTask(world, spaceId, { ageMs: 2 * HOUR_MS })
    expect((await listed(world, 'stuck')).map(({ id, stuck }) => [id, stuck])).toEqual([[late, 'late']])
  })

  test('lets tasks wait for another one of their person, and holds a beating one for alive', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    await plantTask(world, spaceId, { state: 'transferring', ageMs: DAY_MS, leaseMs: MINUTE_MS })
    await plantTask(world, spaceId, { ageMs: DAY_MS })
    expect(await listed(world, 'stuck')).toEqual([])
    expect(await world.services.jobs.look()).toBe(0)
  })

  test('names a schedule that has stopped coming', async () => {
    const world = await buildWorld()
    await begin(world)
    expect(await listed(world, 'stuck')).toEqual([])
    await sql`update jobs.schedule set updated_on = now() - interval '1 hour' where name = 'send-mails'`.execute(
      world.db,
    )
    expect(await listed(world, 'stuck')).toMatchObject([{ kind: 'send-mails', stuck: 'missed' }])
  })

  test('writes to administrators once for the same cause, and again when it comes back', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    for (let count = 0; count < 5; count += 1) await plantTask(world, spaceId, { state: 'failed', error: 'unknown' })
    expect(await world.services.jobs.look()).toBe(1)
    expect(await world.services.jobs.look()).toBe(0)
    await plantTask(world, spaceId, { state: 'failed', error: 'unknown' })
    expect(await world.services.jobs.look()).toBe(0)
    const [mail, ...others] = await troubleMails(world)
    expect(others).toEqual([])
    expect(mail?.text).toContain('5')
    world.clock.advance(2 * DAY_MS)
    await plantTask(world, spaceId, { state: 'failed', error: 'unknown' })
    expect(await world.services.jobs.look()).toBe(1)
  })

  test('does not write about what people brought upon themselves', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    await plantTask(world, spaceId, { state: 'failed', error: 'spaceFull' })
    expect(await world.services.jobs.look()).toBe(0)
  })
})
