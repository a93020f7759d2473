import { createHash } from 'node:crypto'
import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import { readPage } from '../support/page.ts'
import { buildPublication, type Fields } from '../support/publication.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

async function buildRead(fields: Fields = {}, files: readonly string[] = []) {
  const built = await buildPublication()
  for (const name of files) await built.put(name, name)
  const { world } = built
  const { datasetId, id } = await built.published(fields)
  const page = `/dataset/${datasetId}/1`
  const get = (path = '', headers: Record<string, string> = {}, method = 'GET') =>
    fetch(world.origin + page + path, { method, headers: { accept: 'text/html', 'user-agent': BROWSER, ...headers } })
  const take = async (...given: Parameters<typeof get>) => (await get(...given)).arrayBuffer()
  /** What the page tells; to a robot, so that telling does not count. */
  const usage = async () => {
    await world.services.datasets.writeUsage()
    return (await readPage(world, page, { headers: { 'user-agent': 'Testbot/1.0' } })).data.dataset?.usage
  }
  return { ...built, id, page, get, take, usage }
}
const FILE = '/files/casts/cast-1.csv'

describe('what does not count', () => {
  test('robots, readers without a name, HEAD, other parts of a file, what is known already, what is refused', async () => {
    const { take, usage, get } = await buildRead()
    const { headers } = await get(FILE, {}, 'HEAD')
    for (const agent of ['Googlebot/2.1', ''])
      for (const path of ['', FILE, '/zip']) await take(path, { 'user-agent': agent })
    await take('', {}, 'HEAD')
    await take('/zip', {}, 'HEAD')
    await take(FILE, { range: 'bytes=5-' })
    await take(FILE, { 'if-none-match': headers.get('etag') ?? '' })
    await take('/files/absent.csv')
    expect((await usage())?.version).toEqual({ views: 0, downloads: 0 })
  })

  test('a picture as a part of the page; saved, it does', async () => {
    const { take, usage } = await buildRead({}, ['map.png'])
    await take('/files/casts/map.png?preview')
    expect((await usage())?.version).toEqual({ views: 0, downloads: 0 })
    await take('/files/casts/map.png')
    expect((await usage())?.version).toEqual({ views: 0, downloads: 1 })
  })

  test('the files of a closed version', async () => {
    const { take, usage } = await buildRead({ access: { kind: 'closed', until: null, terms: { zh: '隐私', en: '' } } })
    await take(FILE)
    await take('/zip')
    expect((await usage())?.version).toEqual({ views: 0, downloads: 0 })
  })
})

describe('what counts', () => {
  test('of two clicks within 30 seconds one, later both; each file by itself', async () => {
    const { take, usage, world } = await buildRead()
    for (let click = 0; click < 2; click += 1) for (const path of ['', FILE, '/zip']) await take(path)
    expect((await usage())?.version).toEqual({ views: 1, downloads: 2 })
    world.clock.advance(31_000)
    for (const path of ['', FILE, '/files/casts/README.md']) await take(path)
    expect((await usage())?.version).toEqual({ views: 2, downloads: 4 })
  })

  test('another reader at the same address, the beginning of a file, and programs of people', async () => {
    const { take, usage } = await buildRead()
    await take(FILE, { range: 'bytes=0-4' })
    await take(FILE, { 'user-agent': 'curl/8.14.1' })
    await take('', { 'user-agent': 'python-requests/2.32' })
    expect((await usage())?.version).toEqual({ views: 1, downloads: 2 })
  })

  test('many at once are written in one batch, and none is lost', async () => {
    const { take, usage } = await buildRead()
    await Promise.all(Array.from({ length: 60 }, (_, reader) => take(FILE, { 'user-agent': `${BROWSER} ${reader}` })))
    expect((await usage())?.all).toEqual({ views: 0, downloads: 60 })
  })
})

describe('a bag', () => {
  test('is complete and valid: every hash and length is that of what it names', async () => {
    const { get, id, world } = await buildRead()
    const response = await get('/zip?format=bagit')
    expect(response.headers.get('content-disposition')).toContain('dataset-v1-bag.zip')
    const zip = await JSZip.loadAsync(await response.arrayBuffer())
    const read = async (name: string) => (await zip.file(`dataset-v1/${name}`)?.async('uint8array')) ?? new Uint8Array()
    const text = async (name: string) => new TextDecoder().decode(await read(name))
    expect(await text('bagit.txt')).toBe('BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n')
    const lines = [await text('manifest-sha256.txt'), await text('tagmanifest-sha256.txt')]
      .join('')
      .trimEnd()
      .split('\n')
    const named = lines.map((line) => line.split('  '))
    for (const [hash, path = ''] of named) expect([path, sha256(await read(path))]).toEqual([path, hash])
    const payload = Object.values(zip.files).filter(({ name, dir }) => !dir && name.startsWith('dataset-v1/data/'))
    expect(payload.map(({ name }) => name.slice('dataset-v1/'.length)).toSorted()).toEqual(
      named
        .map(([, path = '']) => path)
        .filter((path) => path.startsWith('data/'))
        .toSorted(),
    )
    const sizes = await Promise.all(payload.map(async (file) => (await file.async('uint8array')).length))
    const oxum = `${sizes.reduce((sum, size) => sum + size, 0)}.${payload.length}`
    expect(await text('bag-info.txt')).toContain(`Payload-Oxum: ${oxum}\n`)
    const { file_count } = await world.db
      .selectFrom('publication')
      .select('file_count')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(payload).toHaveLength(file_count + 1)
  })

  test('of a selection has that alone', async () => {
    const { get } = await buildRead()
    const zip = await JSZip.loadAsync(await (await get('/zip?format=bagit&path=casts/README.md')).arrayBuffer())
    const payload = Object.values(zip.files).filter(({ name, dir }) => !dir && name.includes('/data/'))
    expect(payload.map(({ name }) => name)).toEqual(['dataset-v1/data/casts/README.md'])
  })

  test('an unknown kind of archive is refused; the list of hashes is that of the files', async () => {
    const { get } = await buildRead()
    expect((await get('/zip?format=tar')).status).toBe(400)
    const text = await (await get('/manifest-sha256.txt')).text()
    expect(text).toContain(`${sha256('depth,temperature\n0,8.5\n')}  casts/cast-1.csv\n`)
  })
})
