import type { DatasetTable } from '#contract/publications/dataset.ts'
import { type Described, isOpen } from '../described.ts'
import { apa } from './citation.ts'
import { partyOf } from './schema-org.ts'
import { dayOf, inLanguage, keywordsOf, languageOf, licenceUrl } from './words.ts'

/** Terms of Croissant that are named as in its own namespace. */
const TERMS = [
  ...['annotation', 'arrayShape', 'citeAs', 'column', 'containedIn', 'equivalentProperty', 'excludes', 'extract'],
  ...['field', 'fileProperty', 'fileObject', 'fileSet', 'format', 'includes', 'isArray', 'isLiveDataset', 'jsonPath'],
  ...['key', 'md5', 'parentField', 'recordSet', 'references', 'regex', 'readLines', 'sdVersion', 'separator'],
  ...['source', 'subField', 'transform', 'unArchive', 'value'],
]
/** The context that Croissant 1.1 prescribes. */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'http://schema.org/',
  sc: 'http://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  rai: 'http://mlcommons.org/croissant/RAI/',
  dct: 'http://purl.org/dc/terms/',
  conformsTo: 'dct:conformsTo',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  examples: { '@id': 'cr:examples', '@type': '@json' },
  ...Object.fromEntries(TERMS.map((term) => [term, `cr:${term}`])),
}
export const CROISSANT_PROFILE = 'http://mlcommons.org/croissant/1.1'

/** Types of columns whose CSV text a program can read as more than text. */
const TYPES: Record<string, string> = { number: 'sc:Float', boolean: 'sc:Boolean', date: 'sc:Date' }

function recordSetOf({ name, description, columns }: DatasetTable, at: number) {
  const id = `table-${at + 1}`
  return {
    '@type': 'cr:RecordSet',
    '@id': id,
    name,
    ...(description && { description }),
    field: columns.map((column) => ({
      '@type': 'cr:Field',
      '@id': `${id}/${encodeURIComponent(column.name)}`,
      name: column.name,
      ...((column.description || column.unit) && {
        description: [column.description, column.unit && `[${column.unit}]`].filter(Boolean).join(' '),
      }),
      dataType: TYPES[column.type] ?? 'sc:Text',
      source: { fileObject: { '@id': `${id}.csv` }, extract: { column: column.name } },
    })),
  }
}

/** Whether a version has public tables. */
export const hasTables = (dataset: Described): boolean => isOpen(dataset) && dataset.tables.length > 0

/** The tables of a version by Croissant 1.1, from which machine learning tools load their rows. */
export function croissantJson(dataset: Described): string {
  const { version, files, addresses, identifier } = dataset
  const { tables } = dataset
  const { metadata, publishedAt, number, publisher } = version
  const first = languageOf(metadata)
  const byPath = new Map(files.map((file) => [file.path, file]))
  const objects = tables.map(({ path }, at) => {
    const file = byPath.get(path)
    return {
      '@type': 'cr:FileObject',
      '@id': `table-${at + 1}.csv`,
      name: path,
      contentUrl: addresses.file(path),
      encodingFormat: 'text/csv',
      ...(file && { contentSize: `${file.size} B`, sha256: file.sha256, md5: file.md5 }),
    }
  })
  return JSON.stringify({
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    '@id': identifier.url,
    conformsTo: CROISSANT_PROFILE,
    name: inLanguage(metadata.title, first),
    description: inLanguage(metadata.description, first) || inLanguage(metadata.title, first),
    url: addresses.page,
    license: metadata.licence ? licenceUrl(metadata.licence) : 'No licence is stated',
    creator: metadata.authors.map(partyOf),
    publisher: { '@type': 'Organization', name: inLanguage(publisher, first) },
    datePublished: dayOf(publishedAt),
    version: `${number}.0.0`,
    keywords: keywordsOf(metadata).map(({ text }) => text),
    citeAs: apa(dataset, first),
    distribution: objects,
    recordSet: tables.map(recordSetOf),
  })
}
