import { once } from 'node:events'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import { REALTIME_PATH } from '#contract/core/events.ts'
import { TASK_QUIET_MS, TASKS_WAITING_MAX } from '#contract/core/limits.ts'
import type { Conflict } from '#contract/files.ts'
import { contract } from '#contract/index.ts'
import type { TaskKind, TaskNews, TaskState } from '#contract/tasks.ts'
import { buildApp } from '#server/app.ts'
import { examine } from '#server/doctor/index.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { Part, Running, Work } from '#server/modules/tasks/index.ts'
import { openBus } from '#server/storage/bus.ts'
import { transact } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'
import { openSeal } from '#server/storage/seal.ts'
import { DAY_MS } from '../../contract/core/time.ts'
import { TASK_KEEP_DAYS } from '../../server/modules/tasks/service.ts'
import { TASK_LEASE_MS, TASK_TRIES_MAX } from '../../server/modules/tasks/working.ts'
import type { Client } from '../support/client.ts'
import { type Between, copyWork } from '../support/copy-work.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type Who, type World } from '../support/world.ts'

const { tasks, files, messages, users, spaces } = contract
const NOBODY = '00000000-0000-4000-8000-000000000000'

const actorOf = (world: World, who: Exclude<Who, 'stranger'>): SignedIn => ({
  id: world.idOf(who),
  role: 'role_general',
  email: `${who}@lab.test`,
  name: String(who),
  avatar: '',
  token: '',
  sessionId: null,
  channel: 'web',
  scope: null,
  isConfirmed: false,
  mustSetUp: false,
})

type More = { secret?: string; reserveBytes?: number; conflict?: Conflict; kind?: TaskKind }
/** A space whose members copy: three files at its root, and a folder to copy them to. */
async function scene(between: Between = {}) {
  const world = await buildWorld()
  const { id: spaceId } = await world.space()
  const owner = await world.as('owner')
  const hashes: string[] = []
  for (const name of ['a.txt', 'b.txt', 'c.txt'])
    hashes.push((await upload(owner, { spaceId, name }, Buffer.from(`content of ${name}`))).hash)
  const folder = await owner.data(files.create, { spaceId, path: 'target' })
  world.services.tasks.register(copyWork({ db: world.db, files: world.services.files }, between))
  const begin = (who: Exclude<Who, 'stranger'> = 'normal', { conflict = 'refuse', ...more }: More = {}) =>
    world.services.tasks.begin(null, {
      kind: 'archive',
      spaceId,
      folderId: folder,
      actor: actorOf(world, who),
      title: 'three files',
      options: { hashes, conflict },
      reserveBytes: 60,
      ...more,
    })
  return { world, spaceId, owner, normal: await world.as('normal'), hashes, folder, begin }
}
type Scene = Awaited<ReturnType<typeof scene>>

const namesIn = async ({ owner, spaceId }: Pick<Scene, 'owner' | 'spaceId'>, hash: string) =>
  (await owner.data(files.list, { spaceId, hash })).list.map(({ name }) => name)
const reserved = async ({ world, spaceId }: Pick<Scene, 'world' | 'spaceId'>) =>
  (
    await world.db
      .selectFrom('space_usage')
      .select('reserved_bytes')
      .where('space_id', '=', spaceId)
      .executeTakeFirstOrThrow()
  ).reserved_bytes
const shown = (client: Client, id: string) => client.data(tasks.show, { id })
const messagesOf = async (client: Client) => (await client.data(messages.list, {})).list.map(({ kind }) => kind)
const isHealthy = async ({ world }: Pick<Scene, 'world'>) =>
  (await examine(world.db, world.blobs, { repair: false, deep: true })).isHealthy

/** A promise and what keeps it. */
function gate<T = void>() {
  let open: (value: T) => void = () => {}
  const passed = new Promise<T>((resolve) => {
    open = resolve
  })
  return { passed, open }
}

/** Another node on the same database, with a bus of its own. */
async function anotherNode(world: World) {
  const bus = await openBus(world.url, world.db)
  const { app, services } = await buildApp({
    db: world.db,
    bus,
    blobs: world.blobs,
    config: world.config,
    now: world.clock.now,
    newId,
    log: pino({ level: 'silent' }),
    seal: openSeal(world.config),
    isDraining: () => false,
  })
  services.tasks.register(copyWork({ db: world.db, files: services.files }))
  onTestFinished(async () => {
    await app.close()
    await bus.close()
  })
  return { app, services }
}

describe('a task of somebody else', () => {
  test('is not said to exist to those outside the space', async () => {
    const { world, begin } = await scene()
    const { id } = await begin()
    const ordinary = await world.as('ordinary')
    for (const call of [tasks.show, tasks.parts, tasks.cancel, tasks.retry, tasks.remove]) {
      const answer = await ordinary.call(call, { id })
      const unknown = await ordinary.call(call, { id: NOBODY })
      expect(answer).toMatchObject({ error: 'taskGone' })
      expect({ ...answer, requestId: '' }).toEqual({ ...unknown, requestId: '' })
    }
  })

  test('is neither shown to nor changed by other members', async () => {
    const { world, begin } = await scene()
    const { id } = await begin()
    const senior = await world.as('senior')
    for (const call of [tasks.show, tasks.parts, tasks.cancel, tasks.retry, tasks.remove])
      expect(await senior.call(call, { id })).toMatchObject({ error: 'taskForbidden' })
  })

  test('is shown to the owner with its parts, cancelled and deleted, but not begun again', async () => {
    const { world, owner, begin } = await scene()
    const { id } = await begin()
    await world.services.tasks.drain()
    expect(await shown(owner, id)).toMatchObject({ person: { personName: '常小米' }, state: 'completed' })
    expect((await owner.data(tasks.parts, { id })).list).toHaveLength(3)
    expect(await owner.call(tasks.retry, { id })).toMatchObject({ error: 'taskForbidden' })
    await owner.data(tasks.remove, { id })
    const { id: next } = await begin()
    expect(await owner.data(tasks.cancel, { id: next })).toMatchObject({ state: 'cancelled' })
  })

  test('is in the list of the space for its owner only; members see how many there are, strangers nothing', async () => {
    const { world, spaceId, owner, normal, begin } = await scene()
    const { id } = await begin()
    const senior = await world.as('senior')
    const idsOf = async (client: Client) =>
      (await client.data(tasks.ofSpace, { spaceId })).list.map(({ id: one }) => one)
    expect(await idsOf(owner)).toEqual([id])
    expect(await idsOf(normal)).toEqual([id])
    expect(await idsOf(senior)).toEqual([])
    expect(await senior.data(tasks.counts, { spaceId })).toMatchObject({ waiting: 1, completed: 0 })
    const ordinary = await world.as('ordinary')
    expect(await ordinary.call(tasks.counts, { spaceId })).toMatchObject({ error: 'spaceNotFound' })
    await owner.data(spaces.setType, { id: spaceId, type: 'public' })
    expect(await ordinary.call(tasks.counts, { spaceId })).toMatchObject({ error: 'spaceRightMissing' })
    expect(await idsOf(ordinary)).toEqual([])
  })
})

describe('beginning a task', () => {
  test('is refused when what it reserves does not fit, and nothing is noted', async () => {
    const { world, spaceId, normal, begin } = await scene()
    const { size } = await normal.data(spaces.show, { id: spaceId })
    await expect(begin('normal', { reserveBytes: size * 1_073_741_824 })).rejects.toMatchObject({
      refusal: 'spaceFull',
    })
    expect((await normal.data(tasks.mine, {})).list).toEqual([])
    expect(await reserved({ world, spaceId })).toBe(0)
  })

  test('of more than a person may have is refused, also when many come at once', async () => {
    const { normal, begin } = await scene()
    const many = Array.from({ length: TASKS_WAITING_MAX + 5 }, () => begin('normal', { reserveBytes: 0 }))
    const refused = (await Promise.allSettled(many)).filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(5)
    expect(refused[0]).toMatchObject({ reason: { refusal: 'tasksTooMany' } })
    expect((await normal.data(tasks.mine, { size: 1000 })).list).toHaveLength(TASKS_WAITING_MAX)
  })

  test('comes to pass with the transaction that it is begun in, or not at all', async () => {
    const { world, spaceId, normal, folder } = await scene()
    const wish = { kind: 'archive', spaceId, folderId: folder, title: 'x', options: {}, reserveBytes: 10 } as const
    const broken = world.db.transaction().execute(async (tx) => {
      await world.services.tasks.begin(tx, { ...wish, actor: actorOf(world, 'normal') })
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    expect((await normal.data(tasks.mine, {})).list).toEqual([])
    expect(await reserved({ world, spaceId })).toBe(0)
  })
})

describe('a task', () => {
  test('waits, prepares, transfers and completes; its reservation becomes use, its person is informed once', async () => {
    const states: TaskState[] = []
    const set = await scene({
      after: async (_part, task) => void states.push((await shown(set.normal, task.id)).state),
    })
    const { world, normal, spaceId, folder, begin } = set
    const { id, state } = await begin()
    expect(state).toBe('waiting')
    expect(await reserved(set)).toBe(60)
    world.clock.advance(TASK_QUIET_MS)
    expect(await world.services.tasks.drain()).toBe(1)
    expect(states).toEqual(['transferring', 'transferring', 'transferring'])
    expect(await shown(normal, id)).toMatchObject({
      state: 'completed',
      itemsTotal: 3,
      itemsDone: 3,
      itemsFailed: 0,
      error: '',
      message: '',
      bytesTotal: 48,
      bytesDone: 48,
      isRetryable: false,
      folder,
      result: { into: folder },
      space: { id: spaceId, name: 'Lake survey' },
    })
    expect(await namesIn(set, folder)).toEqual(['a.txt', 'b.txt', 'c.txt'])
    expect(await messagesOf(normal)).toEqual(['taskDone'])
    expect(await reserved(set)).toBe(0)
    expect(await isHealthy(set)).toBe(true)
  })

  test('that is completed at once sends no message', async () => {
    const { world, normal, begin } = await scene()
    const { id } = await begin()
    await world.services.tasks.drain()
    expect(await shown(normal, id)).toMatchObject({ state: 'completed' })
    expect(await messagesOf(normal)).toEqual([])
  })

  test('that waits keeps its reservation, and the doctor knows of it', async () => {
    const set = await scene()
    await set.begin()
    expect(await isHealthy(set)).toBe(true)
  })

  test('partly fails with a cause for each part, and a retry does what failed and no more', async () => {
    const set = await scene()
    const { world, owner, normal, spaceId, folder, begin } = set
    const taken = await upload(owner, { spaceId, hash: folder, name: 'b.txt' }, Buffer.from('mine'))
    const { id } = await begin()
    await world.services.tasks.drain()
    expect(await shown(normal, id)).toMatchObject({
      state: 'partlyFailed',
      itemsDone: 2,
      itemsFailed: 1,
      isRetryable: true,
    })
    const failed = (await normal.data(tasks.parts, { id, state: 'failed' })).list
    expect(failed).toMatchObject([{ seq: 1, path: 'b.txt', error: 'fileNameTaken', hash: null }])
    expect(failed[0]?.message).toContain('b.txt')
    expect(await reserved(set)).toBe(0)

    await owner.data(files.remove, { spaceId, hashList: [taken.hash] })
    expect(await normal.data(tasks.retry, { id })).toMatchObject({ state: 'waiting', itemsDone: 2, itemsFailed: 0 })
    expect(await reserved(set)).toBe(16)
    world.clock.advance(TASK_QUIET_MS)
    await world.services.tasks.drain()
    expect(await shown(normal, id)).toMatchObject({ state: 'completed', itemsDone: 3 })
    expect(await namesIn(set, folder)).toEqual(['a.txt', 'b.txt', 'c.txt'])
    expect(await messagesOf(normal)).toEqual(['taskDone', 'taskPartly'])
    expect(await reserved(set)).toBe(0)
  })

  test('fails when all of it fails, with the cause that its parts share', async () => {
    const { world, owner, normal, spaceId, folder, begin } = await scene()
    for (const name of ['a.txt', 'b.txt', 'c.txt'])
      await upload(owner, { spaceId, hash: folder, name }, Buffer.from('mine'))
    const { id } = await begin()
    await world.services.tasks.drain()
    expect(await shown(normal, id)).toMatchObject({ state: 'failed', error: 'fileNameTaken', itemsFailed: 3 })
    expect(await messagesOf(normal)).toEqual(['taskFailed'])
  })

  test('keeps what it was asked for as long as it can be tried again, and no longer', async () => {
    const { world, owner, begin } = await scene()
    const [done, left] = [await begin(), await begin('senior')]
    await owner.data(tasks.cancel, { id: left.id })
    await world.services.tasks.drain()
    const kept = ({ id }: { id: string }) =>
      world.db.selectFrom('task').select(['state', 'options']).where('id', '=', id).executeTakeFirstOrThrow()
    expect(await kept(done)).toEqual({ state: 'completed', options: {} })
    expect(await kept(left)).toMatchObject({ state: 'cancelled', options: { conflict: 'refuse' } })
  })

  test('that its work refuses fails with that refusal, and can be tried again', async () => {
    const { world, owner, normal, spaceId, folder, begin } = await scene()
    const { id } = await begin()
    await owner.data(files.remove, { spaceId, hashList: [folder] })
    await world.services.tasks.drain()
    expect(await shown(normal, id)).toMatchObject({ state: 'failed', error: 'folderGone', isRetryable: true })
  })

  test('that meets a defect fails as unknown', async () => {
    const { world, normal, begin } = await scene({
      before: () => {
        throw new TypeError('defect')
      },
    })
    const { id } = await begin()
    await world.services.tasks.drain()
    expect(await shown(normal, id)).toMatchObject({ state: 'failed', error: 'unknown' })
  })

  test('whose work kept its result is done and not done again, whatever becomes of it, its node or its person', async () => {
    const { world, owner, normal, spaceId, begin } = await scene()
    const lose = () => world.db.updateTable('task').set({ lease_by: null, lease_until: null }).execute()
    const ways: Record<string, (id: string) => Promise<unknown>> = {
      broken: () => Promise.reject(new TypeError('defect')),
      cancelled: (id) => normal.data(tasks.cancel, { id }),
      lost: lose,
      left: async () => {
        await owner.data(spaces.removeMember, { id: spaceId, personId: world.idOf('normal') })
        await lose()
      },
    }
    const result = { rows: 2, misfits: 1 }
    const runs: string[] = []
    world.services.tasks.register({
      kind: 'archive',
      async run(task) {
        const way = Object.keys(ways)[runs.length] ?? 'again'
        runs.push(way)
        await transact(world.db, (tx) => task.keepResult(tx, result, { items: 3, failed: 1 }))
        await ways[way]?.(task.id)
        return {}
      },
    })
    const ended = { state: 'partlyFailed', itemsTotal: 3, itemsDone: 2, itemsFailed: 1, result, isRetryable: false }
    for (const _ of Object.keys(ways)) {
      const { id } = await begin()
      await world.services.tasks.drain()
      expect(await shown(normal, id)).toMatchObject(ended)
    }
    expect(runs).toEqual(Object.keys(ways))
    expect(await reserved({ world, spaceId })).toBe(0)
  })

  test('that nobody could bring to an end is given up', async () => {
    const set = await scene()
    const { id } = await set.begin()
    await set.world.db.updateTable('task').set({ tries: TASK_TRIES_MAX }).where('id', '=', id).execute()
    await set.world.services.tasks.drain()
    expect(await shown(set.normal, id)).toMatchObject({ state: 'failed', error: 'unknown' })
    expect(await reserved(set)).toBe(0)
  })

  test('keeps its secret sealed for its work, and forgets it at the end', async () => {
    const { world, normal, begin } = await scene()
    const { id } = await begin('normal', { secret: 'Lake-4711' })
    const rowOf = () => world.db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(String((await rowOf()).sealed)).not.toContain('Lake-4711')
    let heard: unknown
    const run: Work['run'] = (task) => {
      heard = task.secret
      return Promise.reject(new Error('later'))
    }
    world.services.tasks.register({ kind: 'archive', run })
    await world.services.tasks.drain()
    expect(heard).toBe('Lake-4711')
    expect((await rowOf()).sealed).toBeNull()
    expect(await shown(normal, id)).toMatchObject({ state: 'failed', isRetryable: true, needsSecret: true })
    // Trying again asks for it again, and takes another one too.
    expect(await normal.call(tasks.retry, { id })).toMatchObject({ error: 'taskSecretGone' })
    await normal.data(tasks.retry, { id, secret: 'Lake-4712' })
    expect(String((await rowOf()).sealed)).not.toContain('Lake-4712')
    await world.services.tasks.drain()
    expect(heard).toBe('Lake-4712')
    expect((await rowOf()).sealed).toBeNull()
  })

  test('reserves more and less as it learns how much there is, and no more than there is room', async () => {
    const set = await scene()
    const { world, spaceId, normal, begin } = set
    const seen: number[] = []
    const run = async (task: Running) => {
      for (const bytes of [500, 20]) {
        await task.reserve(bytes)
        seen.push(await reserved(set))
      }
      const { size } = await normal.data(spaces.show, { id: spaceId })
      await task.reserve(size * 1_073_741_824)
      return {}
    }
    world.services.tasks.register({ kind: 'archive', run })
    const { id } = await begin()
    await world.services.tasks.drain()
    expect(seen).toEqual([500, 20])
    expect(await shown(normal, id)).toMatchObject({ state: 'failed', error: 'spaceFull' })
    expect(await reserved(set)).toBe(0)
  })
})

describe('the rights of its person count when it runs:', () => {
  test('a disabled account fails it', async () => {
    const { world, owner, spaceId, begin } = await scene()
    const { id } = await begin()
    await (await world.as('admin')).data(users.disable, { id: world.idOf('normal') })
    await world.services.tasks.drain()
    expect(await shown(owner, id)).toMatchObject({ state: 'failed', error: 'accountDisabled' })
    expect(await reserved({ world, spaceId })).toBe(0)
  })

  test('whoever left the space fails it, sees why, and is not shown what the space is called now', async () => {
    const { world, owner, normal, spaceId, begin } = await scene()
    const { id } = await begin()
    await owner.data(spaces.removeMember, { id: spaceId, personId: world.idOf('normal') })
    await owner.data(spaces.edit, { id: spaceId, name: 'Secret lake' })
    await world.services.tasks.drain()
    expect(await shown(normal, id)).toMatchObject({ state: 'failed', error: 'spaceNotFound', space: { name: '' } })
    expect(await normal.call(tasks.retry, { id })).toMatchObject({ error: 'spaceNotFound' })
    expect(await reserved({ world, spaceId })).toBe(0)
  })

  test('whoever is disabled meanwhile is stopped within a beat, although the work hangs', async () => {
    const hangs = gate()
    const { world, owner, begin } = await scene({
      before: () => {
        hangs.open()
        return new Promise(() => {})
      },
    })
    const { id } = await begin()
    const drained = world.services.tasks.drain()
    await hangs.passed
    await world.db
      .updateTable('person')
      .set({ disabled_at: new Date() })
      .where('id', '=', world.idOf('normal'))
      .execute()
    await drained
    expect(await shown(owner, id)).toMatchObject({ state: 'failed', error: 'accountDisabled' })
  })
})

describe('cancelling', () => {
  test('what waits ends it at once: room and secret are free, and nothing is done', async () => {
    const set = await scene()
    const { world, normal, folder, begin } = set
    const { id } = await begin('normal', { secret: 'x' })
    expect(await normal.data(tasks.cancel, { id })).toMatchObject({ state: 'cancelled', isCancelling: false })
    expect(await reserved(set)).toBe(0)
    expect(await world.services.tasks.drain()).toBe(0)
    expect(await namesIn(set, folder)).toEqual([])
    expect(await messagesOf(normal)).toEqual([])
  })

  test('what runs stops it although the work hangs; what was done stays, and a retry does the rest', async () => {
    const set = await scene({
      before: async ({ path }, { id }) => {
        if (path !== 'b.txt' || (await shown(set.normal, id)).isCancelling) return
        const { state } = await set.normal.data(tasks.cancel, { id })
        expect(state).toBe('transferring')
        await new Promise(() => {})
      },
    })
    const { world, normal, folder, begin } = set
    const { id } = await begin()
    await world.services.tasks.drain()
    expect(await shown(normal, id)).toMatchObject({
      state: 'cancelled',
      itemsDone: 1,
      itemsFailed: 0,
      isRetryable: true,
    })
    expect(await namesIn(set, folder)).toEqual(['a.txt'])
    expect(await reserved(set)).toBe(0)
    world.services.tasks.register(copyWork({ db: world.db, files: world.services.files }))
    await normal.data(tasks.retry, { id })
    await world.services.tasks.drain()
    expect(await shown(normal, id)).toMatchObject({ state: 'completed', itemsDone: 3 })
    expect(await namesIn(set, folder)).toEqual(['a.txt', 'b.txt', 'c.txt'])
  })

  test('holds from its answer on: not even a part that was under way is placed', async () => {
    const set = await scene({ before: (_part, { id }) => set.normal.data(tasks.cancel, { id }) })
    const { id } = await set.begin()
    await set.world.services.tasks.drain()
    expect(await shown(set.normal, id)).toMatchObject({ state: 'cancelled', itemsDone: 0 })
    expect(await namesIn(set, set.folder)).toEqual([])
  })

  test('what has ended, and twice at once, answers it as it is', async () => {
    const { world, normal, begin } = await scene()
    const { id } = await begin()
    const answers = await Promise.all([1, 2, 3].map(() => normal.data(tasks.cancel, { id })))
    expect(answers.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    const { id: other } = await begin()
    await world.services.tasks.drain()
    expect(await normal.data(tasks.cancel, { id: other })).toMatchObject({ state: 'completed' })
  })
})

describe('trying again', () => {
  test('is refused while it runs, when nothing failed, and for parts that did not', async () => {
    const { world, normal, begin } = await scene()
    const { id } = await begin()
    expect(await normal.call(tasks.retry, { id })).toMatchObject({ error: 'taskRunning' })
    await world.services.tasks.drain()
    expect(await normal.call(tasks.retry, { id })).toMatchObject({ error: 'taskNotFailed' })
    const { id: next } = await begin()
    await world.services.tasks.drain()
    expect(await normal.call(tasks.retry, { id: next, seqs: [7, Number.MAX_SAFE_INTEGER] })).toMatchObject({
      error: 'taskNotFailed',
    })
    expect(await normal.data(tasks.retry, { id: next, seqs: [0] })).toMatchObject({ itemsFailed: 2 })
  })

  test('twice at once begins it once', async () => {
    const { world, owner, normal, spaceId, folder, begin } = await scene()
    const { id } = await begin()
    await owner.data(files.remove, { spaceId, hashList: [folder] })
    await world.services.tasks.drain()
    const answers = await Promise.all([1, 2, 3].map(() => normal.call(tasks.retry, { id })))
    expect(answers.map((answer) => ('error' in answer ? answer.error : 'ok')).sort()).toEqual([
      'ok',
      'taskRunning',
      'taskRunning',
    ])
    expect(await reserved({ world, spaceId })).toBe(60)
  })
})

describe('deleting', () => {
  test('is refused while it has not ended; then it is gone with its parts, and what it brought stays', async () => {
    const set = await scene()
    const { world, normal, folder, begin } = set
    const { id } = await begin()
    expect(await normal.call(tasks.remove, { id })).toMatchObject({ error: 'taskRunning' })
    await world.services.tasks.drain()
    await normal.data(tasks.remove, { id })
    expect(await normal.call(tasks.remove, { id })).toMatchObject({ error: 'taskGone' })
    expect(await world.db.selectFrom('task_part').selectAll().execute()).toEqual([])
    expect(await namesIn(set, folder)).toHaveLength(3)
  })

  test('comes by itself after a month, for what has ended', async () => {
    const { world, begin } = await scene()
    await begin()
    await world.services.tasks.drain()
    const { id } = await begin()
    world.clock.advance(TASK_KEEP_DAYS * DAY_MS + 1)
    expect(await world.services.tasks.sweep()).toBe(1)
    const { rows } = await sql<{ id: string }>`select id from task`.execute(world.db)
    expect(rows).toEqual([{ id }])
  })

  test('comes earlier for the oldest that ended, when those of a person hold very much', async () => {
    const { world, begin } = await scene()
    const ids: string[] = []
    for (const [who, items] of [
      ['normal', 1],
      ['normal', 600_000],
      ['senior', 900_000],
      ['normal', 900_000],
    ] as const) {
      const { id } = await begin(who)
      await world.services.tasks.drain()
      world.clock.advance(1000)
      await sql`update task set items_total = ${items} where id = ${id}::uuid`.execute(world.db)
      ids.push(id)
    }
    const { id } = await begin()
    const { rows } = await sql<{ id: string }>`select id from task order by created_at`.execute(world.db)
    expect(rows.map((row) => row.id)).toEqual([ids[2], ids[3], id])
  })

  test('takes the parts of a plan that broke off', async () => {
    const { world, begin, normal } = await scene()
    world.services.tasks.register({
      kind: 'verify',
      async run(task) {
        await task.plan(
          (function* () {
            for (let at = 0; at < 1500; at += 1) yield { path: `${at}` }
            throw new Failure('taskTooLarge', { values: { max: 1 } })
          })(),
        )
        return {}
      },
    })
    const { id } = await begin('normal', { kind: 'verify' })
    await world.services.tasks.drain()
    expect(await shown(normal, id)).toMatchObject({ state: 'failed', error: 'taskTooLarge' })
    expect(await world.db.selectFrom('task_part').select('seq').execute()).toEqual([])
  })
})

describe('the lists', () => {
  test('come newest first, page by page, each task once, by state', async () => {
    const { world, normal, begin } = await scene()
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) {
      world.clock.advance(1000)
      ids.unshift((await begin('normal', { reserveBytes: 0 })).id)
    }
    const first = await normal.data(tasks.mine, { size: 3 })
    const second = await normal.data(tasks.mine, { size: 3, after: first.next ?? '' })
    expect([...first.list, ...second.list].map(({ id }) => id)).toEqual(ids)
    expect(second.next).toBeUndefined()
    await normal.data(tasks.cancel, { id: ids[1] ?? '' })
    expect((await normal.data(tasks.mine, { state: 'cancelled' })).list).toHaveLength(1)
    expect((await normal.data(tasks.mine, { state: 'open' })).list).toHaveLength(4)
  })

  test('begin with what runs, then what waits; what has ended comes after, newest first', async () => {
    const { world, normal, begin } = await scene()
    const ids: string[] = []
    for (let index = 0; index < 4; index += 1) {
      world.clock.advance(1000)
      ids.push((await begin('normal', { reserveBytes: 0 })).id)
    }
    const [running = '', ended = '', waiting = '', newest = ''] = ids
    await world.db.updateTable('task').set({ state: 'transferring' }).where('id', '=', running).execute()
    await normal.data(tasks.cancel, { id: newest })
    await normal.data(tasks.cancel, { id: ended })
    const first = await normal.data(tasks.mine, { size: 2 })
    const second = await normal.data(tasks.mine, { size: 2, after: first.next ?? '' })
    expect([...first.list, ...second.list].map(({ id }) => id)).toEqual([running, waiting, newest, ended])
  })

  test('of parts come in their order, page by page', async () => {
    const { world, normal, begin } = await scene()
    const { id } = await begin()
    await world.services.tasks.drain()
    const first = await normal.data(tasks.parts, { id, size: 2 })
    const second = await normal.data(tasks.parts, { id, size: 2, after: first.next ?? '' })
    expect([...first.list, ...second.list].map(({ path }) => path)).toEqual(['a.txt', 'b.txt', 'c.txt'])
  })
})

describe('nodes', () => {
  test('take one task of a person at a time between them, and never the same', async () => {
    const { world, begin } = await scene()
    const other = await anotherNode(world)
    let underWay = 0
    let most = 0
    const runs: string[] = []
    const run = async ({ id, phase }: Running) => {
      underWay += 1
      most = Math.max(most, underWay)
      runs.push(id)
      await phase('transferring')
      underWay -= 1
      return {}
    }
    for (const { tasks: engine } of [world.services, other.services]) engine.register({ kind: 'archive', run })
    for (let index = 0; index < 8; index += 1) await begin('normal', { reserveBytes: 0 })
    const nodes = [world.services, other.services, world.services]
    for (let taken = 1; taken > 0; ) {
      const counts = await Promise.all(nodes.map(({ tasks: engine }) => engine.drain()))
      taken = counts.reduce((sum, count) => sum + count, 0)
    }
    expect(most).toBe(1)
    expect(new Set(runs).size).toBe(8)
    expect(runs).toHaveLength(8)
  })

  test('do what waits for another site beside all else, also of the same person', async () => {
    const { world, spaceId, normal, begin } = await scene()
    const freed = gate()
    const run = () => freed.passed.then(() => ({}))
    world.services.tasks.register({ kind: 'importUrl', run })
    const wish = { kind: 'importUrl' as const, spaceId, actor: actorOf(world, 'normal'), title: 'slow', options: {} }
    const slow = await world.services.tasks.begin(null, wish)
    world.services.tasks.start()
    const stateOf = ({ id }: { id: string }) => expect.poll(async () => (await shown(normal, id)).state)
    await stateOf(slow).toBe('preparing')
    await stateOf(await begin()).toBe('completed')
    freed.open()
    await stateOf(slow).toBe('completed')
  })

  test('that lost a task place nothing more: another one goes on where it stood, and each file comes once', async () => {
    const [stuck, freed] = [gate(), gate()]
    const set = await scene({
      before: async ({ path }) => {
        if (path !== 'b.txt') return
        stuck.open()
        await freed.passed
      },
    })
    const { world, normal, folder, begin } = set
    const { id } = await begin('normal', { conflict: 'keepBoth' })
    const lost = world.services.tasks.drain()
    await stuck.passed
    world.clock.advance(TASK_LEASE_MS + 1)
    const other = await anotherNode(world)
    const before = async ({ path }: Part) => {
      if (path !== 'c.txt') return
      freed.open()
      await lost
    }
    other.services.tasks.register(copyWork({ db: world.db, files: other.services.files }, { before }))
    expect(await other.services.tasks.drain()).toBe(1)
    expect(await shown(normal, id)).toMatchObject({ state: 'completed', itemsDone: 3, itemsFailed: 0 })
    expect(await namesIn(set, folder)).toEqual(['a.txt', 'b.txt', 'c.txt'])
    expect(await messagesOf(normal)).toEqual(['taskDone'])
    expect(await reserved(set)).toBe(0)
  })

  test('that end leave what is under way to others at once', async () => {
    const stuck = gate()
    const set = await scene()
    const { world, normal, begin } = set
    const other = await anotherNode(world)
    const before = () => {
      stuck.open()
      return new Promise(() => {})
    }
    other.services.tasks.register(copyWork({ db: world.db, files: other.services.files }, { before }))
    const { id } = await begin()
    const left = other.services.tasks.drain()
    await stuck.passed
    await other.app.close()
    await left
    expect(await world.services.tasks.drain()).toBe(1)
    expect(await shown(normal, id)).toMatchObject({ state: 'completed', itemsDone: 3 })
  })

  test('begin what comes as soon as it is begun', async () => {
    const { world, normal, begin } = await scene()
    world.services.tasks.start()
    const { id } = await begin()
    await expect.poll(async () => (await shown(normal, id)).state).toBe('completed')
  })
})

test('progress goes to the pages of its person alone, a few times a second at most', async () => {
  const { world, normal, owner, begin } = await scene()
  async function listen(client: Client, email: string): Promise<TaskNews[]> {
    const socket = new WebSocket(`${world.origin.replace('http', 'ws')}${REALTIME_PATH}${email}`, {
      origin: world.origin,
      headers: { cookie: client.headers().cookie ?? '' },
    })
    onTestFinished(() => socket.terminate())
    const heard: TaskNews[] = []
    socket.on('message', (text: Buffer) => {
      const event = JSON.parse(text.toString()) as { type?: string; task?: TaskNews }
      if (event.type === 'task' && event.task) heard.push(event.task)
    })
    await once(socket, 'open')
    return heard
  }
  const heard = await listen(normal, 'normal@lab.test')
  const elsewhere = await listen(owner, 'owner@lab.test')
  const run = async ({ expect: expectTotals, progress }: Running) => {
    await expectTotals({ items: 1000, bytes: 1000 })
    for (let index = 0; index < 1000; index += 1) progress({ items: 1, bytes: 1 })
    return {}
  }
  world.services.tasks.register({ kind: 'archive', run })
  const { id } = await begin()
  await world.services.tasks.drain()
  await expect.poll(() => heard.at(-1)).toMatchObject({ id, state: 'completed', itemsDone: 1000, bytesDone: 1000 })
  expect(heard.length).toBeLessThanOrEqual(3)
  expect(elsewhere).toEqual([])
})
