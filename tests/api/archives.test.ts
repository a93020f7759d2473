import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ARCHIVE_ENTRIES_MAX, FOLDER_DEPTH_MAX } from '#contract/core/limits.ts'
import type { Conflict } from '#contract/files.ts'
import { contract } from '#contract/index.ts'
import { examine } from '#server/doctor/index.ts'
import { Failure } from '#server/failure.ts'
import { tarOf, type ZipItem, zipOf } from '../support/archive.ts'
import type { Client } from '../support/client.ts'
import { corrupt } from '../support/corrupt.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { archives, files, journal, rights, tasks } = contract

async function scene() {
  const world = await buildWorld()
  const space = await world.space()
  return {
    world,
    spaceId: space.id,
    root: space.root,
    owner: await world.as('owner'),
    normal: await world.as('normal'),
  }
}
type Scene = Awaited<ReturnType<typeof scene>>

const bytes = (text: string) => Buffer.from(text)
const listOf = async ({ owner, spaceId }: Pick<Scene, 'owner' | 'spaceId'>, hash?: string) =>
  (await owner.data(files.list, { spaceId, ...(hash && { hash }) })).list
const namesIn = async (the: Scene, hash?: string) => (await listOf(the, hash)).map(({ name }) => name)
const contentOf = async ({ owner, spaceId }: Pick<Scene, 'owner' | 'spaceId'>, hash: string) =>
  Buffer.from(await (await owner.fetch(`/api/files/${hash}/content?spaceId=${spaceId}`)).arrayBuffer())
const reserved = async ({ world, spaceId }: Scene) =>
  (await world.db.selectFrom('space_usage').selectAll().where('space_id', '=', spaceId).executeTakeFirstOrThrow())
    .reserved_bytes
const isHealthy = async (world: World) =>
  (await examine(world.db, world.blobs, { repair: false, deep: true })).isHealthy

type More = { into?: 'folder' | 'here'; target?: string; conflict?: Conflict; client?: Client }
/** Uploads an archive and extracts it; answers the task as it ended, and its parts. */
async function extract(the: Scene, name: string, content: Buffer, { client = the.owner, ...more }: More = {}) {
  const { hash } = await upload(the.owner, { spaceId: the.spaceId, name }, content)
  const { id } = await client.data(archives.unpack, { spaceId: the.spaceId, hash, ...more })
  await the.world.services.tasks.drain()
  const task = await client.data(tasks.show, { id })
  const parts = (await client.data(tasks.parts, { id, size: 1000 })).list
  const folder = task.result.folder as string | undefined
  return { id, task, parts, folder, failed: parts.filter(({ error }) => error).map(({ path, error }) => [path, error]) }
}

/** Every file below a folder with its content, by path. */
async function treeOf(the: Scene, hash: string, path = ''): Promise<Record<string, string>> {
  const tree: Record<string, string> = {}
  for (const { name, hash: id, mime } of await listOf(the, hash)) {
    if (mime === 'directory') Object.assign(tree, { [`${path}${name}/`]: '' }, await treeOf(the, id, `${path}${name}/`))
    else tree[path + name] = (await contentOf(the, id)).toString()
  }
  return tree
}

describe('extracting is refused', () => {
  test('where the archive may not be read, or nothing may be made', async () => {
    const the = await scene()
    const { hash } = await upload(the.owner, { spaceId: the.spaceId, name: 'a.zip' }, zipOf([{ name: 'a' }]))
    expect(await the.normal.call(archives.unpack, { spaceId: the.spaceId, hash })).toMatchObject({
      error: 'fileForbidden',
    })
    const stranger = await the.world.as('ordinary')
    expect(await stranger.call(archives.unpack, { spaceId: the.spaceId, hash })).toMatchObject({
      error: 'spaceNotFound',
    })
  })

  test('where the archive may not be read any more when the task begins', async () => {
    const the = await scene()
    const { spaceId, owner, normal } = the
    const { hash } = await upload(owner, { spaceId, name: 'a.zip' }, zipOf([{ name: 'a' }]))
    await owner.data(rights.setOfSpace, { id: spaceId, senior: [], normal: ['F_MAKE', 'F_DOWN_OT'] })
    const { id } = await normal.data(archives.unpack, { spaceId, hash })
    await owner.data(rights.setOfSpace, { id: spaceId, senior: [], normal: ['F_MAKE'] })
    await the.world.services.tasks.drain()
    expect(await normal.data(tasks.show, { id })).toMatchObject({ state: 'failed', error: 'fileForbidden' })
    expect(await namesIn(the)).toEqual(['a.zip'])
  })

  test('of what is no archive, and of a folder', async () => {
    const the = await scene()
    const folder = await the.owner.data(files.create, { spaceId: the.spaceId, path: 'a.zip' })
    const { hash } = await upload(the.owner, { spaceId: the.spaceId, name: 'a.txt' }, bytes('text'))
    for (const one of [folder, hash])
      expect(await the.owner.call(archives.unpack, { spaceId: the.spaceId, hash: one })).toMatchObject({
        error: 'archiveUnknown',
      })
  })

  const wide = Array.from({ length: 40 }, (_, i) => ({ name: `${i}`, content: Buffer.alloc(1_048_576) }))
  const refused: [string, string, string, () => Buffer][] = [
    [
      'that is cut off',
      'a.zip',
      'archiveDamaged',
      () => zipOf([{ name: 'a', content: bytes('abc') }]).subarray(0, -30),
    ],
    ['that only its name makes one', 'a.zip', 'archiveDamaged', () => bytes('no zip at all')],
    ['with a password', 'a.zip', 'archiveEncrypted', () => zipOf([{ name: 'a' }, { name: 'b', isEncrypted: true }])],
    ['that becomes 40 MiB of 40 KiB', 'a.zip', 'archiveUnsafe', () => zipOf(wide)],
    [
      'whose entries share their bytes',
      'a.zip',
      'archiveUnsafe',
      () =>
        zipOf([
          { name: 'a', content: Buffer.alloc(9000, 'x') },
          { name: 'b', sharesWith: 0 },
        ]),
    ],
    ['gzip that becomes 1 GiB of 1 MiB', 'a.gz', 'archiveUnsafe', () => gzipSync(Buffer.alloc(200_000_000))],
    [
      'tar.gz that is a bomb',
      'a.tar.gz',
      'archiveUnsafe',
      () => gzipSync(tarOf([{ name: 'a', content: Buffer.alloc(100_000_000) }])),
    ],
    [
      'tar that is cut off',
      'a.tar',
      'archiveDamaged',
      () => tarOf([{ name: 'a', content: Buffer.alloc(5000) }]).subarray(0, 2000),
    ],
    ['tar that says it is larger than it is', 'a.tar', 'archiveDamaged', () => tarOf([{ name: 'a', says: 8 ** 10 }])],
    [
      'tar that only announces entries',
      'a.tar',
      'archiveDamaged',
      () => tarOf(Array.from({ length: 20 }, () => ({ name: 'x', type: 'x', content: bytes('8 a=b c\n') }))),
    ],
    [
      'tar.gz that is cut off',
      'a.tgz',
      'archiveDamaged',
      () => gzipSync(tarOf([{ name: 'a', content: bytes('a') }])).subarray(0, 60),
    ],
    ['with more entries than one may have', 'a.zip', 'archiveTooLarge', () => zipMany(ARCHIVE_ENTRIES_MAX + 1)],
  ]
  test('as a whole, before a byte is placed, whatever is wrong with it', async () => {
    const the = await scene()
    const uploaded = new Set<string>()
    for (const [what, suffixed, error, make] of refused) {
      const name = `${what}.${suffixed}`
      uploaded.add(name)
      const { task, parts } = await extract(the, name, make())
      expect({ what, state: task.state, error: task.error, parts }).toEqual({ what, state: 'failed', error, parts: [] })
      expect(task.message).not.toBe('')
    }
    expect(new Set(await namesIn(the))).toEqual(uploaded)
    expect(await reserved(the)).toBe(0)
  })

  test('when the space has no room for all of it', async () => {
    const the = await scene()
    await the.world.db.updateTable('space').set({ capacity_bytes: 3_000_000 }).where('id', '=', the.spaceId).execute()
    const { task } = await extract(the, 'a.zip', zipOf([{ name: 'a', content: Buffer.alloc(4_000_000) }]))
    expect(task).toMatchObject({ state: 'failed', error: 'spaceFull' })
    expect(await namesIn(the)).toEqual(['a.zip'])
  })

  test('when the archive is gone before the task begins', async () => {
    const the = await scene()
    const { hash } = await upload(the.owner, { spaceId: the.spaceId, name: 'a.zip' }, zipOf([{ name: 'a' }]))
    const { id } = await the.owner.data(archives.unpack, { spaceId: the.spaceId, hash })
    await the.owner.data(files.remove, { spaceId: the.spaceId, hashList: [hash] })
    await the.world.services.tasks.drain()
    expect(await the.owner.data(tasks.show, { id })).toMatchObject({ state: 'failed', error: 'fileGone' })
  })
})

/** A zip of many empty files. */
const zipMany = (count: number) => zipOf(Array.from({ length: count }, (_, i) => ({ name: `f${i}`, isStored: true })))

describe('an entry of an archive', () => {
  const good: ZipItem = { name: 'good.txt', content: bytes('good') }
  const long = 'ä'.repeat(128)
  const bad: [string, ZipItem, string][] = [
    ['that climbs out of its folder', { name: '../evil.txt' }, 'entryOutside'],
    ['that climbs in the middle', { name: 'a/../../evil.txt' }, 'entryOutside'],
    ['that begins at the root', { name: '/etc/passwd' }, 'entryOutside'],
    ['that begins at a drive', { name: 'C:/evil.txt' }, 'entryOutside'],
    ['that begins with a backslash', { name: '\\evil.txt' }, 'entryOutside'],
    ['with a backslash in its name', { name: 'a\\b.txt' }, 'fileNameInvalid'],
    ['with a NUL in its name', { name: 'a\0b.txt' }, 'fileNameInvalid'],
    ['with a leading dot', { name: '.ssh/authorized_keys' }, 'fileNameInvalid'],
    ['with a name of 256 bytes', { name: long }, 'fileNameInvalid'],
    ['with a path of more than 4096 bytes', { name: `${'a/'.repeat(2048)}a` }, 'fileNameInvalid'],
    ['in more folders than there may be', { name: `${'a/'.repeat(FOLDER_DEPTH_MAX)}a` }, 'folderTooDeep'],
    ['whose name is no text', { name: Buffer.from([0x61, 0xff]), isUtf8: true }, 'entryUnreadable'],
    ['that is a symbolic link', { name: 'link', content: bytes('/etc/passwd'), mode: 0o120777 }, 'entryLink'],
    ['that is a device', { name: 'device', mode: 0o020666 }, 'entryLink'],
    ['that is packed in a way we do not know', { name: 'a.txt', method: 12 }, 'entryUnreadable'],
    ['that is longer than it says', { name: 'a.txt', content: Buffer.alloc(100_000), says: 10 }, 'contentDamaged'],
    ['that is shorter than it says', { name: 'a.txt', content: bytes('abc'), says: 10 }, 'contentDamaged'],
    ['whose checksum is another', { name: 'a.txt', content: bytes('abc'), crc: 1 }, 'contentDamaged'],
  ]
  test('fails with its cause whatever is wrong with it, also when it is tried again, and the others are extracted', async () => {
    const the = await scene()
    const causes = bad.map(([, , error]) => error)
    const zip = zipOf([...bad.map(([, item]) => item), good])
    const { id, task, parts, folder = '' } = await extract(the, 'a.zip', zip)
    expect(task).toMatchObject({ state: 'partlyFailed', itemsDone: 2, itemsFailed: bad.length })
    expect(parts.flatMap(({ error }) => error || [])).toEqual(causes)
    expect(parts.every(({ error, message }) => !error === !message)).toBe(true)
    await the.owner.data(tasks.retry, { id })
    await the.world.services.tasks.drain()
    expect(await the.owner.data(tasks.show, { id })).toMatchObject({ state: 'partlyFailed', itemsFailed: bad.length })
    const again = await the.owner.data(tasks.parts, { id, size: 1000 })
    expect(again.list.flatMap(({ error }) => error || [])).toEqual(causes)
    expect(await treeOf(the, folder)).toEqual({ 'good.txt': 'good' })
    expect(await reserved(the)).toBe(0)
    expect(await isHealthy(the.world)).toBe(true)
  })

  test('of a tar that is a link, a device or a pipe fails with its cause', async () => {
    const the = await scene()
    const special = { 'symbolic link': '2', 'hard link': '1', device: '3', pipe: '6' }
    const items = Object.entries(special).map(([name, type]) => ({ name, type, link: '/etc/passwd' }))
    const tar = tarOf([...items, { name: 'good.txt', content: bytes('good') }])
    const { failed, folder = '' } = await extract(the, 'a.tar', tar)
    expect(failed).toEqual(items.map(({ name }) => [name, 'entryLink']))
    expect(await treeOf(the, folder)).toEqual({ 'good.txt': 'good' })
  })

  test('of 10,000 folders fails, the deepest that may be is made', async () => {
    const the = await scene()
    const deepest = 'a/'.repeat(FOLDER_DEPTH_MAX - 2)
    const tar = execTar({ deep: `${'a/'.repeat(2000)}x` })
    const zip = zipOf([
      { name: 'beside' },
      { name: `${deepest}x`, content: bytes('deep') },
      { name: `${'a/'.repeat(10_000)}x` },
    ])
    const { failed, folder = '' } = await extract(the, 'a.zip', zip)
    expect(failed.map(([, error]) => error)).toEqual(['fileNameInvalid'])
    expect(Object.keys(await treeOf(the, folder))).toContain(`${deepest}x`)
    const { failed: others } = await extract(the, 'b.tar', tar)
    expect(others.map(([, error]) => error)).toEqual(['folderTooDeep'])
  })

  test('of Chinese Windows is read as GBK, of a Mac is put together, and what systems add is left out', async () => {
    const the = await scene()
    const gbk = Buffer.from([0xba, 0xfe, 0xb2, 0xb4, 0x2e, 0x74, 0x78, 0x74])
    const zip = zipOf([
      { name: gbk, isUtf8: false, content: bytes('lake') },
      { name: 'cafe\u0301.txt', content: bytes('coffee') },
      { name: '__MACOSX/._a', content: bytes('x') },
      { name: 'b/.DS_Store', content: bytes('x') },
      { name: 'b/Thumbs.db', content: bytes('x') },
    ])
    const { task, folder = '' } = await extract(the, 'a.zip', zip)
    expect(task.state).toBe('completed')
    expect(await treeOf(the, folder)).toEqual({ '湖泊.txt': 'lake', 'caf\u00e9.txt': 'coffee' })
  })

  test('whose name is there twice is there twice; names that differ in case are two', async () => {
    const the = await scene()
    const zip = zipOf([
      { name: 'a.txt', content: bytes('1') },
      { name: 'a.txt', content: bytes('2') },
      { name: 'A.txt', content: bytes('3') },
    ])
    const { folder = '' } = await extract(the, 'a.zip', zip)
    expect(await treeOf(the, folder)).toEqual({ 'a.txt': '1', 'a (1).txt': '2', 'A.txt': '3' })
  })

  test('that needs a folder where a file is: both are there', async () => {
    const the = await scene()
    const zip = zipOf([
      { name: 'a', content: bytes('file') },
      { name: 'a/c', content: bytes('x') },
    ])
    const { folder = '' } = await extract(the, 'a.zip', zip)
    expect(await treeOf(the, folder)).toEqual({ 'a/': '', 'a/c': 'x', 'a (1)': 'file' })
  })

  test('that is an archive is a file: nothing is extracted on its own, and so no archive that holds itself has no end', async () => {
    const the = await scene()
    const inner = zipOf([{ name: 'inner.txt', content: bytes('x') }])
    const { folder = '' } = await extract(the, 'a.zip', zipOf([{ name: 'inner.zip', content: inner, isStored: true }]))
    expect(await namesIn(the, folder)).toEqual(['inner.zip'])
  })
})

/** A tar written by the system's own program. */
function execTar(entries: Record<string, string>, flags: string[] = []): Buffer {
  const dir = mkdtempSync(join(tmpdir(), 'dataspace-tar-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  writeFileSync(join(dir, 'x'), 'content')
  const renames = Object.values(entries).flatMap((path) => ['--transform', `s,^x$,${path},`])
  return execFileSync('tar', [...flags, '-C', dir, ...renames, '-cf', '-', 'x'])
}

describe('an archive', () => {
  const tree = [
    { name: 'docs/', type: '5' },
    { name: 'docs/readme.md', content: bytes('# Lake') },
    { name: 'empty/', type: '5' },
    { name: 'none.txt', content: Buffer.alloc(0) },
    { name: 'data/a/b/c.csv', content: Buffer.alloc(300_000, 'x') },
  ]
  const expected = {
    'docs/': '',
    'docs/readme.md': '# Lake',
    'empty/': '',
    'none.txt': '',
    'data/': '',
    'data/a/': '',
    'data/a/b/': '',
    'data/a/b/c.csv': 'x'.repeat(300_000),
  }
  test.each<[string, () => Buffer]>([
    ['a.zip', () => zipOf(tree)],
    ['a.tar', () => tarOf(tree)],
    ['a.tar.gz', () => gzipSync(tarOf(tree))],
    ['a.tgz', () => gzipSync(tarOf(tree))],
    ['stored.zip', () => zipOf(tree.map((item) => ({ ...item, isStored: true })))],
    ['with-a-program-before-it.zip', () => zipOf(tree, bytes('%PDF-1.7 a polyglot'))],
  ])('%s becomes a folder of its name with all that is in it', async (name, make) => {
    const the = await scene()
    const { task, folder = '' } = await extract(the, name, make())
    expect(task).toMatchObject({ state: 'completed', kind: 'extract', title: name })
    expect(await treeOf(the, folder)).toEqual(expected)
    const { name: called } = await the.owner.data(files.show, { spaceId: the.spaceId, hash: folder })
    expect(called).toBe(name.replace(/\.(tar\.gz|tgz|zip|tar)$/, ''))
    expect(await reserved(the)).toBe(0)
    expect(await isHealthy(the.world)).toBe(true)
  })

  const one = [
    { name: 'r/x.txt', content: bytes('x') },
    { name: 'r/', type: '5' },
    { name: 'r/s/y.txt', content: bytes('y') },
  ]
  test.each<[string, () => Buffer]>([
    ['zip', () => zipOf(one)],
    ['tar.gz', () => gzipSync(tarOf(one))],
    ['zip', () => zipOf([{ name: '../evil' }, ...one, { name: 'r', mode: 0o120777 }, { name: '__MACOSX/r/._x' }])],
  ])(
    '%s with one folder at its top becomes that folder, with a number when its name is taken',
    async (suffix, make) => {
      const the = await scene()
      await extract(the, `a.${suffix}`, make())
      const { folder = '' } = await extract(the, `b.${suffix}`, make())
      expect(await treeOf(the, folder)).toEqual({ 'x.txt': 'x', 's/': '', 's/y.txt': 'y' })
      expect((await namesIn(the)).toSorted()).toEqual([`a.${suffix}`, `b.${suffix}`, 'r', 'r (1)'])
      expect(await isHealthy(the.world)).toBe(true)
    },
  )

  test('of one folder that holds nothing becomes it, and one of nothing a folder of its own name', async () => {
    const the = await scene()
    await extract(the, 'a.tar', tarOf([{ name: 'r/', type: '5' }]))
    await extract(the, 'b.zip', zipOf([]))
    expect((await namesIn(the)).toSorted()).toEqual(['a.tar', 'b', 'b.zip', 'r'])
  })

  test('gzip of one file becomes that file', async () => {
    const the = await scene()
    const { folder = '' } = await extract(the, 'log.txt.gz', gzipSync(Buffer.alloc(3_000_000, 'log\n')))
    expect(await listOf(the, folder)).toMatchObject([{ name: 'log.txt', size: 3_000_000 }])
  })

  test.each([['gnu'], ['pax'], ['posix'], ['v7']])(
    'of the tar program in its %s form is read, long names too',
    async (form) => {
      const the = await scene()
      const path = form === 'v7' ? 'short/name.txt' : `${'长名'.repeat(30)}/${'n'.repeat(150)}.txt`
      const { task } = await extract(the, 'a.tar', execTar({ path }, ['--format', form]))
      expect(task.state).toBe('completed')
      expect(Object.keys(await treeOf(the, the.root))).toContain(path)
    },
  )

  test('gets a number when its folder is there already', async () => {
    const the = await scene()
    await the.owner.data(files.create, { spaceId: the.spaceId, path: 'a' })
    const { folder = '' } = await extract(the, 'a.zip', zipOf([{ name: 'x', content: bytes('x') }]))
    expect(await the.owner.data(files.show, { spaceId: the.spaceId, hash: folder })).toMatchObject({ name: 'a (1)' })
  })

  test.each<[Conflict, Record<string, string>, string]>([
    ['keepBoth', { 'x.txt': 'old', 'x (1).txt': 'new' }, 'completed'],
    ['replace', { 'x.txt': 'new' }, 'completed'],
    ['skip', { 'x.txt': 'old' }, 'completed'],
    ['refuse', { 'x.txt': 'old' }, 'failed'],
  ])('that is extracted into a folder with a file of the name does as told: %s', async (conflict, after, state) => {
    const the = await scene()
    const target = await the.owner.data(files.create, { spaceId: the.spaceId, path: 'target' })
    await upload(the.owner, { spaceId: the.spaceId, hash: target, name: 'x.txt' }, bytes('old'))
    const zip = zipOf([{ name: 'x.txt', content: bytes('new') }])
    const { task } = await extract(the, 'a.zip', zip, { into: 'here', target, conflict })
    expect(task.state).toBe(state)
    expect(await treeOf(the, target)).toEqual(after)
    expect(await reserved(the)).toBe(0)
    expect(await isHealthy(the.world)).toBe(true)
  })

  test('does not replace the file of somebody else for who may change only their own', async () => {
    const the = await scene()
    const target = await the.owner.data(files.create, { spaceId: the.spaceId, path: 'target' })
    await upload(the.owner, { spaceId: the.spaceId, hash: target, name: 'x.txt' }, bytes('old'))
    const { hash } = await upload(
      the.normal,
      { spaceId: the.spaceId, name: 'a.zip' },
      zipOf([{ name: 'x.txt', content: bytes('new') }]),
    )
    const wish = { spaceId: the.spaceId, hash, target, into: 'here', conflict: 'replace' } as const
    const { id } = await the.normal.data(archives.unpack, wish)
    await the.world.services.tasks.drain()
    expect(await the.normal.data(tasks.show, { id })).toMatchObject({ state: 'failed', error: 'fileForbidden' })
    expect(await treeOf(the, target)).toEqual({ 'x.txt': 'old' })
  })

  test('is written down in the journal as extracted, with its folders', async () => {
    const the = await scene()
    await extract(the, 'a.zip', zipOf([{ name: 'f/x.txt', content: bytes('new') }]))
    const { list } = await the.owner.data(journal.list, { id: the.spaceId })
    expect(list.map(({ action, item }) => [action, item.name])).toEqual(
      expect.arrayContaining([
        ['extracted', 'x.txt'],
        ['folderMade', 'f'],
      ]),
    )
  })

  test('that failed in part is tried again, and goes on with what failed', async () => {
    const the = await scene()
    const target = await the.owner.data(files.create, { spaceId: the.spaceId, path: 'target' })
    const { hash } = await upload(the.owner, { spaceId: the.spaceId, hash: target, name: 'y.txt' }, bytes('old'))
    const zip = zipOf([
      { name: 'x.txt', content: bytes('x') },
      { name: 'y.txt', content: bytes('new') },
    ])
    const { id, task } = await extract(the, 'a.zip', zip, { into: 'here', target, conflict: 'refuse' })
    expect(task).toMatchObject({ state: 'partlyFailed', error: 'fileNameTaken', isRetryable: true })
    await the.owner.data(files.remove, { spaceId: the.spaceId, hashList: [hash] })
    await the.owner.data(tasks.retry, { id })
    await the.world.services.tasks.drain()
    expect(await the.owner.data(tasks.show, { id })).toMatchObject({ state: 'completed', itemsDone: 2 })
    expect(await treeOf(the, target)).toEqual({ 'x.txt': 'x', 'y.txt': 'new' })
    expect(await reserved(the)).toBe(0)
  })
})

describe('making an archive', () => {
  async function packed() {
    const the = await scene()
    const { spaceId, owner, root } = the
    const folder = await owner.data(files.create, { spaceId, path: '湖泊数据' })
    const long = `${'长'.repeat(60)}.txt`
    await upload(owner, { spaceId, hash: folder, name: long }, bytes('long'))
    await upload(owner, { spaceId, hash: folder, name: 'empty.bin' }, Buffer.alloc(0))
    await upload(owner, { spaceId, hash: folder, name: 'large.bin' }, Buffer.alloc(3_000_000, 'abc'))
    const make = async (input: object) => {
      const wish = { spaceId, hashList: [folder], target: root, name: 'out', ...input }
      const { id } = await owner.data(archives.pack, wish)
      await the.world.services.tasks.drain()
      return owner.data(tasks.show, { id })
    }
    return { ...the, folder, long, make }
  }

  test('is refused to who may not download all of it, or may make nothing', async () => {
    const { normal, spaceId, folder, root } = await packed()
    const wish = { spaceId, hashList: [folder], target: root, name: 'out' }
    expect(await normal.call(archives.pack, wish)).toMatchObject({ error: 'fileForbidden' })
  })

  test('is refused for a bad name, a folder that is gone and items that are gone', async () => {
    const { owner, spaceId, folder, root, make } = await packed()
    const wish = { spaceId, hashList: [folder], target: root, name: 'out' }
    expect(await owner.call(archives.pack, { ...wish, name: '../x' })).toMatchObject({ error: 'fileNameInvalid' })
    expect(await owner.call(archives.pack, { ...wish, target: spaceId })).toMatchObject({ error: 'folderGone' })
    expect(await owner.call(archives.pack, { ...wish, hashList: [spaceId] })).toMatchObject({ error: 'fileGone' })
    expect((await make({})).state).toBe('completed')
  })

  test('is refused when there is no room for it, and reserves nothing then', async () => {
    const { world, spaceId, make, ...the } = await packed()
    await world.db.updateTable('space').set({ capacity_bytes: 5_000_000 }).where('id', '=', spaceId).execute()
    expect(await make({})).toMatchObject({ state: 'failed', error: 'spaceFull' })
    expect(await reserved({ world, spaceId, ...the })).toBe(0)
  })

  test.each([
    ['zip', 'out.zip'],
    ['tar', 'out.tar'],
    ['tar.gz', 'out.tar.gz'],
  ] as const)(
    'as %s gives one that other programs read, and extracted here it is the same again',
    async (format, name) => {
      const { make, folder, long, ...the } = await packed()
      const task = await make({ format })
      expect(task).toMatchObject({ state: 'completed', kind: 'archive', title: name, itemsDone: 1 })
      const hash = task.result.file as string
      const file = await the.owner.data(files.show, { spaceId: the.spaceId, hash })
      expect(file).toMatchObject({ name, phash: the.root })
      const content = await contentOf(the, hash)
      expect(content.length).toBe(file.size)
      const dir = mkdtempSync(join(tmpdir(), 'dataspace-archive-'))
      onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
      writeFileSync(join(dir, name), content)
      if (format === 'zip') execFileSync('python3', ['-m', 'zipfile', '-e', name, 'out'], { cwd: dir })
      else execFileSync('sh', ['-c', `mkdir out && tar -xf ${name} -C out`], { cwd: dir })
      expect(readdirSync(join(dir, 'out', '湖泊数据')).sort()).toEqual(['empty.bin', 'large.bin', long].sort())
      expect(readFileSync(join(dir, 'out', '湖泊数据', long)).toString()).toBe('long')
      const { id } = await the.owner.data(archives.unpack, { spaceId: the.spaceId, hash })
      await the.world.services.tasks.drain()
      const { result } = await the.owner.data(tasks.show, { id })
      expect(await the.owner.data(files.show, { spaceId: the.spaceId, hash: String(result.folder) })).toMatchObject({
        name: '湖泊数据 (1)',
      })
      expect(await treeOf(the, String(result.folder))).toEqual(await treeOf(the, folder))
      expect(await reserved(the)).toBe(0)
      expect(await isHealthy(the.world)).toBe(true)
    },
  )

  test('keeps both, or makes a new version of the one that is there, as told', async () => {
    const { make, ...the } = await packed()
    await make({})
    expect((await make({ conflict: 'keepBoth' })).state).toBe('completed')
    await upload(the.owner, { spaceId: the.spaceId, hash: the.folder, name: 'more.txt' }, bytes('more'))
    expect((await make({ conflict: 'replace' })).state).toBe('completed')
    expect((await make({ conflict: 'refuse' })).error).toBe('fileNameTaken')
    const list = (await listOf(the)).filter(({ suffix }) => suffix === 'zip')
    expect(list.map(({ name, version }) => [name, version])).toEqual([
      ['out (1).zip', 1],
      ['out.zip', 2],
    ])
  })

  test('fails with its cause when a content is lost', async () => {
    const { world, make, ...the } = await packed()
    const sha256 = createHash('sha256').update('long').digest('hex')
    await world.blobs.remove(sha256)
    expect(await make({ format: 'tar.gz' })).toMatchObject({ state: 'failed', error: 'contentDamaged' })
    expect(await reserved({ world, ...the })).toBe(0)
  })
})

test('what an archive is made of is closed when the archive can’t be kept', async () => {
  const the = await scene()
  const { world, spaceId, root, owner } = the
  const { hash } = await upload(owner, { spaceId, name: 'a.bin' }, randomBytes(6_000_000))
  const read = vi.spyOn(world.blobs, 'read')
  vi.spyOn(world.blobs, 'put').mockImplementation(async (content) => {
    for await (const piece of content as AsyncIterable<Buffer>) if (piece.length) break
    throw new Failure('unknown')
  })
  const wish = { spaceId, hashList: [hash], target: root, name: 'a', format: 'tar.gz' as const }
  const { id } = await owner.data(archives.pack, wish)
  await world.services.tasks.drain()
  expect(await owner.data(tasks.show, { id })).toMatchObject({ state: 'failed' })
  const streams = await Promise.all(read.mock.results.map(({ value }) => value as Promise<Readable>))
  expect(streams).toHaveLength(1)
  await expect.poll(() => streams.every(({ destroyed }) => destroyed)).toBe(true)
})

describe('verifying', () => {
  test('is refused to who may not download it, and to who does not belong', async () => {
    const the = await scene()
    const { hash } = await upload(the.owner, { spaceId: the.spaceId, name: 'a.txt' }, bytes('a'))
    const wish = { spaceId: the.spaceId, hashList: [hash] }
    expect(await the.normal.call(archives.verify, wish)).toMatchObject({ error: 'fileForbidden' })
    const open = await the.world.space({ type: 'public' })
    const { hash: shown } = await upload(the.owner, { spaceId: open.id, name: 'a.txt' }, bytes('a'))
    const ordinary = await the.world.as('ordinary')
    expect(await ordinary.call(archives.verify, { spaceId: open.id, hashList: [shown] })).toMatchObject({
      error: 'spaceRightMissing',
    })
  })

  test('finds what is changed and what is lost, and says which', async () => {
    const the = await scene()
    const folder = await the.owner.data(files.create, { spaceId: the.spaceId, path: 'f' })
    for (const name of ['whole.txt', 'lost.txt', 'changed.txt'])
      await upload(the.owner, { spaceId: the.spaceId, hash: folder, name }, bytes(`content of ${name}`))
    const shaOf = (name: string) => createHash('sha256').update(`content of ${name}`).digest('hex')
    await the.world.blobs.remove(shaOf('lost.txt'))
    await corrupt(the.world.config, shaOf('changed.txt'), 'CONTENT of changed.txt')
    const { id } = await the.owner.data(archives.verify, { spaceId: the.spaceId, hashList: [folder] })
    await the.world.services.tasks.drain()
    expect(await the.owner.data(tasks.show, { id })).toMatchObject({
      state: 'partlyFailed',
      error: 'contentDamaged',
      itemsTotal: 3,
      itemsDone: 1,
      itemsFailed: 2,
    })
    const { list } = await the.owner.data(tasks.parts, { id })
    expect(list.map(({ path, error }) => [path, error])).toEqual([
      ['f/changed.txt', 'contentDamaged'],
      ['f/lost.txt', 'contentDamaged'],
      ['f/whole.txt', ''],
    ])
  })

  test('by hand: the checksums of a folder are as sha256sum writes them', async () => {
    const the = await scene()
    await upload(the.owner, { spaceId: the.spaceId, name: 'a b.txt' }, bytes('a'))
    const response = await the.owner.fetch(`/api/files/root/sums?spaceId=${the.spaceId}`)
    expect(await response.text()).toBe(`${createHash('sha256').update('a').digest('hex')}  a b.txt\n`)
    expect(response.headers.get('content-disposition')).toContain('SHA256SUMS')
  })

  test('by hand: checksums of very many files are listed for a few at once, and then again', async () => {
    const { world, spaceId, root, owner } = await scene()
    const most = { files_below: ARCHIVE_ENTRIES_MAX - 1 }
    await world.db.updateTable('node').set(most).where('id', '=', root).execute()
    const ask = async () => (await owner.fetch(`/api/files/root/sums?spaceId=${spaceId}`)).status
    const all = await Promise.all(Array.from({ length: 12 }, ask))
    expect([...new Set(all)].sort()).toEqual([200, 429])
    await expect.poll(ask, { interval: 50 }).toBe(200)
  })
})
