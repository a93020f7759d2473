import { describe, expect, test } from 'vitest'
import { ARCHIVE_ENTRIES_MAX, ZIPS_ENTRIES } from '#contract/core/limits.ts'
import type { FileSort } from '#contract/files.ts'
import { contract } from '#contract/index.ts'
import { examine } from '#server/doctor/index.ts'
import { itemsOf, zipEntries } from '#server/modules/files/index.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { COPY_ITEMS_MAX } from '../../server/modules/files/room-store.ts'
import { waitingIn } from '../support/locks.ts'
import { seedFiles } from '../support/seed-files.ts'
import { statementCounter } from '../support/statements.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type Who, type World } from '../support/world.ts'

const { capacity, files, journal, trash, spaces } = contract
const text = (content: string) => new TextEncoder().encode(content)

const namesIn = async (world: World, spaceId: string, hash?: string, who: Who = 'owner') =>
  (await (await world.as(who)).data(files.list, { spaceId, ...(hash && { hash }), size: 1000 })).list.map(
    (file) => file.name,
  )
/** A folder `a` with these files, and with a content of so many bytes; `zip` asks for it as its owner. */
async function folderScene(paths: string[], size = 0) {
  const world = await buildWorld()
  const { id, root } = await world.space()
  const folder = (await seedFiles(world, id, paths)).get('a') ?? (await seedFiles(world, id, ['a/'])).get('a') ?? ''
  const owner = await world.as('owner')
  if (size) await upload(owner, { spaceId: id, hash: folder, name: 'big.bin' }, new Uint8Array(size))
  return { world, id, root, owner, folder, zip: () => owner.fetch(`/api/files/zip?spaceId=${id}&hash=${folder}`) }
}
const healthy = async (world: World) =>
  expect(await examine(world.db, world.blobs, { repair: false, deep: true })).toEqual({ lines: [], isHealthy: true })

describe('DELETE /files', () => {
  test('of several for one item at once one is done, also when its id is spelled in capitals', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const names = Array.from({ length: 10 }, (_, at) => `${at}.csv`)
    const seeded = await seedFiles(world, id, names)
    const owner = await world.as('owner')
    const hashes = names.flatMap((name) => [seeded.get(name) ?? '', seeded.get(name)?.toUpperCase() ?? ''])
    const answers = await Promise.all(hashes.map((hash) => owner.call(files.remove, { spaceId: id, hashList: [hash] })))
    expect(answers.map(({ status }) => status).sort()).toEqual([...names.map(() => 200), ...names.map(() => 404)])
    expect(await owner.data(files.list, { spaceId: id })).toMatchObject({ list: [] })
    await healthy(world)
  })
})

describe('GET /files', () => {
  test('those outside do not learn of a private space; a stranger reads a public one', async () => {
    const world = await buildWorld()
    const closed = await world.space()
    const open = await world.space({ type: 'public' })
    const stranger = await world.as('stranger')
    expect(await stranger.call(files.list, { spaceId: closed.id })).toMatchObject({ error: 'spaceNotFound' })
    expect(await stranger.call(files.list, { spaceId: open.id })).toMatchObject({ code: 0 })
    expect(await stranger.call(files.list, { spaceId: (await world.space({ type: 'restricted' })).id })).toMatchObject({
      error: 'spaceForbidden',
    })
  })

  test('a folder of another space, or one in the trash, is not there', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space(), await world.space()]
    const owner = await world.as('owner')
    expect(await owner.call(files.list, { spaceId: one.id, hash: two.root })).toMatchObject({ error: 'folderGone' })
    const seeded = await seedFiles(world, one.id, ['a/b/c.txt'])
    await owner.data(files.remove, {
      spaceId: one.id,
      hashList: [
        seeded.get('a/b')
          ? ((await owner.data(files.show, { spaceId: one.id, hash: seeded.get('a/b') ?? '' })).phash ?? '')
          : '',
      ],
    })
    expect(await owner.call(files.list, { spaceId: one.id, hash: seeded.get('a/b') })).toMatchObject({
      error: 'folderGone',
    })
    expect(await owner.call(files.show, { spaceId: one.id, hash: seeded.get('a/b/c.txt') ?? '' })).toMatchObject({
      error: 'fileGone',
    })
  })

  test('names sort as people expect: numbers by value, Chinese by sound, folders first', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    await seedFiles(world, id, [
      'scan 10.txt',
      'scan 9.txt',
      'Alpha.txt',
      'beta.txt',
      '张.txt',
      '安.txt',
      '北.txt',
      'zoo/',
    ])
    expect(await namesIn(world, id)).toEqual([
      'zoo',
      '安.txt',
      '北.txt',
      '张.txt',
      'Alpha.txt',
      'beta.txt',
      'scan 9.txt',
      'scan 10.txt',
    ])
  })

  test.each<FileSort>(['name', 'size', 'type', 'modified'])(
    'by %s: pages follow one another without gap or repeat, both ways, folders first',
    async (sort) => {
      const world = await buildWorld()
      const { id } = await world.space()
      await seedFiles(world, id, [...Array.from({ length: 7 }, (_, i) => `file ${i}.${i % 3}`), 'x/', 'y/', 'z/'])
      const owner = await world.as('owner')
      for (const order of ['asc', 'desc'] as const) {
        const seen: { name: string; mime: string }[] = []
        let after: string | undefined
        do {
          const page = await owner.data(files.list, { spaceId: id, sort, order, size: 3, after })
          seen.push(...page.list)
          after = page.next
        } while (after)
        expect(new Set(seen.map((file) => file.name)).size).toBe(10)
        expect(seen).toHaveLength(10)
        expect(seen.slice(0, 3).every((file) => file.mime === 'directory')).toBe(true)
      }
    },
  )
})

describe('POST /file/create', () => {
  test.each(['.hidden', 'a/../b', 'a\\b', '', '/', 'x'.repeat(256)])('%j is refused', async (path) => {
    const world = await buildWorld()
    const { id } = await world.space()
    const answer = await (await world.as('owner')).call(files.create, { spaceId: id, path })
    expect(answer).toMatchObject({ status: 400 })
  })

  test('a taken name is refused, or reused when asked; a nested path creates what is missing', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const normal = await world.as('normal')
    const deep = await normal.data(files.create, { spaceId: id, path: 'a/b/c' })
    expect(await normal.call(files.create, { spaceId: id, path: 'a/b/c' })).toMatchObject({ error: 'fileNameTaken' })
    expect(await normal.data(files.create, { spaceId: id, path: 'a/b/c', existing: 'reuse' })).toBe(deep)
    const shown = await normal.data(files.show, { spaceId: id, hash: deep })
    expect(shown).toMatchObject({ path: '/a/b/c', above: [{ name: '' }, { name: 'a' }, { name: 'b' }] })
    await healthy(world)
  })

  test('of ten at once one folder comes', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const hashes = await Promise.all(
      Array.from({ length: 10 }, () =>
        owner.data(files.create, { spaceId: id, path: 'same/inner', existing: 'reuse' }),
      ),
    )
    expect(new Set(hashes).size).toBe(1)
  })
})

describe('POST /files/conflicts', () => {
  test('an owner who looks as a stranger is answered as one', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    await seedFiles(world, id, ['a.txt'])
    const owner = await world.as('owner')
    const own = owner.headers.bind(owner)
    owner.headers = () => ({ ...own(), 'view-as': `${id} stranger` })
    expect(await owner.call(files.conflicts, { spaceId: id, names: ['a.txt'] })).toMatchObject({
      error: 'spaceNotFound',
    })
    owner.headers = () => ({ ...own(), 'view-as': `${id} normal` })
    expect(await owner.data(files.conflicts, { spaceId: id, names: ['a.txt', 'b.txt'] })).toMatchObject([
      { name: 'a.txt' },
    ])
  })
})

describe('POST /files/:hash/rename', () => {
  test("a normal member may not rename another's file, a reader of a public space nothing", async () => {
    const world = await buildWorld()
    const { id } = await world.space({ type: 'public' })
    const hash = (await seedFiles(world, id, ['a.txt'])).get('a.txt') ?? ''
    for (const who of ['normal', 'ordinary', 'admin'] as const) {
      expect(await (await world.as(who)).call(files.rename, { spaceId: id, hash, name: 'b.txt' })).toMatchObject({
        error: 'fileForbidden',
        code: 8,
      })
    }
  })

  test('a taken name is refused with the name; of two renames to one name one wins', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const seeded = await seedFiles(world, id, ['a.txt', 'b.txt', 'c.txt'])
    const owner = await world.as('owner')
    const rename = (from: string, name: string) =>
      owner.call(files.rename, { spaceId: id, hash: seeded.get(from) ?? '', name })
    const taken = await rename('a.txt', 'b.txt')
    expect(taken).toMatchObject({ error: 'fileNameTaken', status: 409 })
    expect((taken as { message: string }).message).toContain('b.txt')
    const answers = await Promise.all([rename('a.txt', 'x.txt'), rename('b.txt', 'x.txt')])
    expect(answers.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([0, 4])
  })

  test('the id stays, the suffix and media type follow the name', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const hash = (await seedFiles(world, id, ['a.txt'])).get('a.txt') ?? ''
    expect(await (await world.as('owner')).data(files.rename, { spaceId: id, hash, name: 'a.csv' })).toMatchObject({
      hash,
      suffix: 'csv',
      mime: 'text/csv',
    })
  })
})

describe('POST /files/:hash/move and copy', () => {
  test('a folder goes neither into itself nor below itself, nor into another space', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space(), await world.space()]
    const seeded = await seedFiles(world, one.id, ['a/b/c.txt'])
    const owner = await world.as('owner')
    const a = (await owner.data(files.show, { spaceId: one.id, hash: seeded.get('a/b') ?? '' })).phash ?? ''
    for (const target of [a, seeded.get('a/b') ?? '']) {
      expect(await owner.call(files.move, { spaceId: one.id, hash: a, target })).toMatchObject({
        error: 'folderIntoItself',
      })
    }
    expect(await owner.call(files.move, { spaceId: one.id, hash: a, target: two.root })).toMatchObject({
      error: 'folderGone',
    })
  })

  test('two moves that would make a circle: one is refused', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const seeded = await seedFiles(world, id, ['a/', 'b/'])
    const owner = await world.as('owner')
    const [a = '', b = ''] = [seeded.get('a'), seeded.get('b')]
    const answers = await Promise.all([
      owner.call(files.move, { spaceId: id, hash: a, target: b }),
      owner.call(files.move, { spaceId: id, hash: b, target: a }),
    ])
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1)
    await healthy(world)
  })

  test("moving needs the right to edit: a normal member does not move another's file, nor an own folder with it inside", async () => {
    const world = await buildWorld()
    const { id, root } = await world.space()
    const mine = await (await world.as('normal')).data(files.create, { spaceId: id, path: 'mine' })
    const target = await (await world.as('normal')).data(files.create, { spaceId: id, path: 'target' })
    await upload(await world.as('owner'), { spaceId: id, hash: mine, name: 'yours.txt' }, text('x'))
    expect(await (await world.as('normal')).call(files.move, { spaceId: id, hash: mine, target })).toMatchObject({
      error: 'fileForbidden',
    })
    expect(await (await world.as('senior')).call(files.move, { spaceId: id, hash: mine, target })).toMatchObject({
      code: 0,
    })
    expect(root).toBeDefined()
  })

  test.each([
    ['refuse', 'fileNameTaken'],
    ['skip', []],
    ['keepBoth', ['a (1).txt', 'a.txt']],
    ['replace', ['a.txt']],
  ] as const)('a taken name with %s', async (conflict, expected) => {
    const world = await buildWorld()
    const { id } = await world.space()
    const seeded = await seedFiles(world, id, ['a.txt', 'to/a.txt'])
    const owner = await world.as('owner')
    const [hash = '', target = ''] = [seeded.get('a.txt'), seeded.get('to')]
    const answer = await owner.call(files.move, { spaceId: id, hash, target, conflict })
    if (typeof expected === 'string') expect(answer).toMatchObject({ error: expected, data: { names: ['a.txt'] } })
    else if (expected.length) expect((await namesIn(world, id, target)).sort()).toEqual([...expected])
    else expect(await namesIn(world, id)).toContain('a.txt')
    await healthy(world)
  })

  test.each(['move', 'copy'] as const)('two of one name put over a file by %s: the last one counts', async (way) => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const put = async (path: string, content: string) => {
      const hash = await owner.data(files.create, { spaceId, path })
      return { folder: hash, ...(await upload(owner, { spaceId, hash, name: 'x' }, text(content))) }
    }
    // Made the other way round: what counts is the order of the call.
    const second = await put('b', 'as before')
    const first = await put('a', 'longer than that')
    const over = await put('c', 'as before')
    const into = { spaceId, target: over.folder, conflict: 'replace' } as const
    const { overwritten } = await owner.data(files[way], { ...into, hash: first.hash, also: [second.hash] })
    const item = { spaceId, hash: over.hash }
    expect(await (await owner.send(files.content, item)).text()).toBe('as before')
    expect(await owner.data(files.show, { spaceId, hash: over.folder })).toMatchObject({ size: 9, items: 1 })
    await healthy(world)
    const former = overwritten.map(({ hash, version }) => ({ hash, version: version ?? 0 }))
    expect(former).toEqual([1, 1].map((version) => ({ hash: over.hash, version })))
  })

  test('a folder is copied with all in it, contents shared and counted; beside itself it gets a number', async () => {
    const world = await buildWorld()
    const { id, root } = await world.space()
    const seeded = await seedFiles(world, id, ['a/x.txt', 'a/b/y.txt', 'a/b/c/'])
    const owner = await world.as('owner')
    const a = seeded.get('a') ?? ''
    const { list } = await owner.data(files.copy, { spaceId: id, hash: a, target: root, conflict: 'keepBoth' })
    expect(list[0]).toMatchObject({ name: 'a (1)', items: 2 })
    const before = await owner.data(files.show, { spaceId: id, hash: a })
    expect(list[0]?.size).toBe(before.size)
    await healthy(world)
  })

  test('a copy that does not fit is refused', async () => {
    const world = await buildWorld()
    const { id, root } = await world.space({ size: 1 })
    const hash = (await seedFiles(world, id, ['a.txt'])).get('a.txt') ?? ''
    await world.db.updateTable('space').set({ capacity_bytes: 6 }).where('id', '=', id).execute()
    expect(
      await (await world.as('owner')).call(files.copy, { spaceId: id, hash, target: root, conflict: 'keepBoth' }),
    ).toMatchObject({ error: 'spaceFull' })
  })
})

describe('GET /trash/mine', () => {
  test('lists what was deleted in the spaces that the caller belongs to, and in no other', async () => {
    const world = await buildWorld()
    const [one, two, other] = [await world.space(), await world.space({ name: '另一处' }), await world.space()]
    const [owner, normal] = [await world.as('owner'), await world.as('normal')]
    for (const [{ id }, name] of [
      [one, 'a.txt'],
      [two, 'b.txt'],
      [other, 'c.txt'],
    ] as const) {
      const { hash } = await upload(owner, { spaceId: id, name }, new Uint8Array(3))
      world.clock.advance(1000)
      await owner.data(files.remove, { spaceId: id, hashList: [hash] })
    }
    await owner.data(spaces.removeMember, { id: other.id, personId: world.idOf('normal') })
    const seen = await normal.data(trash.mine, {})
    expect(seen.list.map(({ name, spaceId }) => [name, spaceId])).toEqual([
      ['b.txt', two.id],
      ['a.txt', one.id],
    ])
    expect(seen.spaces).toMatchObject([
      { id: two.id, name: '另一处', myRole: 'normal' },
      { id: one.id, myRole: 'normal' },
    ])
    expect((await (await world.as('ordinary')).data(trash.mine, {})).list).toEqual([])
    await world.db.updateTable('space').set({ status: 'offline' }).where('id', '=', two.id).execute()
    expect((await normal.data(trash.mine, {})).list.map(({ name }) => name)).toEqual(['a.txt'])
  })

  test('pages follow one another across spaces, newest first, in the same few statements for any number', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const names: string[] = []
    const fill = async (count: number) => {
      for (let at = 0; at < count; at += 1) {
        const { id } = await world.space()
        for (const name of [`${names.length}.txt`, `${names.length + 1}.txt`]) {
          const { hash } = await upload(owner, { spaceId: id, name }, new Uint8Array(1))
          world.clock.advance(1000)
          await owner.data(files.remove, { spaceId: id, hashList: [hash] })
          names.unshift(name)
        }
      }
    }
    const sent = statementCounter(world)
    const costs: number[] = []
    for (const count of [1, 3]) {
      await fill(count)
      const seen: string[] = []
      let after: string | undefined
      do {
        const page = await owner.data(trash.mine, { size: 3, ...(after && { after }) })
        costs.push(sent().statements)
        seen.push(...page.list.map(({ name }) => name))
        after = page.next
      } while (after)
      expect(seen).toEqual(names)
    }
    expect(new Set(costs).size).toBe(1)
  })
})

describe('the trash', () => {
  test('a folder is not purged by one who may not delete what others have in it, live or deleted before', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const [owner, normal] = [await world.as('owner'), await world.as('normal')]
    const folder = await normal.data(files.create, { spaceId: id, path: 'F' })
    const file = await upload(owner, { spaceId: id, hash: folder, name: 'precious.txt' }, new Uint8Array(7))
    const [precious] = (await owner.data(files.remove, { spaceId: id, hashList: [file.hash] })).list
    const [gone] = (await normal.data(files.remove, { spaceId: id, hashList: [folder] })).list
    expect(await normal.call(trash.purge, { spaceId: id, idList: [gone?.trashId ?? ''] })).toMatchObject({
      error: 'fileForbidden',
    })
    expect(await owner.data(trash.restore, { spaceId: id, id: precious?.trashId ?? '' })).toMatchObject({
      name: 'precious.txt',
    })
  })

  test('a selection that holds a folder and what lies in it weighs each once', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const inner = await owner.data(files.create, { spaceId: id, path: 'P/F' })
    const target = await owner.data(files.create, { spaceId: id, path: 'T' })
    const file = await upload(owner, { spaceId: id, hash: inner, name: 'c.bin' }, new Uint8Array(9))
    await owner.data(files.move, { spaceId: id, hash: inner, target, also: [file.hash] })
    expect(await owner.data(files.show, { spaceId: id, hash: target })).toMatchObject({ size: 9 })
    expect(await owner.data(files.show, { spaceId: id, hash: 'root' })).toMatchObject({ size: 9 })
    await owner.data(files.remove, { spaceId: id, hashList: [file.hash, inner] })
    expect(await owner.data(files.show, { spaceId: id, hash: 'root' })).toMatchObject({ size: 0 })
  })

  test('all or none: one forbidden item keeps the others', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const yours = (await seedFiles(world, id, ['yours.txt'])).get('yours.txt') ?? ''
    const mine = (await seedFiles(world, id, ['mine.txt'], 'normal')).get('mine.txt') ?? ''
    const normal = await world.as('normal')
    expect(await normal.call(files.remove, { spaceId: id, hashList: [mine, yours] })).toMatchObject({
      error: 'fileForbidden',
    })
    expect(await namesIn(world, id)).toEqual(['mine.txt', 'yours.txt'])
    expect(await normal.call(files.remove, { spaceId: id, hashList: [mine] })).toMatchObject({ code: 0 })
  })

  test('the root of a space is not deleted', async () => {
    const world = await buildWorld()
    const { id, root } = await world.space()
    expect(await (await world.as('owner')).call(files.remove, { spaceId: id, hashList: [root] })).toMatchObject({
      error: 'fileForbidden',
    })
  })

  test('what is restored is where it was; when the name is taken it gets a number, when the folder is gone it comes to the root', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const seeded = await seedFiles(world, id, ['a/x.txt', 'a/y.txt'])
    const owner = await world.as('owner')
    const remove = async (hash = '') =>
      (await owner.data(files.remove, { spaceId: id, hashList: [hash] })).list[0]?.trashId ?? ''
    const x = await remove(seeded.get('a/x.txt'))
    await seedFiles(world, id, ['a/x.txt'])
    expect(await owner.data(trash.restore, { id: x, spaceId: id })).toMatchObject({ path: '/a/x (1).txt' })
    const y = await remove(seeded.get('a/y.txt'))
    await remove(seeded.get('a'))
    expect(await owner.data(trash.restore, { id: y, spaceId: id })).toMatchObject({ path: '/y.txt' })
    expect(await owner.call(trash.restore, { id: y, spaceId: id })).toMatchObject({ error: 'trashGone' })
    await healthy(world)
  })

  test('purging gives the capacity back; another member does not purge what he may not delete', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const seeded = await seedFiles(world, id, ['a/x.txt', 'a/b/y.txt'])
    const owner = await world.as('owner')
    const removed = await owner.data(files.remove, { spaceId: id, hashList: [seeded.get('a') ?? ''] })
    const idList = [removed.list[0]?.trashId ?? '']
    expect(await owner.data(spaces.show, { id })).toMatchObject({ fileCount: 0, folderCount: 0 })
    expect(await (await world.as('normal')).call(trash.purge, { spaceId: id, idList })).toMatchObject({
      error: 'fileForbidden',
    })
    expect(await owner.data(trash.purge, { spaceId: id, idList })).toEqual({ purged: 1 })
    expect(await owner.data(spaces.show, { id })).toMatchObject({ usedBytes: 0, fileCount: 0, folderCount: 0 })
    await healthy(world)
  })
})

describe('GET /files/:hash/content', () => {
  test("a normal member does not download another's file but looks at it, a stranger does either only in a public space", async () => {
    const world = await buildWorld()
    const closed = await world.space()
    const open = await world.space({ type: 'public' })
    const one = (await seedFiles(world, closed.id, ['a.txt'])).get('a.txt')
    const two = (await seedFiles(world, open.id, ['a.txt'])).get('a.txt')
    const status = async (who: Who, spaceId: string, hash = '') => {
      const path = `/api/files/${hash}/content?spaceId=${spaceId}`
      const client = await world.as(who)
      return [(await client.fetch(path)).status, (await client.fetch(`${path}&download=1`)).status]
    }
    expect(await status('normal', closed.id, one)).toEqual([200, 403])
    expect(await status('admin', closed.id, one)).toEqual([403, 403])
    expect(await status('stranger', closed.id, one)).toEqual([404, 404])
    expect(await status('stranger', open.id, one)).toEqual([404, 404])
    expect(await status('stranger', open.id, two)).toEqual([200, 200])
  })

  test('what a member may look at has a viewer', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const hash = (await seedFiles(world, id, ['README.md'])).get('README.md') ?? ''
    const normal = await world.as('normal')
    const { components } = await normal.data(contract.preview.components, { spaceId: id, hash })
    expect(components.map((component) => component.id)).toContain('markdown')
    expect(await (await normal.send(files.content, { spaceId: id, hash })).text()).toBe('README.md')
  })

  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=3-1', 200, '0123456789', null],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['pages=1-2', 200, '0123456789', null],
  ])('Range %s answers %d', async (range, status, body, contentRange) => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const { hash } = await upload(owner, { spaceId: id, name: 'digits.txt' }, text('0123456789'))
    const response = await owner.fetch(`/api/files/${hash}/content?spaceId=${id}`, { headers: { range } })
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
      status,
      body,
      contentRange,
    ])
  })

  test('HEAD tells length, type and that ranges are served, and sends nothing', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const { hash } = await upload(owner, { spaceId: id, name: 'digits.txt' }, text('0123456789'))
    const response = await owner.fetch(`/api/files/${hash}/content?spaceId=${id}`, { method: 'HEAD' })
    const said = ['content-length', 'content-type', 'accept-ranges'].map((name) => response.headers.get(name))
    expect([response.status, ...said]).toEqual([200, '10', 'text/plain; charset=utf-8', 'bytes'])
    expect(await response.text()).toBe('')
  })

  test('the same content is not sent twice, and another one is not sent in part', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const { hash, sha256 } = await upload(owner, { spaceId: id, name: 'a.txt' }, text('0123456789'))
    const path = `/api/files/${hash}/content?spaceId=${id}`
    const etag = `"${sha256}"`
    expect((await owner.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await owner.fetch(path, { headers: { range: 'bytes=0-1', 'if-range': etag } })).status).toBe(206)
    expect((await owner.fetch(path, { headers: { range: 'bytes=0-1', 'if-range': '"other"' } })).status).toBe(200)
  })

  test.each([
    ['page.html', 'text/plain; charset=utf-8', 'inline'],
    ['script.js', 'text/plain; charset=utf-8', 'inline'],
    ['drawing.svg', 'image/svg+xml', 'inline'],
    ['program.exe', 'application/octet-stream', 'attachment'],
    ['photo.png', 'image/png', 'inline'],
  ])('%s is served as %s, %s, and can run nothing', async (name, type, kind) => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const { hash } = await upload(owner, { spaceId: id, name }, text('<script>alert(1)</script>'))
    const { headers } = await owner.fetch(`/api/files/${hash}/content?spaceId=${id}`)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${kind}`))
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  })

  test('a name of any script survives the way out', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const { hash } = await upload(owner, { spaceId: id, name: '航次 #1 (草稿).pdf' }, text('x'))
    const { headers } = await owner.fetch(`/api/files/${hash}/content?spaceId=${id}&download=1`)
    expect(headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent('航次 #1 (草稿).pdf').replace(/\(/g, '%28').replace(/\)/g, '%29')}`,
    )
  })
})

describe('a copy', () => {
  test('of more than so many items is refused, and leaves nothing behind', async () => {
    const { world, id, owner, folder } = await folderScene(['a/x.txt'])
    const target = await owner.data(files.create, { spaceId: id, path: 'b' })
    const copy = () => owner.call(files.copy, { spaceId: id, hash: folder, target })
    await world.db.updateTable('node').set({ files_below: COPY_ITEMS_MAX }).where('id', '=', folder).execute()
    expect(await copy()).toMatchObject({ error: 'copyTooLarge' })
    await world.db.updateTable('node').set({ files_below: 1 }).where('id', '=', folder).execute()
    expect(await namesIn(world, id, target)).toEqual([])
    expect(await copy()).toMatchObject({ code: 0 })
  })
})

describe('a move to another space', () => {
  test('of more than so many items is refused; within the space it may be any number', async () => {
    const { world, id, owner, folder } = await folderScene(['a/x.txt'])
    const other = await world.space()
    const move = (to: { target: string; toSpaceId?: string }) =>
      owner.call(files.move, { spaceId: id, hash: folder, ...to })
    const away = { target: other.root, toSpaceId: other.id }
    await world.db.updateTable('node').set({ files_below: COPY_ITEMS_MAX }).where('id', '=', folder).execute()
    expect(await move(away)).toMatchObject({ error: 'copyTooLarge' })
    expect(await move({ target: await owner.data(files.create, { spaceId: id, path: 'b' }) })).toMatchObject({
      code: 0,
    })
  })
})

describe('GET /files/zip', () => {
  test('of more files than an archive may hold is refused, and is no download', async () => {
    const { world, id, owner, folder, zip } = await folderScene(['a/x.txt'])
    await world.db.updateTable('node').set({ files_below: ARCHIVE_ENTRIES_MAX }).where('id', '=', folder).execute()
    expect(await (await zip()).json()).toMatchObject({ error: 'archiveTooLarge' })
    expect((await owner.data(journal.list, { id })).list.map(({ action }) => action)).not.toContain('downloaded')
  })

  test('of more files than the folders count is refused while they are listed', async () => {
    const { world, id, root, folder } = await folderScene(['a/x.txt', 'a/b/y.txt', 'z.txt'])
    await world.db.updateTable('node').set({ files_below: 0, folders_below: 0 }).where('space_id', '=', id).execute()
    const listed = async (hash: string, most: number) =>
      (await zipEntries(world, await itemsOf(world.db, id, [hash]), { most }))?.map(({ name }) => name)
    await expect(listed(folder, 3)).rejects.toThrow('archiveTooLarge')
    expect(await listed(folder, 4)).toEqual(['a/', 'a/b/', 'a/b/y.txt', 'a/x.txt'])
    await expect(listed(root, 4)).rejects.toThrow('archiveTooLarge')
    expect(await listed(root, 5)).toHaveLength(5)
  })

  test('is for so many files at once of one person, until the last byte is sent or nobody waits for it', async () => {
    const { world, folder, zip } = await folderScene(['a/none/'], 24 * 1_048_576)
    const each = ZIPS_ENTRIES.each / 2 - 1
    await world.db.updateTable('node').set({ files_below: each, folders_below: 0 }).where('id', '=', folder).execute()
    /** The status, without waiting for the rest: the server closes when all that it sends has ended. */
    async function statusOf({ status, body }: Response): Promise<number> {
      await body?.cancel()
      return status
    }
    const [first, second] = await Promise.all([zip(), zip()])
    const refused = await zip()
    expect([refused.status, await refused.json()]).toMatchObject([429, { error: 'tooManyRequests' }])
    await statusOf(first)
    await expect.poll(async () => statusOf(await zip()), { interval: 50 }).toBe(200)
    await statusOf(second)
  })

  test("a folder with others' files is refused to a normal member", async () => {
    const world = await buildWorld()
    const { id, root } = await world.space()
    await seedFiles(world, id, ['a.txt'])
    expect((await (await world.as('normal')).fetch(`/api/files/zip?spaceId=${id}&hash=${root}`)).status).toBe(403)
  })

  test('holds what was chosen, with its folders, as long as it said', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const seeded = await seedFiles(world, id, ['a/x.txt', 'a/空/y.txt', 'a/none/', 'top.txt'])
    const owner = await world.as('owner')
    const response = await owner.fetch(
      `/api/files/zip?spaceId=${id}&hash=${seeded.get('a')}&hash=${seeded.get('top.txt')}`,
    )
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBe(Number(response.headers.get('content-length')))
    for (const name of ['a/', 'a/x.txt', 'a/空/y.txt', 'a/none/', 'top.txt']) expect(bytes.includes(name)).toBe(true)
  })
})

describe('whoever loses a right while waiting in the queue of a space', () => {
  test.each([
    ['versions', capacity.dropVersions],
    ['files', files.remove],
  ] as const)('deletes no %s', async (_what, operation) => {
    const world = await buildWorld()
    const { id } = await world.space()
    const hash = (await seedFiles(world, id, ['a.txt'])).get('a.txt') ?? ''
    const senior = await world.as('senior')
    const answer = await world.db.transaction().execute(async (tx) => {
      await lockSpace(tx, id)
      const asked =
        operation === files.remove
          ? senior.call(files.remove, { spaceId: id, hashList: [hash] })
          : senior.call(capacity.dropVersions, { id, hashes: [hash] })
      await expect.poll(() => waitingIn(world), { interval: 20 }).toBe(1)
      await world.db
        .updateTable('member')
        .set({ role: 'normal' })
        .where('person_id', '=', world.idOf('senior'))
        .execute()
      // Not awaited before the queue moves on.
      return { asked }
    })
    expect(await answer.asked).toMatchObject({ error: 'fileForbidden' })
  })
})

describe('where an item was', () => {
  test('is written down by every rename, move, deletion and restoring, and by nothing else', async () => {
    const world = await buildWorld()
    const { id: spaceId, root } = await world.space()
    const seeded = await seedFiles(world, spaceId, ['a/x.txt', 'b/'])
    const [a, b, x] = ['a', 'b', 'a/x.txt'].map((path) => seeded.get(path) ?? '') as [string, string, string]
    const owner = await world.as('owner')
    const timestamps: Date[] = []
    const then = async (change: () => Promise<unknown>) => {
      world.clock.advance(1000)
      timestamps.push(world.clock.now())
      await change()
    }
    await then(() => owner.data(files.rename, { spaceId, hash: x, name: 'y.txt' }))
    await then(() => owner.data(files.rename, { spaceId, hash: x, name: 'y.txt' }))
    await then(() => owner.data(files.move, { spaceId, hash: x, target: b }))
    await then(() => owner.data(files.move, { spaceId, hash: x, target: b }))
    await then(() => owner.data(files.copy, { spaceId, hash: x, target: root }))
    let trashId = ''
    await then(async () => {
      trashId = (await owner.data(files.remove, { spaceId, hashList: [x] })).list[0]?.trashId ?? ''
    })
    await then(() => owner.data(trash.restore, { spaceId, id: trashId }))
    expect(await historyOf(world, x)).toEqual([
      { until: timestamps[0], parent_id: a, name: 'x.txt', is_trashed: false },
      { until: timestamps[2], parent_id: a, name: 'y.txt', is_trashed: false },
      { until: timestamps[5], parent_id: b, name: 'y.txt', is_trashed: false },
      { until: timestamps[6], parent_id: b, name: 'y.txt', is_trashed: true },
    ])
    expect(await world.db.selectFrom('node_history').selectAll().where('node_id', '<>', x).execute()).toEqual([])
  })

  test('is told by the first of two changes in one moment', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const hash = (await seedFiles(world, spaceId, ['x.txt'])).get('x.txt') ?? ''
    const owner = await world.as('owner')
    for (const name of ['y.txt', 'z.txt']) await owner.data(files.rename, { spaceId, hash, name })
    expect(await historyOf(world, hash)).toMatchObject([{ name: 'x.txt' }])
  })

  test('goes with the item for good', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const hash = (await seedFiles(world, spaceId, ['x.txt'])).get('x.txt') ?? ''
    const owner = await world.as('owner')
    await owner.data(files.remove, { spaceId, hashList: [hash] })
    await owner.data(trash.purge, { spaceId })
    expect(await world.db.selectFrom('node_history').selectAll().execute()).toEqual([])
  })
})

const historyOf = (world: World, hash: string) =>
  world.db
    .selectFrom('node_history')
    .select(['until', 'parent_id', 'name', 'is_trashed'])
    .where('node_id', '=', hash)
    .orderBy('until')
    .execute()
