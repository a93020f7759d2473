import { type Bilingual, ResourceType } from '#contract/publications/metadata.ts'
import { SubjectCode } from '#contract/publications/subjects.ts'
import {
  CLASSIFIED,
  placeOf,
  TemplateDefinition,
  type TemplateField,
  TemplateFieldType,
} from '#contract/publications/template.ts'
import { type Bean, beansOf, both, fieldReader, freeKey, lastOf } from '#server/modules/institutions/index.ts'

type Values = Readonly<Record<string, string>>

/** A text in both languages, or in the one in which others write it. */
function spoken(values: Values, name: string): Bilingual {
  const { [`${name}Zh`]: zh, [`${name}En`]: en, [name]: only = '' } = values
  return zh === undefined && en === undefined ? both(only) : { zh: zh ?? '', en: en ?? '' }
}

/** A title, by default the key. */
function titleOf(values: Values, name: string): Bilingual {
  const isSaid = values.titleZh !== undefined || values.titleEn !== undefined || values.title !== name
  return isSaid ? spoken(values, 'title') : { zh: '', en: '' }
}

/** Disciplines of an institution: those with a code and a name, each once. */
function classifiedOf(bean: Bean): TemplateField['options'] {
  const known = optionsOf(bean).filter(({ value }) => SubjectCode.safeParse(value).success)
  return [...new Map(known.map((option) => [option.value, option])).values()]
}

const optionsOf = ({ lists }: Bean): TemplateField['options'] =>
  (lists.options ?? []).flatMap(({ values, lists: { children = [] } }) =>
    [values, ...children.map((child) => child.values)].flatMap((one) =>
      one.name ? [{ value: one.name.slice(0, 100), title: titleOf(one, one.name) }] : [],
    ),
  )

/** A field as this program writes it. */
function ownField(bean: Bean): TemplateField | null {
  const { key = '', fieldType, language = '', multiply = '0:1', check = '', ownIri = '' } = bean.values
  const type = TemplateFieldType.safeParse(fieldType)
  if (!type.success || !key) return null
  const spokenIn = language === 'zh' || language === 'en' ? language : ''
  return {
    key,
    type: type.data,
    language: spokenIn,
    ...(type.data === 'core' && spokenIn !== '' && bean.values.either === 'true' && { isEither: true }),
    title: titleOf(bean.values, key),
    hint: spoken(bean.values, 'placeholder'),
    multiply,
    check,
    options: optionsOf(bean),
    iri: ownIri,
  }
}

/** Types that a template of this site may have several of, beside the part of the record. */
const furtherTypes: Readonly<Record<string, TemplateFieldType>> = {
  author: 'person',
  org: 'organisation',
  project: 'project',
  paper: 'paper',
  DOI: 'doi',
  CSTR: 'cstr',
  image: 'image',
}
/** Fields of the record that the first field of a type is mapped to. */
const firstParts: Readonly<Record<string, string>> = {
  author: 'authors',
  project: 'funding',
  paper: 'related',
  license: 'licence',
  privacyPolicy: 'access',
}
/** How institutions call the kinds of access. */
const accessKinds: Readonly<Record<string, string>> = {
  open: 'open',
  openDate: 'embargo',
  protect: 'embargo',
  condition: 'restricted',
  notOpen: 'closed',
}

/** Reads the fields of institutions that they would not fill in themselves: everything that a field here can be. */
function widerReader() {
  const reader = fieldReader()
  const { places, keys, omitted } = reader

  function part(bean: Bean, key: string): TemplateField | null {
    if (places.has(key)) return null
    places.add(key)
    const options = key === 'licence' || key === 'access' ? optionsOf(bean) : []
    const known = options.flatMap((option) => {
      const value = key === 'access' ? accessKinds[option.value] : option.value
      return value ? [{ ...option, value }] : []
    })
    const unique = known.filter(({ value }, at) => known.findIndex((one) => one.value === value) === at)
    return { ...reader.shared(bean), key, type: 'core', language: '', options: unique }
  }

  function further(bean: Bean, type: TemplateFieldType): TemplateField {
    const { name = '', iri = '' } = bean.values
    const key = freeKey(name || lastOf(iri) || type, keys)
    keys.add(key)
    return { ...reader.shared(bean), key, type, language: '', iri: urlOf(iri) }
  }

  function read(bean: Bean): TemplateField | null {
    const own = ownField(bean)
    if (own) {
      places.add(placeOf(own))
      keys.add(own.key)
      return own
    }
    const { type = '', formate = '', title = '', iri = '' } = bean.values
    const first = firstParts[type]
    const found = first ? part(bean, first) : null
    if (found) return found
    if ((type === 'DOI' || type === 'CSTR') && formate === 'apply') {
      omitted.push(title || type)
      return null
    }
    const wider = furtherTypes[type]
    if (wider) return further(bean, wider)
    const field = reader.read(bean)
    if (field?.key === CLASSIFIED) return { ...field, options: classifiedOf(bean) }
    // Of other parts of the record the form itself says what they are.
    if (!field || field.type === 'core') return field
    return { ...field, iri: urlOf(iri), options: field.type === 'select' ? optionsOf(bean) : [] }
  }
  return { ...reader, read }
}
const urlOf = (iri: string) => (/^https?:\/\/\S{1,290}$/.test(iri) ? iri : '')

export type ReadTemplate = { definition: TemplateDefinition; omitted: string[] }

/**
 * Reads a template from the XML grammar of institutions. `omitted`: titles of fields that have no place here. Null for
 * what is no template, or would not be one here.
 */
export async function readOwnTemplate(xml: string, fallback: ResourceType): Promise<ReadTemplate | null> {
  const found = await beansOf(xml)
  if (!found) return null
  const { read, omitted, unusable } = widerReader()
  const groups = found.groups
    .map(({ values, beans }) => ({ title: spoken(values, 'value'), fields: beans.flatMap((bean) => read(bean) ?? []) }))
    .filter(({ fields }) => fields.length)
  const definition = TemplateDefinition.safeParse({
    name: spoken(found.values, 'name'),
    description: spoken(found.values, 'desc'),
    resourceType: ResourceType.safeParse(found.values.resourceType).data ?? fallback,
    groups,
  })
  return definition.success ? { definition: definition.data, omitted: [...omitted, ...unusable] } : null
}
