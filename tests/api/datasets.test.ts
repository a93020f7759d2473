import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import { FOLDER_ROWS } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { parseXml } from '#server/xml.ts'
import { AUTHOR, buildPublication, COMPLETE } from '../support/publication.ts'
import { schemaProblems } from '../support/xsd.ts'

const { publications, files } = contract
const schema = (name: string) => new URL(`../fixtures/schemas/${name}`, import.meta.url).pathname

/** A published dataset as strangers meet it: nothing here is signed in. */
async function buildDataset(fields: Parameters<Awaited<ReturnType<typeof buildPublication>>['published']>[0] = {}) {
  const built = await buildPublication()
  const record = await built.published(fields)
  const { world } = built
  const page = `${world.origin}/dataset/${record.datasetId}/${record.number}`
  const get = (path = '', headers: Record<string, string> = {}, method = 'GET') =>
    fetch(path.startsWith('http') ? path : `${page}${path}`, { headers, method, redirect: 'manual' })
  const ark = async () => {
    const row = await world.db
      .selectFrom('identifier')
      .select('value')
      .where('dataset_id', '=', record.datasetId)
      .executeTakeFirstOrThrow()
    return row.value
  }
  return { ...built, record, page, get, ark }
}
const linksOf = (response: Response) =>
  (response.headers.get('link') ?? '').split(', ').map((link) => /rel="([^"]+)"/.exec(link)?.[1])
const namesOf = (entries: { name: string }[]) => entries.map(({ name }) => name).toSorted()
const EXPORTS = [
  'datacite-xml',
  'datacite-json',
  'schema-org',
  'dublin-core',
  'dcat',
  'ro-crate',
  'bibtex',
  'ris',
  'csl',
]

describe('what is not published', () => {
  test('is found by no address', async () => {
    const { world, submitted } = await buildPublication()
    const { datasetId } = await submitted()
    const { value } = await world.db.selectFrom('identifier').select('value').executeTakeFirstOrThrow()
    const paths = [
      `/dataset/${datasetId}`,
      `/dataset/${datasetId}/1`,
      ...['/zip', '/linkset', '/files/casts/cast-1.csv', '/export/datacite-xml'].map(
        (part) => `/dataset/${datasetId}/1${part}`,
      ),
      `/${value}`,
      `/${value}.v1`,
      `/${value}?info`,
    ]
    const accept = 'application/ld+json'
    const answers = await Promise.all(
      paths.map(async (path) => (await fetch(world.origin + path, { headers: { accept } })).status),
    )
    expect(answers).toEqual(paths.map(() => 404))
  })

  test.each(['/dataset/x/1', '/dataset/018f0000-0000-7000-8000-000000000001/1', '/ark:99999/d1xxxxxxxx', '/ark:/x'])(
    '%s does not exist',
    async (path) => {
      const { world } = await buildPublication()
      const { status } = await fetch(world.origin + path, { headers: { accept: 'application/x-bibtex' } })
      expect(status).toBe(404)
    },
  )
})

describe('a published version', () => {
  test('is reached by the address of its dataset and by both spellings of its identifiers', async () => {
    const { world, page, get, ark, record } = await buildDataset()
    const concept = `${world.origin}/dataset/${record.datasetId}`
    const value = await ark()
    const to = async (path: string) => (await get(`${world.origin}${path}`)).headers.get('location')
    expect(await to(`/dataset/${record.datasetId}`)).toBe(page)
    expect(await to(`/${value}`)).toBe(concept)
    expect(await to(`/${value}.v1`)).toBe(page)
    expect(await to(`/${value.replace(':', ':/')}.v1`)).toBe(page)
    expect(await to(`/${value.slice(0, -3)}-${value.slice(-3)}.v1`)).toBe(page)
  })

  test('tells who, what and when by ?info, and that the name is kept', async () => {
    const { world, get, ark } = await buildDataset()
    const text = await (await get(`${world.origin}/${await ark()}.v1?info`)).text()
    expect(text).toMatch(/^erc:\nwho: Olive Owner\nwhat: 高山湖泊水温\nwhen: \d{4}-\d\d-\d\d\nwhere: http/)
    expect(text).toContain('never reused')
  })

  test('warns beside the citation that a trial identifier is not to be cited, in either language', async () => {
    const { get } = await buildDataset()
    const pageIn = async (lang: string) => (await get('', { cookie: `lang=${lang}` })).text()
    expect(await pageIn('zh')).toContain('本数据集使用试用标识符，请勿引用')
    expect(await pageIn('en')).toContain('This dataset has a trial identifier. Don’t cite it')
  })

  test('gives each format its type, and a way back to the page', async () => {
    const { get } = await buildDataset()
    for (const key of EXPORTS) {
      const response = await get(`/export/${key}`)
      expect([key, response.status, linksOf(response)]).toEqual([key, 200, ['describes', 'linkset']])
      expect((await response.text()).length).toBeGreaterThan(50)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
    }
    expect((await get('/export/croissant')).status).toBe(404)
  })

  test('answers the type that is asked for', async () => {
    const { get } = await buildDataset()
    const accept = 'application/vnd.datacite.datacite+xml'
    const response = await get('', { accept })
    expect(response.headers.get('content-type')).toBe(accept)
    expect(schemaProblems(await response.text(), schema('datacite-4.xsd'))).toEqual([])
  })

  test('has the same headers for HEAD', async () => {
    const { get } = await buildDataset()
    for (const path of ['/files/casts/cast-1.csv', '/export/bibtex']) {
      const [head, whole] = await Promise.all([get(path, {}, 'HEAD'), get(path)])
      expect(await head.text()).toBe('')
      expect(head.headers.get('link')).toBe(whole.headers.get('link'))
    }
  })

  test('sends a file whole, in part, and not again', async () => {
    const { get } = await buildDataset()
    const whole = await get('/files/casts/cast-1.csv')
    expect([await whole.text(), whole.headers.get('content-type'), linksOf(whole)[0]]).toEqual([
      'depth,temperature\n0,8.5\n',
      'text/csv',
      'collection',
    ])
    const part = await get('/files/casts/cast-1.csv', { range: 'bytes=0-4' })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'depth', 'bytes 0-4/24'])
    const again = await get('/files/casts/cast-1.csv', { 'if-none-match': whole.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    expect((await get('/files/casts')).status).toBe(404)
    expect((await get('/files/casts/../casts/cast-2.csv')).status).toBe(404)
  })

  test('comes as one archive that is an RO-Crate, or as what was selected', async () => {
    const { get } = await buildDataset()
    const zip = async (path: string) =>
      Object.values((await JSZip.loadAsync(await (await get(path)).arrayBuffer())).files)
    const whole = await zip('/zip')
    expect(namesOf(whole)).toEqual(['casts/README.md', 'casts/cast-1.csv', 'ro-crate-metadata.json'])
    const crate = JSON.parse(
      (await whole.find(({ name }) => name === 'ro-crate-metadata.json')?.async('text')) ?? '',
    ) as { '@graph': { '@id': string }[] }
    expect(crate['@graph'].map((entity) => entity['@id'])).toContain('casts/cast-1.csv')
    expect(namesOf(await zip('/zip?path=casts/README.md'))).toEqual(['casts/README.md'])
    expect(namesOf(await zip('/zip?path=casts/'))).toEqual(['casts/README.md', 'casts/cast-1.csv'])
  })

  test('shows folders whose names have characters beyond the first plane', async () => {
    const { owner, spaceId, root, put, published, world } = await buildPublication()
    const top = await owner.data(files.create, { spaceId, hash: root, path: '𠮷野' })
    const below = await owner.data(files.create, { spaceId, hash: top, path: '𠀀𠀁' })
    await put('水温.csv', 'depth\n1\n', below)
    const { datasetId } = await published({ files: [top] })
    const shown = async (folder: string) =>
      (await fetch(`${world.origin}/dataset/${datasetId}/1?${new URLSearchParams({ folder })}`)).text()
    expect(await shown('𠮷野/')).toContain('value="𠮷野/𠀀𠀁/"')
    expect(await shown('𠮷野/𠀀𠀁/')).toContain('value="𠮷野/𠀀𠀁/水温.csv"')
  })

  test('takes a selection of as many long names as a page shows', async () => {
    const { get } = await buildDataset()
    const body = new URLSearchParams(
      Array.from({ length: FOLDER_ROWS }, (_, at) => ['path', `${'观'.repeat(80)}${at}/`]),
    )
    body.append('path', 'casts/README.md')
    const answer = await fetch(`${(await get()).url}/zip`, { method: 'POST', body })
    const { files: inside } = await JSZip.loadAsync(await answer.arrayBuffer())
    expect(Object.keys(inside)).toEqual(['casts/README.md'])
  })

  test('stays when its space is deleted', async () => {
    const { world, spaceId, get } = await buildDataset()
    await world.db.deleteFrom('space').where('id', '=', spaceId).execute()
    expect((await get('/files/casts/cast-1.csv')).status).toBe(200)
    expect((await get('/export/schema-org')).status).toBe(200)
  })

  test('tells nobody the address of an author who is no contact', async () => {
    const [author] = COMPLETE.authors
    const silent = { ...author, name: 'Silent', orcid: '', email: 'secret@lab.test', isContact: false } as typeof author
    const { get } = await buildDataset({ authors: [...COMPLETE.authors, silent as never] })
    for (const key of EXPORTS) expect(await (await get(`/export/${key}`)).text()).not.toContain('secret@lab.test')
  })
})

describe.each(['embargo', 'restricted', 'closed'] as const)('a version under %s', (kind) => {
  const terms = { zh: '请联系作者。', en: '' }

  test('gives neither files nor their names by any address', async () => {
    const { get } = await buildDataset({ access: { kind, until: kind === 'embargo' ? '2999-01-01' : null, terms } })
    for (const path of ['/files/casts/cast-1.csv', '/zip', '/zip?path=casts/'])
      expect([path, (await get(path)).status]).toEqual([path, 403])
    expect((await get('/zip', {}, 'POST')).status).toBe(403)
    const told = await Promise.all(
      [...EXPORTS.map((key) => `/export/${key}`), '/linkset'].map(async (path) => (await get(path)).text()),
    )
    const linked = (await get('', { accept: 'application/ld+json' })).headers.get('link') ?? ''
    expect([...told, linked].filter((text) => /cast-1|8\.5/.test(text))).toEqual([])
  })
})

test('a file is shown where that runs nothing, and downloaded else; the page offers what can be shown', async () => {
  const { put, published, world } = await buildPublication()
  await put('page.html', '<script>alert(1)</script>')
  await put('data.nc', 'CDF')
  await put('map.png', 'PNG')
  const record = await published()
  const page = `${world.origin}/dataset/${record.datasetId}/1`
  const told = async (path: string) => {
    const { headers } = await fetch(`${page}/files/casts/${path}`)
    const [kind] = (headers.get('content-disposition') ?? '').split(';')
    return `${kind} ${headers.get('content-type')} ${(headers.get('content-security-policy') ?? '').includes('sandbox')}`
  }
  expect(await told('cast-1.csv?preview')).toBe('inline text/plain; charset=utf-8 true')
  expect(await told('page.html?preview')).toBe('inline text/plain; charset=utf-8 true')
  expect(await told('data.nc?preview')).toBe('attachment application/x-netcdf true')
  expect(await told('cast-1.csv')).toBe('attachment text/csv true')
  const html = await (await fetch(`${page}?folder=casts/`)).text()
  const previews = ['cast-1.csv', 'page.html', 'map.png', 'data.nc'].filter((name) => html.includes(`${name}?preview`))
  expect(previews).toEqual(['cast-1.csv', 'page.html', 'map.png'])
  expect(html).toContain('<img src=')
})

test('an embargo ends by itself when its day begins', async () => {
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const { world, get } = await buildDataset({ access: { kind: 'embargo', until: day, terms: { zh: '', en: '' } } })
  expect((await get('/files/casts/cast-1.csv')).status).toBe(403)
  world.clock.advance(3 * 86_400_000)
  expect((await get('/files/casts/cast-1.csv')).status).toBe(200)
})

test('a withdrawn version keeps its description and loses its files', async () => {
  const { admin, record, get } = await buildDataset()
  await admin.data(publications.withdraw, { id: record.id, reason: 'Wrong calibration' })
  expect((await get('/files/casts/cast-1.csv')).status).toBe(403)
  expect((await get('/zip')).status).toBe(403)
  const text = await (await get('/export/datacite-xml')).text()
  expect(schemaProblems(text, schema('datacite-4.xsd'))).toEqual([])
  expect(text).toContain('dateType="Withdrawn"')
  expect(text).not.toContain('cast-1')
})

test('a person without an ORCID iD and an organisation have a page of their datasets, under each of their names', async () => {
  const [author] = COMPLETE.authors
  const fang = {
    ...author,
    name: 'Fang Wang',
    orcid: '',
    affiliations: [{ name: 'Lake Observatory', ror: '' }],
  } as never
  const { world, admin, owner, record } = await buildDataset({ authors: [fang] })
  const page = async (who: string) => (await fetch(`${world.origin}/datasets?author=${encodeURIComponent(who)}`)).text()
  const lists = async (who: string) => (await page(who)).includes(`/dataset/${record.datasetId}/1`)
  const { registries } = contract
  const person = { kind: 'person' as const, name: '王芳', otherName: 'Fang Wang' }
  expect([await lists('Fang Wang'), await lists('王芳'), await lists('Fang')]).toEqual([true, false, false])
  await owner.data(registries.add, person)
  expect([await lists('Fang Wang'), await lists('王芳')]).toEqual([true, true])
  expect(await page('王芳')).toMatch(/<h1>[^<]*王芳/)
  expect(await lists('Lake Observatory')).toBe(true)
  const dataset = await (await fetch(`${world.origin}/dataset/${record.datasetId}/1`)).text()
  for (const link of ['author=Fang+Wang&amp;at=Lake+Observatory', 'author=Lake+Observatory'])
    expect(dataset).toContain(link)
  // A name that two entries of the registries have stands for itself.
  await owner.data(registries.add, { ...person, name: '王芳', otherName: 'Wang Fang' })
  expect([await lists('王芳'), await lists('Fang Wang')]).toEqual([false, true])
  await admin.data(publications.withdraw, { id: record.id, reason: 'A wrong sensor' })
  expect(await lists('Fang Wang')).toBe(false)
  expect(await page("Nobody' or 1=1")).not.toContain('Nobody&#x27;</h1>')
})

test('namesakes without an ORCID iD have a page each, by where they work, and one together', async () => {
  const built = await buildPublication()
  const [author] = COMPLETE.authors
  const at = (place: string) =>
    [{ ...author, name: 'Wei Wang', orcid: '', affiliations: [{ name: place, ror: '' }] }] as never
  const lake = await built.published({ authors: at('Lake Observatory') })
  const sea = await built.published({ authors: at('Sea Institute') })
  const listed = async (query: object) => {
    const { view } = built.world.services.datasets.catalogue
    return (await view({ author: 'Wei Wang', ...query }, 'en')).list.map(({ page }) => page.split('/')[2]).toSorted()
  }
  expect(await listed({ at: 'Lake Observatory' })).toEqual([lake.datasetId])
  expect(await listed({ at: 'Sea Institute' })).toEqual([sea.datasetId])
  expect(await listed({})).toEqual([lake.datasetId, sea.datasetId].toSorted())
  expect(await listed({ at: 'Elsewhere' })).toEqual([])
  const page = `${built.world.origin}/datasets?author=Wei+Wang&at=Sea+Institute`
  const html = await (await fetch(page)).text()
  expect(html).toContain('Sea Institute')
  expect(html).toContain('href="/datasets?author=Wei+Wang"')
})

describe('metadata that were made to harm', () => {
  const EVIL = '</script><script>alert(1)</script>"\'&]]><!--\u202e{{7*7}}'
  const author = (n: number) => ({
    ...AUTHOR,
    name: `${EVIL} ${n}`,
    family: EVIL,
    given: `${n}`,
    orcid: '',
  })

  test.each([
    ['more authors than a record holds', { authors: Array.from({ length: 10_000 }, (_, n) => author(n)) }],
    ['a description of a megabyte', { description: { zh: '湖'.repeat(1_000_000), en: '' } }],
    ['a day that there is none', { dates: [{ kind: 'collected', from: '2026-02-30', to: '' }] }],
    ['a day that is no day', { dates: [{ kind: 'collected', from: '<b>', to: '' }] }],
    [
      'an address that runs something',
      { related: [{ relation: 'Cites', scheme: 'URL', identifier: 'javascript:alert(1)', title: '' }] },
    ],
    ['an end of embargo that is none', { access: { kind: 'embargo', until: '9999-99-99', terms: { zh: '', en: '' } } }],
  ])('are not published with %s', async (_why, fields) => {
    const { spaceId, owner } = await buildPublication()
    const made = await owner.call(publications.create, { spaceId, fields: { ...COMPLETE, ...fields } as never })
    const last = 'error' in made ? made : await owner.call(publications.submit, { id: made.data.id })
    const refused = 'error' in last ? last.error : ''
    expect(['invalid', 'publicationIncomplete', 'tooLarge']).toContain(refused)
  })

  test('are told as what they are: no page runs them, and every format stays whole', async () => {
    const { get } = await buildDataset({
      title: { zh: `${EVIL} 湖`, en: EVIL },
      description: { zh: `${EVIL}\n`.repeat(200), en: EVIL },
      keywords: { zh: [EVIL], en: [`${EVIL}, b`] },
      authors: Array.from({ length: 200 }, (_, n) => author(n)),
      places: [{ name: EVIL, box: null }],
      related: [{ relation: 'Cites', scheme: 'URL', identifier: 'https://example.org/?a=<b>"\'&x', title: EVIL }],
      funding: [{ funder: EVIL, funderRor: '', number: EVIL, title: EVIL }],
    })
    const response = await get('', { accept: 'text/html' })
    const html = await response.text()
    expect([response.status, html.includes('<script>alert(1)'), html.includes('<!--\u202e')]).toEqual([
      200,
      false,
      false,
    ])
    expect(response.headers.get('link')).not.toContain('alert')
    for (const key of EXPORTS) {
      const format = await get(`/export/${key}`)
      const text = await format.text()
      expect([key, format.status]).toEqual([key, 200])
      if (/json/.test(format.headers.get('content-type') ?? '')) JSON.parse(text)
      if (/xml/.test(format.headers.get('content-type') ?? '')) expect([key, await parseXml(text)]).not.toContain(null)
    }
    const xml = await (await get('/export/datacite-xml')).text()
    expect(schemaProblems(xml, schema('datacite-4.xsd'))).toEqual([])
  })
})
