import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { CATALOGUE_ROWS, FEED_ROWS } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { CATALOGUE_SORTS, type CatalogueView } from '#contract/publications/catalogue.ts'
import { seedDatasets } from '#server/demo/datasets.ts'
import { addUsage } from '#server/modules/datasets/usage-store.ts'
import { childOf, parseXml } from '#server/xml.ts'
import { inFull } from '../support/full.ts'
import { readPage } from '../support/page.ts'
import { AUTHOR, buildPublication, type Fields } from '../support/publication.ts'

const { publications, spaces } = contract
type Built = Awaited<ReturnType<typeof buildPublication>>
const DAY_MS = 86_400_000

/** The catalogue as strangers read it. */
async function look({ world }: Built, query = ''): Promise<CatalogueView> {
  const { data } = await readPage(world, `/datasets${query}`)
  if (!data.catalogue) throw new Error('no catalogue')
  return data.catalogue
}
const titles = (view: CatalogueView) => view.list.map(({ title }) => title)
const asked = (q: string) => `?q=${encodeURIComponent(q)}`
const titled = (zh: string, more: Fields = {}): Fields => ({ title: { zh, en: '' }, ...more })

/** Published one after another, a minute apart. */
async function publishAll(built: Built, ...all: Fields[]) {
  const records = []
  for (const fields of all) {
    records.push(await built.published(fields))
    built.world.clock.advance(60_000)
  }
  return records
}

describe('what the catalogue does not name', () => {
  test('drafts, submissions and what was withdrawn', async () => {
    const built = await buildPublication()
    await built.submitted(titled('待审数据'))
    const { id } = await built.published(titled('撤回数据'))
    await built.admin.data(publications.withdraw, { id, reason: 'Wrong' })
    const view = await look(built)
    expect([view.total, view.list]).toEqual([0, []])
    expect((await look(built, asked('撤回'))).total).toBe(0)
    expect(await (await fetch(`${built.world.origin}/datasets.atom`)).text()).not.toContain('撤回数据')
    expect(await (await fetch(`${built.world.origin}/sitemap.xml`)).text()).not.toContain('/dataset/')
  })

  test('files, tables and addresses of authors are found by no word', async () => {
    const built = await buildPublication()
    const closed = { access: { kind: 'embargo' as const, until: '2099-01-01', terms: { zh: '', en: '' } } }
    await built.published(closed)
    for (const secret of ['cast-1', 'cast', 'README', 'temperature,8', 'owner@lab.test'])
      expect([secret, (await look(built, asked(secret))).total]).toEqual([secret, 0])
  })

  test('a filter by a space that is not public is no filter, and tells no name', async () => {
    const built = await buildPublication()
    await built.published()
    const { identifier, name } = await built.owner.data(spaces.show, { id: built.spaceId })
    const { html } = await readPage(built.world, `/datasets?space=${identifier}`)
    expect(html).not.toContain(name)
    expect((await look(built, `?space=${identifier}`)).search.space).toBe('')
    expect((await look(built)).facets.space).toEqual([])
  })

  test('a space that everybody could see and can no longer is no facet from then on', async () => {
    const built = await buildPublication()
    await built.published()
    const { id, identifier, name } = await built.owner.data(spaces.show, { id: built.spaceId })
    await built.owner.data(spaces.setType, { id, type: 'public' })
    expect((await look(built)).facets.space).toEqual([{ value: identifier, name, count: 1 }])
    await built.owner.data(spaces.setType, { id, type: 'private' })
    expect((await look(built)).facets.space).toEqual([])
    expect((await readPage(built.world, '/datasets')).html).not.toContain(name)
  })
})

describe('what is searched for', () => {
  test('words are found by their beginning and without their English ending, in titles, authors and keywords', async () => {
    const built = await buildPublication()
    await publishAll(built, { title: { zh: '冰湖', en: 'Temperatures of glacial lakes' } }, titled('冰川'))
    for (const q of ['temperature', 'TEMP', 'glacial lake', 'lakes', 'ｌａｋｅ'])
      expect([q, (await look(built, asked(q))).total]).toEqual([q, 1])
    expect((await look(built, asked('Olive'))).total).toBe(2)
    expect((await look(built, asked('lake olive absent'))).total).toBe(0)
  })

  test('Chinese is found by any run of its characters, one alone too', async () => {
    const built = await buildPublication()
    await publishAll(built, titled('高山湖泊水温'), titled('雪'))
    for (const [q, found] of [
      ['湖泊', 2],
      ['高山湖泊', 2],
      ['山湖泊水温', 1],
      ['雪', 1],
      ['湖雪', 0],
    ] as const)
      expect([q, (await look(built, asked(q))).total]).toEqual([q, found])
  })

  test.each(['?!…', "' & ! | :* \\", '<b>', '\\', '\ud800'.toWellFormed()])(
    '%s finds nothing and breaks nothing',
    async (q) => {
      const built = await buildPublication()
      await built.published()
      const view = await look(built, asked(q))
      expect([view.total, view.search.q]).toEqual([0, q])
    },
  )

  test('an address that nobody could write shows everything', async () => {
    const built = await buildPublication()
    await built.published()
    const view = await look(built, '?type=x&access=x&year=x&subject=-&licence=%20&sort=x&after=x&q=a&q=b')
    expect([view.total, view.isFirst, view.search.isAsked]).toEqual([1, true, true])
  })
})

describe('what the list is narrowed by', () => {
  test('each facet counts what is found, and its value narrows', async () => {
    const built = await buildPublication()
    const { world } = built
    const restricted = { kind: 'restricted' as const, until: null, terms: { zh: '按申请提供', en: '' } }
    await publishAll(
      built,
      titled('甲'),
      titled('乙', { licence: 'CC0-1.0', subjects: ['110', '170'] }),
      titled('丙', { resourceType: 'software', access: restricted }),
    )
    const { facets, total } = await look(built)
    const counts = (facet: keyof typeof facets) =>
      Object.fromEntries(facets[facet].map((one) => [one.value, one.count]))
    const year = String(world.clock.now().getUTCFullYear())
    expect(total).toBe(3)
    expect(counts('type')).toEqual({ dataset: 2, software: 1 })
    expect(counts('access')).toEqual({ open: 2, restricted: 1 })
    expect(counts('licence')).toEqual({ 'CC-BY-4.0': 2, 'CC0-1.0': 1 })
    expect(counts('subject')).toEqual({ '110': 1, '170': 3 })
    expect(Object.keys(counts('year'))).toContain(year)
    expect(titles(await look(built, '?licence=CC0-1.0'))).toEqual(['乙'])
    expect(titles(await look(built, '?subject=110'))).toEqual(['乙'])
    expect(titles(await look(built, '?access=restricted&type=software'))).toEqual(['丙'])
    expect(titles(await look(built, '?access=restricted&type=dataset'))).toEqual([])
    const institution = facets.institution[0]?.value ?? ''
    expect((await look(built, `?institution=${encodeURIComponent(institution)}`)).total).toBe(3)
    const { data } = await readPage(world, '/datasets', { headers: { cookie: 'lang=en' } })
    // One institution, called in the language of the page.
    const named = [facets.institution, data.catalogue?.facets.institution].map((values) =>
      values?.map(({ name }) => name),
    )
    const { rows } = await sql<{ zh: string; en: string }>`
      select distinct publisher ->> 'zh' as zh, publisher ->> 'en' as en from publication`.execute(world.db)
    expect(named).toEqual([[rows[0]?.zh], [rows[0]?.en]])
    expect(rows[0]?.zh).not.toBe(rows[0]?.en)
  })

  test('an author has a page of their own by their ORCID iD', async () => {
    const built = await buildPublication()
    const other = { ...AUTHOR, name: 'Else', family: '', given: '', orcid: '0000-0001-5109-3700', isContact: false }
    await publishAll(built, titled('甲'), titled('乙', { authors: [AUTHOR, other] }))
    const view = await look(built, `?author=${other.orcid}`)
    expect([titles(view), view.author, view.search.isAsked]).toEqual([
      ['乙'],
      { name: 'Else', orcid: other.orcid, at: '' },
      true,
    ])
    expect((await look(built, `?author=${AUTHOR.orcid}`)).total).toBe(2)
    const nobody = await look(built, '?author=0000-0002-1694-233X')
    expect([nobody.total, nobody.author]).toEqual([0, null])
    expect((await look(built, '?author=0000-0002-1825-0098')).total).toBe(2)
    const page = await (await fetch(`${built.world.origin}/datasets?author=${other.orcid}`)).text()
    expect(page).toContain('Else')
    const [line] = view.list
    expect(await (await fetch(built.world.origin + line?.page)).text()).toContain(`/datasets?author=${other.orcid}`)
  })

  test('what an embargo closes is open from the day on which it ends', async () => {
    const built = await buildPublication()
    const until = new Date(built.world.clock.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 10)
    await built.published({ access: { kind: 'embargo', until, terms: { zh: '', en: '' } } })
    expect((await look(built, '?access=embargo')).total).toBe(1)
    built.world.clock.advance(3 * DAY_MS)
    const view = await look(built, '?access=open')
    expect([view.total, view.list[0]?.access]).toEqual([1, 'open'])
    expect((await look(built, '?access=embargo')).total).toBe(0)
  })

  test('a dataset counts once, by its newest version', async () => {
    const built = await buildPublication()
    const { id } = await built.published(titled('第一版'))
    const { id: next } = await built.owner.data(publications.newVersion, { id })
    await built.owner.data(publications.save, {
      id: next,
      fields: { title: { zh: '第二版', en: '' }, changes: '更名' },
      bases: {},
    })
    await built.owner.data(publications.submit, { id: next })
    expect(titles(await look(built))).toEqual(['第一版'])
    built.world.clock.advance(1000)
    await built.admin.data(publications.approve, { id: next })
    expect(titles(await look(built))).toEqual(['第二版'])
    built.world.clock.advance(1000)
    await built.admin.data(publications.withdraw, { id: next, reason: 'Wrong' })
    expect(titles(await look(built))).toEqual(['第一版'])
  })

  test('a public space leads to its datasets, and shows them on its page', async () => {
    const built = await buildPublication()
    const { identifier } = await built.owner.data(spaces.show, { id: built.spaceId })
    await built.published(titled('空间的数据'))
    expect((await readPage(built.world, `/space/${identifier}`)).html).not.toContain('空间的数据')
    await built.owner.data(spaces.setType, { id: built.spaceId, type: 'public' })
    const { html } = await readPage(built.world, `/space/${identifier}`)
    expect(html).toContain('空间的数据')
    expect(html).toContain(`href="/datasets?space=${identifier}"`)
    const view = await look(built, `?space=${identifier}`)
    expect([view.total, view.space?.identifier]).toEqual([1, identifier])
    expect(view.facets.space.map(({ value, count }) => [value, count])).toEqual([[identifier, 1]])
    expect((await look(built, `?space=${identifier.toUpperCase()}`)).search.space).toBe(identifier)
    expect((await readPage(built.world, `/datasets?space=${identifier}`)).html).toContain('aria-current="true"')
  })
})

describe('order and pages', () => {
  test('newest, oldest and by title', async () => {
    const built = await buildPublication()
    await publishAll(built, titled('B 10'), titled('B 9'), titled('A'))
    expect(titles(await look(built))).toEqual(['A', 'B 9', 'B 10'])
    expect(titles(await look(built, '?sort=oldest'))).toEqual(['B 10', 'B 9', 'A'])
    expect(titles(await look(built, '?sort=title'))).toEqual(['A', 'B 9', 'B 10'])
  })

  test('by views and by downloads, of all versions together, the most first', async () => {
    const built = await buildPublication()
    const [read, taken] = await publishAll(built, titled('read'), titled('taken'), titled('idle'))
    if (!read || !taken) throw new Error('nothing published')
    const { id: second } = await built.owner.data(publications.newVersion, { id: read.id })
    await built.owner.data(publications.save, { id: second, fields: { changes: 'More' }, bases: {} })
    await built.owner.data(publications.submit, { id: second })
    await built.admin.data(publications.approve, { id: second })
    const count = (id: string, day: string, views: number, downloads: number) =>
      addUsage(built.world.db, day, [[id, { views, downloads }]])
    await count(read.id, '2026-01-01', 2, 0)
    await count(second, '2026-01-01', 1, 1)
    await count(second, '2026-01-01', 1, 0)
    await count(taken.id, '2026-01-02', 3, 2)
    expect(titles(await look(built, '?sort=views'))).toEqual(['read', 'taken', 'idle'])
    const { list } = await look(built, '?sort=downloads')
    expect(list.map(({ title, views, downloads }) => [title, views, downloads])).toEqual([
      ['taken', 3, 2],
      ['read', 4, 1],
      ['idle', 0, 0],
    ])
  })

  test.each(CATALOGUE_SORTS)('by %s, every dataset is met once', async (sort) => {
    const built = await buildPublication()
    await seedDatasets(built.world.db, 3 * CATALOGUE_ROWS + 1)
    const met: string[] = []
    let after: string | undefined = ''
    for (let pages = 0; after !== undefined && pages < 9; pages += 1) {
      const view: CatalogueView = await look(built, `?sort=${sort}&after=${after}`)
      met.push(...view.list.map(({ page }) => page))
      after = view.next
    }
    expect([met.length, new Set(met).size]).toEqual([3 * CATALOGUE_ROWS + 1, 3 * CATALOGUE_ROWS + 1])
  })
})

describe('what programs read', () => {
  test('a search is a feed, in pages, whose entries are named by their identifiers', async () => {
    const built = await buildPublication()
    await seedDatasets(built.world.db, FEED_ROWS + 5)
    built.world.clock.advance(1000)
    await built.published({ title: { zh: '“湖” <b>&', en: '' } })
    const read = async (address: string) => {
      const response = await fetch(address)
      expect(response.headers.get('content-type')).toContain('application/atom+xml')
      const feed = await parseXml(await response.text())
      if (!feed) throw new Error('no XML')
      const entries = feed.children.filter(({ name }) => name === 'entry')
      const next = feed.children.find(({ name, attributes }) => name === 'link' && attributes.rel === 'next')
      return { feed, entries, next: next?.attributes.href }
    }
    const first = await read(`${built.world.origin}/datasets.atom`)
    expect(first.entries).toHaveLength(FEED_ROWS)
    const [entry] = first.entries
    expect(entry && childOf(entry, 'title')?.text).toBe('“湖” <b>&')
    expect(entry && childOf(entry, 'id')?.text).toMatch(/\/dataset\/[\w-]+$/)
    const second = await read(first.next ?? '')
    expect([second.entries.length, second.next]).toEqual([6, undefined])
    expect((await read(`${built.world.origin}/datasets.atom${asked('湖')}`)).entries).toHaveLength(1)
  })

  test('the page names its feed; a search is not indexed, the whole list is', async () => {
    const built = await buildPublication()
    await built.published()
    const [all, search] = [
      await readPage(built.world, '/datasets'),
      await readPage(built.world, `/datasets${asked('湖')}`),
    ]
    expect(all.html).toContain(`<link rel="canonical" href="${built.world.origin}/datasets">`)
    expect(search.html).toContain('<meta name="robots" content="noindex, follow">')
    expect(search.html).toContain(`type="application/atom+xml"`)
    expect(search.html).toContain('href="/datasets.atom?q=')
  })

  test('the site map names the newest version of every dataset, and begins anew when it is long', inFull, async () => {
    const built = await buildPublication()
    const { datasetId } = await built.published()
    const { origin, db } = built.world
    const map = async (query = '') => (await fetch(`${origin}/sitemap.xml${query}`)).text()
    expect(await map()).toMatch(new RegExp(`/dataset/${datasetId}/1</loc><lastmod>\\d{4}-\\d\\d-\\d\\d</lastmod>`))
    await seedDatasets(db, 10_020)
    const maps = [...(await map()).matchAll(/<loc>[^<]*sitemap\.xml([^<]*)<\/loc>/g)].map(([, query = '']) => query)
    const all = (await Promise.all(maps.map(map))).join('')
    const pages = all.match(/\/dataset\/[^<]+/g) ?? []
    expect([pages.length, new Set(pages).size]).toEqual([10_021, 10_021])
    expect((await fetch(`${origin}/sitemap.xml?datasets=zzz`)).status).toBe(404)
  })

  test('the home page counts datasets and names the newest; every page leads to the catalogue', async () => {
    const built = await buildPublication()
    await built.published(titled('最新的数据'))
    const { html } = await readPage(built.world, '/')
    expect(html).toContain('最新的数据')
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from dataset_entry`.execute(built.world.db)
    expect(rows[0]?.n).toBe(1)
    for (const path of ['/', '/login', '/help'])
      expect((await readPage(built.world, path)).html).toContain('href="/datasets"')
  })
})
