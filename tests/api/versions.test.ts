import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { RESTORE_ITEMS_MAX, TASK_QUIET_MS, TEXT_EDIT_BYTES, VERSION_RULE } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import type { Version } from '#contract/versions.ts'
import { examine } from '#server/doctor/index.ts'
import { lockBlobs } from '#server/storage/locks.ts'
import { DAY_MS, HOUR_MS } from '../../contract/core/time.ts'
import { SNAPSHOTS_MAX } from '../../server/modules/versions/snapshot-store.ts'
import { zipOf } from '../support/archive.ts'
import type { Client } from '../support/client.ts'
import { waitingIn } from '../support/locks.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { versions, archives, imports, files, trash, tasks, messages, capacity, journal, spaces, rights } = contract
const NOBODY = '00000000-0000-4000-8000-000000000000'
const bytes = (text: string) => Buffer.from(text)

type Scene = Awaited<ReturnType<typeof scene>>
/** A space with a file of the owner that has three contents: one, two, three. */
async function scene() {
  const world = await buildWorld()
  const { id: spaceId, root } = await world.space()
  const [owner, senior, normal] = [await world.as('owner'), await world.as('senior'), await world.as('normal')]
  const put = async (name: string, text: string, client = owner, hash?: string) => {
    world.clock.advance(1000)
    return upload(client, { spaceId, name, conflict: 'replace', ...(hash && { hash }) }, bytes(text))
  }
  let file = await put('a.txt', 'one')
  for (const text of ['two', 'three']) file = await put('a.txt', text)
  return { world, spaceId, root, owner, senior, normal, file, put, of: { spaceId, hash: file.hash } }
}

const list = async (client: Client, of: { spaceId: string; hash: string }): Promise<Version[]> =>
  (await client.data(versions.list, of)).list
const textOf = async (client: Client, of: { spaceId: string; hash: string }) =>
  (await client.send(files.content, of)).text()
const isHealthy = async (world: World) =>
  (await examine(world.db, world.blobs, { repair: false, deep: true })).isHealthy
const actions = async (client: Client, id: string) =>
  (await client.data(journal.list, { id })).list.map(({ action }) => action)

function write(
  client: Client,
  of: { spaceId: string; hash: string },
  base: string | null,
  text: string | Buffer,
  description = '',
) {
  const form = new FormData()
  form.set('spaceId', of.spaceId)
  form.set('hash', of.hash)
  form.set('base', base ?? '')
  if (description) form.set('description', description)
  form.set('file', new Blob([typeof text === 'string' ? text : new Uint8Array(text)]), 'text')
  return client.fetch(`/api${versions.write.path}`, { method: 'POST', body: form })
}
const answerOf = async (response: Response) => (await response.json()) as { code: number; error?: string; data: never }

/** Paths of everything below the root with the texts of files. */
async function treeOf(
  { owner, spaceId }: Pick<Scene, 'owner' | 'spaceId'>,
  hash?: string,
  path = '',
): Promise<Record<string, string>> {
  const { list } = await owner.data(files.list, { spaceId, size: 1000, ...(hash && { hash }) })
  const parts = await Promise.all(
    list.map(async (item) => {
      const at = `${path}/${item.name}`
      if (item.mime !== 'directory') return { [at]: await textOf(owner, { spaceId, hash: item.hash }) }
      return { [`${at}/`]: '', ...(await treeOf({ owner, spaceId }, item.hash, at)) }
    }),
  )
  return Object.assign({}, ...parts) as Record<string, string>
}

describe('versions of a file', () => {
  test('what is no file, or has no such version, is refused', async () => {
    const { owner, of, spaceId, root } = await scene()
    expect(await owner.call(versions.list, { spaceId, hash: root })).toMatchObject({ error: 'fileGone' })
    expect(await owner.call(versions.list, { spaceId, hash: NOBODY })).toMatchObject({ error: 'fileGone' })
    for (const number of [4, 2_000_000_000]) {
      expect(await owner.call(versions.describe, { ...of, number, name: 'x' })).toMatchObject({ error: 'versionGone' })
      expect(await owner.call(versions.restore, { ...of, number })).toMatchObject({ error: 'versionGone' })
      expect((await owner.send(versions.content, { ...of, number })).status).toBe(404)
    }
    expect(await owner.call(versions.restore, { ...of, number: 3 })).toMatchObject({ error: 'versionGone' })
    expect(await owner.call(versions.remove, { ...of, numbers: [1, 9] })).toMatchObject({ error: 'versionGone' })
  })

  test('whoever may not edit, delete or download a file looks at its versions all the same', async () => {
    const { normal, of } = await scene()
    expect(await list(normal, of)).toHaveLength(3)
    expect(await (await normal.send(versions.content, { ...of, number: 1 })).text()).toBe('one')
    expect((await normal.send(versions.content, { ...of, number: 1, download: '1' })).status).toBe(403)
    for (const call of [
      normal.call(versions.describe, { ...of, number: 1, name: 'x' }),
      normal.call(versions.restore, { ...of, number: 1 }),
      normal.call(versions.remove, { ...of, numbers: [1] }),
    ])
      expect(await call).toMatchObject({ error: 'fileForbidden', status: 403 })
    expect((await write(normal, of, '0'.repeat(64), 'x')).status).toBe(403)
  })

  test('are told newest first: how each came, by whom, when and until when', async () => {
    const { senior, of, put, world } = await scene()
    await put('a.txt', 'four', senior)
    const all = await list(senior, of)
    expect(all.map(({ number, change, isCurrent }) => [number, change, isCurrent])).toEqual([
      [4, 'uploaded', true],
      [3, 'uploaded', false],
      [2, 'uploaded', false],
      [1, 'created', false],
    ])
    expect(all[0]?.by.personId).toBe(world.idOf('senior'))
    expect(all[3]?.by.personId).toBe(world.idOf('owner'))
    expect(all.slice(1).map(({ until }) => until)).toEqual(all.slice(0, -1).map(({ at }) => at))
  })

  test('come by every channel that overwrites, and say by which', async () => {
    const { world, owner, spaceId, root, put } = await scene()
    const { hash } = await put('t.txt', 'of the file')
    const target = { spaceId, hash }
    const folder = async (path: string) => owner.data(files.create, { spaceId, path })
    const [source, other] = [await folder('source'), await world.space()]
    const into = { spaceId, target: root, conflict: 'replace' } as const
    const done = async () => world.services.tasks.drain()
    await put('t.txt', 'uploaded')
    await write(owner, target, (await owner.data(files.show, target)).sha256, 'edited')
    const copied = await put('t.txt', 'copied', owner, source)
    await owner.data(files.copy, { ...into, hash: copied.hash })
    await put('t.txt', 'moved', owner, source)
    await owner.data(files.move, { ...into, hash: copied.hash })
    const far = await upload(owner, { spaceId: other.id, name: 't.txt' }, bytes('from afar'))
    const afar = { spaceId: other.id, hash: far.hash }
    await owner.data(files.copy, { ...afar, target: root, toSpaceId: spaceId, conflict: 'replace' })
    await write(owner, afar, far.sha256, 'imported')
    await owner.data(imports.fromSpace, { spaceId, sourceSpaceId: other.id, hashList: [far.hash], conflict: 'replace' })
    await done()
    const zip = zipOf([{ name: 't.txt', content: bytes('extracted') }])
    const packed = await upload(owner, { spaceId, hash: source, name: 'p.zip' }, zip)
    await owner.data(archives.unpack, { ...into, hash: packed.hash, into: 'here' })
    await done()
    await owner.data(versions.restore, { ...target, number: 1 })
    await done()
    const all = await list(owner, target)
    expect(all.toReversed().map(({ change }) => change)).toEqual([
      ...['created', 'uploaded', 'edited', 'copied', 'moved', 'copied', 'imported', 'extracted', 'restored'],
    ])
    const texts = all.map(async ({ number }) => (await owner.send(versions.content, { ...target, number })).text())
    expect((await Promise.all(texts)).toReversed()).toEqual([
      ...['of the file', 'uploaded', 'edited', 'copied', 'moved', 'from afar', 'imported', 'extracted', 'of the file'],
    ])

    const archive = await put('a.zip', 'no archive yet')
    await owner.data(archives.pack, { ...into, hashList: [hash], name: 'a' })
    await done()
    expect((await list(owner, { spaceId, hash: archive.hash }))[0]).toMatchObject({ number: 2, change: 'archived' })
    expect(await isHealthy(world)).toBe(true)
  })

  test('come page by page', async () => {
    const { owner, of } = await scene()
    const first = await owner.data(versions.list, { ...of, size: 2 })
    expect(first.list.map(({ number }) => number)).toEqual([3, 2])
    const second = await owner.data(versions.list, { ...of, size: 2, after: first.next ?? '' })
    expect(second).toEqual({ list: [expect.objectContaining({ number: 1 })] })
  })

  test('are named, described and pinned, the current and the first one too; what is not said stays', async () => {
    const { owner, of, spaceId } = await scene()
    await owner.data(versions.describe, { ...of, number: 1, name: ' 投稿 ', description: '初稿' })
    await owner.data(versions.describe, { ...of, number: 1, isPinned: true })
    await owner.data(versions.describe, { ...of, number: 3, name: 'now' })
    const [now, , first] = await list(owner, of)
    expect(now).toMatchObject({ name: 'now', change: 'uploaded', isPinned: false })
    expect(first).toMatchObject({ name: '投稿', description: '初稿', isPinned: true, change: 'created' })
    expect(await actions(owner, spaceId)).toContain('versionDescribed')
  })

  test('are sent as they were, whole and by range, under a name that tells the number', async () => {
    const { owner, of } = await scene()
    const response = await owner.send(versions.content, { ...of, number: 2, download: '1' })
    expect(response.headers.get('content-disposition')).toContain('filename="a.v2.txt"')
    expect(await response.text()).toBe('two')
    const path = `/api/files/${of.hash}/versions/3/content?spaceId=${of.spaceId}`
    const part = await owner.fetch(path, { headers: { range: 'bytes=1-2' } })
    expect([part.status, await part.text()]).toEqual([206, 'hr'])
  })

  test('a restored one becomes a new version, and its person hears of it', async () => {
    const { owner, of, world } = await scene()
    const task = await owner.data(versions.restore, { ...of, number: 1, description: 'the first was right' })
    expect(task).toMatchObject({ kind: 'versionRestore', title: 'a.txt' })
    world.clock.advance(TASK_QUIET_MS)
    await world.services.tasks.drain()
    expect(await owner.data(tasks.show, { id: task.id })).toMatchObject({ state: 'completed', itemsDone: 1 })
    expect(await textOf(owner, of)).toBe('one')
    const [now] = await list(owner, of)
    expect(now).toMatchObject({ number: 4, change: 'restored', from: 1, description: 'the first was right' })
    expect((await owner.data(messages.list, {})).list.map(({ kind }) => kind)).toContain('taskDone')
    expect(await isHealthy(world)).toBe(true)
  })

  test('one that is brought back twice is one version', async () => {
    const { owner, of, world } = await scene()
    await owner.data(versions.restore, { ...of, number: 1 })
    await owner.data(versions.restore, { ...of, number: 1 })
    await world.services.tasks.drain()
    expect(await list(owner, of)).toHaveLength(4)
    expect(await isHealthy(world)).toBe(true)
  })

  test('a restore that came too late fails with its cause, and gives its room back', async () => {
    const { owner, of, world, spaceId } = await scene()
    const { id } = await owner.data(versions.restore, { ...of, number: 1 })
    await owner.data(versions.remove, { ...of, numbers: [1] })
    await world.services.tasks.drain()
    expect(await owner.data(tasks.show, { id })).toMatchObject({ state: 'failed', error: 'versionGone' })
    expect(await textOf(owner, of)).toBe('three')
    const usage = await world.db
      .selectFrom('space_usage')
      .selectAll()
      .where('space_id', '=', spaceId)
      .executeTakeFirst()
    expect(usage?.reserved_bytes).toBe(0)
    expect(await isHealthy(world)).toBe(true)
  })

  test('whoever lost the right since then restores nothing', async () => {
    const { owner, senior, of, world, spaceId } = await scene()
    const { id } = await senior.data(versions.restore, { ...of, number: 1 })
    await owner.data(spaces.setMemberRole, { id: spaceId, personId: world.idOf('senior'), role: 'normal' })
    await world.services.tasks.drain()
    expect(await senior.data(tasks.show, { id })).toMatchObject({ state: 'failed', error: 'fileForbidden' })
    expect(await textOf(owner, of)).toBe('three')
  })

  test('are deleted, all that are named or none: the current one never, a pinned one not before it is unpinned', async () => {
    const { owner, of, world, spaceId } = await scene()
    await owner.data(versions.describe, { ...of, number: 1, isPinned: true })
    expect(await owner.call(versions.remove, { ...of, numbers: [2, 3] })).toMatchObject({ error: 'versionCurrent' })
    expect(await owner.call(versions.remove, { ...of, numbers: [2, 1] })).toMatchObject({ error: 'versionPinned' })
    expect(await list(owner, of)).toHaveLength(3)
    expect(await owner.data(versions.remove, { ...of, numbers: [2] })).toEqual({ freedBytes: 3 })
    expect((await list(owner, of)).map(({ number }) => number)).toEqual([3, 1])
    expect(await actions(owner, spaceId)).toContain('versionsDropped')
    expect(await isHealthy(world)).toBe(true)
  })

  test('that are pinned, named or in a version of the space stay when the adviser deletes older ones', async () => {
    const { owner, of, put, world, spaceId } = await scene()
    await owner.data(versions.make, { spaceId, name: 'v1' })
    await put('a.txt', 'four')
    await put('a.txt', 'five')
    await owner.data(versions.describe, { ...of, number: 1, name: 'first' })
    await owner.data(capacity.dropVersions, { id: spaceId, hashes: [of.hash] })
    expect((await list(owner, of)).map(({ number }) => number)).toEqual([5, 3, 1])
    expect(await isHealthy(world)).toBe(true)
  })
})

describe('editing a text', () => {
  test('is refused when somebody wrote meanwhile, who is named; nothing is lost', async () => {
    const { owner, senior, of, file } = await scene()
    const first = await answerOf(await write(senior, of, file.sha256, 'by the senior'))
    expect(first.code).toBe(0)
    const second = await answerOf(await write(owner, of, file.sha256, 'by the owner'))
    expect(second).toMatchObject({
      error: 'fileChanged',
      data: { version: { number: 4, by: { personName: '申大为' } } },
    })
    expect(await textOf(owner, of)).toBe('by the senior')
  })

  test(`is refused beyond ${TEXT_EDIT_BYTES} bytes`, async () => {
    const { owner, of, file } = await scene()
    for (const more of [1, 2, 4_000_000])
      expect(
        await answerOf(await write(owner, of, file.sha256, Buffer.alloc(TEXT_EDIT_BYTES + more, 'a'))),
      ).toMatchObject({
        error: 'textTooLarge',
      })
    expect((await answerOf(await write(owner, of, file.sha256, Buffer.alloc(TEXT_EDIT_BYTES, 'a')))).code).toBe(0)
  })

  test('is refused where the space has no room for it', async () => {
    const { owner, of, file, world, spaceId } = await scene()
    await world.db.updateTable('space').set({ capacity_bytes: 14 }).where('id', '=', spaceId).execute()
    expect(await answerOf(await write(owner, of, file.sha256, 'longer'))).toMatchObject({ error: 'spaceFull' })
    expect(await isHealthy(world)).toBe(true)
  })

  test('of a folder, of what is deleted, or without a base is refused', async () => {
    const { owner, of, file, spaceId, root } = await scene()
    expect(await answerOf(await write(owner, { spaceId, hash: root }, file.sha256, 'x'))).toMatchObject({
      error: 'fileGone',
    })
    expect(await answerOf(await write(owner, of, null, 'x'))).toMatchObject({ error: 'invalid' })
    await owner.data(files.remove, { spaceId, hashList: [of.hash] })
    expect(await answerOf(await write(owner, of, file.sha256, 'x'))).toMatchObject({ error: 'fileGone' })
  })

  test('makes a version that says so; the same text again makes none', async () => {
    const { owner, of, file, world, spaceId } = await scene()
    const { data } = (await answerOf(await write(owner, of, file.sha256, '四', 'a typo'))) as unknown as {
      data: typeof file
    }
    expect(data).toMatchObject({ version: 4, size: 3 })
    expect((await list(owner, of))[0]).toMatchObject({ change: 'edited', description: 'a typo' })
    await write(owner, of, data.sha256, '四')
    expect(await list(owner, of)).toHaveLength(4)
    expect(await actions(owner, spaceId)).toContain('textEdited')
    expect(await isHealthy(world)).toBe(true)
  })

  test('to what was there before, and is swept meanwhile, keeps it anew', async () => {
    const { owner, of, file, world } = await scene()
    const old = await world.blobs.put(bytes('as once'))
    const swept = await world.db.transaction().execute(async (tx) => {
      await lockBlobs(tx)
      const written = write(owner, of, file.sha256, 'as once')
      await expect.poll(() => waitingIn(world), { interval: 20 }).toBe(1)
      await world.blobs.remove(old.sha256)
      // Not awaited before the sweep ends.
      return { written }
    })
    expect((await answerOf(await swept.written)).code).toBe(0)
    expect(await textOf(owner, of)).toBe('as once')
    expect(await isHealthy(world)).toBe(true)
  })

  test('by several at once: one wins, all others are told', async () => {
    const { owner, senior, of, file, world } = await scene()
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, at) =>
        answerOf(await write(at % 2 ? owner : senior, of, file.sha256, `by ${at}`)),
      ),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ error }) => error === 'fileChanged')).toHaveLength(7)
    expect(await list(owner, of)).toHaveLength(4)
    expect(await isHealthy(world)).toBe(true)
  })
})

describe('versions of a space', () => {
  test('are for owner and senior members to make, to go back to and to delete', async () => {
    const { normal, senior, spaceId } = await scene()
    const refusal = { error: 'spaceRightMissing' }
    expect(await normal.call(versions.make, { spaceId, name: 'x' })).toMatchObject(refusal)
    expect(await normal.call(versions.outlook, { spaceId })).toMatchObject(refusal)
    expect(await normal.call(versions.restoreAll, { spaceId })).toMatchObject(refusal)
    expect(await normal.call(versions.forget, { spaceId, id: NOBODY })).toMatchObject(refusal)
    expect(await senior.call(versions.make, { spaceId, name: 'x' })).toMatchObject({ code: 0 })
  })

  test('of what is not there are refused', async () => {
    const { owner, spaceId, file } = await scene()
    for (const hash of [NOBODY, file.hash])
      expect(await owner.call(versions.make, { spaceId, hash, name: 'x' })).toMatchObject({ error: 'folderGone' })
    for (const snapshotId of [NOBODY]) {
      expect(await owner.call(versions.outlook, { spaceId, snapshotId })).toMatchObject({ error: 'snapshotGone' })
      expect(await owner.call(versions.restoreAll, { spaceId, snapshotId })).toMatchObject({ error: 'snapshotGone' })
      expect(await owner.call(versions.forget, { spaceId, id: snapshotId })).toMatchObject({ error: 'snapshotGone' })
    }
  })

  test(`are ${SNAPSHOTS_MAX} at most`, async () => {
    const { owner, spaceId, root, world } = await scene()
    await sql`insert into snapshot (id, space_id, folder_id, number, at, by_id)
      select gen_random_uuid(), ${spaceId}, ${root}, i, now(), ${world.idOf('owner')}
      from generate_series(1, ${SNAPSHOTS_MAX}) i`.execute(world.db)
    expect(await owner.call(versions.make, { spaceId, name: 'x' })).toMatchObject({ error: 'snapshotsTooMany' })
  })

  test('say what they hold, and have numbers of their own; several at once too', async () => {
    const { owner, normal, spaceId, world, put } = await scene()
    const folder = await owner.data(files.create, { spaceId, path: 'data' })
    await put('b.txt', '12345', owner, folder)
    await Promise.all(['v1', 'v2', 'v3'].map((name) => owner.data(versions.make, { spaceId, name })))
    await owner.data(versions.make, { spaceId, hash: folder, name: 'only data', description: 'as sent' })
    await put('b.txt', '1', owner, folder)
    await world.services.tasks.drain()
    const { list } = await normal.data(versions.snapshots, { spaceId })
    expect(list.map(({ number, files: count, bytes: size, state }) => [number, count, size, state])).toEqual([
      [4, 1, 5, 'made'],
      [3, 2, 10, 'made'],
      [2, 2, 10, 'made'],
      [1, 2, 10, 'made'],
    ])
    expect(list[0]).toMatchObject({
      name: 'only data',
      description: 'as sent',
      folder: { name: 'data', isRoot: false },
    })
    expect((await owner.data(versions.snapshots, { spaceId, hash: folder })).list).toHaveLength(1)
    await owner.data(versions.forget, { spaceId, id: list[0]?.id ?? '' })
    expect((await owner.data(versions.snapshots, { spaceId })).list).toHaveLength(3)
    expect(await actions(owner, spaceId)).toEqual(expect.arrayContaining(['versionMade', 'versionForgotten']))
  })

  test('are not being made any more when their task has failed; tried again, they are made', async () => {
    const { owner, spaceId, world } = await scene()
    const state = async () => (await owner.data(versions.snapshots, { spaceId })).list[0]?.state
    const { id } = await owner.data(versions.make, { spaceId, name: 'v1' })
    expect(await state()).toBe('making')
    await owner.data(tasks.cancel, { id })
    expect(await state()).toBe('failed')
    await owner.data(tasks.retry, { id })
    expect(await state()).toBe('making')
    await world.services.tasks.drain()
    expect(await state()).toBe('made')
  })

  test('bring back contents, names, places and what was deleted; what is new stays, or goes to the trash', async () => {
    const seen = await scene()
    const { owner, spaceId, root, world, put } = seen
    const data = await owner.data(files.create, { spaceId, path: 'data' })
    const deep = await owner.data(files.create, { spaceId, path: 'data/deep' })
    const b = await put('b.txt', 'b1', owner, data)
    const c = await put('c.txt', 'c1', owner, deep)
    await put('d.txt', 'd1', owner, deep)
    const before = await treeOf(seen)
    await owner.data(versions.make, { spaceId, name: 'v1' })
    world.clock.advance(1000)

    await put('b.txt', 'b2', owner, data)
    await owner.data(files.rename, { spaceId, hash: deep, name: 'deeper' })
    await owner.data(files.move, { spaceId, hash: c.hash, target: root })
    await owner.data(files.rename, { spaceId, hash: b.hash, name: 'renamed.txt' })
    await put('b.txt', 'in its place', owner, data)
    await owner.data(files.remove, { spaceId, hashList: [deep] })
    await put('new.txt', 'new', owner)
    world.clock.advance(1000)

    const [snapshot] = (await owner.data(versions.snapshots, { spaceId })).list
    const snapshotId = snapshot?.id ?? ''
    expect(await owner.data(versions.outlook, { spaceId, snapshotId })).toMatchObject({
      changed: 1,
      approximate: 0,
      moved: 2,
      missing: 1,
      lost: 0,
      purged: 0,
      elsewhere: 0,
      extra: 2,
      bytes: 2,
    })
    const { id } = await owner.data(versions.restoreAll, { spaceId, snapshotId })
    await world.services.tasks.drain()
    expect(await owner.data(tasks.show, { id })).toMatchObject({ state: 'completed' })
    expect(await treeOf(seen)).toEqual({ ...before, '/data/b (1).txt': 'in its place', '/new.txt': 'new' })

    await owner.data(versions.restoreAll, { spaceId, snapshotId, extras: 'trash' })
    await world.services.tasks.drain()
    expect(await treeOf(seen)).toEqual(before)
    expect((await owner.data(trash.list, { spaceId })).list.map(({ name }) => name).toSorted()).toEqual([
      'b (1).txt',
      'new.txt',
    ])
    expect(await isHealthy(world)).toBe(true)
  })

  test('of one folder leave all else alone', async () => {
    const seen = await scene()
    const { owner, spaceId, world, put } = seen
    const data = await owner.data(files.create, { spaceId, path: 'data' })
    await put('b.txt', 'b1', owner, data)
    const at = world.clock.now().toISOString()
    await put('b.txt', 'b2', owner, data)
    await put('a.txt', 'four')
    await owner.data(versions.restoreAll, { spaceId, hash: data, at })
    await world.services.tasks.drain()
    expect(await treeOf(seen)).toEqual({ '/data/': '', '/data/b.txt': 'b1', '/a.txt': 'four' })
  })

  test('swap names and folders back that were swapped', async () => {
    const seen = await scene()
    const { owner, spaceId, root, world, put } = seen
    const x = await owner.data(files.create, { spaceId, path: 'x' })
    const y = await owner.data(files.create, { spaceId, path: 'x/y' })
    const one = await put('1.txt', 'one', owner, y)
    const two = await put('2.txt', 'two', owner, y)
    const before = await treeOf(seen)
    const at = world.clock.now().toISOString()
    world.clock.advance(1000)
    for (const [hash, name] of [
      [one.hash, 't.txt'],
      [two.hash, '1.txt'],
      [one.hash, '2.txt'],
    ] as const)
      await owner.data(files.rename, { spaceId, hash, name })
    await owner.data(files.move, { spaceId, hash: y, target: root })
    await owner.data(files.move, { spaceId, hash: x, target: y })
    await owner.data(versions.restoreAll, { spaceId, at, extras: 'trash' })
    await world.services.tasks.drain()
    expect(await treeOf(seen)).toEqual(before)
    expect(await isHealthy(world)).toBe(true)
  })

  test('keep what they need in the trash, for as long as they are there', async () => {
    const { owner, spaceId, world, put } = await scene()
    const names = async () => (await owner.data(trash.list, { spaceId })).list.map(({ name }) => name).toSorted()
    const needed = await put('needed.txt', 'x')
    await owner.data(versions.make, { spaceId, name: 'v1' })
    world.clock.advance(1000)
    const folder = await owner.data(files.create, { spaceId, path: 'later' })
    await owner.data(files.move, { spaceId, hash: needed.hash, target: folder })
    const other = await put('other.txt', 'x')
    await owner.data(files.remove, { spaceId, hashList: [folder, other.hash] })
    world.clock.advance(1000)
    const sweep = async () => world.services.files.sweepTrash(world.clock.now())
    await sweep()
    expect(await names()).toEqual(['later'])
    await owner.data(versions.forget, {
      spaceId,
      id: (await owner.data(versions.snapshots, { spaceId })).list[0]?.id ?? '',
    })
    await sweep()
    expect(await names()).toEqual([])
    expect(await isHealthy(world)).toBe(true)
  })

  test('what was deleted for good is counted where it was, and does not come back', async () => {
    const { owner, spaceId, root, world, put } = await scene()
    const data = await owner.data(files.create, { spaceId, path: 'data' })
    const deep = await owner.data(files.create, { spaceId, path: 'data/deep' })
    for (const name of ['1.txt', '2.txt']) await put(name, name, owner, deep)
    const gone = await put('gone.txt', 'gone')
    const at = world.clock.now().toISOString()
    world.clock.advance(1000)
    await owner.data(files.move, { spaceId, hash: gone.hash, target: data })
    const later = await put('later.txt', 'was not there then')
    world.clock.advance(1000)
    await owner.data(files.remove, { spaceId, hashList: [gone.hash, later.hash, deep] })
    const { list } = await owner.data(trash.list, { spaceId })
    await owner.data(trash.restore, { spaceId, id: list.find(({ name }) => name === 'gone.txt')?.id ?? '' })
    world.clock.advance(1000)
    await owner.data(files.remove, { spaceId, hashList: [gone.hash] })
    const outlook = async (hash: string) => owner.data(versions.outlook, { spaceId, hash, at })
    expect(await outlook(root)).toMatchObject({ purged: 0, missing: 2 })
    await owner.data(trash.purge, { spaceId })
    expect(await outlook(root)).toMatchObject({ purged: 4, missing: 0 })
    expect(await outlook(data)).toMatchObject({ purged: 3, missing: 0 })
  })

  test('tell nothing of what came into a folder, or went from it, in the space that it moved to', async () => {
    const { owner, spaceId, root, world, put } = await scene()
    const folder = await owner.data(files.create, { spaceId, path: 'moved' })
    const gone = await put('gone.txt', 'gone', owner, folder)
    const other = await world.space()
    const at = world.clock.now().toISOString()
    world.clock.advance(1000)
    await owner.data(files.move, { spaceId, hash: folder, toSpaceId: other.id, target: other.root })
    await upload(owner, { spaceId: other.id, hash: folder, name: 'secret.txt' }, bytes('secret'))
    await owner.data(files.remove, { spaceId: other.id, hashList: [gone.hash] })
    world.clock.advance(1000)
    await owner.data(trash.purge, { spaceId: other.id })
    expect(await owner.data(versions.outlook, { spaceId, hash: root, at })).toMatchObject({
      extra: 0,
      purged: 0,
      elsewhere: 1,
    })
    const { id } = await owner.data(versions.restoreAll, { spaceId, at, extras: 'trash' })
    await world.services.tasks.drain()
    expect((await owner.data(tasks.parts, { id })).list).toEqual([])
  })

  test('give names back that what stands in the way would be numbered to', async () => {
    const seen = await scene()
    const { owner, spaceId, world, put } = seen
    await put('x.txt', 'x')
    await put('x (1).txt', 'x1')
    const before = await treeOf(seen)
    const at = world.clock.now().toISOString()
    world.clock.advance(1000)
    const gone = (await owner.data(files.list, { spaceId })).list.filter(({ name }) => name.startsWith('x'))
    await owner.data(files.remove, { spaceId, hashList: gone.map(({ hash }) => hash) })
    await put('x.txt', 'in its place')
    const { id } = await owner.data(versions.restoreAll, { spaceId, at })
    await world.services.tasks.drain()
    expect(await owner.data(tasks.show, { id })).toMatchObject({ state: 'completed' })
    expect(await treeOf(seen)).toEqual({ ...before, '/x (2).txt': 'in its place' })
    expect(await isHealthy(world)).toBe(true)
  })

  test('a content that was thinned out gives way to the one before; without any the file fails by itself', async () => {
    const { owner, of, file, spaceId, world } = await scene()
    const [three, two, one] = await list(owner, of)
    await owner.data(versions.remove, { ...of, numbers: [2] })
    expect(await owner.data(versions.outlook, { spaceId, at: two?.at ?? '' })).toMatchObject({
      changed: 1,
      approximate: 1,
    })
    await owner.data(versions.remove, { ...of, numbers: [1] })
    expect(await owner.data(versions.outlook, { spaceId, at: one?.at ?? '' })).toMatchObject({ changed: 0, lost: 1 })
    const { id } = await owner.data(versions.restoreAll, { spaceId, at: one?.at ?? '' })
    await world.services.tasks.drain()
    expect(await owner.data(tasks.show, { id })).toMatchObject({ state: 'failed', error: 'versionGone' })
    expect((await list(owner, of)).map(({ number }) => number)).toEqual([three?.number])
    expect(file.hash).toBe(of.hash)
  })

  test('take the room that they need before they begin, or fail as a whole', async () => {
    const { owner, spaceId, world, put } = await scene()
    await put('big.bin', 'x'.repeat(100))
    const at = world.clock.now().toISOString()
    await put('big.bin', 'y')
    await world.db.updateTable('space').set({ capacity_bytes: 150 }).where('id', '=', spaceId).execute()
    const { id } = await owner.data(versions.restoreAll, { spaceId, at })
    await world.services.tasks.drain()
    expect(await owner.data(tasks.show, { id })).toMatchObject({ state: 'failed', error: 'spaceFull' })
    expect(await isHealthy(world)).toBe(true)
  })

  test('that would change too much are refused with how much that is', async () => {
    const { owner, spaceId, world } = await scene()
    const { id } = await owner.data(versions.restoreAll, { spaceId, at: world.clock.now().toISOString() })
    await sql`update task set error = 'taskTooLarge' where id = ${id}`.execute(world.db)
    expect((await owner.data(tasks.show, { id })).message).toContain(`${RESTORE_ITEMS_MAX}`)
  })

  test('leave alone what their person may not change, and say so', async () => {
    const { owner, senior, spaceId, world, put } = await scene()
    await put('mine.txt', 'm1', senior)
    const at = world.clock.now().toISOString()
    await put('mine.txt', 'm2', senior)
    await put('a.txt', 'four')
    await owner.data(rights.setOfSpace, { id: spaceId, senior: ['F_MAKE', 'F_EDIT_AM'], normal: [] })
    const { id } = await senior.data(versions.restoreAll, { spaceId, at })
    await world.services.tasks.drain()
    expect(await senior.data(tasks.show, { id })).toMatchObject({ state: 'partlyFailed', itemsDone: 1, itemsFailed: 1 })
    const { list: parts } = await senior.data(tasks.parts, { id, state: 'failed' })
    expect(parts).toMatchObject([{ path: 'a.txt', error: 'fileForbidden' }])
    expect(await treeOf({ owner, spaceId })).toEqual({ '/a.txt': 'four', '/mine.txt': 'm1' })
  })

  test('leave a folder where it is in which others have what their person may not change', async () => {
    const { owner, senior, spaceId, world, put } = await scene()
    const folder = await senior.data(files.create, { spaceId, path: 'mine' })
    await put('not-mine.txt', 'x', owner, folder)
    const at = world.clock.now().toISOString()
    world.clock.advance(1000)
    await owner.data(files.rename, { spaceId, hash: folder, name: 'renamed' })
    await owner.data(rights.setOfSpace, { id: spaceId, senior: ['F_MAKE', 'F_EDIT_AM'], normal: [] })
    const { id } = await senior.data(versions.restoreAll, { spaceId, at })
    await world.services.tasks.drain()
    expect(await senior.data(tasks.show, { id })).toMatchObject({ state: 'failed', error: 'fileForbidden' })
  })
})

describe('the state at any time', () => {
  test('equals what was there then, whatever happened since', async () => {
    const seen = await scene()
    const { owner, spaceId, root, world, put } = seen
    let seed = 20261121
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const folders = [root]
    for (const path of ['p', 'q', 'p/r']) folders.push(await owner.data(files.create, { spaceId, path }))
    const items: string[] = []
    const snapshots: { at: string; tree: Record<string, string> }[] = []
    const someone = () => items[random(items.length)] ?? ''
    const somewhere = () => folders[random(folders.length)] ?? root
    const actions = [
      async () => {
        const file = await put(`${random(6)}.txt`, `content ${random(1000)}`, owner, somewhere()).catch(() => null)
        if (file) items.push(file.hash)
      },
      async () => owner.call(files.rename, { spaceId, hash: someone(), name: `${random(6)}.txt` }),
      async () => owner.call(files.move, { spaceId, hash: someone(), target: somewhere(), conflict: 'keepBoth' }),
      async () =>
        owner.call(files.move, {
          spaceId,
          hash: folders[1 + random(3)] ?? '',
          target: somewhere(),
          conflict: 'keepBoth',
        }),
      async () =>
        owner.call(files.remove, { spaceId, hashList: [random(4) ? someone() : (folders[1 + random(3)] ?? '')] }),
      async () => {
        const { list } = await owner.data(trash.list, { spaceId })
        const deletion = list[random(list.length)]
        if (deletion) await owner.call(trash.restore, { spaceId, id: deletion.id })
      },
    ]
    await actions[0]?.()
    for (let step = 0; step < 120; step += 1) {
      await actions[random(actions.length)]?.()
      world.clock.advance(1000)
      if (step % 10 === 0) snapshots.push({ at: world.clock.now().toISOString(), tree: await treeOf(seen) })
      world.clock.advance(1000)
    }
    for (let round = 0; round < 8; round += 1) {
      const { at, tree } = snapshots[random(snapshots.length)] ?? { at: '', tree: {} }
      const { id } = await owner.data(versions.restoreAll, { spaceId, at, extras: 'trash' })
      await world.services.tasks.drain()
      expect(await owner.data(tasks.show, { id })).toMatchObject({ state: 'completed' })
      expect(await treeOf(seen)).toEqual(tree)
      world.clock.advance(1000)
    }
    expect(await isHealthy(world)).toBe(true)
  })
})

describe('thinning', () => {
  const rule = { ...VERSION_RULE }
  const numbers = async ({ owner, of }: Pick<Scene, 'owner' | 'of'>) =>
    (await list(owner, of)).map(({ number }) => number)

  test('is set by the owner alone, within its bounds', async () => {
    const { owner, senior, spaceId } = await scene()
    expect(await senior.call(versions.setRule, { spaceId, rule })).toMatchObject({ error: 'spaceRightMissing' })
    expect(await owner.call(versions.setRule, { spaceId, rule: { ...rule, sharePercent: 101 } })).toMatchObject({
      error: 'invalid',
    })
    expect(await senior.data(versions.rule, { spaceId })).toMatchObject({ rule, bytes: 6 })
    await owner.data(versions.setRule, { spaceId, rule: { ...rule, keepHours: 48 } })
    expect((await owner.data(versions.rule, { spaceId })).rule.keepHours).toBe(48)
  })

  /** Makes all that happened so far older. */
  async function age({ world }: Scene, ms: number): Promise<void> {
    const by = sql`${ms} * interval '1 millisecond'`
    await sql`update file_version set created_at = created_at - ${by}, until = until - ${by}`.execute(world.db)
    await sql`update node set created_at = created_at - ${by}, content_at = content_at - ${by}`.execute(world.db)
    await sql`update snapshot set at = at - ${by}`.execute(world.db)
  }

  /** Gives the file older versions that came at these times instead, each current until the next came. */
  async function setHistory({ world, of }: Scene, times: readonly Date[]): Promise<void> {
    const until = [...times.slice(1), world.clock.now()]
    await sql`delete from file_version where node_id = ${of.hash}::uuid`.execute(world.db)
    await sql`
      insert into file_version (node_id, number, blob_sha256, size, author_id, created_at, until)
      select id, t.number, blob_sha256, size, author_id, t.at, t.until
      from node, unnest(${times}::timestamptz[], ${until}::timestamptz[]) with ordinality as t(at, until, number)
      where id = ${of.hash}::uuid`.execute(world.db)
    await sql`
      update node set version = ${times.length + 1}, version_bytes = ${times.length} * size where id = ${of.hash}::uuid`.execute(
      world.db,
    )
    await sql`update space_usage set used_bytes = ${times.length + 1} * 5`.execute(world.db)
  }

  test('keeps all that was replaced within a day, then the last of each day, of each week and of each month', async () => {
    const seen = await scene()
    const { world, owner, spaceId } = seen
    const today = new Date(new Date(world.clock.now()).setUTCHours(0, 0, 0, 0))
    const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY_MS
    const monthAgo = (months: number, day: number) =>
      new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, day))
    const at = (from: number | Date, hours: number) => new Date(Number(from) + hours * HOUR_MS)
    const months = [monthAgo(20, 3), monthAgo(20, 28), monthAgo(19, 3)]
    const weeks = [at(monday - 70 * DAY_MS, 1), at(monday - 70 * DAY_MS, 50), at(monday - 63 * DAY_MS, 1)]
    const days = [at(today, -95), at(today, -90), at(today, -71)]
    await setHistory(seen, [...months, ...weeks, ...days, at(today, -50)])
    expect(await world.services.versions.thin()).toBe(1)
    expect(await numbers(seen)).toEqual([11, 10, 9, 8, 6, 5, 3, 2])
    await setHistory(seen, [at(world.clock.now(), -3), at(world.clock.now(), -2), at(world.clock.now(), -1)])
    expect(await world.services.versions.thin()).toBe(0)
    expect(await actions(owner, spaceId)).toContain('versionsThinned')
    expect(await isHealthy(world)).toBe(true)
  })

  test('never takes what is pinned, named or in a version of the space, and nothing where it is off', async () => {
    const seen = await scene()
    const { world, put, owner, of, spaceId } = seen
    await owner.data(versions.describe, { ...of, number: 1, isPinned: true })
    await owner.data(versions.describe, { ...of, number: 2, name: 'second' })
    await owner.data(versions.make, { spaceId, name: 'v1' })
    for (const text of ['four', 'five', 'six']) await put('a.txt', text)
    await age(seen, 3 * DAY_MS)
    await owner.data(versions.setRule, { spaceId, rule: { ...rule, isOn: false } })
    await world.services.versions.thin()
    expect(await numbers(seen)).toEqual([6, 5, 4, 3, 2, 1])
    await owner.data(versions.setRule, { spaceId, rule })
    await world.services.versions.thin()
    expect(await numbers(seen)).toEqual([6, 5, 3, 2, 1])
  })

  test('takes the oldest of the heaviest where older versions weigh more than their share', async () => {
    const seen = await scene()
    const { world, put, owner, spaceId } = seen
    for (const text of ['A', 'B', 'C', 'D', 'E']) {
      await put('big.bin', text.repeat(100))
      await age(seen, DAY_MS + HOUR_MS)
    }
    await world.db.updateTable('space').set({ capacity_bytes: 1000 }).where('id', '=', spaceId).execute()
    await owner.data(versions.setRule, { spaceId, rule: { ...rule, sharePercent: 30 } })
    expect(await world.services.versions.lightenFull()).toBe(0)
    await world.services.versions.thin()
    expect((await owner.data(versions.rule, { spaceId })).bytes).toBe(300)
    await world.db.updateTable('space').set({ capacity_bytes: 500 }).where('id', '=', spaceId).execute()
    expect(await world.services.versions.lightenFull()).toBe(1)
    expect((await owner.data(versions.rule, { spaceId })).bytes).toBe(100)
    expect(await isHealthy(world)).toBe(true)
  })

  test('leaves no word of a version that is gone', async () => {
    const { world, owner, of } = await scene()
    await owner.data(versions.remove, { ...of, numbers: [1, 2] })
    const { rows } = await sql`select number from version_metadata where node_id = ${of.hash}`.execute(world.db)
    expect(rows).toEqual([{ number: 3 }])
  })
})
