import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { examine } from '#server/doctor/index.ts'
import { newId } from '#server/storage/id.ts'
import { seedFiles } from '../support/seed-files.ts'
import { check, upload } from '../support/upload.ts'
import { buildWorld, type Who, type World } from '../support/world.ts'

const { metadata, files, journal, favourites, search, shareAccess, shares, spaces, trash, uploads, versions } = contract
const bytes = (content: string) => new TextEncoder().encode(content)
const healthy = async (world: World) =>
  expect(await examine(world.db, world.blobs, { repair: false, deep: true })).toEqual({ lines: [], isHealthy: true })
const namesIn = async (world: World, spaceId: string, hash?: string) =>
  (await (await world.as('owner')).data(files.list, { spaceId, ...(hash && { hash }), size: 1000 })).list.map(
    (file) => file.name,
  )
const contentOf = async (world: World, spaceId: string, hash: string) =>
  (await (await world.as('owner')).fetch(`/api/files/${hash}/content?spaceId=${spaceId}`)).text()
const usageOf = (world: World, spaceId: string) =>
  world.db
    .selectFrom('space_usage')
    .select(['used_bytes', 'file_count', 'folder_count'])
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow()

describe('the time of a folder', () => {
  test('follows what comes into it and leaves it, not what changes further down or in the content of a file', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const outer = await owner.data(files.create, { spaceId, path: 'outer' })
    const inner = await owner.data(files.create, { spaceId, path: 'outer/inner' })
    const changed = async (act: () => Promise<unknown>) => {
      world.clock.advance(60_000)
      const now = world.clock.now().toISOString()
      await act()
      const times = await Promise.all([outer, inner].map((hash) => owner.data(files.show, { spaceId, hash })))
      return times.flatMap(({ name, updateTime }) => (updateTime === now ? [name] : []))
    }
    const put = (hash: string, name: string) => () =>
      upload(owner, { spaceId, hash, name }, bytes(`${world.clock.now()}`))
    expect(await changed(put(inner, 'a.txt'))).toEqual(['inner'])
    const { hash: a } = (await owner.data(files.list, { spaceId, hash: inner })).list[0] ?? { hash: '' }
    const replace = () => upload(owner, { spaceId, hash: inner, name: 'a.txt', conflict: 'replace' }, bytes('other'))
    expect(await changed(replace)).toEqual([])
    expect(await changed(() => owner.data(files.create, { spaceId, path: 'outer/other' }))).toEqual(['outer'])
    expect(await changed(() => owner.data(files.move, { spaceId, hash: a, target: outer }))).toEqual(['outer', 'inner'])
    expect(await changed(() => owner.data(files.copy, { spaceId, hash: a, target: inner }))).toEqual(['inner'])
    expect(await changed(() => owner.data(files.remove, { spaceId, hashList: [a] }))).toEqual(['outer'])
    const [deleted] = (await owner.data(trash.list, { spaceId })).list
    expect(await changed(() => owner.data(trash.restore, { spaceId, id: deleted?.id ?? '' }))).toEqual(['outer'])
    await healthy(world)
  })
})

describe('POST /files/:hash/move and copy into another space', () => {
  test('a space that the caller may not know of is not there, and one where they may make nothing takes nothing', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space(), await world.space()]
    const hash = (await seedFiles(world, one.id, ['mine.txt'], 'normal')).get('mine.txt') ?? ''
    const normal = await world.as('normal')
    const owner = await world.as('owner')
    const into = { spaceId: one.id, hash, target: two.root, toSpaceId: two.id }
    await owner.data(contract.rights.setOfSpace, { id: two.id, senior: [], normal: ['F_EDIT_AM', 'F_DOWN_AM'] })
    for (const call of [files.move, files.copy])
      expect(await normal.call(call, into)).toMatchObject({ error: 'fileForbidden' })
    await owner.data(spaces.removeMember, { id: two.id, personId: world.idOf('normal') })
    for (const call of [files.move, files.copy])
      expect(await normal.call(call, into)).toMatchObject({ error: 'spaceNotFound' })
    expect(await namesIn(world, one.id)).toEqual(['mine.txt'])
  })

  test('whoever may not delete takes nothing away, whoever may not download brings nothing over', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space(), await world.space()]
    const hash = (await seedFiles(world, one.id, ['mine.txt'], 'normal')).get('mine.txt') ?? ''
    const [owner, normal] = [await world.as('owner'), await world.as('normal')]
    const into = { spaceId: one.id, hash, target: two.root, toSpaceId: two.id }
    const refused = { error: 'fileForbidden' }
    await owner.data(contract.rights.setOfSpace, { id: one.id, senior: [], normal: ['F_EDIT_AM', 'F_DOWN_AM'] })
    expect(await normal.call(files.move, into)).toMatchObject(refused)
    await owner.data(contract.rights.setOfSpace, { id: one.id, senior: [], normal: ['F_EDIT_AM', 'F_DEL_AM'] })
    expect(await normal.call(files.move, into)).toMatchObject(refused)
    expect(await normal.call(files.copy, into)).toMatchObject(refused)
    await owner.data(contract.rights.setOfSpace, { id: one.id, senior: [], normal: ['F_DOWN_AM'] })
    expect(await normal.call(files.copy, into)).toMatchObject({ code: 0 })
  })

  test('an own folder does not carry away what others deleted inside it', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space(), await world.space()]
    const [owner, normal] = [await world.as('owner'), await world.as('normal')]
    const folder = await normal.data(files.create, { spaceId: one.id, path: 'mine' })
    const yours = await upload(owner, { spaceId: one.id, hash: folder, name: 'yours.txt' }, bytes('x'))
    await owner.data(files.remove, { spaceId: one.id, hashList: [yours.hash] })
    const into = { spaceId: one.id, hash: folder, target: two.root, toSpaceId: two.id }
    expect(await normal.call(files.move, into)).toMatchObject({ error: 'fileForbidden' })
  })

  test('what does not fit into the other space is refused, and stays; so it is with a copy', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space(), await world.space()]
    const hash = (await seedFiles(world, one.id, ['a/b.txt'])).get('a') ?? ''
    await world.db.updateTable('space').set({ capacity_bytes: 6 }).where('id', '=', two.id).execute()
    const owner = await world.as('owner')
    const into = { spaceId: one.id, hash, target: two.root, toSpaceId: two.id }
    for (const call of [files.move, files.copy])
      expect(await owner.call(call, into)).toMatchObject({ error: 'spaceFull' })
    expect(await namesIn(world, one.id)).toEqual(['a'])
    await healthy(world)
  })

  test('a folder moves with ids, authors, versions, tags and what was deleted inside; both spaces count anew', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space(), await world.space()]
    const [owner, normal] = [await world.as('owner'), await world.as('normal')]
    const seeded = await seedFiles(world, one.id, ['a/b/c.txt', 'a/gone.txt', 'stays.txt'])
    const a = seeded.get('a') ?? ''
    const mine = await upload(normal, { spaceId: one.id, hash: a, name: 'mine.txt' }, bytes('first'))
    await upload(normal, { spaceId: one.id, hash: a, name: 'mine.txt', conflict: 'replace' }, bytes('second one'))
    await owner.data(metadata.tag, { spaceId: one.id, hashList: [mine.hash], add: ['wet'] })
    const deleted = seeded.get('a/gone.txt') ?? ''
    const [put] = (await owner.data(files.remove, { spaceId: one.id, hashList: [deleted] })).list
    const { list } = await owner.data(files.move, { spaceId: one.id, hash: a, target: two.root, toSpaceId: two.id })
    expect(list).toMatchObject([{ hash: a, path: '/a', phash: two.root }])
    expect(await owner.call(files.show, { spaceId: one.id, hash: mine.hash })).toMatchObject({ error: 'fileGone' })
    expect(await owner.data(files.show, { spaceId: two.id, hash: mine.hash })).toMatchObject({
      version: 2,
      author: { personId: world.idOf('normal') },
      path: '/a/mine.txt',
    })
    expect(await owner.data(metadata.of, { spaceId: two.id, hash: mine.hash })).toMatchObject({ tags: ['wet'] })
    expect(await owner.data(trash.list, { spaceId: one.id })).toMatchObject({ list: [] })
    expect(await owner.data(trash.restore, { spaceId: two.id, id: put?.trashId ?? '' })).toMatchObject({
      path: '/a/gone.txt',
    })
    expect(await usageOf(world, one.id)).toMatchObject({ file_count: 1, folder_count: 0, used_bytes: 9 })
    await healthy(world)
  })

  test('versions of a folder go along, behind those that the other space has, and hold what they held', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space(), await world.space()]
    const owner = await world.as('owner')
    const hash = (await seedFiles(world, one.id, ['a/x.txt'])).get('a') ?? ''
    const make = (spaceId: string, name: string, folder?: string) =>
      owner.data(versions.make, { spaceId, name, description: '', ...(folder && { hash: folder }) })
    await make(one.id, 'mine', hash)
    await make(one.id, 'of all')
    await make(two.id, 'theirs')
    await world.services.tasks.drain()
    const named = async (spaceId: string) =>
      (await owner.data(versions.snapshots, { spaceId })).list.map(({ number, name }) => [number, name])
    await owner.data(files.move, { spaceId: one.id, hash, target: two.root, toSpaceId: two.id })
    expect(await named(one.id)).toEqual([[2, 'of all']])
    expect(await named(two.id)).toEqual([
      [2, 'mine'],
      [1, 'theirs'],
    ])
    const [snapshot] = (await owner.data(versions.snapshots, { spaceId: two.id, hash })).list
    expect(await owner.data(versions.outlook, { spaceId: two.id, hash, snapshotId: snapshot?.id })).toMatchObject({
      changed: 0,
      moved: 0,
      elsewhere: 0,
      extra: 0,
    })
    await healthy(world)
  })

  test('a link to what left leads nowhere and shows no badge there; come back, it works again', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space(), await world.space()]
    const owner = await world.as('owner')
    const hash = (await seedFiles(world, one.id, ['x.txt'])).get('x.txt') ?? ''
    const { link } = await owner.data(shares.makeFile, { spaceId: one.id, hashList: [hash], days: 7, way: 'none' })
    const linkId = new URL(link ?? '', 'http://x').searchParams.get('link') ?? ''
    const isShared = async (spaceId: string) =>
      (await owner.data(favourites.of, { spaceId, hashes: [hash] })).map((badges) => badges.isShared)
    const opens = async () => (await owner.call(shareAccess.info, { linkId })).code === 0
    expect([await isShared(one.id), await opens()]).toEqual([[true], true])
    await owner.data(files.move, { spaceId: one.id, hash, target: two.root, toSpaceId: two.id })
    expect([await isShared(two.id), await opens()]).toEqual([[], false])
    await owner.data(files.move, { spaceId: two.id, hash, target: one.root, toSpaceId: one.id })
    expect([await isShared(one.id), await opens()]).toEqual([[true], true])
  })

  test('what is written in a file is found where it is now, and no longer where it was', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space(), await world.space()]
    const owner = await world.as('owner')
    const { hash } = await upload(owner, { spaceId: one.id, name: 'a.txt' }, bytes('plesiosaur bones'))
    await world.services.renditions.drain()
    const found = async (spaceId: string) =>
      (await owner.data(search.find, { spaceId, q: 'plesiosaur' })).list.map(({ file }) => file.hash)
    expect([await found(one.id), await found(two.id)]).toEqual([[hash], []])
    await owner.data(files.move, { spaceId: one.id, hash, target: two.root, toSpaceId: two.id })
    await world.services.renditions.drain()
    expect([await found(one.id), await found(two.id)]).toEqual([[], [hash]])
  })

  test('each space tells its side; a private one is not named in the other', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space({ name: 'Secret' }), await world.space({ name: 'Open', type: 'public' })]
    const seeded = await seedFiles(world, one.id, ['x/a.txt', 'b.txt'])
    const owner = await world.as('owner')
    const into = { spaceId: one.id, target: two.root, toSpaceId: two.id }
    await owner.data(files.move, { ...into, hash: seeded.get('x/a.txt') ?? '' })
    await owner.data(files.copy, { ...into, hash: seeded.get('b.txt') ?? '' })
    const entriesOf = async (id: string) =>
      (await owner.data(journal.list, { id, group: 'file' })).list.map(({ action, details }) => [action, details])
    expect((await entriesOf(one.id)).slice(0, 2)).toEqual([
      ['copiedOut', { to: 'Open' }],
      ['movedOut', { to: 'Open' }],
    ])
    expect(await entriesOf(two.id)).toEqual([
      ['copiedIn', { from: '' }],
      ['movedIn', { from: '' }],
    ])
  })

  test('a copy shares contents, keeps tags and belongs to whoever made it', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space(), await world.space()]
    const seeded = await seedFiles(world, one.id, ['a/b.txt'])
    const owner = await world.as('owner')
    await owner.data(metadata.tag, { spaceId: one.id, hashList: [seeded.get('a/b.txt') ?? ''], add: ['wet'] })
    const senior = await world.as('senior')
    const { list } = await senior.data(files.copy, {
      spaceId: one.id,
      hash: seeded.get('a') ?? '',
      target: two.root,
      toSpaceId: two.id,
    })
    expect(list).toMatchObject([{ name: 'a', author: { personId: world.idOf('senior') }, size: 7 }])
    const [inside] = (await senior.data(files.list, { spaceId: two.id, hash: list[0]?.hash })).list
    expect(await senior.data(metadata.of, { spaceId: two.id, hash: inside?.hash ?? '' })).toMatchObject({
      tags: ['wet'],
    })
    expect(await contentOf(world, two.id, inside?.hash ?? '')).toBe('a/b.txt')
    await healthy(world)
  })

  test('an upload under way into a folder that left ends with folderGone', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space(), await world.space()]
    const owner = await world.as('owner')
    const hash = await owner.data(files.create, { spaceId: one.id, path: 'a' })
    const begun = await check(owner, { spaceId: one.id, hash, name: 'late.txt' }, bytes('late'))
    const { checkId = '' } = (begun as { data: { checkId?: string } }).data
    await owner.data(files.move, { spaceId: one.id, hash, target: two.root, toSpaceId: two.id })
    const form = new FormData()
    for (const [name, value] of Object.entries({ checkId, chunkCount: '1', chunkIndex: '0' })) form.set(name, value)
    form.set('file', new Blob(['late']), 'chunk')
    expect((await owner.fetch(`/api${uploads.chunk.path}`, { method: 'POST', body: form })).ok).toBe(true)
    expect(await owner.call(uploads.merge, { checkId })).toMatchObject({ error: 'folderGone' })
  })

  test('two that move each way at once never wait for each other, and nothing is lost', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space(), await world.space()]
    const owner = await world.as('owner')
    const a = (await seedFiles(world, one.id, ['a/x.txt'])).get('a') ?? ''
    const b = (await seedFiles(world, two.id, ['b/y.txt'])).get('b') ?? ''
    for (let round = 0; round < 40; round += 1) {
      const [from, to] = round % 2 ? [two, one] : [one, two]
      const answers = await Promise.all([
        owner.call(files.move, { spaceId: from.id, hash: a, target: to.root, toSpaceId: to.id }),
        owner.call(files.move, { spaceId: to.id, hash: b, target: from.root, toSpaceId: from.id }),
      ])
      expect(answers.map(({ code }) => code)).toEqual([0, 0])
    }
    await healthy(world)
  })

  test('of two that would fill the other space one fits', async () => {
    const world = await buildWorld()
    const [one, two, target] = [await world.space(), await world.space(), await world.space()]
    const x = (await seedFiles(world, one.id, ['12345.txt'])).get('12345.txt') ?? ''
    const y = (await seedFiles(world, two.id, ['54321.txt'])).get('54321.txt') ?? ''
    await world.db.updateTable('space').set({ capacity_bytes: 12 }).where('id', '=', target.id).execute()
    const owner = await world.as('owner')
    const into = { target: target.root, toSpaceId: target.id }
    const answers = await Promise.all([
      owner.call(files.move, { ...into, spaceId: one.id, hash: x }),
      owner.call(files.copy, { ...into, spaceId: two.id, hash: y }),
    ])
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    await healthy(world)
  })
})

describe('a file over a file', () => {
  const over = async (world: World, who: Who = 'owner') => {
    const { id, root } = await world.space()
    const seeded = await seedFiles(world, id, ['to/a.txt'])
    const mine = (await seedFiles(world, id, ['a.txt'], who)).get('a.txt') ?? ''
    const input = { spaceId: id, hash: mine, target: seeded.get('to') ?? '', conflict: 'replace' as const }
    return { id, root, mine, target: seeded.get('to/a.txt') ?? '', input }
  }

  test("is refused to those who may not edit the other's, and moving also to those who may not delete the one", async () => {
    const world = await buildWorld()
    const { input, id } = await over(world, 'normal')
    const [owner, normal] = [await world.as('owner'), await world.as('normal')]
    for (const call of [files.move, files.copy])
      expect(await normal.call(call, input)).toMatchObject({ error: 'fileForbidden' })
    await owner.data(contract.rights.setOfSpace, {
      id,
      senior: [],
      normal: ['F_MAKE', 'F_EDIT_AM', 'F_EDIT_OT', 'F_DOWN_AM'],
    })
    expect(await normal.call(files.move, input)).toMatchObject({ error: 'fileForbidden' })
    expect(await normal.call(files.copy, input)).toMatchObject({ code: 0 })
  })

  test('copied: the other gets a new version and keeps its id, what it was stays as an older one', async () => {
    const world = await buildWorld()
    const { input, id, target, mine } = await over(world)
    const { list, overwritten } = await (await world.as('owner')).data(files.copy, input)
    expect(list).toMatchObject([{ hash: target, version: 2, size: 5 }])
    expect(overwritten).toEqual([{ hash: target, version: 1, from: mine, trashId: null }])
    expect(await contentOf(world, id, target)).toBe('a.txt')
    const row = await world.db.selectFrom('version_metadata').select(['number', 'change', 'source']).executeTakeFirst()
    expect(row).toEqual({ number: 2, change: 'copied', source: { hash: mine } })
    await healthy(world)
  })

  test('of the same content makes no version and takes no room; the name is there once', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const [to, from] = [await owner.data(files.create, { spaceId: id, path: 'to' }), undefined]
    const there = await upload(owner, { spaceId: id, hash: to, name: 'a.txt' }, bytes('same'))
    const again = await upload(owner, { spaceId: id, hash: to, name: 'a.txt', conflict: 'replace' }, bytes('same'))
    expect(again).toMatchObject({ hash: there.hash, version: 1 })
    const { hash } = await upload(owner, { spaceId: id, name: 'a.txt', hash: from }, bytes('same'))
    const input = { spaceId: id, hash, target: to, conflict: 'replace' as const }
    await world.db.updateTable('space').set({ capacity_bytes: 8 }).where('id', '=', id).execute()
    const kept = { hash: there.hash, version: null, from: hash }
    expect(await owner.data(files.copy, input)).toMatchObject({
      list: [{ hash: there.hash, version: 1 }],
      overwritten: [{ ...kept, trashId: null }],
    })
    const { overwritten } = await owner.data(files.move, input)
    expect(overwritten).toMatchObject([kept])
    expect(overwritten[0]?.trashId).not.toBeNull()
    expect(await owner.data(journal.list, { id, action: 'replaced' })).toMatchObject({ list: [] })
    await healthy(world)
  })

  test('many are taken back in one call; who may not edit takes back nothing', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const names = ['1.txt', '2.txt', '7.txt']
    const seeded = await seedFiles(world, id, [...names, ...names.map((name) => `to/${name}`)])
    const [owner, normal] = [await world.as('owner'), await world.as('normal')]
    const [first = '', ...also] = names.map((name) => seeded.get(name) ?? '')
    const { overwritten } = await owner.data(files.move, {
      spaceId: id,
      hash: first,
      also,
      target: seeded.get('to') ?? '',
      conflict: 'replace' as const,
    })
    const list = overwritten.map(({ hash, version }) => ({ hash, version: version ?? 0 }))
    expect(await normal.call(files.undoOverwrite, { spaceId: id, former: list })).toMatchObject({
      error: 'fileForbidden',
    })
    const gone = [{ ...list[0], hash: list[0]?.hash ?? '', version: 7 }]
    expect(await owner.call(files.undoOverwrite, { spaceId: id, former: gone })).toMatchObject({ error: 'versionGone' })
    const idList = overwritten.map(({ trashId }) => trashId ?? '')
    expect((await owner.data(trash.restoreMany, { spaceId: id, idList })).list).toHaveLength(3)
    expect((await owner.data(files.undoOverwrite, { spaceId: id, former: list })).list).toHaveLength(3)
    expect(await contentOf(world, id, seeded.get('to/7.txt') ?? '')).toBe('to/7.txt')
    expect(await namesIn(world, id)).toHaveLength(4)
    await healthy(world)
  })

  test('moved: the one lies in the trash and comes back from there', async () => {
    const world = await buildWorld()
    const { input, id, target, mine } = await over(world)
    const owner = await world.as('owner')
    const { overwritten } = await owner.data(files.move, input)
    expect(overwritten).toMatchObject([{ hash: target, version: 1, from: mine }])
    expect(await namesIn(world, id)).toEqual(['to'])
    expect(await owner.data(trash.restore, { spaceId: id, id: overwritten[0]?.trashId ?? '' })).toMatchObject({
      hash: mine,
      path: '/a.txt',
    })
    await healthy(world)
  })

  test('works from another space: each space counts what it holds', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space(), await world.space()]
    const hash = (await seedFiles(world, one.id, ['b/a.txt'])).get('b/a.txt') ?? ''
    const target = (await seedFiles(world, two.id, ['a.txt'])).get('a.txt') ?? ''
    const input = { spaceId: one.id, hash, target: two.root, toSpaceId: two.id, conflict: 'replace' as const }
    const { list } = await (await world.as('owner')).data(files.move, input)
    expect(list).toMatchObject([{ hash: target, version: 2 }])
    expect(await usageOf(world, one.id)).toMatchObject({ used_bytes: 7, file_count: 1 })
    expect(await usageOf(world, two.id)).toMatchObject({ used_bytes: 12, file_count: 1 })
    await healthy(world)
  })

  test('needs room for the new version', async () => {
    const world = await buildWorld()
    const { input, id } = await over(world)
    await world.db.updateTable('space').set({ capacity_bytes: 14 }).where('id', '=', id).execute()
    const owner = await world.as('owner')
    for (const call of [files.move, files.copy])
      expect(await owner.call(call, input)).toMatchObject({ error: 'spaceFull' })
    await healthy(world)
  })

  test('a folder never gives way to a file, nor a file to a folder', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const seeded = await seedFiles(world, id, ['a', 'to/a/', 'b/', 'to/b'])
    const owner = await world.as('owner')
    for (const name of ['a', 'b'])
      expect(
        await owner.call(files.move, {
          spaceId: id,
          hash: seeded.get(name) ?? '',
          target: seeded.get('to') ?? '',
          conflict: 'replace',
        }),
      ).toMatchObject({ error: 'fileNameTaken' })
  })
})

describe('POST /files/zip', () => {
  test('brings more items than an address can name, and nothing beside them; a stranger gets none', async () => {
    const world = await buildWorld()
    const { id, root } = await world.space()
    const seed = (await seedFiles(world, id, ['seed.txt', 'not-this.txt'])).get('seed.txt') ?? ''
    const ids = Array.from({ length: 900 }, () => newId())
    await sql`
      insert into node (id, space_id, parent_id, is_folder, name, suffix, mime, size, blob_sha256, author_id, created_at, updated_at)
      select i.id, ${id}::uuid, ${root}::uuid, false, i.at || '.txt', 'txt', n.mime, n.size, n.blob_sha256, n.author_id, n.created_at, n.updated_at
      from unnest(${ids}::uuid[]) with ordinality as i(id, at), node n where n.id = ${seed}::uuid`.execute(world.db)
    const body = () => new URLSearchParams([['spaceId', id], ...ids.map((one) => ['hash', one])])
    const ask = async (who: Who) => (await world.as(who)).fetch('/api/files/zip', { method: 'POST', body: body() })
    const zip = Buffer.from(await (await ask('owner')).arrayBuffer()).toString('latin1')
    expect(new Set(zip.match(/\d+\.txt/g)).size).toBe(900)
    expect(zip).not.toContain('not-this')
    expect((await ask('stranger')).ok).toBe(false)
  })
})

describe('POST /trash/restore', () => {
  test('deletions come back all or none; what lay in a folder that comes too follows it, a taken name gets a number', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const seeded = await seedFiles(world, id, ['a/', 'a/b/c.txt', 'x.txt'])
    const of = (path: string) => seeded.get(path) ?? ''
    const owner = await world.as('owner')
    const remove = async (...paths: string[]) =>
      (await owner.data(files.remove, { spaceId: id, hashList: paths.map(of) })).list.map(({ trashId }) => trashId)
    const [inner = ''] = await remove('a/b')
    const others = await remove('a', 'x.txt')
    await seedFiles(world, id, ['x.txt'])
    const [senior, normal] = [await world.as('senior'), await world.as('normal')]
    const idList = [inner, ...others]
    expect(await normal.call(trash.restoreMany, { spaceId: id, idList })).toMatchObject({ error: 'fileForbidden' })
    expect(await senior.call(trash.restoreMany, { spaceId: id, idList: [...idList, newId()] })).toMatchObject({
      error: 'trashGone',
    })
    const { list } = await owner.data(trash.restoreMany, { spaceId: id, idList })
    expect(list.map(({ path }) => path).sort()).toEqual(['/a', '/a/b', '/x (1).txt'])
    await healthy(world)
  })
})

describe('POST /files/rename', () => {
  const world3 = async (who: Who = 'owner') => {
    const world = await buildWorld()
    const { id } = await world.space()
    const seeded = await seedFiles(world, id, ['a.txt', 'b.txt', 'c.txt'], who)
    const of = (name: string) => seeded.get(name) ?? ''
    return { world, id, of, owner: await world.as('owner') }
  }

  test.each(['.hidden', 'a/b', 'a\u0001b', 'a:b', '', 'x'.repeat(256), '湖'.repeat(86), 'ends.', ' blank', '\ud800'])(
    '%j is refused with the name, and nothing is renamed',
    async (name) => {
      const { world, id, of, owner } = await world3()
      const renames = [
        { hash: of('a.txt'), name: 'fine.txt' },
        { hash: of('b.txt'), name },
      ]
      expect(await owner.call(files.renameMany, { spaceId: id, renames })).toMatchObject({ status: 400 })
      expect(await namesIn(world, id)).toEqual(['a.txt', 'b.txt', 'c.txt'])
    },
  )

  test('names that others have, or that two ask for, are refused all together', async () => {
    const { world, id, of, owner } = await world3()
    const rename = (pairs: [string, string][]) =>
      owner.call(files.renameMany, { spaceId: id, renames: pairs.map(([from, name]) => ({ hash: of(from), name })) })
    expect(
      await rename([
        ['a.txt', 'c.txt'],
        ['b.txt', 'd.txt'],
      ]),
    ).toMatchObject({
      error: 'fileNameTaken',
      data: { names: ['c.txt'] },
    })
    expect(
      await rename([
        ['a.txt', 'd.txt'],
        ['b.txt', 'd.txt'],
      ]),
    ).toMatchObject({ data: { names: ['d.txt'] } })
    expect(await namesIn(world, id)).toEqual(['a.txt', 'b.txt', 'c.txt'])
  })

  test("one that belongs to somebody else keeps all names for those who may not edit others'", async () => {
    const { world, id, of } = await world3('normal')
    const yours = (await seedFiles(world, id, ['d.txt'])).get('d.txt') ?? ''
    const renames = [
      { hash: of('a.txt'), name: 'x.txt' },
      { hash: yours, name: 'y.txt' },
    ]
    expect(await (await world.as('normal')).call(files.renameMany, { spaceId: id, renames })).toMatchObject({
      error: 'fileForbidden',
    })
    expect(await namesIn(world, id)).toEqual(['a.txt', 'b.txt', 'c.txt', 'd.txt'])
  })

  test('an item named twice, or one that is gone, is refused', async () => {
    const { id, of, owner } = await world3()
    const twice = ['x', 'y'].map((name) => ({ hash: of('a.txt'), name }))
    expect(await owner.call(files.renameMany, { spaceId: id, renames: twice })).toMatchObject({ error: 'invalid' })
    await owner.data(files.remove, { spaceId: id, hashList: [of('a.txt')] })
    expect(await owner.call(files.renameMany, { spaceId: id, renames: twice.slice(0, 1) })).toMatchObject({
      error: 'fileGone',
    })
  })

  test('names change places in a ring; suffix and media type follow', async () => {
    const { world, id, of, owner } = await world3()
    const ring = { 'a.txt': 'b.txt', 'b.txt': 'c.txt', 'c.txt': 'a.txt' }
    const renames = Object.entries(ring).map(([from, name]) => ({ hash: of(from), name }))
    const { list } = await owner.data(files.renameMany, { spaceId: id, renames })
    expect(new Map(list.map(({ hash, name }) => [hash, name]))).toEqual(new Map(renames.map((r) => [r.hash, r.name])))
    expect(await contentOf(world, id, of('a.txt'))).toBe('a.txt')
    await owner.data(files.renameMany, { spaceId: id, renames: [{ hash: of('a.txt'), name: 'table.csv' }] })
    expect(await owner.data(files.show, { spaceId: id, hash: of('a.txt') })).toMatchObject({ mime: 'text/csv' })
    await healthy(world)
  })

  test('composed and decomposed spellings are one name', async () => {
    const { id, of, owner } = await world3()
    const renames = ['é.txt'.normalize('NFD'), 'é.txt'.normalize('NFC')].map((name, i) => ({
      hash: of(['a.txt', 'b.txt'][i] ?? ''),
      name,
    }))
    expect(await owner.call(files.renameMany, { spaceId: id, renames })).toMatchObject({ error: 'fileNameTaken' })
  })

  test('of two that give the same names at once one wins', async () => {
    const { id, of, owner } = await world3()
    const answers = await Promise.all(
      ['a.txt', 'b.txt'].map((from) =>
        owner.call(files.renameMany, { spaceId: id, renames: [{ hash: of(from), name: 'same.txt' }] }),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 4])
  })

  test('a folder and what lies in it are renamed together, and every old name is remembered', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const seeded = await seedFiles(world, id, ['f/in.txt'])
    const owner = await world.as('owner')
    const renames = [
      { hash: seeded.get('f') ?? '', name: 'g' },
      { hash: seeded.get('f/in.txt') ?? '', name: 'out.txt' },
    ]
    const { list } = await owner.data(files.renameMany, { spaceId: id, renames })
    expect(list.map(({ path }) => path).sort()).toEqual(['/g', '/g/out.txt'])
    const history = await world.db.selectFrom('node_history').select('name').orderBy('name').execute()
    expect(history.map(({ name }) => name)).toEqual(['f', 'in.txt'])
    const entries = (await owner.data(journal.list, { id, action: 'renamed' })).list
    expect(entries.map(({ details }) => details.from).sort()).toEqual(['f', 'in.txt'])
  })
})
