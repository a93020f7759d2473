import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ADVICE_ROWS } from '#contract/core/limits.ts'
import { defaultFlags } from '#contract/core/policy.ts'
import { contract } from '#contract/index.ts'
import { checkSpaces } from '#server/doctor/counters.ts'
import { newId } from '#server/storage/id.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { capacity, files, journal, trash } = contract
/** Worth a look of the adviser. */
const KB = 1024
const bytes = (kilobytes: number, fill: number) => new Uint8Array(kilobytes * KB).fill(fill)

const usedOf = async (world: World, id: string) => {
  const { rows } = await sql<{ used: number }>`
    select used_bytes as used from space_usage where space_id = ${id}::uuid`.execute(world.db)
  return rows[0]?.used
}
/** A file with as many older versions of 100 KB each. */
async function versioned(world: World, id: string, name: string, versions = 2, hash?: string) {
  const owner = await world.as('owner')
  const target = { spaceId: id, name, conflict: 'replace' as const, ...(hash && { hash }) }
  for (let i = 0; i <= versions; i += 1) await upload(owner, target, bytes(100, i + name.charCodeAt(0)))
  return upload(owner, target, bytes(100, versions + name.charCodeAt(0)))
}

describe('GET /spaces/:id/advice', () => {
  test.each(['normal', 'ordinary', 'stranger'])('%s is refused', async (who) => {
    const world = await buildWorld()
    const { id } = await world.space({ type: 'public' })
    const error = who === 'stranger' ? 'notSignedIn' : 'spaceRightMissing'
    expect(await (await world.as(who)).call(capacity.advice, { id })).toMatchObject({ error })
  })

  test('a private space is as if it were not there', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    expect(await (await world.as('ordinary')).call(capacity.advice, { id })).toMatchObject({ error: 'spaceNotFound' })
  })

  test('owners, senior members and administrators are advised', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    for (const who of ['owner', 'senior', 'admin'])
      expect(await (await world.as(who)).call(capacity.advice, { id })).toMatchObject({ code: 0 })
  })

  test('an empty space takes nothing', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    expect(await (await world.as('owner')).data(capacity.advice, { id })).toMatchObject({
      usedBytes: 0,
      currentBytes: 0,
      reservedBytes: 0,
      largest: [],
      versions: [],
      versionBytes: 0,
      trash: { count: 0, bytes: 0, oldest: null },
      duplicates: [],
    })
  })

  test('names the largest files first, with their places', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const folder = await owner.data(files.create, { spaceId: id, path: 'a/b' })
    for (let i = 0; i < ADVICE_ROWS + 2; i += 1)
      await upload(owner, { spaceId: id, hash: folder, name: `${i}.bin` }, bytes(70 + i, i))
    await upload(owner, { spaceId: id, name: 'small.bin' }, bytes(10, 1))
    const { largest } = await owner.data(capacity.advice, { id })
    expect(largest).toHaveLength(ADVICE_ROWS)
    expect(largest[0]).toMatchObject({ name: '11.bin', path: '/a/b/11.bin', folder, bytes: 81 * KB })
    expect(largest.map((item) => item.bytes)).toEqual(largest.map((item) => item.bytes).sort((a, b) => b - a))
  })

  test('tells how long older versions have been kept, and which files kept them longest', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const first = world.clock.now().toISOString()
    const long = await versioned(world, id, 'a.bin', 1)
    world.clock.advance(60_000)
    const second = world.clock.now().toISOString()
    const heavy = await versioned(world, id, 'k.bin', 3)
    const { versions, oldVersions } = await (await world.as('owner')).data(capacity.advice, { id })
    expect(versions.map(({ hash, oldest }) => [hash, oldest])).toEqual([
      [heavy.hash, second],
      [long.hash, first],
    ])
    expect(oldVersions.map(({ hash }) => hash)).toEqual([long.hash, heavy.hash])
  })

  test('sums older versions and the trash', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const file = await versioned(world, id, 'a.bin', 3)
    const thrown = await upload(owner, { spaceId: id, name: 'b.bin' }, bytes(80, 9))
    expect(await owner.data(capacity.advice, { id })).toMatchObject({
      usedBytes: 480 * KB,
      currentBytes: 180 * KB,
      versionBytes: 300 * KB,
      versions: [{ hash: file.hash, name: 'a.bin', bytes: 300 * KB, count: 3 }],
      trash: { count: 0, bytes: 0 },
    })
    await owner.data(files.remove, { spaceId: id, hashList: [thrown.hash] })
    expect(await owner.data(capacity.advice, { id })).toMatchObject({
      usedBytes: 480 * KB,
      currentBytes: 100 * KB,
      versionBytes: 300 * KB,
      trash: { count: 1, bytes: 80 * KB, oldest: world.clock.now().toISOString() },
    })
  })

  test('finds the same content in several places', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const folder = await owner.data(files.create, { spaceId: id, path: 'copies' })
    await upload(owner, { spaceId: id, name: 'once.bin' }, bytes(90, 1))
    for (const name of ['a.bin', 'b.bin', 'c.bin']) await upload(owner, { spaceId: id, name }, bytes(100, 2))
    for (const hash of [undefined, folder])
      await upload(owner, { spaceId: id, name: 'big.bin', ...(hash && { hash }) }, bytes(150, 3))
    const { duplicates } = await owner.data(capacity.advice, { id })
    expect(duplicates.map(({ bytes: waste, items }) => [waste, items.map(({ path }) => path).sort()])).toEqual([
      [200 * KB, ['/a.bin', '/b.bin', '/c.bin']],
      [150 * KB, ['/big.bin', '/copies/big.bin']],
    ])
  })

  test('what lies in a deleted folder is the trash', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const folder = await owner.data(files.create, { spaceId: id, path: 'old/deep' })
    const { above } = await owner.data(files.show, { spaceId: id, hash: folder })
    await upload(owner, { spaceId: id, hash: folder, name: 'x.bin' }, bytes(100, 1))
    await versioned(world, id, 'y.bin', 1, folder)
    await owner.data(files.remove, { spaceId: id, hashList: [above[1]?.hash ?? ''] })
    const advice = await owner.data(capacity.advice, { id })
    expect(advice).toMatchObject({ currentBytes: 0, largest: [], versions: [], trash: { count: 1 } })
    expect(advice.trash.bytes + advice.versionBytes).toBe(300 * KB)
  })

  test('counts what is promised to uploads under way', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    await owner.data(contract.uploads.check, { spaceId: id, name: 'new.bin', total: 5000, fileMd5: 'a'.repeat(32) })
    expect(await owner.data(capacity.advice, { id })).toMatchObject({ reservedBytes: 5000, usedBytes: 0 })
  })
})

describe('POST /spaces/:id/advice/versions', () => {
  test('a file of others needs the right to delete it, and nothing goes when one is refused', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const theirs = await versioned(world, id, 'a.bin')
    const normal = await world.as('normal')
    const mine = await upload(normal, { spaceId: id, name: 'm.bin' }, bytes(100, 1))
    await upload(normal, { spaceId: id, name: 'm.bin', conflict: 'replace' }, bytes(100, 2))
    const before = await usedOf(world, id)
    expect(await normal.call(capacity.dropVersions, { id, hashes: [mine.hash, theirs.hash] })).toMatchObject({
      error: 'fileForbidden',
    })
    expect(await usedOf(world, id)).toBe(before)
    expect(await normal.data(capacity.dropVersions, { id, hashes: [mine.hash] })).toEqual({ freedBytes: 100 * KB })
  })

  test('without the flag nobody but the owner drops his own', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const senior = await world.as('senior')
    const file = await upload(senior, { spaceId: id, name: 'm.bin' }, bytes(100, 1))
    await world.db
      .updateTable('space_flags')
      .set({ flags: defaultFlags('senior').filter((flag) => flag !== 'F_DEL_AM') })
      .where('space_id', '=', id)
      .where('role', '=', 'senior')
      .execute()
    expect(await senior.call(capacity.dropVersions, { id, hashes: [file.hash] })).toMatchObject({
      error: 'fileForbidden',
    })
  })

  test('a file that is gone, or of another space, is refused', async () => {
    const world = await buildWorld()
    const [{ id }, other] = [await world.space(), await world.space()]
    const owner = await world.as('owner')
    const file = await versioned(world, other.id, 'a.bin')
    for (const hash of [file.hash, newId()])
      expect(await owner.call(capacity.dropVersions, { id, hashes: [hash] })).toMatchObject({ error: 'fileGone' })
    expect(await (await world.as('admin')).call(capacity.dropVersions, { id, hashes: [file.hash] })).toMatchObject({
      error: 'spaceForbidden',
    })
  })

  test('frees the bytes at once, keeps the content, and is written down', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const [a, b] = [await versioned(world, id, 'a.bin'), await versioned(world, id, 'k.bin', 1)]
    expect(await usedOf(world, id)).toBe(500 * KB)
    expect(await owner.data(capacity.dropVersions, { id, hashes: [a.hash, b.hash] })).toEqual({ freedBytes: 300 * KB })
    expect(await usedOf(world, id)).toBe(200 * KB)
    expect(await owner.data(capacity.advice, { id })).toMatchObject({ versions: [], versionBytes: 0 })
    const answer = await owner.fetch(`/api/files/${a.hash}/content?spaceId=${id}`)
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes(100, 2 + 97))
    const { list } = await owner.data(journal.list, { id, action: 'versionsDropped' })
    expect(list).toMatchObject([{ count: 2, actor: { personId: world.idOf('owner') } }])
    expect(await checkSpaces(world.db, false)).toBe(0)
    // Versions that come later are counted from nothing again.
    await upload(owner, { spaceId: id, name: 'a.bin', conflict: 'replace' }, bytes(60, 1))
    expect(await owner.data(capacity.advice, { id })).toMatchObject({ versions: [{ bytes: 100 * KB, count: 1 }] })
  })

  test('asked twice at once, the bytes are given back once', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const file = await versioned(world, id, 'a.bin')
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => owner.data(capacity.dropVersions, { id, hashes: [file.hash] })),
    )
    expect(answers.map(({ freedBytes }) => freedBytes).sort()).toEqual([0, 0, 0, 0, 200 * KB])
    expect(await usedOf(world, id)).toBe(100 * KB)
    expect((await owner.data(journal.list, { id, action: 'versionsDropped' })).list).toHaveLength(1)
  })

  test('a version that arrives meanwhile is counted, whichever comes first', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const file = await versioned(world, id, 'a.bin')
    await Promise.all([
      owner.data(capacity.dropVersions, { id, hashes: [file.hash] }),
      upload(owner, { spaceId: id, name: 'a.bin', conflict: 'replace' }, bytes(100, 7)),
    ])
    expect(await checkSpaces(world.db, false)).toBe(0)
    const { versionBytes, versions } = await owner.data(capacity.advice, { id })
    expect(versionBytes).toBe(versions.reduce((sum, one) => sum + one.bytes, 0))
    await owner.data(files.remove, { spaceId: id, hashList: [file.hash] })
    await owner.data(trash.purge, { spaceId: id })
    expect(await usedOf(world, id)).toBe(0)
  })
})
