import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { TICKET_MS } from '../../server/modules/preview/tickets.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type Who, type World } from '../support/world.ts'

const { preview, files, spaces } = contract
const bytes = (text: string) => new TextEncoder().encode(text)
const TEXT = 'depth,temperature\n1,4.2\n'

/** A file of the owner in a space, and the address that `who` gets of it. */
async function addressed(world: World, who: Who = 'normal', draft: Parameters<World['space']>[0] = {}) {
  const { id } = await world.space(draft)
  const owner = await world.as('owner')
  const file = await upload(owner, { spaceId: id, name: 'profile.csv' }, bytes(TEXT))
  const data = await (await world.as(who)).data(preview.data, { spaceId: id, hash: file.hash, componentId: 'csv' })
  return { id, file, owner, data, address: data.fileUrl[0] ?? '' }
}
/** As a frame asks: without a cookie. */
const ask = (world: World, address: string, init: RequestInit = {}) => fetch(world.origin + address, init)
const isGone = async (response: Response) => {
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ error: 'ticketGone' })
}

describe('the address of previewed bytes', () => {
  test.each([
    ['of another make', (address: string) => address.replace(/bytes\/.{8}/, 'bytes/AAAAAAAA')],
    ['cut short', (address: string) => address.replace(/(bytes\/.{20})[^/]*/, '$1')],
    ['with nothing in it', () => '/api/preview/bytes/-/a.csv'],
  ])('%s is refused', async (_what, forge) => {
    const world = await buildWorld()
    const { address } = await addressed(world)
    await isGone(await ask(world, forge(address)))
  })

  test('is not given for a component that there is not', async () => {
    const world = await buildWorld()
    const { id, file } = await addressed(world)
    const normal = await world.as('normal')
    expect(await normal.call(preview.data, { spaceId: id, hash: file.hash, componentId: 'abacus' })).toMatchObject({
      status: 404,
      error: 'componentGone',
    })
  })

  test('works without a cookie, for any page, and never as a download', async () => {
    const world = await buildWorld()
    const { address } = await addressed(world)
    const response = await ask(world, address)
    expect(await response.text()).toBe(TEXT)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox') as string,
    })
    expect(response.headers.has('content-disposition')).toBe(false)
    expect(response.headers.has('access-control-allow-credentials')).toBe(false)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test.each([
    ['bytes=0-4', 206, 'depth', `bytes 0-4/${TEXT.length}`],
    ['bytes=-4', 206, '4.2\n', `bytes ${TEXT.length - 4}-${TEXT.length - 1}/${TEXT.length}`],
    ['bytes=18-', 206, '1,4.2\n', `bytes 18-${TEXT.length - 1}/${TEXT.length}`],
    ['bytes=0-999', 206, TEXT, `bytes 0-${TEXT.length - 1}/${TEXT.length}`],
    ['bytes=999-', 416, '', `bytes */${TEXT.length}`],
    ['bytes=4-1', 200, TEXT, null],
    ['lines=1-2', 200, TEXT, null],
  ])('answers the range %s with %i', async (range, status, text, contentRange) => {
    const world = await buildWorld()
    const { address } = await addressed(world)
    const response = await ask(world, address, { headers: { range } })
    expect(response.status).toBe(status)
    expect(await response.text()).toBe(text)
    expect(response.headers.get('content-range')).toBe(contentRange)
  })

  test('lets a frame ask for ranges beforehand', async () => {
    const world = await buildWorld()
    const { address } = await addressed(world)
    const response = await ask(world, address, { method: 'OPTIONS', headers: { origin: 'null' } })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-headers')).toContain('range')
  })

  test('shows nothing as a page: markup is plain text', async () => {
    const world = await buildWorld()
    const { id, owner } = await addressed(world)
    const file = await upload(owner, { spaceId: id, name: 'page.html' }, bytes('<script>alert(1)</script>'))
    const data = await owner.data(preview.data, { spaceId: id, hash: file.hash, componentId: 'text' })
    expect((await ask(world, data.fileUrl[0] ?? '')).headers.get('content-type')).toBe('text/plain; charset=utf-8')
  })

  test('is over after ten minutes', async () => {
    const world = await buildWorld()
    const { address, data } = await addressed(world)
    expect(data.expires).toBe(new Date(world.clock.now().getTime() + TICKET_MS).toISOString())
    world.clock.advance(TICKET_MS + 1)
    await isGone(await ask(world, address))
  })

  test.each<[string, (given: { world: World; id: string; hash: string }) => Promise<unknown>]>([
    [
      'its person was put out of the space',
      async ({ world, id }) => {
        const owner = await world.as('owner')
        await owner.data(spaces.removeMember, { id, personId: world.idOf('normal') })
      },
    ],
    [
      'its person was locked out',
      async ({ world }) => {
        await world.db
          .updateTable('person')
          .set({ disabled_at: new Date() })
          .where('id', '=', world.idOf('normal'))
          .execute()
      },
    ],
    [
      'its person signed out',
      async ({ world }) => {
        await (await world.as('normal')).fetch(`/api${contract.session.logout.path}`)
      },
    ],
    [
      'the file went to the trash',
      async ({ world, id, hash }) => {
        await (await world.as('owner')).data(files.remove, { spaceId: id, hashList: [hash] })
      },
    ],
    [
      'the space was deleted',
      async ({ world, id }) => {
        await world.db.deleteFrom('space').where('id', '=', id).execute()
      },
    ],
  ])('is over at once when %s', async (_what, happen) => {
    const world = await buildWorld()
    const { id, file, address } = await addressed(world)
    expect((await ask(world, address)).status).toBe(200)
    await happen({ world, id, hash: file.hash })
    await isGone(await ask(world, address))
  })

  test('that an owner got with the eyes of a stranger is judged as a stranger’s', async () => {
    const world = await buildWorld()
    const { id, file, owner } = await addressed(world, 'normal', { type: 'public' })
    const asked = { spaceId: id, hash: file.hash, componentId: 'csv' }
    const headers = { ...owner.headers(), 'view-as': `${id} stranger` }
    const response = await fetch(`${world.origin}/api${preview.data.path}?${new URLSearchParams(asked)}`, { headers })
    const { data } = (await response.json()) as { data: { fileUrl: string[] } }
    const own = await owner.data(preview.data, asked)
    for (const { fileUrl } of [data, own]) expect(await (await ask(world, fileUrl[0] ?? '')).text()).toBe(TEXT)
    await owner.data(spaces.setType, { id, type: 'private' } as never)
    await isGone(await ask(world, data.fileUrl[0] ?? ''))
    expect((await ask(world, own.fileUrl[0] ?? '')).status).toBe(200)
  })

  test('goes on with the same content after the file got another one', async () => {
    const world = await buildWorld()
    const { id, file, owner, address } = await addressed(world)
    const newer = await upload(owner, { spaceId: id, name: 'profile.csv', conflict: 'replace' }, bytes('other'))
    expect(newer.version).toBe(2)
    expect(await (await ask(world, address)).text()).toBe(TEXT)
    const asked = { spaceId: id, hash: file.hash, componentId: 'csv' }
    const now = await owner.data(preview.data, asked)
    expect(await (await ask(world, now.fileUrl[0] ?? '')).text()).toBe('other')
    const older = await owner.data(preview.data, { ...asked, version: '1' as never })
    expect(await (await ask(world, older.fileUrl[0] ?? '')).text()).toBe(TEXT)
    expect(await owner.call(preview.data, { ...asked, version: '9' as never })).toMatchObject({ error: 'fileGone' })
    await world.db.deleteFrom('file_version').where('node_id', '=', file.hash).execute()
    await isGone(await ask(world, address))
  })

  test('of a file in a public space is given to anybody, and over when the space is public no more', async () => {
    const world = await buildWorld()
    const { id, owner, address } = await addressed(world, 'stranger', { type: 'public' })
    expect((await ask(world, address)).status).toBe(200)
    await owner.data(spaces.setType, { id, type: 'private' } as never)
    await isGone(await ask(world, address))
  })

  test('comes with those of the files that a shapefile is not whole without', async () => {
    const world = await buildWorld()
    const { id, owner } = await addressed(world)
    const shape = await upload(owner, { spaceId: id, name: 'lakes.shp' }, bytes('shape'))
    for (const name of ['lakes.dbf', 'lakes.prj', 'rivers.dbf']) await upload(owner, { spaceId: id, name }, bytes(name))
    const data = await owner.data(preview.data, { spaceId: id, hash: shape.hash, componentId: 'text' })
    expect(data.fileUrl.map((address) => address.split('/').at(-1)).sort()).toEqual([
      'lakes.dbf',
      'lakes.prj',
      'lakes.shp',
    ])
    expect(data.fileUrl[0]).toMatch(/lakes\.shp$/)
  })
})

describe('GET /file/q.su', () => {
  test('names the files beside one that have the suffixes, by name, each with its address', async () => {
    const world = await buildWorld()
    const { id, owner, file } = await addressed(world)
    for (const name of ['scan 10.png', 'scan 9.PNG', 'map.jpg', 'notes.txt'])
      await upload(owner, { spaceId: id, name }, bytes(name))
    const folder = await owner.data(files.create, { spaceId: id, path: 'inner' })
    await upload(owner, { spaceId: id, hash: folder, name: 'deep.png' }, bytes('deep'))
    const normal = await world.as('normal')
    const list = await normal.data(preview.siblings, { spaceId: id, q: file.hash, su: 'png,JPG' })
    expect(list.map(({ name }) => name)).toEqual(['map.jpg', 'scan 9.PNG', 'scan 10.png'])
    expect(await (await ask(world, list[0]?.url ?? '')).text()).toBe('map.jpg')
  })
})

describe('the page of the frame', () => {
  test('has no origin, reaches its own files and tickets alone, and is framed by this site only', async () => {
    const world = await buildWorld()
    const response = await ask(world, '/frame/?viewer=html')
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain('sandbox allow-scripts;')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`connect-src ${world.origin}/frame/ ${world.origin}/api/preview/bytes/;`)
    expect(policy).toContain(`frame-ancestors ${world.origin}`)
    expect(policy).not.toMatch(/'self'|'unsafe-eval'|\*/)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })

  test.each(['//frame/index.html', '/%66rame/index.html', '/frame/index.html', '/frame/../frame/'])(
    'is never sent without its policy, asked for as %s',
    async (path) => {
      const world = await buildWorld()
      const response = await ask(world, path)
      const isFrame = (await response.text()).includes('/frame/assets/')
      expect(!isFrame || response.headers.get('content-security-policy')?.includes('sandbox')).toBe(true)
    },
  )

  test('takes no word of a strange Host header into its policy', async () => {
    const world = await buildWorld()
    const policy = await new Promise<string>((resolve, reject) => {
      const headers = { host: "a.test; script-src 'unsafe-inline'" }
      request(`${world.origin}/frame/`, { headers }, (response) => {
        response.resume()
        resolve(String(response.headers['content-security-policy']))
      })
        .on('error', reject)
        .end()
    })
    expect(policy).not.toContain('a.test')
  })
})
