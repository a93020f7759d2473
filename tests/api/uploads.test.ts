import { describe, expect, test } from 'vitest'
import { BYTES_PER_GB, CHUNK_BYTES, UPLOAD_IDLE_MS } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { examine } from '#server/doctor/index.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { check, md5, sendChunk, sha256, sliceOf, upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { uploads, files, spaces } = contract
const bytesOf = (length: number, seed = 1) =>
  Uint8Array.from({ length }, (_, i) => (i * 31 + seed * 7 + (i >> 8)) & 255)
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
/** Two contents with the same MD5: they differ in the highest bit of six bytes. Source: Wang, Feng, Lai, Yu, 2004. */
const theirs = Buffer.from(
  [
    'd131dd02c5e6eec4693d9a0698aff95c2fcab58712467eab4004583eb8fb7f89',
    '55ad340609f4b30283e488832571415a085125e8f7cdc99fd91dbdf280373c5b',
    'd8823e3156348f5bae6dacd436c919c6dd53e2b487da03fd02396306d248cda0',
    'e99f33420f577ee8ce54b67080a80d1ec69821bcb6a8839396f9652b6ff72a70',
  ].join(''),
  'hex',
)
const mine = theirs.map((byte, at) => ([19, 45, 59, 83, 109, 123].includes(at) ? byte ^ 0x80 : byte))
const data = (answer: unknown) =>
  (answer as { data: { code: number; checkId: string; message: string; file?: { hash: string } } }).data
const usage = (world: World, id: string) =>
  world.db.selectFrom('space_usage').selectAll().where('space_id', '=', id).executeTakeFirstOrThrow()

describe('POST /file/upload/check', () => {
  test('a stranger is turned away, and one outside does not learn of the space', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    expect(await check(await world.as('stranger'), { spaceId, name: 'a.csv' }, bytesOf(3))).toMatchObject({
      error: 'notSignedIn',
    })
    expect(await check(await world.as('ordinary'), { spaceId, name: 'a.csv' }, bytesOf(3))).toMatchObject({
      error: 'spaceNotFound',
    })
  })

  test.each([
    ['.hidden', 1],
    ['a/b', 1],
    ['', 1],
  ])('the name %j is refused with code %d and a sentence', async (name, code) => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const answer = data(await check(await world.as('owner'), { spaceId, name }, bytesOf(3)))
    expect(answer.code).toBe(code)
    expect(answer.message).not.toBe('')
  })

  test('a reader of a public space may not write: code 2', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space({ type: 'public' })
    expect(data(await check(await world.as('ordinary'), { spaceId, name: 'a.csv' }, bytesOf(3))).code).toBe(2)
  })

  test('a taken name with other content is code 4 unless the caller said what to do', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const file = await upload(owner, { spaceId, name: 'a.csv' }, bytesOf(3))
    expect(data(await check(owner, { spaceId, name: 'a.csv' }, bytesOf(4))).code).toBe(4)
    expect(data(await check(owner, { spaceId, name: 'a.csv', conflict: 'skip' }, bytesOf(4)))).toMatchObject({
      code: 3,
      file: { hash: file.hash },
    })
    expect(await upload(owner, { spaceId, name: 'a.csv', conflict: 'keepBoth' }, bytesOf(4))).toMatchObject({
      name: 'a (1).csv',
    })
    const replaced = await upload(owner, { spaceId, name: 'a.csv', conflict: 'replace' }, bytesOf(5))
    expect(replaced).toMatchObject({ hash: file.hash, version: 2, size: 5 })
  })

  test("a normal member may not replace another's file", async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    await upload(await world.as('owner'), { spaceId, name: 'a.csv' }, bytesOf(3))
    expect(
      data(await check(await world.as('normal'), { spaceId, name: 'a.csv', conflict: 'replace' }, bytesOf(4))).code,
    ).toBe(2)
  })

  test("a name that another took meanwhile is not replaced by one who may not edit others' files", async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const normal = await world.as('normal')
    const begun = data(await check(normal, { spaceId, name: 'plan.txt', conflict: 'replace' }, bytesOf(4)))
    await sendChunk(normal, { checkId: begun.checkId, chunkCount: 1, chunkIndex: 0 }, bytesOf(4))
    const file = await upload(await world.as('owner'), { spaceId, name: 'plan.txt' }, bytesOf(9))
    expect(await normal.call(uploads.merge, { checkId: begun.checkId })).toMatchObject({ error: 'fileForbidden' })
    expect(await normal.data(files.show, { spaceId, hash: file.hash })).toMatchObject({ size: 9, version: 1 })
  })

  test('what was refused at its end lies here still: once nothing stands against it, it is merged without a byte more', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const begun = data(await check(owner, { spaceId, name: 'plan.txt' }, bytesOf(4)))
    await sendChunk(owner, { checkId: begun.checkId, chunkCount: 1, chunkIndex: 0 }, bytesOf(4))
    const other = await upload(owner, { spaceId, name: 'plan.txt' }, bytesOf(9))
    for (const _try of [1, 2])
      expect(await owner.call(uploads.merge, { checkId: begun.checkId })).toMatchObject({ error: 'fileNameTaken' })
    await owner.data(files.remove, { spaceId, hashList: [other.hash] })
    expect(await owner.data(uploads.merge, { checkId: begun.checkId })).toMatchObject({ name: 'plan.txt', size: 4 })
  })

  test('a member who leaves takes the reservations along', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space({ size: 1 })
    const normal = await world.as('normal')
    expect(
      await normal.data(uploads.check, { spaceId, name: 'a.bin', total: BYTES_PER_GB, fileMd5: '0'.repeat(32) }),
    ).toMatchObject({ code: 0 })
    const owner = await world.as('owner')
    expect(data(await check(owner, { spaceId, name: 'b.csv' }, bytesOf(3))).code).toBe(5)
    await owner.data(spaces.removeMember, { id: spaceId, personId: world.idOf('normal') })
    expect(data(await check(owner, { spaceId, name: 'b.csv' }, bytesOf(3))).code).toBe(0)
  })

  test('of 20 uploads at once only as many begin as fit: code 5', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space({ size: 1 })
    const owner = await world.as('owner')
    const ask = (i: number) =>
      owner.call(uploads.check, { spaceId, name: `${i}.bin`, total: BYTES_PER_GB / 4, fileMd5: md5(bytesOf(1, i)) })
    const codes = (await Promise.all(Array.from({ length: 20 }, (_, i) => ask(i)))).map((answer) => data(answer).code)
    expect(codes.filter((code) => code === 0)).toHaveLength(4)
    expect(codes.filter((code) => code === 5)).toHaveLength(16)
    expect(await usage(world, spaceId)).toMatchObject({ reserved_bytes: BYTES_PER_GB, used_bytes: 0 })
  })

  test('content that the caller cannot read is as if it were not there', async () => {
    const world = await buildWorld()
    const secret = await world.space()
    await upload(await world.as('owner'), { spaceId: secret.id, name: 'secret.csv' }, bytesOf(100))
    const mine = await (await world.as('admin')).data(spaces.create, {
      name: 'Mine',
      identifier: 'mine',
      type: 'private',
    })
    expect(data(await check(await world.as('admin'), { spaceId: mine.id, name: 'x.csv' }, bytesOf(100))).code).toBe(0)
  })

  test('content that a normal member may see but not download is sent all the same', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    await upload(await world.as('owner'), { spaceId, name: 'a.csv' }, bytesOf(100))
    expect(data(await check(await world.as('normal'), { spaceId, name: 'b.csv' }, bytesOf(100))).code).toBe(0)
  })

  test('content that the caller may download is there at once: code 3, without a byte', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    await upload(owner, { spaceId, name: 'a.csv' }, bytesOf(100))
    const answer = data(await check(owner, { spaceId, name: 'b.csv' }, bytesOf(100)))
    expect(answer).toMatchObject({ code: 3, file: { name: 'b.csv', size: 100 } })
    expect(await usage(world, spaceId)).toMatchObject({ used_bytes: 200, reserved_bytes: 0, file_count: 2 })
  })

  test('another content with the same MD5 and size is never taken for what the caller has', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    await upload(await world.as('senior'), { spaceId, name: 'theirs.bin' }, theirs)
    for (const fileSha256 of [sha256(mine), undefined]) {
      const wish = { spaceId, ...(fileSha256 && { fileSha256 }) }
      expect(data(await check(owner, { ...wish, name: 'mine.bin' }, mine)).code).toBe(0)
      expect(data(await check(owner, { ...wish, name: 'theirs.bin' }, mine)).code).toBe(4)
    }
    const stored = await upload(owner, { spaceId, name: 'mine.bin', fileSha256: sha256(mine) }, mine)
    expect(stored.sha256).toBe(sha256(mine))
  })

  test("without a SHA-256 only what the caller brought is spared: not others', not what others put in its place", async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const [owner, senior] = [await world.as('owner'), await world.as('senior')]
    await upload(owner, { spaceId, name: 'a.bin' }, mine)
    expect(data(await check(senior, { spaceId, name: 'b.bin' }, mine)).code).toBe(0)
    expect(data(await check(senior, { spaceId, name: 'b2.bin', fileSha256: sha256(mine) }, mine)).code).toBe(3)
    expect(data(await check(owner, { spaceId, name: 'c.bin' }, mine)).code).toBe(3)
    const wish = { spaceId, conflict: 'replace' as const, fileSha256: sha256(theirs) }
    for (const name of ['a.bin', 'c.bin']) await upload(senior, { ...wish, name }, theirs)
    expect(data(await check(owner, { spaceId, name: 'd.bin' }, mine)).code).toBe(0)
  })

  test('the same upload begun twice is one upload', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const [first, second] = [
      data(await check(owner, { spaceId, name: 'a' }, bytesOf(9))),
      data(await check(owner, { spaceId, name: 'a' }, bytesOf(9))),
    ]
    expect(second.checkId).toBe(first.checkId)
    expect(await usage(world, spaceId)).toMatchObject({ reserved_bytes: 9 })
  })
})

describe('POST /file/upload', () => {
  test("another member's upload does not exist", async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const { checkId } = data(await check(await world.as('owner'), { spaceId, name: 'a' }, bytesOf(9)))
    const response = await sendChunk(await world.as('senior'), { checkId, chunkCount: 1, chunkIndex: 0 }, bytesOf(9))
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([404, 'uploadGone'])
  })

  test.each([
    ['count', { chunkCount: 3, chunkIndex: 0 }, CHUNK_BYTES],
    ['index', { chunkCount: 2, chunkIndex: 2 }, 1],
    ['length of the first', { chunkCount: 2, chunkIndex: 0 }, 10],
    ['length of the last', { chunkCount: 2, chunkIndex: 1 }, 2],
    ['length beyond a chunk', { chunkCount: 2, chunkIndex: 0 }, CHUNK_BYTES + 10],
  ])('a wrong %s is refused', async (_what, form, length) => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const { checkId } = data(await check(owner, { spaceId, name: 'a' }, bytesOf(CHUNK_BYTES + 1)))
    const response = await sendChunk(owner, { checkId, ...form }, bytesOf(length))
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
  })
})

describe('GET /file/upload/merge', () => {
  test('a missing chunk is told, and nothing is lost', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const content = bytesOf(2 * CHUNK_BYTES + 5)
    const { checkId } = data(await check(owner, { spaceId, name: 'a' }, content))
    await sendChunk(owner, { checkId, chunkCount: 3, chunkIndex: 2 }, sliceOf(content, 2))
    await sendChunk(owner, { checkId, chunkCount: 3, chunkIndex: 0 }, sliceOf(content, 0))
    expect(await owner.call(uploads.merge, { checkId })).toMatchObject({ error: 'uploadIncomplete' })
    expect(await owner.data(uploads.ver, { checkId })).toEqual([0, 2])
    expect(await owner.data(uploads.ver, { checkId, form: 'ranges' })).toEqual([
      [0, 0],
      [2, 2],
    ])
    await sendChunk(owner, { checkId, chunkCount: 3, chunkIndex: 1 }, sliceOf(content, 1))
    expect(await owner.data(uploads.merge, { checkId })).toMatchObject({ name: 'a', size: content.length })
  })

  test('content that is not what was promised is refused and thrown away', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const { checkId } = data(await check(owner, { spaceId, name: 'a' }, bytesOf(9, 1)))
    await sendChunk(owner, { checkId, chunkCount: 1, chunkIndex: 0 }, bytesOf(9, 2))
    expect(await owner.call(uploads.merge, { checkId })).toMatchObject({ error: 'uploadHashWrong' })
    expect(await owner.data(uploads.ver, { checkId })).toEqual([])
  })

  test('asked many times at once and again later it answers one file', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const { checkId } = data(await check(owner, { spaceId, name: 'a.csv' }, bytesOf(9)))
    await sendChunk(owner, { checkId, chunkCount: 1, chunkIndex: 0 }, bytesOf(9))
    const merged = await Promise.all(Array.from({ length: 5 }, () => owner.data(uploads.merge, { checkId })))
    const again = await owner.data(uploads.merge, { checkId })
    expect(new Set([...merged, again].map((file) => file.hash)).size).toBe(1)
    expect(await usage(world, spaceId)).toMatchObject({ used_bytes: 9, reserved_bytes: 0, file_count: 1 })
  })

  test('chunks in any order, twice and at once give the very bytes', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const content = bytesOf(5 * CHUNK_BYTES + 77, 3)
    const { checkId } = data(await check(owner, { spaceId, name: 'big.bin' }, content))
    await Promise.all(
      [4, 1, 1, 5, 0, 3, 2, 4].map((chunkIndex) =>
        sendChunk(owner, { checkId, chunkCount: 6, chunkIndex }, sliceOf(content, chunkIndex)),
      ),
    )
    const file = await owner.data(uploads.merge, { checkId })
    const response = await owner.fetch(`/api/files/${file.hash}/content?spaceId=${spaceId}`)
    expect(md5(new Uint8Array(await response.arrayBuffer()))).toBe(md5(content))
  })

  test('an empty file is a file', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const file = await upload(owner, { spaceId, name: 'empty.txt' }, new Uint8Array())
    expect(file).toMatchObject({ size: 0, name: 'empty.txt' })
    expect((await owner.fetch(`/api/files/${file.hash}/content?spaceId=${spaceId}`)).status).toBe(200)
  })

  test('a folder deleted meanwhile is told', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const hash = await owner.data(files.create, { spaceId, path: 'raw' })
    const { checkId } = data(await check(owner, { spaceId, hash, name: 'a' }, bytesOf(9)))
    await sendChunk(owner, { checkId, chunkCount: 1, chunkIndex: 0 }, bytesOf(9))
    await owner.data(files.remove, { spaceId, hashList: [hash] })
    expect(await owner.call(uploads.merge, { checkId })).toMatchObject({ error: 'folderGone' })
  })

  test('30 small files at once all arrive, counted once each', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    await Promise.all(
      Array.from({ length: 30 }, (_, i) => upload(owner, { spaceId, name: `${i}.txt` }, bytesOf(100 + i, i))),
    )
    const { list } = await owner.data(files.list, { spaceId, size: 100 })
    expect(list.map((file) => file.name)).toEqual(Array.from({ length: 30 }, (_, i) => `${i}.txt`))
    const root = await owner.data(files.show, { spaceId, hash: 'root' })
    expect(root).toMatchObject({ items: 30, size: list.reduce((sum, file) => sum + file.size, 0) })
  })
})

describe('an upload given up', () => {
  test('by its owner gives its bytes back', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const { checkId } = data(await check(owner, { spaceId, name: 'a' }, bytesOf(9)))
    await owner.data(uploads.cancel, { checkId })
    expect(await usage(world, spaceId)).toMatchObject({ reserved_bytes: 0 })
    expect(await owner.call(uploads.merge, { checkId })).toMatchObject({ error: 'uploadGone' })
  })

  test('with the folder that it goes to gives its bytes back to the space that reserved them', async () => {
    const world = await buildWorld()
    const [{ id: spaceId }, other] = [await world.space(), await world.space()]
    const owner = await world.as('owner')
    const hash = await owner.data(files.create, { spaceId, path: 'deep' })
    const inner = await owner.data(files.create, { spaceId, path: 'deep/deeper' })
    const moved = await owner.data(files.create, { spaceId, path: 'moved' })
    for (const [at, folder] of [hash, inner, inner, moved].entries())
      data(await check(owner, { spaceId, hash: folder, name: `${at}` }, bytesOf(9, at)))
    await owner.data(files.move, { spaceId, hash: moved, toSpaceId: other.id, target: other.root })
    expect(await usage(world, spaceId)).toMatchObject({ reserved_bytes: 36 })
    await owner.data(files.remove, { spaceId, hashList: [hash] })
    await owner.data(files.remove, { spaceId: other.id, hashList: [moved] })
    for (const id of [spaceId, other.id]) await owner.data(contract.trash.purge, { spaceId: id })
    expect(await usage(world, spaceId)).toMatchObject({ reserved_bytes: 0 })
    expect(await examine(world.db, world.blobs, { repair: false, deep: true })).toEqual({ lines: [], isHealthy: true })
  })

  test('by silence is swept with what it had sent', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const { checkId } = data(await check(owner, { spaceId, name: 'a' }, bytesOf(9)))
    await sendChunk(owner, { checkId, chunkCount: 1, chunkIndex: 0 }, bytesOf(9))
    expect(await world.services.uploads.uploads()).toBe(0)
    world.clock.advance(UPLOAD_IDLE_MS + 60_000)
    expect(await world.services.uploads.uploads()).toBe(1)
    expect(await usage(world, spaceId)).toMatchObject({ reserved_bytes: 0 })
    expect(await all(world.blobs.staging.list())).toEqual([])
  })

  test('content that nothing points at goes after a while, content in the trash stays', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const gone = await upload(owner, { spaceId, name: 'gone' }, bytesOf(10, 1))
    const kept = await upload(owner, { spaceId, name: 'kept' }, bytesOf(10, 2))
    await owner.data(files.remove, { spaceId, hashList: [gone.hash, kept.hash] })
    const trash = (await owner.data(contract.trash.list, { spaceId })).list.find((item) => item.name === 'gone')
    await owner.data(contract.trash.purge, { spaceId, idList: [trash?.id ?? ''] })
    expect(await world.services.uploads.blobs()).toBe(0)
    world.clock.advance(2 * 3_600_000)
    expect(await world.services.uploads.blobs()).toBe(1)
    expect((await all(world.blobs.list())).map((blob) => blob.sha256)).toEqual([kept.sha256])
  })
  test.each([
    ['is made of another one', nameInRendition],
    ['belongs to a component', nameInComponent],
  ])('content that %s stays, and is not called lost', async (_what, name) => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const of = await upload(owner, { spaceId, name: 'of.png' }, bytesOf(10, 1))
    const used = await upload(owner, { spaceId, name: 'used' }, bytesOf(10, 2))
    const [ofSha256, sha256] = [of, used].map((file) => Buffer.from(file.sha256 ?? '', 'hex')) as [Buffer, Buffer]
    await owner.data(files.remove, { spaceId, hashList: [used.hash] })
    await owner.data(contract.trash.purge, { spaceId })
    const forget = await name(world, ofSha256, sha256)
    world.clock.advance(2 * 3_600_000)
    expect(await world.services.uploads.blobs()).toBe(0)
    expect(await examine(world.db, world.blobs, { repair: false, deep: true })).toEqual({ lines: [], isHealthy: true })
    await forget()
    expect(await world.services.uploads.blobs()).toBe(1)
    expect((await all(world.blobs.list())).map((blob) => blob.sha256)).toEqual([of.sha256])
  })
})

async function nameInRendition({ db }: World, sha256: Buffer, blob_sha256: Buffer) {
  await db.updateTable('rendition').set({ state: 'done', blob_sha256 }).where('sha256', '=', sha256).execute()
  return () => db.updateTable('rendition').set({ blob_sha256: null }).where('sha256', '=', sha256).execute()
}

async function nameInComponent({ db, clock }: World, _of: Buffer, blob_sha256: Buffer) {
  const at = clock.now()
  const name = { zh: '序列', en: 'Sequences' }
  const about = { id: 'msa', bundle: 'msa', name, version: '1', size: 10, entry: 'index.html', suffixes: ['aln'] }
  const row = { ...about, sha256: blob_sha256, installed_at: at, changed_at: at }
  await db.insertInto('component').values(row).execute()
  await db
    .insertInto('component_file')
    .values({ component_id: 'msa', path: 'index.html', blob_sha256, size: 10 })
    .execute()
  return () => db.deleteFrom('component').execute()
}

describe('a content that replaces another', () => {
  test('has its metadata, and the older one its author and its time, whatever was renamed between', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const [owner, senior] = [await world.as('owner'), await world.as('senior')]
    const begun = world.clock.now()
    const { hash } = await upload(owner, { spaceId, name: 'a.csv' }, bytesOf(1))
    world.clock.advance(1000)
    await owner.data(files.rename, { spaceId, hash, name: 'b.csv' })
    const replace = async (client: typeof owner, size: number) => {
      world.clock.advance(1000)
      await upload(client, { spaceId, name: 'b.csv', conflict: 'replace' }, bytesOf(size))
      return world.clock.now()
    }
    const [second, third] = [await replace(senior, 2), await replace(owner, 3)]
    const [first, other] = [world.idOf('owner'), world.idOf('senior')]
    expect(await versionsOf(world, hash)).toMatchObject([
      { number: 1, size: 1, author_id: first, created_at: begun, until: second },
      { number: 2, size: 2, author_id: other, created_at: second, until: third },
    ])
    expect(await world.db.selectFrom('version_metadata').selectAll().orderBy('number').execute()).toMatchObject([
      { node_id: hash, number: 2, change: 'uploaded', by_id: other, at: second, source: {} },
      { node_id: hash, number: 3, change: 'uploaded', by_id: first, at: third, source: {} },
    ])
    const { content_at } = await world.db
      .selectFrom('node')
      .select('content_at')
      .where('id', '=', hash)
      .executeTakeFirstOrThrow()
    expect(content_at).toEqual(third)
  })

  test('in one go with others for the same file makes a version each, counted once each', async () => {
    const world = await buildWorld()
    const { id: spaceId, root: folderId } = await world.space()
    const { hash } = await upload(await world.as('owner'), { spaceId, name: 'a' }, bytesOf(5))
    const blobs = await Promise.all([bytesOf(7), bytesOf(3)].map((bytes) => world.blobs.put(bytes)))
    const entries = blobs.map((blob) => ({
      folderId,
      name: 'a',
      blob,
      authorId: world.idOf('senior'),
      doer: null,
      conflict: 'replace' as const,
      mayReplace: () => true,
      releaseBytes: 0,
      change: 'imported' as const,
      source: { from: 'elsewhere' },
    }))
    await world.db.transaction().execute(async (tx) => {
      await lockSpace(tx, spaceId)
      await world.services.files.place(tx, spaceId, entries)
    })
    expect(await versionsOf(world, hash)).toMatchObject([
      { number: 1, size: 5 },
      { number: 2, size: 7 },
    ])
    expect(await world.db.selectFrom('version_metadata').selectAll().orderBy('number').execute()).toMatchObject([
      { number: 2, change: 'imported', source: { from: 'elsewhere' } },
      { number: 3, change: 'imported', source: { from: 'elsewhere' } },
    ])
    expect(await examine(world.db, world.blobs, { repair: false, deep: true })).toEqual({ lines: [], isHealthy: true })
  })
})

const versionsOf = ({ db }: World, hash: string) =>
  db.selectFrom('file_version').selectAll().where('node_id', '=', hash).orderBy('number').execute()
