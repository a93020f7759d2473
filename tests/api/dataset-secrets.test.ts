import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { formats } from '#server/modules/datasets/formats/index.ts'
import type { Client } from '../support/client.ts'
import { buildPublication } from '../support/publication.ts'

const { datasetAccess, files, publications, tables, search } = contract
/** Stands in names of files, folders, tables and columns, in contents and in cells: nowhere but in what is closed. */
const SECRET = 'zephyrquartz'

/** `files`: the dataset is open, and what is secret in it is given on request. */
async function buildClosed(kind: 'embargo' | 'restricted' | 'closed' | 'files') {
  const built = await buildPublication()
  const { owner, spaceId, root, put, world } = built
  const folder = await owner.data(files.create, { spaceId, hash: root, path: `${SECRET} folder` })
  await put(`${SECRET}.csv`, `${SECRET},1\n`, folder)
  await put(`README ${SECRET}.md`, `# ${SECRET}\n`, folder)
  const { id: tableId, columnList } = await owner.data(tables.create, {
    spaceId,
    name: `${SECRET} stations`,
    columns: [{ name: `${SECRET} code`, type: 'text', description: `Code of the ${SECRET} station` }],
  })
  const columns = columnList.map(({ id }) => id)
  await owner.data(tables.change, { spaceId, id: tableId, change: { kind: 'addRows', columns, rows: [[SECRET]] } })
  await world.services.renditions.drain()
  const isOpen = kind === 'files'
  const access = {
    kind: isOpen ? ('open' as const) : kind,
    until: kind === 'embargo' ? '2099-01-01' : null,
    terms: { zh: '按约定', en: '' },
  }
  const chosen = isOpen ? { files: [folder, built.folder], restricted: [folder, tableId] } : { files: [folder] }
  const { id } = await built.submitted({ tables: [tableId], access, ...chosen })
  await world.services.tasks.drain()
  const record = await built.admin.data(publications.approve, { id })
  return { ...built, record, page: `/dataset/${record.datasetId}/${record.number}` }
}

/** Every address at which strangers, and people without a part in it, meet a dataset. */
const addressesOf = (page: string, id: string, host: string) => [
  page,
  `${page}?folder=${encodeURIComponent(`${SECRET} folder/`)}`,
  ...formats.map(({ key }) => `${page}/export/${key}`),
  ...['/linkset', '/zip', '/zip?format=bagit', '/manifest-sha256.txt'].map((part) => page + part),
  `${page}/zip?path=${encodeURIComponent(`${SECRET} folder/`)}`,
  `${page}/files/${encodeURIComponent(`${SECRET} folder`)}/${SECRET}.csv`,
  ...['oai_dc', 'oai_datacite'].flatMap((prefix) => [
    `/oai?verb=ListRecords&metadataPrefix=${prefix}`,
    `/oai?verb=GetRecord&metadataPrefix=${prefix}&identifier=oai:${host}:${id}`,
  ]),
  ...['/', '/text', '/datasets', '/datasets.atom', '/sitemap.xml', `/api/publications/${id}`],
  `/api/publications/${id}/files`,
  `/api/publications/${id}/content?path=${encodeURIComponent(`${SECRET} folder/${SECRET}.csv`)}`,
]

describe.each(['embargo', 'restricted', 'closed', 'files'] as const)('what a dataset under %s keeps', (kind) => {
  test('is told at no address, to nobody: names, contents, cells', async () => {
    const { world, record, page } = await buildClosed(kind)
    const readers: Client[] = [await world.as('stranger'), await world.as('ordinary')]
    const found: string[] = []
    for (const reader of readers)
      for (const address of addressesOf(page, record.id, new URL(world.origin).hostname)) {
        const response = await reader.fetch(address, { headers: { accept: '*/*', 'user-agent': 'Firefox' } })
        const bytes = Buffer.from(await response.arrayBuffer())
        const said = [...response.headers].join('\n') + bytes.toString('utf8')
        // What somebody wrote into an address themselves may come back to them.
        const own = decodeURIComponent(address).includes(SECRET)
        if (own ? response.status === 200 && !address.includes('?folder=') : said.includes(SECRET)) found.push(address)
        if (own && bytes.includes(`${SECRET},1`)) found.push(address)
      }
    expect(found).toEqual([])
  })

  test('is found by no word: not in the catalogue, its feed and facets, nor in the search of others', async () => {
    const { world, record, page } = await buildClosed(kind)
    const total = async (path: string) => (await (await fetch(world.origin + path)).text()).includes(record.datasetId)
    expect(await total('/datasets.atom')).toBe(true)
    expect(await total(`/datasets.atom?q=${SECRET}`)).toBe(false)
    expect(await total(`/datasets?q=${SECRET}`)).toBe(false)
    const ordinary = await world.as('ordinary')
    expect((await ordinary.data(search.find, { q: SECRET })).list).toEqual([])
    expect((await fetch(world.origin + page)).status).toBe(200)
  })
})

test('of an open dataset everybody has what is open, and who is let in all of it', async () => {
  const { world, owner, page, record } = await buildClosed('files')
  const open = `${page}/files/casts/cast-1.csv`
  const closed = `${page}/files/${encodeURIComponent(`${SECRET} folder`)}/${SECRET}.csv`
  const ordinary = await world.as('ordinary')
  const status = async (client: Client, address: string) => (await client.fetch(address)).status
  expect([await status(ordinary, open), await status(ordinary, closed)]).toEqual([200, 404])
  expect(await status(ordinary, `${page}/files/tables/${SECRET} stations.csv`)).toBe(404)
  const manifest = async (client: Client) =>
    (await (await client.fetch(`${page}/manifest-sha256.txt`)).text()).trim().split('\n').length
  const croissant = async () => (await ordinary.fetch(`${page}/export/croissant`)).status
  expect([await manifest(ordinary), await manifest(owner), await croissant()]).toEqual([2, 5, 404])
  expect(await (await ordinary.fetch(page)).text()).toContain('3 个文件需申请获取')
  const { id } = await ordinary.data(datasetAccess.ask, {
    datasetId: record.datasetId,
    purpose: 'Study',
    agreesToTerms: true,
  })
  await owner.data(datasetAccess.answer, { datasetId: record.datasetId, id, isGranted: true })
  expect([await status(ordinary, closed), await manifest(ordinary)]).toEqual([200, 5])
  const sent = await ordinary.fetch(closed)
  expect([sent.headers.get('cache-control'), sent.headers.get('access-control-allow-origin')]).toEqual([
    'private, no-store',
    null,
  ])
  expect(await (await ordinary.fetch(page)).text()).toContain(SECRET)
  expect(await (await fetch(world.origin + page)).text()).not.toContain(SECRET)
})

test('what lies in a folder given on request is given on request, though it is chosen by itself', async () => {
  const built = await buildPublication()
  const folder = await built.owner.data(files.create, { spaceId: built.spaceId, hash: built.root, path: 'Closed' })
  const inner = await built.owner.data(files.create, { spaceId: built.spaceId, hash: folder, path: SECRET })
  await built.put('a.csv', 'a\n', inner)
  const access = { kind: 'open' as const, until: null, terms: { zh: '按约定', en: '' } }
  const record = await built.published({ files: [inner, built.folder], restricted: [folder], access })
  const page = `${built.world.origin}/dataset/${record.datasetId}/${record.number}`
  expect((await fetch(`${page}/files/${SECRET}/a.csv`)).status).toBe(404)
  expect(await (await fetch(`${page}/manifest-sha256.txt`)).text()).not.toContain(SECRET)
})

test('what is open is told at these addresses: the question finds what is there', async () => {
  const { world, record, page } = await buildPublication().then(async (built) => {
    const folder = await built.owner.data(files.create, { spaceId: built.spaceId, hash: built.root, path: SECRET })
    await built.put(`${SECRET}.csv`, 'a\n', folder)
    await built.put('README.md', '# a\n', folder)
    const record = await built.published({ files: [folder] })
    return { ...built, record, page: `/dataset/${record.datasetId}/1` }
  })
  for (const address of [page, `${page}/export/ro-crate`, `${page}/linkset`, `${page}/manifest-sha256.txt`])
    expect([address, (await (await fetch(world.origin + address)).text()).includes(SECRET)]).toEqual([address, true])
  expect(record.number).toBe(1)
})
