import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { TemplateDefinition } from '#contract/publications/template.ts'
import { readOwnTemplate } from './xml-read.ts'
import { templateXml } from './xml-write.ts'

const builtIn = (id: string) =>
  TemplateDefinition.parse(JSON.parse(readFileSync(new URL(`./built-in/${id}.json`, import.meta.url), 'utf8')))
/** Every type, with characters that XML writes otherwise. */
const everything = TemplateDefinition.parse({
  name: { zh: '', en: 'A & B <"all"> ☃' },
  description: { zh: '说明', en: '' },
  resourceType: 'software',
  groups: [
    {
      title: { zh: '', en: "O'Neil > 1" },
      fields: [
        {
          key: 'title',
          language: 'en',
          multiply: '1：1',
          title: { zh: '名称', en: '' },
          iri: 'https://schema.org/name',
        },
        { key: 'title', language: 'zh' },
        { key: 'licence', options: [{ value: 'MIT' }, { value: 'CC0-1.0', title: { zh: '公共领域', en: '' } }] },
        { key: 'access', options: [{ value: 'open' }] },
        { key: 'dates' },
        { key: 'language' },
      ],
    },
    {
      fields: [
        ...(['text', 'textarea', 'tags', 'date', 'number', 'url', 'doi', 'cstr'] as const),
        ...(['person', 'organisation', 'project', 'paper'] as const),
      ].map((type) => ({
        key: `${type}Field`,
        type,
        hint: { zh: '提示', en: '' },
        multiply: '0:*',
        check: '/^[<&"]\\d$/i',
      })),
    },
    {
      fields: [
        { key: 'gear', type: 'select', options: [{ value: 'net' }, { value: 'a b', title: { zh: '网', en: 'Net' } }] },
      ],
    },
  ],
})

describe('a template', () => {
  test.each([
    ...['dataset', 'observation', 'sequencing', 'software', 'collection'].map((id) => [id, builtIn(id)] as const),
    ['one with every type of field', everything] as const,
  ])('%s is the same after it was written as XML and read again', async (_name, definition) => {
    expect(await readOwnTemplate(templateXml(definition, 3), 'dataset')).toEqual({ definition, omitted: [] })
  })

  test('of an institution is read with all types that there are here, and says what has no place', async () => {
    const bean = (values: Record<string, string>, more = '') =>
      `<bean>${Object.entries(values)
        .map(([name, value]) => `<property name="${name}" value="${value}"/>`)
        .join('')}${more}</bean>`
    const option = (name: string, more = '') => bean({ name, title: name.toUpperCase() }, more)
    const list = (name: string, ...beans: string[]) =>
      `<property name="${name}"><list>${beans.join('')}</list></property>`
    const beans = [
      bean({ title: '名称', type: 'text', multiply: '1:1', iri: 'https://schema.org/name', language: 'zh' }),
      bean({ title: '作者', type: 'author', multiply: '1:*' }),
      bean({ title: '采集者', name: 'collector', type: 'author', multiply: '0:*' }),
      bean({ title: '机构', name: 'org', type: 'org', iri: 'https://schema.org/sponsor' }),
      bean({ title: '许可', type: 'license' }, list('options', option('MIT'))),
      bean(
        { title: '共享', type: 'privacyPolicy' },
        list('options', option('open'), option('protect'), option('other')),
      ),
      bean({ title: 'DOI', type: 'DOI', formate: 'apply' }),
      bean({ title: '已有 CSTR', name: 'cstr', type: 'CSTR' }),
      bean(
        { title: '材料', name: 'kind', type: 'select' },
        list('options', option('a', list('children', option('a1')))),
      ),
      bean({ title: '封面', name: 'cover', type: 'image', check: '*#400-*:300-*#*-512' }),
    ]
    const xml = `<beans><property name="name" value="机构模板"/><property name="root"><group value="组"><list>${beans.join('')}</list></group></property></beans>`
    const read = await readOwnTemplate(xml, 'collection')
    const fields = read?.definition.groups[0]?.fields ?? []
    expect(fields.map(({ key, type, options }) => [key, type, ...options.map(({ value }) => value)])).toEqual([
      ['title', 'core'],
      ['authors', 'core'],
      ['collector', 'person'],
      ['org', 'organisation'],
      ['licence', 'core', 'MIT'],
      ['access', 'core', 'open', 'embargo'],
      ['cstr', 'cstr'],
      ['kind', 'select', 'a', 'a1'],
      ['cover', 'image'],
    ])
    expect(read).toMatchObject({ omitted: ['DOI'], definition: { resourceType: 'collection' } })
  })

  test.each([
    ['no XML', 'name: test'],
    ['other XML', '<html/>'],
    ['no fields', '<beans><property name="root"/></beans>'],
    ['entities', '<!DOCTYPE b [<!ENTITY a "aaaa">]><beans><property name="name" value="&a;"/></beans>'],
    ['no title', templateXml(everything, 1).replace(/<bean><property name="name" value="title"[\s\S]*?<\/bean>/g, '')],
  ])('is not read from %s', async (_what, xml) => {
    expect(await readOwnTemplate(xml, 'dataset')).toBeNull()
  })
})
