import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import { datasetPath } from '#contract/pages/paths.ts'
import { examine } from '#server/doctor/index.ts'
import { serveSite } from '../services/site.ts'
import { zipOf } from '../support/archive.ts'
import { buildPublication } from '../support/publication.ts'
import { buildWorld, type World } from '../support/world.ts'

const { files, imports, publications, rights, tasks } = contract

const sum = (kind: string, text: string) => createHash(kind).update(text).digest('hex')
const CASTS = 'depth\n1\n'
const NOTES = 'read me\n'

/** What a site says, by the path of the request with its query. */
type Pages = Record<string, string | Buffer | object>
const answering =
  (pages: Pages): RequestListener =>
  ({ url = '' }, response) => {
    const page = pages[decodeURIComponent(url)]
    if (page === undefined) return void response.writeHead(404).end()
    if (Buffer.isBuffer(page) || typeof page === 'string') return void response.end(page)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page))
  }

/** Everything below a folder, by paths. */
async function treeOf(world: World, spaceId: string) {
  const owner = await world.as('owner')
  async function below(hash: string | undefined, path: string): Promise<string[]> {
    const { list } = await owner.data(files.list, { spaceId, ...(hash && { hash }) })
    const each = await Promise.all(
      list.map(({ hash: id, name, mime }) =>
        mime === 'directory' ? below(id, `${path}${name}/`) : Promise.resolve([`${path}${name}`]),
      ),
    )
    return each.flat().sort()
  }
  return below(undefined, '')
}

async function scene(pages: Pages) {
  const world = await buildWorld()
  const { id: spaceId } = await world.space()
  const normal = await world.as('normal')
  const site = await serveSite(world, answering(pages))
  async function bring(address: string, more: Partial<InputOf<typeof imports.fromPublished>> = {}) {
    const { id } = await normal.data(imports.fromPublished, { spaceId, address, ...more })
    await world.services.tasks.drain()
    const { list } = await normal.data(tasks.parts, { id })
    return {
      id,
      task: await normal.data(tasks.show, { id }),
      errors: Object.fromEntries(list.filter(({ error }) => error).map(({ path, error }) => [path, error])),
    }
  }
  const look = (address: string) => normal.call(imports.lookAtPublished, { address })
  return { world, spaceId, normal, site, bring, look, tree: () => treeOf(world, spaceId) }
}

const invenio = (more: object = {}) => ({
  '/records/12': '<html>',
  '/api/records/12': { id: '12', metadata: { title: 'Lake 2026' } },
  '/api/records/12/files': {
    entries: [
      { key: 'casts.csv', size: CASTS.length, checksum: `md5:${sum('md5', CASTS)}` },
      { key: 'notes.txt', size: NOTES.length, checksum: `md5:${sum('md5', NOTES)}`, ...more },
    ],
  },
  '/api/records/12/files/casts.csv/content': CASTS,
  '/api/records/12/files/notes.txt/content': NOTES,
})

describe('a published dataset is not imported', () => {
  test('without the flag for it, outside the space, or where other sites are switched off', async () => {
    const { world, normal, spaceId, site, look } = await scene(invenio())
    const wish = { spaceId, address: `${site.origin}/records/12` }
    expect(await (await world.as('ordinary')).call(imports.fromPublished, wish)).toMatchObject({
      error: 'spaceNotFound',
    })
    await (await world.as('owner')).data(rights.setOfSpace, { id: spaceId, senior: ['F_MAKE'], normal: ['F_MAKE'] })
    expect(await normal.call(imports.fromPublished, wish)).toMatchObject({ error: 'spaceRightMissing' })
    world.config.outside.isOn = false
    expect(await look(wish.address)).toMatchObject({ error: 'outsideRefused' })
    expect(site.asked).toHaveLength(0)
  })

  test('by what is no address, from an inner one, or where nothing is published', async () => {
    const { site, look, world } = await scene({ '/page': '<html>', '/plain.json': { '@graph': [] } })
    for (const address of ['casts', 'ftp://a.test/records/1', 'http://me:secret@a.test/records/1', 'http://a b/'])
      expect(await look(address), address).toMatchObject({ error: 'publishedLinkWrong' })
    for (const address of [world.origin, 'http://127.0.0.1:1/records/1', 'http://169.254.169.254/records/1'])
      expect(await look(address), address).toMatchObject({ error: 'outsideRefused' })
    for (const path of ['/page', '/plain.json'])
      expect(await look(site.origin + path), path).toMatchObject({ error: 'publishedUnknown' })
    expect(await look(`${site.origin}/records/13`)).toMatchObject({ error: 'publishedUnknown' })
  })

  test('with what differs from its published checksum: it is told, and the rest arrives', async () => {
    const { site, bring, tree } = await scene(invenio({ checksum: `md5:${sum('md5', 'other')}` }))
    const { task, errors } = await bring(`${site.origin}/records/12`)
    expect(task).toMatchObject({ state: 'partlyFailed', itemsFailed: 1 })
    expect(errors).toEqual({ 'Lake 2026/notes.txt': 'contentDamaged' })
    expect(await tree()).not.toContain('Lake 2026/notes.txt')
  })
})

describe('a published dataset', () => {
  test('of InvenioRDM is shown first, and comes with its files and its description', async () => {
    const { site, bring, look, tree, world } = await scene(invenio())
    const address = `${site.origin}/records/12`
    expect(await look(address)).toMatchObject({
      data: { kind: 'invenio', title: 'Lake 2026', fileCount: 2, sizeBytes: CASTS.length + NOTES.length },
    })
    expect((await bring(address)).task).toMatchObject({
      state: 'completed',
      title: 'Lake 2026',
      kind: 'importPublished',
    })
    expect(await tree()).toEqual(['Lake 2026/casts.csv', 'Lake 2026/datacite.json', 'Lake 2026/notes.txt'])
    expect((await examine(world.db, world.blobs, { repair: false, deep: true })).isHealthy).toBe(true)
  })

  test('of a Dataverse comes with its folders, tables as they were brought, restricted files told', async () => {
    const query = 'persistentId=doi:10.5072/FK2/LAKE'
    const { site, bring, tree } = await scene({
      [`/dataset.xhtml?${query}`]: '<html>',
      [`/api/datasets/:persistentId/versions/:latest-published?${query}`]: {
        data: {
          metadataBlocks: { citation: { fields: [{ typeName: 'title', value: 'Lake' }] } },
          files: [
            {
              label: 'casts.tab',
              directoryLabel: 'raw/2026',
              dataFile: {
                id: 1,
                filesize: 99,
                originalFileName: 'casts.csv',
                originalFileSize: CASTS.length,
                checksum: { type: 'SHA-1', value: sum('sha1', CASTS) },
              },
            },
            { label: 'people.csv', restricted: true, dataFile: { id: 2, filesize: 5 } },
          ],
        },
      },
      '/api/access/datafile/1?format=original': CASTS,
      [`/api/datasets/export?exporter=Datacite&${query}`]: '<resource/>',
    })
    const { errors } = await bring(`${site.origin}/dataset.xhtml?${query}`)
    expect(errors).toEqual({ 'Lake/people.csv': 'outsideSignIn' })
    expect(await tree()).toEqual(['Lake/datacite.xml', 'Lake/raw/2026/casts.csv'])
  })

  test('described by an RO-Crate comes from where its files are', async () => {
    const file = (id: string, text: string) => ({ '@id': id, '@type': 'File', sha256: sum('sha256', text) })
    const { site, bring, tree } = await scene({
      '/crate/ro-crate-metadata.json': {
        '@graph': [
          { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } },
          { '@id': './', '@type': 'Dataset', name: 'Lake' },
          file('raw/casts%201.csv', CASTS),
          file('notes.txt', 'what it is not'),
          file('file:///etc/passwd', ''),
        ],
      },
      '/crate/raw/casts 1.csv': CASTS,
      '/crate/notes.txt': NOTES,
    })
    const { errors } = await bring(`${site.origin}/crate/ro-crate-metadata.json`)
    expect(errors).toEqual({ 'Lake/notes.txt': 'contentDamaged' })
    expect(await tree()).toEqual(['Lake/raw/casts 1.csv', 'Lake/ro-crate-metadata.json'])
  })

  test('in a bag on the web comes by its manifest, from elsewhere where fetch.txt says so', async () => {
    const pages: Pages = {
      '/bag/bagit.txt': 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n',
      '/bag/bag-info.txt': 'External-Description: Lake bag\n',
      '/bag/manifest-sha512.txt': `${sum('sha512', CASTS)}  data/raw/casts.csv\n${sum('sha512', NOTES)} *data/notes.txt\n`,
      '/bag/data/raw/casts.csv': CASTS,
      '/far/notes': NOTES,
    }
    const { site, bring, tree } = await scene(pages)
    pages['/bag/fetch.txt'] = `${site.origin}/far/notes ${NOTES.length} data/notes.txt\n`
    expect((await bring(`${site.origin}/bag/bagit.txt`)).task).toMatchObject({ state: 'completed' })
    expect(await tree()).toEqual(['Lake bag/notes.txt', 'Lake bag/raw/casts.csv'])
  })

  test('in a packed bag is unpacked, compared, and told what is missing', async () => {
    const bag = (entries: Record<string, string>) =>
      zipOf(Object.entries(entries).map(([name, text]) => ({ name, content: Buffer.from(text) })))
    const manifest = [
      `${sum('sha256', CASTS)}  data/raw/casts.csv`,
      `${sum('sha256', 'other')}  data/notes.txt`,
      `${sum('sha256', 'gone')}  data/gone.txt`,
    ]
    const lake = bag({
      'lake/bagit.txt': 'BagIt-Version: 1.0\n',
      'lake/manifest-sha256.txt': manifest.join('\n'),
      'lake/data/raw/casts.csv': CASTS,
      'lake/data/notes.txt': NOTES,
      'lake/data/unlisted.txt': NOTES,
    })
    const { site, bring, look, normal, spaceId, tree, world } = await scene({
      '/lake.zip': lake,
      '/plain.zip': bag({ 'a.txt': 'a' }),
    })
    expect(await look(`${site.origin}/lake.zip`)).toMatchObject({ data: { kind: 'archive', fileCount: null } })
    const { id, errors } = await bring(`${site.origin}/lake.zip`)
    expect(errors).toEqual({
      'lake/gone.txt': 'outsideGone',
      'lake/notes.txt': 'contentDamaged',
      'lake/unlisted.txt': 'contentDamaged',
    })
    expect(await tree()).toEqual(['lake/raw/casts.csv'])
    // The archive is known as a content, so that the sweep spares it: tried again, it is neither fetched anew nor needs
    // room of its own.
    const { rows } = await sql`select from blob where sha256 = ${createHash('sha256').update(lake).digest()}`.execute(
      world.db,
    )
    expect(rows).toHaveLength(1)
    const asked = site.asked.length
    await sql`update space set capacity_bytes = 1000 where id = ${spaceId}`.execute(world.db)
    await normal.data(tasks.retry, { id })
    await world.services.tasks.drain()
    const { list } = await normal.data(tasks.parts, { id })
    expect(Object.fromEntries(list.filter(({ error }) => error).map(({ path, error }) => [path, error]))).toEqual(
      errors,
    )
    expect(site.asked).toHaveLength(asked)
    await sql`update space set capacity_bytes = 1000000000 where id = ${spaceId}`.execute(world.db)
    expect((await bring(`${site.origin}/plain.zip`)).task).toMatchObject({ state: 'failed', error: 'publishedUnknown' })
    const { reserved_bytes } = await world.db.selectFrom('space_usage').selectAll().executeTakeFirstOrThrow()
    expect(reserved_bytes).toBe(0)
  })

  test('in a packed crate is compared however its names are written', async () => {
    const files: [id: string, name: string, sha256: string][] = [
      ['Tank%20%231%2C%20day%202.csv', 'Tank #1, day 2.csv', sum('sha256', CASTS)],
      ['100%.csv', '100%.csv', sum('sha256', CASTS)],
      ['e\u0301te\u0301.csv', '\u00e9t\u00e9.csv', sum('sha256', 'other')],
    ]
    const crate = [
      { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } },
      { '@id': './', '@type': 'Dataset', name: 'Lake' },
      ...files.map(([id, , sha256]) => ({ '@id': id, '@type': 'File', sha256 })),
    ]
    const entries = [
      { name: 'ro-crate-metadata.json', content: Buffer.from(JSON.stringify({ '@graph': crate })) },
      ...files.map(([, name]) => ({ name, content: Buffer.from(CASTS) })),
    ]
    const { site, bring, tree } = await scene({ '/crate.zip': zipOf(entries) })
    expect((await bring(`${site.origin}/crate.zip`)).errors).toEqual({ 'Lake/\u00e9t\u00e9.csv': 'contentDamaged' })
    expect(await tree()).toEqual(['Lake/100%.csv', 'Lake/Tank #1, day 2.csv', 'Lake/ro-crate-metadata.json'])
  })

  test('of an installation of ours comes by the address of its page', async () => {
    const { world, owner, admin, spaceId, submitted } = await buildPublication()
    world.config.outside.allow.push(new URL(world.origin).host)
    const { id } = await submitted()
    await admin.data(publications.approve, { id })
    const { datasetId, number, title } = await owner.data(publications.show, { id })
    const address = world.origin + datasetPath(datasetId, number)
    const { id: task } = await owner.data(imports.fromPublished, { spaceId, address })
    await world.services.tasks.drain()
    expect(await owner.data(tasks.show, { id: task })).toMatchObject({ state: 'completed', itemsFailed: 0 })
    expect(title).not.toBe('')
    const brought = (await treeOf(world, spaceId)).filter((path) => path.endsWith('/README.md'))
    expect(brought.length).toBeGreaterThan(1)
  })
})
