const property = (name: string, value: string) =>
  `<property name="${name}" value="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"/>`
type Bean = Record<string, string> & { options?: never }
type Choice = { name: string; title: string }

/** A bean of a template: its properties, and what may be chosen. */
export const bean = (values: Bean, options: readonly Choice[] = []) =>
  `<bean>${Object.entries(values)
    .map(([name, value]) => property(name, value))
    .join('')}${
    options.length
      ? `<property name="options"><list>${options.map((one) => `<bean>${property('name', one.name)}${property('title', one.title)}</bean>`).join('')}</list></property>`
      : ''
  }</bean>`

/** A template as institutions write it. */
export const templateXml = (name: string, beans: readonly string[]) =>
  `<?xml version="1.0" encoding="utf-8"?><beans>${property('name', name)}${property('desc', 'For data')}${property('version', 'V1')}${property('author', 'us')}<property name="root"><group value="About" desc="About"><list>${beans.join('')}</list></group></property></beans>`

const schema = (name: string) => `https://schema.org/${name}`
export const SHARING = ['open', 'notOpen', 'protect', 'condition'].map((name) => ({ name, title: name }))
/** The fields of the usual template of institutions. */
export const USUAL = [
  bean({ title: '名称', type: 'text', multiply: '1:1', iri: schema('name'), language: 'zh', check: '^.{1,150}$' }),
  bean({ title: 'Name', type: 'text', multiply: '0:1', iri: schema('name'), language: 'en' }),
  bean({ title: '简介', type: 'textarea', multiply: '1:1', iri: schema('description'), language: 'zh' }),
  bean({ title: '关键词', type: 'textTabMany', multiply: '1:3', iri: schema('keywords'), language: 'zh' }),
  bean({ title: '学科', type: 'subject', multiply: '1:5', iri: 'http://purl.org/dc/terms/subject' }),
  bean({ title: '封面', type: 'image', multiply: '0:1', iri: schema('image'), check: '*#400-*:300-*#0-512' }),
  bean({ title: '作者', type: 'author', multiply: '1:*', iri: schema('author') }),
  bean(
    { name: 'privacyPolicy', title: '共享方式', type: 'privacyPolicy', multiply: '1:1', iri: schema('privacyPolicy') },
    SHARING,
  ),
  bean({ title: 'CSTR', type: 'CSTR', multiply: '0:1', iri: schema('cstr'), formate: 'apply' }),
  bean({
    name: 'correspondingAuthor',
    title: '联系邮箱',
    type: 'text',
    multiply: '1:1',
    iri: schema('correspondingAuthor'),
  }),
  bean({ name: 'licenseAgreement', title: '许可', type: 'license', multiply: '1:1', iri: schema('license') }),
  bean({ title: '项目', type: 'project', multiply: '0:2', iri: schema('project') }),
  bean({ name: 'paper', title: '论文', type: 'paper', multiply: '0:2', iri: schema('paper') }),
]
