import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DERIVE_TRIES } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { textSuffixes, thumbSuffixes } from '#contract/renditions.ts'
import { examine } from '#server/doctor/index.ts'
import { renditionQueue } from '#server/modules/renditions/queue-store.ts'
import { lockBlobs } from '#server/storage/locks.ts'
import { waitingIn } from '../support/locks.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { files, search, trash } = contract
const FFMPEG = '/usr/bin/ffmpeg'
const text = (content: string) => new TextEncoder().encode(content)

/** What is made of contents: `png thumb due`. */
async function dueIn({ db }: World): Promise<string[]> {
  const rows = await db
    .selectFrom('rendition')
    .select(['suffix', 'kind', 'state'])
    .orderBy('suffix')
    .orderBy('kind')
    .execute()
  return rows.map(({ suffix, kind, state }) => `${suffix} ${kind} ${state}`)
}
/** A drawing of few bytes that nobody has ever seen whole. */
const slowDrawing = (number: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000"><!--${number}--><filter id="f">` +
  '<feTurbulence numOctaves="50" baseFrequency="0.01"/><feGaussianBlur stdDeviation="3000"/></filter>' +
  `${'<rect filter="url(#f)" width="100%" height="100%"/>'.repeat(2000)}</svg>`
const keysIn = async ({ db }: World, spaceId: string) =>
  (await db.selectFrom('content_key').select('sha256').where('space_id', '=', spaceId).execute()).length

describe('what is made of a content', () => {
  test('is due once it is placed: a picture of an image, picture and text of a PDF, nothing of other files', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    for (const name of ['a.png', 'b.PDF', 'c.zip', 'd']) await upload(owner, { spaceId, name }, text(name))
    await upload(owner, { spaceId, name: 'empty.png' }, text(''))
    await owner.data(files.create, { spaceId, path: 'folder.png' })
    expect(await dueIn(world)).toEqual(['pdf text due', 'pdf thumb due', 'png thumb due'])
    expect(await keysIn(world, spaceId)).toBe(1)
  })

  test('is not due again by another name with the suffix, a move or a copy; another suffix makes it due', async () => {
    const world = await buildWorld()
    const { id: spaceId, root } = await world.space()
    const owner = await world.as('owner')
    const target = await owner.data(files.create, { spaceId, path: 'a' })
    const { hash } = await upload(owner, { spaceId, name: 'a.png' }, text('picture'))
    await world.db.updateTable('rendition').set({ state: 'done' }).execute()
    await owner.data(files.rename, { spaceId, hash, name: 'b.png' })
    await owner.data(files.move, { spaceId, hash, target })
    await owner.data(files.copy, { spaceId, hash, target: root })
    expect(await dueIn(world)).toEqual(['png thumb done'])
    await owner.data(files.rename, { spaceId, hash, name: 'b.txt' })
    expect(await dueIn(world)).toEqual(['png thumb done', 'txt text due'])
    expect(await keysIn(world, spaceId)).toBe(1)
  })

  test('is tried once more by another suffix when nothing came of it by the first', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const { hash } = await upload(owner, { spaceId, name: 'notes.pdf' }, text('moraine'))
    await upload(owner, { spaceId, name: 'other.docx' }, text('glacier'))
    await world.services.renditions.drain()
    expect(await stateOf(world)).toEqual(['text failed', 'text failed', 'thumb failed'])
    await owner.data(files.rename, { spaceId, hash, name: 'notes.txt' })
    await upload(owner, { spaceId, name: 'other.txt' }, text('glacier'))
    await world.services.renditions.drain()
    for (const q of ['moraine', 'glacier'])
      expect((await owner.data(search.find, { spaceId, q, in: 'text' })).list[0]?.piece).toBe(q)
  })

  test('is due for a content that replaces another', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    await upload(owner, { spaceId, name: 'a.txt' }, text('one'))
    await upload(owner, { spaceId, name: 'a.txt', conflict: 'replace' }, text('two'))
    expect(await dueIn(world)).toEqual(['txt text due', 'txt text due'])
    expect(await keysIn(world, spaceId)).toBe(2)
  })

  test('is due once for all who bring the same contents into nine spaces at once, and nobody waits in a circle', async () => {
    const world = await buildWorld()
    const spaces = await Promise.all(Array.from({ length: 9 }, () => world.space()))
    const names = Array.from({ length: 9 }, (_, at) => `${at}.${['png', 'pdf', 'txt'][at % 3]}`)
    const owner = await world.as('owner')
    const placed = spaces.flatMap(({ id: spaceId }, at) =>
      [...names.slice(at), ...names.slice(0, at)].map((name) => upload(owner, { spaceId, name }, text(name))),
    )
    expect((await Promise.all(placed)).length).toBe(81)
    expect((await dueIn(world)).length).toBe(12)
    for (const { id } of spaces) expect(await keysIn(world, id)).toBe(6)
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(world.db)
    expect(rows).toEqual([{ deadlocks: 0 }])
  })
})

const sample = (name: string) => readFileSync(new URL(`../samples/files/${name}`, import.meta.url))
const stateOf = async (world: World) => (await dueIn(world)).map((row) => row.split(' ').slice(1).join(' '))

describe('GET /files/:hash/thumb', () => {
  test('is refused to those who may not read the space', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const { hash } = await upload(await world.as('owner'), { spaceId, name: 'a.png' }, sample('profile.png'))
    await world.services.renditions.drain()
    for (const who of ['ordinary', 'stranger'] as const) {
      const answer = await (await world.as(who)).send(files.thumb, { spaceId, hash })
      expect(answer.status).toBe(404)
    }
    expect((await (await world.as('normal')).send(files.thumb, { spaceId, hash })).status).toBe(200)
  })

  test('names no picture that was there before and is swept meanwhile', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const source = await upload(await world.as('owner'), { spaceId, name: 'a.png' }, sample('profile.png'))
    const drained = await world.db.transaction().execute(async (tx) => {
      await lockBlobs(tx)
      const made = world.services.renditions.drain()
      await expect.poll(() => waitingIn(world), { interval: 20 }).toBe(1)
      for await (const { sha256 } of world.blobs.list()) if (sha256 !== source.sha256) await world.blobs.remove(sha256)
      // Not awaited before the sweep ends.
      return { made }
    })
    await drained.made
    expect(await dueIn(world)).toEqual(['png thumb done'])
    expect(await examine(world.db, world.blobs, { repair: false, deep: true })).toEqual({ lines: [], isHealthy: true })
  })

  test('answers nothing until the picture is made, then a small WebP that may be kept while its content is named', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const { hash, sha256 } = await upload(owner, { spaceId, name: 'a.png' }, sample('profile.png'))
    const wish = { spaceId, hash, ...(sha256 && { v: sha256 }) }
    expect((await owner.send(files.thumb, wish)).status).toBe(204)
    await world.services.renditions.drain()
    const answer = await owner.send(files.thumb, wish)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
    })
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP')
    const again = await owner.fetch(`/api/files/${hash}/thumb?spaceId=${spaceId}`, {
      headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    expect(again.headers.get('cache-control')).toBe('private, no-cache')
  })

  test.skipIf(!existsSync(FFMPEG))('of a video is a frame of it, made by ffmpeg in a process of its own', async () => {
    const world = await buildWorld({ FFMPEG })
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const { hash } = await upload(owner, { spaceId, name: 'clip.webm' }, sample('clip.webm'))
    await world.services.renditions.drain()
    expect((await owner.send(files.thumb, { spaceId, hash })).headers.get('content-type')).toBe('image/webp')
  })

  test('keeps its picture from the sweep, which takes it once the content is gone', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const { hash } = await upload(owner, { spaceId, name: 'a.png' }, sample('profile.png'))
    await world.services.renditions.drain()
    world.clock.advance(2 * 3_600_000)
    await world.services.uploads.blobs()
    expect((await owner.send(files.thumb, { spaceId, hash })).status).toBe(200)
    expect(await examine(world.db, world.blobs, { repair: false, deep: true })).toEqual({ lines: [], isHealthy: true })
    await owner.data(files.remove, { spaceId, hashList: [hash] })
    await owner.data(trash.purge, { spaceId })
    world.clock.advance(2 * 3_600_000)
    await world.services.uploads.blobs()
    await world.services.uploads.blobs()
    expect(await world.db.selectFrom('blob').selectAll().execute()).toEqual([])
    expect(await world.db.selectFrom('rendition').selectAll().execute()).toEqual([])
  })
})

describe('the maker', () => {
  test('serves the suffixes that the database makes due', async () => {
    const { db } = await buildWorld()
    const rows = await db.selectFrom('rendition_suffix').select(['kind', 'suffix']).execute()
    const of = (kind: string) => rows.flatMap((row) => (row.kind === kind ? row.suffix : [])).sort()
    expect(of('text')).toEqual(textSuffixes.toSorted())
    expect(of('thumb')).toEqual(thumbSuffixes.toSorted())
  })

  test('tells what it is not: failed at once; what it dies over is tried so many times and no more, and the server lives', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    await upload(owner, { spaceId, name: 'a.png' }, text('no picture'))
    // Far more memory than its bytes: millions of empty lists.
    const poison = Buffer.concat([Buffer.from('{"cells":[[]'), Buffer.alloc(48_000_000, ',[]'), Buffer.from(']}')])
    await upload(owner, { spaceId, name: 'b.ipynb' }, poison)
    await upload(owner, { spaceId, name: 'c.txt' }, text('lake'))
    await sql`update rendition set tries = ${DERIVE_TRIES - 1} where suffix = 'ipynb'`.execute(world.db)
    await world.services.renditions.drain()
    expect(await stateOf(world)).toEqual(['text failed', 'thumb failed', 'text done'])
    const { tries } = await world.db
      .selectFrom('rendition')
      .select('tries')
      .where('suffix', '=', 'ipynb')
      .executeTakeFirstOrThrow()
    expect(tries).toBe(DERIVE_TRIES)
    expect((await owner.call(files.list, { spaceId })).code).toBe(0)
  })

  test('that is slow over pictures holds up no text, and what it died over is tried again minutes later', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    for (let i = 0; i < 8; i += 1) await upload(owner, { spaceId, name: `${i}.svg` }, text(slowDrawing(i)))
    await sql`update rendition set state = 'done' where kind = 'text'`.execute(world.db)
    world.services.renditions.start()
    const of = (suffix: string) => world.db.selectFrom('rendition').selectAll().where('suffix', '=', suffix).execute()
    const taken = async () => (await of('svg')).filter(({ kind, tries }) => kind === 'thumb' && tries > 0).length
    await expect.poll(taken).toBeGreaterThan(1)
    await upload(owner, { spaceId, name: 'a.txt' }, text('lake'))
    await expect.poll(async () => (await of('txt'))[0]?.state).toBe('done')
    const again = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from rendition where kind = 'thumb' and state = 'due' and tries = 1
        and due_at > now() + interval '4 minutes'`.execute(world.db)
      return rows[0]?.count
    }
    await expect.poll(again, { interval: 200 }).toBeGreaterThan(0)
  })

  test('takes the first of everybody before the second of anybody', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const [owner, senior] = [await world.as('owner'), await world.as('senior')]
    for (let i = 0; i < 10; i += 1) await upload(owner, { spaceId, name: `${i}.txt` }, text(`mine ${i}`))
    for (let i = 0; i < 2; i += 1)
      await upload(senior, { spaceId, name: `late ${i}.txt` }, text(`of somebody else ${i}`))
    const queue = renditionQueue(world.db)
    const taken = async () => (await queue.take('text', 4)).map(({ size }) => size).sort()
    const [mine, late] = ['mine 0'.length, 'of somebody else 0'.length]
    expect(await taken()).toEqual([late, late, mine, mine])
    expect(await taken()).toEqual([mine, mine, mine, mine])
    expect([...(await taken()), ...(await taken())]).toHaveLength(4)
  })

  test('that is long at a content keeps it from others', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    await upload(await world.as('owner'), { spaceId, name: 'a.txt' }, text('lake'))
    const queue = renditionQueue(world.db)
    const [due] = await queue.take('text', 1)
    await sql`update rendition set due_at = now() + interval '1 second'`.execute(world.db)
    await queue.hold(due as NonNullable<typeof due>)
    const { rows } = await sql`select 1 from rendition where due_at > now() + interval '1 minute'`.execute(world.db)
    expect(rows).toHaveLength(1)
  })

  test('that was killed with its server leaves its content due again, after a while', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    await upload(await world.as('owner'), { spaceId, name: 'a.txt' }, text('lake'))
    await sql`update rendition set tries = 1, due_at = now() + interval '1 minute'`.execute(world.db)
    await world.services.renditions.drain()
    expect(await stateOf(world)).toEqual(['text due'])
    await sql`update rendition set due_at = now()`.execute(world.db)
    await world.services.renditions.drain()
    expect(await stateOf(world)).toEqual(['text done'])
  })

  test('on two nodes at once makes everything once', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    for (let i = 0; i < 30; i += 1) await upload(owner, { spaceId, name: `${i}.txt` }, text(`lake ${i}`))
    await Promise.all([world.services.renditions.drain(), world.services.renditions.drain()])
    expect(new Set(await stateOf(world))).toEqual(new Set(['text done']))
    const rows = await world.db.selectFrom('rendition').select('tries').execute()
    expect(rows.every(({ tries }) => tries === 1)).toBe(true)
  })

  test('forgets what a content was found by in a space that it left, and finds it again when it comes back', async () => {
    const world = await buildWorld()
    const [{ id: spaceId }, { id: other }] = [await world.space(), await world.space()]
    const owner = await world.as('owner')
    const { hash } = await upload(owner, { spaceId, name: 'a.txt' }, text('lake'))
    await upload(owner, { spaceId: other, name: 'a.txt' }, text('lake'))
    await world.services.renditions.drain()
    await owner.data(files.remove, { spaceId, hashList: [hash] })
    expect(await world.services.renditions.sweep()).toBe(0)
    await owner.data(trash.purge, { spaceId })
    expect(await world.services.renditions.sweep()).toBe(1)
    expect([await keysIn(world, spaceId), await keysIn(world, other)]).toEqual([0, 1])
    await upload(owner, { spaceId, name: 'b.txt' }, text('lake'))
    await world.services.renditions.drain()
    expect((await owner.data(search.find, { spaceId, q: 'lake', in: 'text' })).list).toHaveLength(1)
  })
})
