import type { Bilingual } from '#contract/publications/metadata.ts'
import { isCore, type TemplateDefinition, type TemplateField } from '#contract/publications/template.ts'
import { stockParts, stockTypes } from './xml-words.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => entities[char] ?? char)
const property = (name: string, value: string) => `<property name="${name}" value="${escaped(value)}"/>`
const properties = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => property(name, value))
    .join('')
/** A text as institutions know it, in one language, and both beside it. */
const spoken = (name: string, { zh, en }: Bilingual) => ({ [name]: zh || en, [`${name}Zh`]: zh, [`${name}En`]: en })

function optionsXml(options: TemplateField['options']): string {
  if (!options.length) return ''
  const beans = options.map(
    ({ value, title }) =>
      `<bean>${properties({ name: value, ...spoken('title', title), title: title.zh || title.en || value })}</bean>`,
  )
  return `<property name="options"><list>${beans.join('')}</list></property>`
}

/** `key`, `fieldType` and the texts in each language are ours: other readers know the stock type and ignore the rest. */
function fieldXml(field: TemplateField): string {
  const { key, type, language, title, hint, multiply, check, options, iri } = field
  const [stockType, stockIri] =
    type === 'core' ? (isCore(key) ? stockParts[key] : ['text', '']) : [stockTypes[type], '']
  const values = {
    name: key,
    ...spoken('title', title),
    title: title.zh || title.en || key,
    type: stockType,
    multiply,
    iri: iri || stockIri,
    language,
    ...spoken('placeholder', hint),
    check,
    key,
    fieldType: type,
    ownIri: iri,
  }
  return `<bean>${properties(values)}${optionsXml(options)}</bean>`
}

/** A template in the XML grammar of institutions. `version` is the number of its version here. */
export function templateXml({ name, description, resourceType, groups }: TemplateDefinition, version: number): string {
  const head = properties({
    ...spoken('name', name),
    ...spoken('desc', description),
    version: `V${version}`,
    resourceType,
  })
  const body = groups.map(({ title: { zh, en }, fields }) => {
    const words = { value: zh || en, desc: zh || en, valueZh: zh, valueEn: en }
    const attributes = Object.entries(words).map(([key, value]) => `${key}="${escaped(value)}"`)
    return `<group ${attributes.join(' ')}><list>${fields.map(fieldXml).join('\n')}</list></group>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<beans>${head}<property name="root">\n${body.join('\n')}\n</property></beans>\n`
}
