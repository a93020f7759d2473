import type { TemplateDefinition, TemplateField } from '#contract/publications/template.ts'
import { textOf } from '#server/http/texts.ts'
import { accessNames } from '#server/modules/institutions/index.ts'
import { element, writeXml, XML_HEAD, type XmlElement } from '#server/write-xml.ts'
import { type SentField, sentFields } from './fields.ts'

/** Titles of what every template asks for besides. */
const titles = { access: 'publications.fields.access', licence: 'publications.fields.licence' } as const
/** What a field is checked by where its template says nothing. */
const checks: Partial<Record<TemplateField['type'], string>> = {
  number: '^[0-9eE.+-]{1,40}$',
  url: '^https?:..\\S{1,290}$',
}
/** Parts that other programs do not know can't be required of them. */
const OURS: readonly SentField['kind'][] = ['dates', 'places', 'language']

const property = (name: string, value: string) => element('property', { name, value })
const said = (values: Record<string, string>) =>
  Object.entries(values).flatMap(([name, value]) => (value ? [property(name, value)] : []))

function optionsOf({ kind, field }: SentField): { name: string; title: string }[] {
  if (kind === 'access') return Object.values(accessNames).map((name) => ({ name, title: name }))
  return (field?.options ?? []).map(({ value, title }) => ({ name: value, title: title.zh || title.en || value }))
}

function beanOf(sent: SentField): XmlElement {
  const { field, kind, type, iri, language, key } = sent
  const own = kind === 'access' || kind === 'licence' ? textOf('zh', titles[kind]) : ''
  const multiply = field?.multiply ?? '1:1'
  const options = optionsOf(sent)
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
  const list = options.map((option) => element('bean', {}, ...said(option)))
  const choices = list.length ? [element('property', { name: 'options' }, element('list', {}, ...list))] : []
  return element('bean', {}, ...said(values), ...choices)
}

/** A template of ours as senders read it: beans with properties, in groups. */
export function templateXml(definition: TemplateDefinition, author: string): string {
  const { name, description } = definition
  const groups = sentFields(definition).map(({ title, fields }, at) =>
    element('group', { value: title || String(at + 1), desc: title }, element('list', {}, ...fields.map(beanOf))),
  )
  const head = { name: name.zh || name.en, desc: description.zh || description.en, version: '1.0', author }
  const root = element('property', { name: 'root' }, ...groups)
  return XML_HEAD + writeXml(element('beans', {}, ...said(head), root))
}
