import type { Author } from '#contract/publications/metadata.ts'
import type { Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { Described } from '../described.ts'
import { kindOf } from './bibliography.ts'
import { inLanguage, yearOf } from './words.ts'

const HAN = /\p{Script=Han}/u
/** Most authors that APA (7th edition, section 9.8) names; of more the first 19 and the last. */
const APA_AUTHORS = 20
/** Authors that GB/T 7714 names before "et al.". */
const GBT_AUTHORS = 3

/** First letters of given names; those joined by a hyphen keep it: Jean-Paul, J.-P. */
const initialsOf = (given: string, dot: string): string =>
  given
    .split(/[\s.]+/)
    .filter(Boolean)
    .map((part) =>
      part
        .split('-')
        .filter(Boolean)
        .map((one) => `${[...one][0]?.toLocaleUpperCase()}${dot}`)
        .join('-'),
    )
    .join(' ')

/** Names in Chinese characters are written whole, in English where there is no other spelling. */
const isWhole = ({ kind, name, family }: Author, language: Language) =>
  kind === 'organisation' || !family || HAN.test(family) || (language === 'zh' && HAN.test(name))

const apaName = (author: Author, language: Language): string =>
  isWhole(author, language) ? author.name : [author.family, initialsOf(author.given, '.')].filter(Boolean).join(', ')

function apaAuthors(names: readonly string[]): string {
  if (names.length > APA_AUTHORS) return `${names.slice(0, APA_AUTHORS - 1).join(', ')}, … ${names.at(-1)}`
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')}, & ${names.at(-1)}`
}

/** Ends a part of a citation: what ends with a stop gets no second one. */
const ended = (text: string): string => (/[.。?？!！]$/.test(text) ? text : `${text}.`)

/** The citation by the Publication Manual of the American Psychological Association, 7th edition, 10.9. */
export function apa(dataset: Described, language: Language): string {
  const { version, identifier } = dataset
  const { metadata, publisher, number } = version
  const authors = apaAuthors(metadata.authors.map((author) => apaName(author, language)))
  const title = `${inLanguage(metadata.title, language)} (Version ${number}) [${kindOf(dataset)}]`
  const year = `(${yearOf(dataset)}).`
  const beginning = authors ? `${ended(authors)} ${year} ${title}.` : `${title}. ${year}`
  return `${beginning} ${ended(inLanguage(publisher, language))} ${identifier.url}`
}

const gbtName = (author: Author, language: Language): string =>
  isWhole(author, language)
    ? author.name
    : [author.family.toLocaleUpperCase(), initialsOf(author.given, '')].filter(Boolean).join(' ')

/** The citation by GB/T 7714-2015, 4.6; `citedOn` is the day on which it is read. */
export function gbt7714(dataset: Described, language: Language, citedOn: string): string {
  const { version, identifier } = dataset
  const { metadata, publisher, number } = version
  const names = metadata.authors.map((author) => gbtName(author, language))
  const others = textOf(language, 'datasets.others')
  const authors = [...names.slice(0, GBT_AUTHORS), ...(names.length > GBT_AUTHORS ? [others] : [])].join(', ')
  const code = metadata.resourceType === 'software' ? 'CP' : 'DS'
  const title = `${inLanguage(metadata.title, language)}[${code}/OL]. V${number}.`
  const published = `${inLanguage(publisher, language)}, ${yearOf(dataset)}[${citedOn}].`
  return [authors && ended(authors), title, published, `${identifier.url}.`].filter(Boolean).join(' ')
}
