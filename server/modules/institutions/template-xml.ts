import { isRequired } from '#contract/core/form-rules.ts'
import { patternOf } from '#contract/core/pattern/index.ts'
import { type Bilingual, DATASET_LINE_MAX, type ResourceType } from '#contract/publications/metadata.ts'
import type { PlanField, PlanKind } from '#contract/publications/plan.ts'
import { isCore, placeOf, TemplateDefinition, type TemplateField } from '#contract/publications/template.ts'
import { childOf, type Element, parseXml } from '#server/xml.ts'

/**
 * A template of an institution in our words. `omitted`: titles of optional fields that can't be filled in here;
 * `unusable`: titles of required ones, with any of which it can't be chosen.
 */
export type RemoteTemplate = {
  name: string
  definition: TemplateDefinition
  plan: PlanField[]
  omitted: string[]
  unusable: string[]
}

/** Longest check that is taken over, in characters. */
const CHECK_MAX = 200

export type Bean = { values: Record<string, string>; lists: Record<string, Bean[]> }
const childrenOf = (parent: Element, name: string) => parent.children.filter((child) => child.name === name)

/** A set of properties: of each its value, or its list of beans. */
function beanOf(element: Element): Bean {
  const bean: Bean = { values: {}, lists: {} }
  for (const property of childrenOf(element, 'property')) {
    const { name = '', value } = property.attributes
    if (value !== undefined) bean.values[name] = value.trim()
    const list = childOf(property, 'list')
    if (list) bean.lists[name] = childrenOf(list, 'bean').map(beanOf)
  }
  return bean
}

export const bare = (text: string) =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, DATASET_LINE_MAX)
export const both = (text: string): Bilingual => ({ zh: bare(text), en: bare(text) })
export const lastOf = (iri: string) => iri.split(/[/#]/).filter(Boolean).at(-1) ?? ''
export const MULTIPLY = /^(\d{1,4}|\*)\s*[:：]\s*(\d{1,4}|\*)$/

/** The check of a field in our form: `^.{1,150}$` becomes `/^.{1,150}$/`; '' if it is not supported. */
function checkOf(check: string): string {
  const pattern = !check || /^\/.+\/[a-z]*$/s.test(check) ? check : `/${check}/`
  return pattern.length <= CHECK_MAX && patternOf(pattern) ? pattern : ''
}

/** Types that are a part of the record whatever they are called. */
const byType: Readonly<Record<string, PlanKind>> = {
  subject: 'subjects',
  author: 'authors',
  project: 'funding',
  paper: 'related',
  license: 'licence',
  privacyPolicy: 'access',
  // Parts of the record that another installation of ours has.
  dates: 'dates',
  places: 'places',
  language: 'language',
  org: 'organisations',
}
/** Texts that are a part of the record by their property. */
const byOutput: Readonly<Record<string, PlanKind>> = {
  name: 'title',
  description: 'description',
  keywords: 'keywords',
}
const textTypes: Readonly<Record<string, TemplateField['type']>> = {
  text: 'text',
  textarea: 'textarea',
  textMany: 'tags',
  textTabMany: 'tags',
  select: 'select',
  date: 'date',
  startDate: 'date',
}

/** An unused key for a field of a template. */
export function freeKey(wanted: string, taken: ReadonlySet<string>): string {
  const letters = wanted.replace(/[^A-Za-z0-9]/g, '').slice(0, 30)
  const first = /^[A-Za-z]/.test(letters) ? letters[0]?.toLowerCase() + letters.slice(1) : `field${letters}`
  const stem = isCore(first) ? `${first}Text` : first
  for (let number = 1; ; number += 1) {
    const key = number > 1 ? `${stem}${number}` : stem
    if (!taken.has(key)) return key
  }
}

/** Reads the fields of one template, in order. */
export function fieldReader() {
  const plan: PlanField[] = []
  const omitted: string[] = []
  const unusable: string[] = []
  const places = new Set<string>()
  const keys = new Set<string>()

  function add(bean: Bean, kind: PlanKind, field: TemplateField | null): TemplateField | null {
    const { name = '', iri = '', language } = bean.values
    const options = (bean.lists.options ?? []).map(({ values }) => values.name ?? '').filter(Boolean)
    const spoken = language === 'zh' || language === 'en' ? language : ''
    const key = field && field.type !== 'core' ? field.key : ''
    plan.push({ output: lastOf(iri) || name, kind, language: spoken, key, options })
    if (field) places.add(placeOf(field))
    return field
  }

  /** A field that has no place here. */
  function refuse({ values: { title, name, type, multiply = '' } }: Bean): null {
    const isNeeded = MULTIPLY.test(multiply) && isRequired(multiply)
    ;(isNeeded ? unusable : omitted).push(bare(title || name || type || ''))
    return null
  }

  function shared({ values }: Bean) {
    const { multiply = '', title = '', placeholder = '', check = '', type } = values
    const bounds = MULTIPLY.test(multiply) ? multiply : '0:1'
    return {
      title: both(title),
      hint: both(placeholder),
      multiply: bounds,
      // Of a picture it says formats, pixels and size.
      check: type === 'image' ? bare(check).slice(0, CHECK_MAX) : checkOf(check),
      options: [],
      iri: '',
    }
  }

  function extra(bean: Bean, type: TemplateField['type']): TemplateField | null {
    const { name = '', iri = '' } = bean.values
    const key = freeKey(name || lastOf(iri), keys)
    keys.add(key)
    const options = (bean.lists.options ?? []).flatMap(({ values }) =>
      values.name ? [{ value: values.name.slice(0, 100), title: both(values.title ?? values.name) }] : [],
    )
    const kinds: Partial<Record<TemplateField['type'], PlanKind>> = { tags: 'texts', image: 'images' }
    // Only the institution knows the options of such choices: they are entered as text.
    const own = type === 'select' && !options.length ? 'text' : type
    const field: TemplateField = {
      ...shared(bean),
      key,
      type: own,
      language: '',
      options: own === 'select' ? options : [],
    }
    return add(bean, kinds[type] ?? 'text', field)
  }

  function core(bean: Bean, kind: PlanKind): TemplateField | null {
    if (kind === 'licence' || kind === 'access') return add(bean, kind, null)
    if (kind === 'organisations') {
      const field = extra(bean, 'tags')
      const last = plan.at(-1)
      if (last) last.kind = 'organisations'
      return field
    }
    const { language } = bean.values
    const isPaired = kind === 'title' || kind === 'description' || kind === 'keywords'
    const spoken = language === 'en' ? 'en' : 'zh'
    const field: TemplateField = { ...shared(bean), key: kind, type: 'core', language: isPaired ? spoken : '' }
    if (places.has(placeOf(field)) && isPaired) return extra(bean, kind === 'keywords' ? 'tags' : 'text')
    if (places.has(placeOf(field))) return refuse(bean)
    return add(bean, kind, field)
  }

  function read(bean: Bean): TemplateField | null {
    const { type = '', iri = '', formate = '' } = bean.values
    const kind = byType[type] ?? (type in textTypes ? byOutput[lastOf(iri)] : undefined)
    if (kind) return core(bean, kind)
    const isIdentifier = type === 'DOI' || type === 'CSTR'
    if (isIdentifier && formate === 'apply') return add(bean, 'apply', null)
    const text = isIdentifier ? 'text' : textTypes[type]
    if (text) return extra(bean, text)
    if (type === 'image') return extra(bean, 'image')
    return refuse(bean)
  }
  return { read, shared, plan, omitted, unusable, places, keys }
}

export type Beans = { values: Record<string, string>; groups: { values: Record<string, string>; beans: Bean[] }[] }
/** The beans of a template, in groups; null if the text is none. */
export async function beansOf(xml: string): Promise<Beans | null> {
  const root = await parseXml(xml)
  if (root?.name !== 'beans') return null
  const tree = childrenOf(root, 'property').find(({ attributes }) => attributes.name === 'root')
  if (!tree) return null
  const groups = childrenOf(tree, 'group').map((group) => {
    const list = childOf(group, 'list')
    return { values: group.attributes, beans: list ? childrenOf(list, 'bean').map(beanOf) : [] }
  })
  return { values: beanOf(root).values, groups }
}

/**
 * Parses a template as institutions write it: beans with properties, in groups. Null if it is none, or has no title
 * field.
 */
export async function readTemplate(xml: string, resourceType: ResourceType): Promise<RemoteTemplate | null> {
  const found = await beansOf(xml)
  if (!found) return null
  const { read, plan, omitted, unusable } = fieldReader()
  const groups = found.groups.map(({ values, beans }) => ({
    title: both(values.value ?? ''),
    fields: beans.flatMap((bean) => read(bean) ?? []),
  }))
  const { name = '', desc = '' } = found.values
  const filled = groups.filter((group) => group.fields.length)
  const wished = { name: both(name), description: both(desc), resourceType, groups: filled }
  const definition = TemplateDefinition.safeParse(wished)
  return definition.success ? { name: bare(name), definition: definition.data, plan, omitted, unusable } : null
}
