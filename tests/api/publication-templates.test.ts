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
