import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { TemplateDefinition } from '#contract/publications/template.ts'
import { TEMPLATES_MAX } from '#server/modules/publication-templates/service.ts'
import { buildPublication } from '../support/publication.ts'
import { buildWorld } from '../support/world.ts'

const { publicationTemplates, publications } = contract
const words = (zh: string, en = zh) => ({ zh, en })
const field = (over: object) => ({ key: 'cruise', type: 'text', title: words('航次'), ...over })
const definitionOf = (...fields: object[]) =>
  ({
    name: words('航次数据', 'Cruise data'),
    resourceType: 'dataset',
    groups: [{ fields: [{ key: 'title', language: 'zh', multiply: '1:1' }, ...fields] }],
  }) as unknown as TemplateDefinition
const wish = (...fields: object[]) => ({ id: 'cruise', version: 0, isOn: true, definition: definitionOf(...fields) })

describe('a template', () => {
  test('is made, changed, read and exported by administrators alone', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const calls = [
      owner.call(publicationTemplates.list, {}),
      owner.call(publicationTemplates.versions, { id: 'dataset' }),
      owner.call(publicationTemplates.set, wish()),
      owner.call(publicationTemplates.read, { xml: '<beans/>' }),
    ]
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ error: 'forbidden' })
    expect((await owner.fetch('/api/setting/publicationTemplates/dataset/xml')).status).toBe(403)
  })

  test.each([
    ['a pattern that could run for ever', field({ check: '/(?=a)(a+)+$/' })],
    ['a pattern without slashes', field({ check: '^a$' })],
    ['a choice without options', field({ type: 'select' })],
    ['options twice', field({ type: 'select', options: [{ value: 'a' }, { value: 'a' }] })],
    ['options of a text', field({ options: [{ value: 'a' }] })],
    ['a key that is none', field({ key: 'Cruise no' })],
    ['a number of entries that is none', field({ multiply: 'many' })],
    ['an IRI that is none', field({ iri: 'cruise' })],
    ['a field twice', { key: 'title', language: 'zh' }],
  ])('with %s is refused', async (_what, wrong) => {
    const admin = await (await buildWorld()).as('admin')
    expect(await admin.call(publicationTemplates.set, wish(wrong))).toMatchObject({ error: 'invalid' })
  })

  test('that does not exist, is one too many, or can’t be read is told so', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    expect(await admin.call(publicationTemplates.versions, { id: 'none' })).toMatchObject({
      error: 'publicationTemplateGone',
    })
    expect(await admin.call(publicationTemplates.read, { xml: '<!DOCTYPE a><beans/>' })).toMatchObject({
      error: 'publicationTemplateUnreadable',
    })
    await sql`insert into publication_template select 't' || n, 1, '{"name":{"zh":"","en":""},"groups":[]}', false,
      ${world.idOf('admin')}::uuid, now() from generate_series(1, ${TEMPLATES_MAX + 5}) n`.execute(world.db)
    expect(await admin.call(publicationTemplates.set, wish())).toMatchObject({ error: 'publicationTemplatesTooMany' })
  })

  test('keeps all its versions, and says how many drafts use it', async () => {
    const { admin, create } = await buildPublication()
    const first = await admin.data(publicationTemplates.set, wish())
    expect(first).toMatchObject({ id: 'cruise', version: 1, isBuiltIn: false })
    await create({ template: 'cruise' })
    await admin.data(publicationTemplates.set, { ...wish(field({ multiply: '1:1' })), version: 1 })
    const versions = await admin.data(publicationTemplates.versions, { id: 'cruise' })
    expect(versions.map(({ version, definition }) => [version, definition.groups[0]?.fields.length])).toEqual([
      [2, 2],
      [1, 1],
    ])
    const all = await admin.data(publicationTemplates.list, {})
    expect(all.find(({ id }) => id === 'cruise')).toMatchObject({ version: 2, drafts: 1 })
    const built = await admin.data(publicationTemplates.versions, { id: 'dataset' })
    expect(built).toMatchObject([{ version: 1, person: null, at: null }])
  })

  test('that changed tells a draft which version its author saw, and what it lacks', async () => {
    const { owner, admin, create, problems } = await buildPublication()
    await admin.data(publicationTemplates.set, wish())
    const { id } = await create({ template: 'cruise', title: words('湖') })
    expect(await owner.data(publications.show, { id })).toMatchObject({ fields: { templateVersion: 1 } })
    await admin.data(publicationTemplates.set, { ...wish(field({ multiply: '1:1' })), version: 1 })
    expect(await problems(id)).toContain('error extra.cruise required')
    expect(await owner.data(publications.show, { id })).toMatchObject({ fields: { templateVersion: 1 } })
  })

  test('goes out as XML and comes back the same', async () => {
    const admin = await (await buildWorld()).as('admin')
    const { definition } = await admin.data(publicationTemplates.set, wish(field({ type: 'person', multiply: '0:*' })))
    const answer = await admin.fetch('/api/setting/publicationTemplates/cruise/xml')
    expect(answer.headers.get('content-disposition')).toContain('cruise.xml')
    const xml = await answer.text()
    expect(await admin.data(publicationTemplates.read, { xml })).toEqual({ definition, omitted: [] })
  })

  test('narrows licences and kinds of access', async () => {
    const { admin, create, problems } = await buildPublication()
    const options = (value: string) => ({ options: [{ value }] })
    await admin.data(
      publicationTemplates.set,
      wish({ key: 'licence', ...options('MIT') }, { key: 'access', ...options('open') }),
    )
    const access = { kind: 'closed' as const, until: null, terms: words('x') }
    const { id } = await create({ template: 'cruise', licence: 'CC0-1.0', access })
    expect(await problems(id)).toEqual(expect.arrayContaining(['error licence notOffered', 'error access notOffered']))
  })
})

describe('a classification that a template brings', () => {
  const LEVELS = [
    { value: '170', title: words('地球科学', 'Earth science') },
    { value: '17045', title: words('水文学', 'Hydrology') },
    { value: '1704510', title: words('湖泊水文学', 'Limnohydrology') },
  ]
  const classified = (options: object[], more: object = {}) => ({
    ...wish({ key: 'description', language: 'zh' }, { key: 'subjects', multiply: '0:*', options }),
    ...more,
  })

  test.each([
    ['a code with a space', [{ value: 'a 1', title: words('甲') }]],
    ['a code twice', [LEVELS[0], LEVELS[0]]],
  ])('is refused with %s', async (_why, options) => {
    const admin = await (await buildWorld()).as('admin')
    expect(await admin.call(publicationTemplates.set, classified(options as object[]))).toMatchObject({
      error: 'invalid',
    })
  })

  test('is what can be chosen: of the built-in disciplines none that it leaves out, and nothing of it elsewhere', async () => {
    const { admin, create, problems } = await buildPublication()
    await admin.data(publicationTemplates.set, classified(LEVELS))
    const { id } = await create({ template: 'cruise', subjects: ['110'] })
    expect(await problems(id)).toContain('error subjects notOffered')
    const { id: other } = await create({ subjects: ['17046'] })
    expect(await problems(other)).toContain('error subjects notOffered')
    const { id: fit } = await create({ template: 'cruise', subjects: ['1704510'] })
    expect((await problems(fit)).filter((one) => one.includes('subjects'))).toEqual([])
  })

  test('names the disciplines of a dataset and those above them, in each language and for ever', async () => {
    const { world, admin, owner, published } = await buildPublication()
    await admin.data(publicationTemplates.set, classified(LEVELS))
    const { id, datasetId } = await published({ template: 'cruise', subjects: ['1704510'] })
    await admin.data(publicationTemplates.set, classified([{ value: 'x1', title: words('甲') }], { version: 1 }))
    const text = async (path: string) => (await world.as('stranger')).fetch(path).then((answer) => answer.text())
    expect(await text(`/dataset/${datasetId}/1`)).toContain('湖泊水文学')
    expect(await text(`/dataset/${datasetId}/1/export/datacite-xml`)).toContain(
      '<subject subjectScheme="GB/T 13745-2009" classificationCode="1704510" xml:lang="en">Limnohydrology</subject>',
    )
    const found = await text('/datasets?subject=170')
    for (const name of ['地球科学', '水文学', '湖泊水文学']) expect(found).toContain(`<span>${name}</span>`)
    expect(await text('/datasets?subject=110')).not.toContain(datasetId)
    const correction = { id, fields: { keywords: { zh: ['湖'], en: [] } }, reason: 'More' }
    expect((await owner.data(publications.correct, correction)).metadata).toMatchObject({
      subjects: ['1704510'],
      subjectNames: { '1704510': { en: 'Limnohydrology' } },
    })
  })

  test('goes out as XML and comes back the same', async () => {
    const admin = await (await buildWorld()).as('admin')
    const { definition } = await admin.data(publicationTemplates.set, classified(LEVELS))
    const xml = await (await admin.fetch('/api/setting/publicationTemplates/cruise/xml')).text()
    expect(await admin.data(publicationTemplates.read, { xml })).toEqual({ definition, omitted: [] })
  })
})

describe('GB/T 13745, which every other template has', () => {
  test.each([['1109998'], ['17046'], ['999']])('%s, which it has not, is not offered', async (code) => {
    const { create, problems } = await buildPublication()
    expect(await problems((await create({ subjects: [code] })).id)).toContain('error subjects notOffered')
  })

  test('gives a dataset its three levels: it is found by each, and named in both languages', async () => {
    const { world, create, problems, published } = await buildPublication()
    expect((await problems((await create({ subjects: ['1705540'] })).id)).join()).not.toContain('subjects')
    const { datasetId } = await published({ subjects: ['1705540'] })
    const text = async (path: string) => (await world.as('stranger')).fetch(path).then((answer) => answer.text())
    for (const code of ['170', '17055', '1705540'])
      expect(await text(`/datasets?subject=${code}`)).toContain(`/dataset/${datasetId}`)
    for (const name of ['水文学', 'Limnology'])
      expect(await text(`/datasets?q=${encodeURIComponent(name)}`)).toContain(`/dataset/${datasetId}`)
    expect(await text('/datasets?subject=1705540')).toContain('<span>地球科学</span>')
    const datacite = await text(`/dataset/${datasetId}/1/export/datacite-xml`)
    expect(datacite.match(/<subject [^>]*13745[^<]*<\/subject>/g)).toEqual([
      '<subject subjectScheme="GB/T 13745-2009" classificationCode="1705540" xml:lang="zh">湖沼学</subject>',
      '<subject subjectScheme="GB/T 13745-2009" classificationCode="1705540" xml:lang="en">Limnology</subject>',
    ])
  })
})
