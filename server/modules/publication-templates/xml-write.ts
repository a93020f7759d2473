import type { Bilingual } from '#contract/publications/metadata.ts'
import { isCore, type TemplateDefinition, type TemplateField } from '#contract/publications/template.ts'
import type { XmlElement } from '#server/write-xml.ts'
import { bean, beansXml, group } from './xml-beans.ts'
import { stockParts, stockTypes } from './xml-words.ts'

/** A text as institutions know it, in one language, and both beside it. */
const spoken = (name: string, { zh, en }: Bilingual) => ({ [name]: zh || en, [`${name}Zh`]: zh, [`${name}En`]: en })

const optionOf = ({ value, title }: TemplateField['options'][number]) => ({
  name: value,
  ...spoken('title', title),
  title: title.zh || title.en || value,
})

/** `key`, `fieldType` and the texts in each language are ours: other readers know the stock type and ignore the rest. */
function fieldBean(field: TemplateField): XmlElement {
  const { key, type, language, isEither, title, hint, multiply, check, options, iri } = field
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
    ...(isEither && { either: 'true' }),
  }
  return bean(values, options.map(optionOf))
}

/** A template in the XML grammar of institutions. `version` is the number of its version here. */
export function templateXml({ name, description, resourceType, groups }: TemplateDefinition, version: number): string {
  const head = { ...spoken('name', name), ...spoken('desc', description), version: `V${version}`, resourceType }
  const body = groups.map(({ title: { zh, en }, fields }) =>
    group({ value: zh || en, desc: zh || en, valueZh: zh, valueEn: en }, fields.map(fieldBean)),
  )
  return beansXml(head, body)
}
