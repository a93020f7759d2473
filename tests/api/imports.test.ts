import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { IMPORT_URLS_MAX, OUTSIDE_REDIRECTS } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { examine } from '#server/doctor/index.ts'
import { serveSite } from '../services/site.ts'
import { buildWorld } from '../support/world.ts'

const { files, imports, journal, rights, tasks } = contract

async function scene(answer: RequestListener = (_request, response) => response.end('content')) {
  const world = await buildWorld()
  const { id: spaceId, root } = await world.space()
  const [owner, normal] = [await world.as('owner'), await world.as('normal')]
  const site = await serveSite(world, answer)
  async function fetched(urls: string[], more: object = {}) {
    const { id } = await normal.data(imports.fromUrl, { spaceId, urls, ...more })
    await world.services.tasks.drain()
    const task = await normal.data(tasks.show, { id })
    const { list } = await normal.data(tasks.parts, { id })
    return { id, task, parts: list.map(({ path, size, error }) => ({ path, size, error })) }
  }
  const listed = async () => (await owner.data(files.list, { spaceId })).list.map(({ name, size }) => [name, size])
  const reserved = async () =>
    (await world.db.selectFrom('space_usage').selectAll().where('space_id', '=', spaceId).executeTakeFirstOrThrow())
      .reserved_bytes
  const isHealthy = async () => (await examine(world.db, world.blobs, { repair: false, deep: true })).isHealthy
  return { world, spaceId, root, owner, normal, site, fetched, listed, reserved, isHealthy }
}

describe('fetching from the web is refused', () => {
  test('without the flag for it, and outside the space', async () => {
    const { owner, normal, world, spaceId, site } = await scene()
    await owner.data(rights.setOfSpace, { id: spaceId, senior: ['F_MAKE'], normal: ['F_MAKE'] })
    const wish = { spaceId, urls: [site.origin] }
    expect(await normal.call(imports.fromUrl, wish)).toMatchObject({ error: 'spaceRightMissing' })
    expect(await (await world.as('ordinary')).call(imports.fromUrl, wish)).toMatchObject({ error: 'spaceNotFound' })
    expect(site.asked).toHaveLength(0)
  })

  test('to whoever lost the flag since, when it is tried again', async () => {
    const { owner, normal, world, spaceId, site, fetched } = await scene((_request, response) =>
      response.writeHead(404).end(),
    )
    const { id } = await fetched([`${site.origin}/a.txt`])
    expect(site.asked).toHaveLength(1)
    await owner.data(rights.setOfSpace, { id: spaceId, senior: [], normal: ['F_MAKE'] })
    await normal.data(tasks.retry, { id })
    await world.services.tasks.drain()
    expect(await normal.data(tasks.show, { id })).toMatchObject({ state: 'failed', error: 'spaceRightMissing' })
    expect(site.asked).toHaveLength(1)
  })

  test.each([
    ['the flag for it', ['F_MAKE'], 'spaceRightMissing'],
    ['the right to make files', ['F_OTHER_BAIDU'], 'fileForbidden'],
  ] as const)('to whoever loses %s while it runs: nothing more is placed', async (_what, normal, error) => {
    const take = Promise.withResolvers<() => Promise<unknown>>()
    const { owner, spaceId, site, fetched, listed } = await scene((request, response) => {
      if (request.url !== '/b.txt') return response.end('x')
      void take.promise.then((taking) => taking()).then(() => response.end('y'))
    })
    take.resolve(() => owner.data(rights.setOfSpace, { id: spaceId, senior: [], normal: [...normal] }))
    const { task } = await fetched(['a', 'b', 'c'].map((name) => `${site.origin}/${name}.txt`))
    expect(task).toMatchObject({ state: 'partlyFailed', error, itemsDone: 1 })
    expect((await listed()).map(([name]) => name)).toEqual(['a.txt'])
  })

  test('for what is no address of the web, and too many at once', async () => {
    const { normal, spaceId, site } = await scene()
    const many = Array.from({ length: IMPORT_URLS_MAX + 1 }, () => site.origin)
    for (const urls of [[], ['file:///etc/passwd'], ['ftp://a.example/x'], ['no address'], many])
      expect(await normal.call(imports.fromUrl, { spaceId, urls })).toMatchObject({ error: 'invalid' })
  })

  test('everywhere when other sites are switched off', async () => {
    const { normal, spaceId, site, world } = await scene()
    world.config.outside.isOn = false
    expect(await normal.call(imports.fromUrl, { spaceId, urls: [site.origin] })).toMatchObject({
      error: 'outsideRefused',
    })
  })

  test('for every address of this machine and the networks around it, by name, number and redirect', async () => {
    const { fetched, world, site, listed } = await scene((_request, response) =>
      response
        .writeHead(302, { location: `http://127.0.0.1:${(world.app.server.address() as { port: number }).port}/` })
        .end(),
    )
    const { task, parts } = await fetched([
      world.origin,
      'http://localhost/',
      'http://2130706433/',
      'http://[::1]/',
      'http://169.254.169.254/latest/meta-data/',
      `${site.origin}/redirected-inside`,
    ])
    expect(task).toMatchObject({ state: 'failed', error: 'outsideRefused' })
    expect(parts.map(({ error }) => error)).toEqual(Array.from({ length: 6 }, () => 'outsideRefused'))
    expect(site.asked).toHaveLength(1)
    expect(await listed()).toEqual([])
  })
})

describe('a file from the web', () => {
  test('arrives under the name that its answer tells, else that of its address, with its size', async () => {
    const { fetched, site, listed, reserved, isHealthy, owner, spaceId } = await scene((request, response) => {
      if (request.url === '/named')
        response.setHeader('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent('湖泊.csv')}`)
      response.end(request.url === '/large.bin' ? Buffer.alloc(5_000_000) : 'a,b\n')
    })
    const { task } = await fetched([
      `${site.origin}/named`,
      `${site.origin}/data/a%20b.csv?x=1`,
      `${site.origin}/large.bin`,
    ])
    expect(task).toMatchObject({
      state: 'completed',
      kind: 'importUrl',
      itemsDone: 3,
      bytesTotal: 5_000_008,
      bytesDone: 5_000_008,
    })
    expect(await listed()).toEqual([
      ['湖泊.csv', 4],
      ['a b.csv', 4],
      ['large.bin', 5_000_000],
    ])
    expect(await reserved()).toBe(0)
    expect(await isHealthy()).toBe(true)
    const { list } = await owner.data(journal.list, { id: spaceId, action: 'imported' })
    expect(list).toHaveLength(3)
    expect(site.asked.every(({ headers }) => !headers.cookie && headers['user-agent'] === 'DataSpace')).toBe(true)
  })

  test('whose size nobody told arrives whole', async () => {
    const { fetched, site, listed, reserved } = await scene((_request, response) => {
      for (let i = 0; i < 50; i += 1) response.write(Buffer.alloc(100_000))
      response.end()
    })
    const { task } = await fetched([`${site.origin}/stream.bin`])
    expect(task).toMatchObject({ state: 'completed', bytesTotal: 5_000_000 })
    expect(await listed()).toEqual([['stream.bin', 5_000_000]])
    expect(await reserved()).toBe(0)
  })

  test.each<[string, string, RequestListener]>([
    ['that is not there', 'outsideGone', (_, response) => response.writeHead(404).end()],
    ['that asks who we are', 'outsideSignIn', (_, response) => response.writeHead(401).end()],
    ['of a broken server', 'outsideUnreachable', (_, response) => response.writeHead(500).end()],
    [
      'that breaks off',
      'outsideUnreachable',
      (_, response) => response.writeHead(200, { 'content-length': 1000 }).write('half', () => response.destroy()),
    ],
    [
      'that is sent packed',
      'outsideUnreachable',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x')),
    ],
    [
      'that leads in circles',
      'outsideUnreachable',
      (_, response) => response.writeHead(302, { location: '/again' }).end(),
    ],
  ])('%s fails with its cause, and the others arrive', async (_what, error, answer) => {
    const { fetched, site, listed, reserved } = await scene((request, response) =>
      request.url === '/good.txt' ? response.end('good') : answer(request, response),
    )
    const { task, parts } = await fetched([`${site.origin}/bad.txt`, `${site.origin}/good.txt`])
    expect(task).toMatchObject({ state: 'partlyFailed', itemsDone: 1, itemsFailed: 1 })
    expect(parts.map((part) => part.error)).toEqual([error, ''])
    expect(site.asked.length).toBeLessThanOrEqual(OUTSIDE_REDIRECTS + 2)
    expect(await listed()).toEqual([['good.txt', 4]])
    expect(await reserved()).toBe(0)
  })

  test.each([
    ['that says so', true],
    ['that says nothing', false],
  ])('for which there is no room, %s, fails before more of it comes', async (_what, isSaid) => {
    const { fetched, site, listed, reserved, world, spaceId } = await scene((_request, response) => {
      if (isSaid) response.setHeader('content-length', 200_000_000)
      const piece = Buffer.alloc(1_000_000)
      const send = () => {
        while (!response.destroyed && response.write(piece));
      }
      response.on('drain', send)
      send()
    })
    await world.db.updateTable('space').set({ capacity_bytes: 100_000_000 }).where('id', '=', spaceId).execute()
    const { task } = await fetched([`${site.origin}/endless.bin`])
    expect(task).toMatchObject({ state: 'failed', error: 'spaceFull' })
    expect(await listed()).toEqual([])
    expect(await reserved()).toBe(0)
  })

  test('that failed is fetched again by Retry, and what arrived is not', async () => {
    let isThere = false
    const { fetched, site, listed, normal, world } = await scene((request, response) =>
      isThere || request.url === '/a.txt' ? response.end('text') : response.writeHead(404).end(),
    )
    const { id, task } = await fetched([`${site.origin}/a.txt`, `${site.origin}/b.txt?signature=s3cret`])
    expect(task).toMatchObject({ state: 'partlyFailed', isRetryable: true })
    // An address may open what it leads to: it is kept sealed.
    const kept = await world.db.selectFrom('task').selectAll().execute()
    const parts = await world.db.selectFrom('task_part').selectAll().execute()
    expect(JSON.stringify([kept, parts])).not.toContain('s3cret')
    isThere = true
    await normal.data(tasks.retry, { id })
    await world.services.tasks.drain()
    expect(await normal.data(tasks.show, { id })).toMatchObject({ state: 'completed', itemsDone: 2, bytesTotal: 8 })
    expect(await listed()).toEqual([
      ['a.txt', 4],
      ['b.txt', 4],
    ])
    expect(site.asked.map(({ url }) => url)).toEqual(['/a.txt', '/b.txt?signature=s3cret', '/b.txt?signature=s3cret'])
  })

  test('is cancelled in the middle, and nothing of it stays', async () => {
    const { normal, spaceId, site, world, listed, reserved } = await scene((_request, response) => {
      response.write('the beginning')
    })
    const { id } = await normal.data(imports.fromUrl, { spaceId, urls: [`${site.origin}/a.txt`] })
    const drained = world.services.tasks.drain()
    await expect.poll(() => site.asked.length).toBe(1)
    await normal.data(tasks.cancel, { id })
    await drained
    expect(await normal.data(tasks.show, { id })).toMatchObject({ state: 'cancelled' })
    expect(await listed()).toEqual([])
    expect(await reserved()).toBe(0)
  })
})
