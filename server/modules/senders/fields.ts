import type { PlanField } from '#contract/publications/plan.ts'
import {
  type CoreKey,
  narrowedKeys,
  type TemplateDefinition,
  type TemplateField,
} from '#contract/publications/template.ts'
import { stockParts, stockTypes } from '#server/modules/publication-templates/index.ts'

/** A field of a template as senders see it: the field of ours, null for licence and access, and how it is sent. */
export type SentField = PlanField & { field: TemplateField | null; iri: string; type: string }

/** Types of parts that institutions have not: ours. */
const ownTypes: Partial<Record<CoreKey, string>> = { dates: 'dates', places: 'places', language: 'language' }
/**
 * Types of the fields beyond the record; numbers, addresses, identifiers and names of others are texts there.
 */
const extraTypes: Record<Exclude<TemplateField['type'], 'core'>, string> = {
  ...stockTypes,
  doi: 'text',
  cstr: 'text',
  person: 'textTabMany',
  organisation: 'textTabMany',
  project: 'textTabMany',
  paper: 'textTabMany',
  image: 'image',
}
export const lastOf = (iri: string): string => iri.split(/[/#]/).filter(Boolean).at(-1) ?? ''
const taken = new Set(Object.values(stockParts).map(([, iri]) => lastOf(iri)))

function partOf(key: CoreKey, field: TemplateField | null): SentField {
  const [stockType, iri] = stockParts[key]
  return {
    field,
    iri,
    type: ownTypes[key] ?? stockType,
    output: lastOf(iri),
    kind: key,
    language: field?.language ?? '',
    key: '',
    options: [],
  }
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
    const kinds = { textTabMany: 'texts', image: 'images' } as const
    const kind = kinds[type as keyof typeof kinds] ?? ('text' as const)
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
