import type { CoreKey, TemplateFieldType } from '#contract/publications/template.ts'

/** How institutions call the types of fields. */
export const stockTypes: Readonly<Record<Exclude<TemplateFieldType, 'core'>, string>> = {
  text: 'text',
  textarea: 'textarea',
  tags: 'textTabMany',
  select: 'select',
  date: 'date',
  number: 'text',
  url: 'text',
  doi: 'DOI',
  cstr: 'CSTR',
  person: 'author',
  organisation: 'org',
  project: 'project',
  paper: 'paper',
  image: 'image',
}
/** Type and property of the parts of the record. */
export const stockParts: Readonly<Record<CoreKey, readonly [type: string, iri: string]>> = {
  title: ['text', 'https://schema.org/name'],
  description: ['textarea', 'https://schema.org/description'],
  keywords: ['textTabMany', 'https://schema.org/keywords'],
  subjects: ['subject', 'http://purl.org/dc/terms/subject'],
  authors: ['author', 'https://schema.org/author'],
  dates: ['text', 'https://schema.org/temporalCoverage'],
  places: ['text', 'https://schema.org/spatialCoverage'],
  funding: ['project', 'https://schema.org/project'],
  related: ['paper', 'https://schema.org/paper'],
  language: ['text', 'https://schema.org/inLanguage'],
  licence: ['license', 'https://schema.org/license'],
  access: ['privacyPolicy', 'https://schema.org/privacyPolicy'],
}
