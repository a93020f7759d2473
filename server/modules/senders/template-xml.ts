import type { TemplateDefinition, TemplateField } from '#contract/publications/template.ts'
import { textOf } from '#server/http/texts.ts'
import { accessNames } from '#server/modules/institutions/index.ts'
import { bean, beansXml, group } from '#server/modules/publication-templates/index.ts'
import type { XmlElement } from '#server/write-xml.ts'
import { type SentField, sentFields } from './fields.ts'

/** Titles of the fields that every template has. */
const titles = { access: 'publications.fields.access', licence: 'publications.fields.licence' } as const
/** Checks of fields whose template defines none. */
const checks: Partial<Record<TemplateField['type'], string>> = {
  number: '^[0-9eE.+-]{1,40}$',
  url: '^https?:..\\S{1,290}$',
}
/** Parts that other programs do not know can't be required of them. */
const OURS: readonly SentField['kind'][] = ['dates', 'places', 'language']

function optionsOf({ kind, field }: SentField): { name: string; title: string }[] {
  if (kind === 'access') return Object.values(accessNames).map((name) => ({ name, title: name }))
  return (field?.options ?? []).map(({ value, title }) => ({ name: value, title: title.zh || title.en || value }))
}

function beanOf(sent: SentField): XmlElement {
  const { field, kind, type, iri, language, key } = sent
  const own = kind === 'access' || kind === 'licence' ? textOf('zh', titles[kind]) : ''
  const multiply = field?.multiply ?? '1:1'
  const values = {
    name: key || kind,
    title: field?.title.zh || field?.title.en || own || kind,
    type,
    multiply: OURS.includes(kind) ? multiply.replace(/^\s*\d+/, '0') : multiply,
    iri,
    language,
    placeholder: field?.hint.zh || field?.hint.en || '',
    check: field?.check || (field && checks[field.type]) || '',
  }
  return bean(values, optionsOf(sent))
}

/** A template of ours as senders read it: beans with properties, in groups. */
export function templateXml(definition: TemplateDefinition, author: string): string {
  const { name, description } = definition
  const groups = sentFields(definition).map(({ title, fields }, at) =>
    group({ value: title || String(at + 1), desc: title }, fields.map(beanOf)),
  )
  return beansXml({ name: name.zh || name.en, desc: description.zh || description.en, version: '1.0', author }, groups)
}
