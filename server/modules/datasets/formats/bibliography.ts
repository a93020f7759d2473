import type { Author, ResourceType } from '#contract/publications/metadata.ts'
import type { Described } from '../described.ts'
import { dayOf, inLanguage, keywordsOf, languageOf, saidOf, sortName, yearOf } from './words.ts'

/** Characters that TeX would read as commands. */
const TEX: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '#': '\\#',
  $: '\\$',
  '%': '\\%',
  '&': '\\&',
  _: '\\_',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}
const tex = (text: string): string => text.replace(/[\\{}#$%&_~^]/g, (char) => TEX[char] ?? char).replace(/\s+/g, ' ')

/** A name that must not be split is put in braces. */
const texName = (author: Author): string =>
  author.kind === 'person' && author.family ? tex(sortName(author)) : `{${tex(author.name)}}`

const describes = ({ version }: Described) => version.metadata.description
const doiOf = ({ identifier }: Described) => (identifier.scheme === 'DOI' ? identifier.value : '')

/** The key of an entry: plain letters and digits, as old tools need it. */
function keyOf(dataset: Described): string {
  const [author] = dataset.version.metadata.authors
  const name = (author?.family || author?.name || '').normalize('NFD').replace(/[^A-Za-z]/g, '')
  return `${name.toLowerCase() || 'dataset'}${yearOf(dataset)}v${dataset.version.number}`
}

const HOW: Record<ResourceType, string> = {
  dataset: 'Data set',
  observation: 'Data set',
  sequencing: 'Data set',
  software: 'Computer software',
  collection: 'Data set',
}
export const kindOf = ({ version }: Described): string => HOW[version.metadata.resourceType]

/** A BibTeX entry that every BibTeX reads: `@dataset` is known to biblatex alone. */
export function bibtex(dataset: Described): string {
  const { version, identifier } = dataset
  const { metadata, publisher, publishedAt, number } = version
  const first = languageOf(metadata)
  const fields = {
    author: metadata.authors.map(texName).join(' and '),
    title: `{${tex(inLanguage(metadata.title, first))}}`,
    year: String(yearOf(dataset)),
    month: String(Number(publishedAt.slice(5, 7))),
    publisher: tex(inLanguage(publisher, first)),
    howpublished: kindOf(dataset),
    version: String(number),
    doi: doiOf(dataset),
    url: identifier.url,
    keywords: keywordsOf(metadata)
      .map(({ text }) => tex(text))
      .join(', '),
    abstract: tex(inLanguage(describes(dataset), first)),
  }
  const lines = Object.entries(fields).filter(([, value]) => value)
  return `@misc{${keyOf(dataset)},\n${lines.map(([name, value]) => `  ${name} = {${value}}`).join(',\n')}\n}\n`
}

/** A record of Research Information Systems: lines of tags, ended by CR LF. */
export function ris(dataset: Described): string {
  const { version, identifier } = dataset
  const { metadata, publisher, publishedAt, number } = version
  const first = languageOf(metadata)
  const [title, ...translations] = saidOf(metadata.title, first)
  const lines: [tag: string, value: string][] = [
    ['TY', metadata.resourceType === 'software' ? 'COMP' : 'DATA'],
    ...metadata.authors.map((author): [string, string] => ['AU', sortName(author)]),
    ['TI', title?.text ?? ''],
    // A note: readers take a translated title (TT) for the title.
    ...translations.map(({ text }): [string, string] => ['N1', text]),
    ['PY', String(yearOf(dataset))],
    ['DA', dayOf(publishedAt).replaceAll('-', '/')],
    ['PB', inLanguage(publisher, first)],
    ['ET', String(number)],
    ['DO', doiOf(dataset)],
    ['UR', identifier.url],
    ['LA', metadata.language],
    ...keywordsOf(metadata).map(({ text }): [string, string] => ['KW', text]),
    [
      'AB',
      saidOf(metadata.description, first)
        .map(({ text }) => text)
        .join(' '),
    ],
  ]
  const said = lines.filter(([, value]) => value).map(([tag, value]) => `${tag}  - ${value.replace(/\s+/g, ' ')}`)
  return `${[...said, 'ER  - '].join('\r\n')}\r\n`
}

const cslName = ({ kind, family, given, name }: Author) =>
  kind === 'person' && family ? { family, given } : { literal: name }

/** An item of the Citation Style Language, from which reference managers write every style. */
export function cslJson(dataset: Described): string {
  const { version, identifier } = dataset
  const { metadata, publisher, publishedAt, number } = version
  const first = languageOf(metadata)
  const doi = doiOf(dataset)
  const abstract = inLanguage(describes(dataset), first)
  const item = {
    id: identifier.url,
    type: metadata.resourceType === 'software' ? 'software' : 'dataset',
    title: inLanguage(metadata.title, first),
    author: metadata.authors.map(cslName),
    issued: { 'date-parts': [dayOf(publishedAt).split('-').map(Number)] },
    publisher: inLanguage(publisher, first),
    version: String(number),
    URL: identifier.url,
    ...(doi && { DOI: doi }),
    ...(abstract && { abstract }),
    ...(metadata.language && { language: metadata.language }),
    keyword: keywordsOf(metadata)
      .map(({ text }) => text)
      .join(', '),
  }
  return JSON.stringify([item])
}
