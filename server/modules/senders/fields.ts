import type { PlanField } from '#contract/publications/plan.ts'
import {
  type CoreKey,
  narrowedKeys,
  type TemplateDefinition,
  type TemplateField,
} from '#contract/publications/template.ts'

/** A field of a template as senders see it: the field of ours, null for licence and access, and how it is sent. */
export type SentField = PlanField & { field: TemplateField | null; iri: string; type: string }

const schema = (name: string) => `https://schema.org/${name}`
/**
 * The properties and types of the parts of a record, as InstDB has them; dates, places and language, which it has not,
 * are ours.
 */
const parts: Record<CoreKey, { iri: string; type: string }> = {
  title: { iri: schema('name'), type: 'text' },
  description: { iri: schema('description'), type: 'textarea' },
  keywords: { iri: schema('keywords'), type: 'textTabMany' },
  subjects: { iri: 'http://purl.org/dc/terms/subject', type: 'subject' },
  authors: { iri: schema('author'), type: 'author' },
  funding: { iri: schema('project'), type: 'project' },
  related: { iri: schema('paper'), type: 'paper' },
  dates: { iri: schema('temporalCoverage'), type: 'dates' },
  places: { iri: schema('spatialCoverage'), type: 'places' },
  language: { iri: schema('inLanguage'), type: 'language' },
  licence: { iri: schema('license'), type: 'license' },
  access: { iri: schema('privacyPolicy'), type: 'privacyPolicy' },
}
/**
 * Types of the fields beyond the record; numbers, addresses, identifiers, paths of pictures and names of others are
 * texts there.
 */
const extraTypes: Record<Exclude<TemplateField['type'], 'core'>, string> = {
  text: 'text',
  textarea: 'textarea',
  tags: 'textTabMany',
  select: 'select',
  date: 'date',
  number: 'text',
  url: 'text',
  doi: 'text',
  cstr: 'text',
  person: 'textTabMany',
  organisation: 'textTabMany',
  project: 'textTabMany',
  paper: 'textTabMany',
  image: 'text',
}
export const lastOf = (iri: string): string => iri.split(/[/#]/).filter(Boolean).at(-1) ?? ''
const taken = new Set(Object.values(parts).map(({ iri }) => lastOf(iri)))

function partOf(key: keyof typeof parts, field: TemplateField | null): SentField {
  const { iri, type } = parts[key]
  return { field, iri, type, output: lastOf(iri), kind: key, language: field?.language ?? '', key: '', options: [] }
}

/** Licence and access are asked at the end of every template. */
const described = (fields: readonly TemplateField[]) => fields.filter(({ key }) => !narrowedKeys.includes(key))

/** The fields of a template with their properties; no two share one, but for the languages of a text. */
export function sentFields({ groups }: TemplateDefinition): { title: string; fields: SentField[] }[] {
  const outputs = new Set(taken)
  function extraOf(field: TemplateField): SentField {
    const own = lastOf(field.iri)
    const iri = own && !outputs.has(own) ? field.iri : ''
    const output = iri ? own : field.key
    outputs.add(output)
    const type = extraTypes[field.type as keyof typeof extraTypes]
    const kind = type === 'textTabMany' ? ('texts' as const) : ('text' as const)
    return { field, iri, type, output, kind, language: '', key: field.key, options: [] }
  }
  const own = groups.map(({ title, fields }) => ({
    title: title.zh || title.en,
    fields: described(fields).map((field) =>
      field.type === 'core' ? partOf(field.key as CoreKey, field) : extraOf(field),
    ),
  }))
  const [first, ...rest] = own
  const terms = [partOf('access', null), partOf('licence', null)]
  return first ? [{ ...first, fields: [...first.fields, ...terms] }, ...rest] : []
}
