import * as z from 'zod/mini'
import { SUBJECTS_MAX } from '../core/limits.ts'
import { patternOf } from '../core/pattern/index.ts'
import { Count, Timestamp } from '../core/shapes.ts'
import { Bilingual, DATASET_LINE_MAX, ResourceType } from './metadata.ts'
import { SubjectCode } from './subjects.ts'

/** Maximum numbers of a template: groups, fields of a group, options of a field (our choice). */
const GROUPS_MAX = 20
const FIELDS_MAX = 50
const OPTIONS_MAX = 500
/** Longest pattern of a field, in characters (our choice). */
export const CHECK_MAX = 200

/** Parts of the metadata record that a template may ask for; their forms are built in. */
export const coreKeys = [
  'title',
  'description',
  'keywords',
  'subjects',
  'authors',
  'dates',
  'places',
  'funding',
  'related',
  'language',
  'licence',
  'access',
] as const
export type CoreKey = (typeof coreKeys)[number]
export const isCore = (key: string): key is CoreKey => (coreKeys as readonly string[]).includes(key)
/** Parts of the record with a separate field for each language. */
export const pairedKeys: readonly string[] = ['title', 'description', 'keywords']
/** Parts whose possible values a template may narrow by its options: SPDX ids, kinds of access. */
export const narrowedKeys: readonly string[] = ['licence', 'access']
/** The part whose options are a classification of the template's own, in place of the built-in one. */
export const CLASSIFIED = 'subjects'

/**
 * Types of the fields that a template adds; `core` is a part of the record. Of a person, organisation, project or paper
 * a value is its name with its identifier behind it (`references.ts`). An image is the path of a picture among the files
 * of the dataset.
 */
export const TemplateFieldType = z.enum([
  'core',
  'text',
  'textarea',
  'tags',
  'select',
  'date',
  'number',
  'url',
  'doi',
  'cstr',
  'person',
  'organisation',
  'project',
  'paper',
  'image',
])
export type TemplateFieldType = z.infer<typeof TemplateFieldType>

const KEY = /^[a-z][A-Za-z0-9]{0,39}$/
const words = z._default(Bilingual, { zh: '', en: '' })

/**
 * A field of a template. Empty words mean those of the program, which knows all parts of the record. `multiply`,
 * `check`: see `core/form-rules.ts`.
 */
export const TemplateField = z
  .object({
    key: z.string().check(z.regex(KEY)),
    type: z._default(TemplateFieldType, 'core'),
    /** The language of a part that exists in both. */
    language: z._default(z.enum(['zh', 'en', '']), ''),
    /** What the part has in the other language is enough. */
    isEither: z.optional(z.boolean()),
    title: words,
    hint: words,
    multiply: z._default(z.string().check(z.trim(), z.regex(/^(\d{1,4}|\*)\s*[:：]\s*(\d{1,4}|\*)$/)), '0:1'),
    check: z._default(z.string().check(z.trim(), z.maxLength(CHECK_MAX), z.regex(/^\P{Cc}*$/u)), ''),
    options: z._default(
      z
        .array(z.object({ value: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)), title: words }))
        .check(z.maxLength(SUBJECTS_MAX)),
      [],
    ),
    /** The property of schema.org or Dublin Core that the field maps to; '' for none. */
    iri: z._default(z.string().check(z.trim(), z.maxLength(DATASET_LINE_MAX), z.regex(/^$|^https?:\/\/\S+$/)), ''),
  })
  .check(
    z.refine(({ key, type }) => (type === 'core') === isCore(key), { path: ['key'] }),
    z.refine(({ key, language }) => pairedKeys.includes(key) === (language !== '') || !isCore(key), {
      path: ['language'],
    }),
    z.refine(({ language, type, isEither }) => !isEither || (type === 'core' && language !== ''), {
      path: ['isEither'],
    }),
    // For images: formats, pixels and size, as in `jpg,png#400-*:300-*#0-512`.
    z.refine(({ type, check }) => check === '' || type === 'image' || patternOf(check) !== null, { path: ['check'] }),
    z.refine(({ type, options }) => type !== 'select' || options.length > 0, { path: ['options'] }),
    z.refine(
      ({ key, type, options }) =>
        !options.length || type === 'select' || narrowedKeys.includes(key) || (type === 'core' && key === CLASSIFIED),
      { path: ['options'] },
    ),
    z.refine(({ key, options }) => key === CLASSIFIED || options.length <= OPTIONS_MAX, { path: ['options'] }),
    z.refine(
      ({ key, options }) => key !== CLASSIFIED || options.every(({ value }) => SubjectCode.safeParse(value).success),
      { path: ['options'] },
    ),
    z.refine(({ options }) => new Set(options.map(({ value }) => value)).size === options.length, {
      path: ['options'],
    }),
  )
export type TemplateField = z.infer<typeof TemplateField>
/** The place of a field in a draft and in problems: `title.zh`, `authors`, `extra.depth`. */
export const placeOf = ({ key, type, language }: Pick<TemplateField, 'key' | 'type' | 'language'>): string =>
  type !== 'core' ? `extra.${key}` : language ? `${key}.${language}` : key

const places = ({ groups }: { groups: { fields: TemplateField[] }[] }) =>
  groups.flatMap(({ fields }) => fields.map(placeOf))
/** The fields that describe a dataset: groups of fields in their order. No field occurs twice. */
export const TemplateDefinition = z
  .object({
    name: Bilingual,
    description: words,
    resourceType: ResourceType,
    groups: z
      .array(z.object({ title: words, fields: z.array(TemplateField).check(z.minLength(1), z.maxLength(FIELDS_MAX)) }))
      .check(z.minLength(1), z.maxLength(GROUPS_MAX)),
  })
  .check(
    z.refine((template) => new Set(places(template)).size === places(template).length, { path: ['groups'] }),
    z.refine((template) => ['title.zh', 'title.en'].some((title) => places(template).includes(title)), {
      path: ['groups'],
    }),
  )
export type TemplateDefinition = z.infer<typeof TemplateDefinition>

/** An id of a template of this site. */
export const TemplateId = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/))

/** `version` counts the changes; an unchanged built-in template has version 1. */
export const Template = z.object({
  id: z.string(),
  version: Count,
  isBuiltIn: z.boolean(),
  isOn: z.boolean(),
  changedAt: z.nullable(Timestamp),
  definition: TemplateDefinition,
})
export type Template = z.infer<typeof Template>
