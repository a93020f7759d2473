import { DraftFields, fieldsOf, valuesOf } from '#contract/publications/draft.ts'
import type { Bilingual } from '#contract/publications/metadata.ts'

/** A text in a language, '' if the language is unknown. */
type Said = { text: string; lang: string }
type Entries<Key extends keyof DraftFields> = NonNullable<DraftFields[Key]>
export type Author = Entries<'authors'>[number]

/** The fields of a record from elsewhere in our form. `omitted`: its other contents. */
export type Found = {
  titles: Said[]
  descriptions: Said[]
  keywords: Said[]
  authors: Author[]
  subjects: string[]
  dates: Entries<'dates'>
  places: Entries<'places'>
  funding: Entries<'funding'>
  related: Entries<'related'>
  licence: string
  language: string
  /** Fields that templates add, by their keys. */
  extra: Record<string, string[]>
  omitted: string[]
}
export const nothingFound = (): Found => ({
  titles: [],
  descriptions: [],
  keywords: [],
  authors: [],
  subjects: [],
  dates: [],
  places: [],
  funding: [],
  related: [],
  licence: '',
  language: '',
  extra: {},
  omitted: [],
})

/** A text in one line. */
export const lineOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
    : ''
/** A text with its paragraphs. */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replace(/\r\n?/g, '\n')
        .replace(/(?![\n\t])\p{Cc}/gu, '')
        .trim()
    : ''

const HAN = /\p{Script=Han}/u
const languageOf = ({ text, lang }: Said): 'zh' | 'en' =>
  /^zh|^chi|^zho/i.test(lang) || (!/^en/i.test(lang) && HAN.test(text)) ? 'zh' : 'en'

const EMPTY = { family: '', given: '', orcid: '', email: '', isContact: false }
export const organisationOf = (name: string): Author => ({ ...EMPTY, kind: 'organisation', name, affiliations: [] })
type Person = { family: string; given: string; name?: string; orcid?: string; email?: string }

/** The bare path of an ORCID. */
const orcidOf = (text: string) => text.replace(/^(https?:\/\/)?(www\.)?orcid\.org\//i, '')
export function personOf(
  { family, given, name = '', orcid = '', email = '' }: Person,
  affiliations: Author['affiliations'],
) {
  const isHan = HAN.test(family + given)
  const whole = isHan ? `${family}${given}` : [given, family].filter(Boolean).join(' ')
  const author: Author = {
    ...EMPTY,
    kind: 'person',
    name: whole || name,
    family,
    given,
    orcid: orcidOf(orcid),
    email,
    affiliations,
  }
  return author
}
/** A name as `Family, Given` or `Given Family`. */
export function namedPerson(text: string): Author {
  const [family = '', given] = text.split(/\s*,\s*/, 2)
  if (given) return personOf({ family, given }, [])
  const words = text.split(' ')
  if (words.length < 2 || HAN.test(text)) return personOf({ family: '', given: '', name: text }, [])
  // A family name begins with its first small word: Ana de la Cruz.
  const small = words.findIndex((word, at) => at > 0 && /^\p{Ll}/u.test(word))
  const at = small > 0 ? small : words.length - 1
  return personOf({ family: words.slice(at).join(' '), given: words.slice(0, at).join(' ') }, [])
}
export const rorOf = (text: string): string => text.replace(/^https?:\/\/(www\.)?ror\.org\//i, '').toLowerCase()

/** An SPDX id in a name or address of a licence; '' for none. */
export function spdxOf(text: string): string {
  const bare = text.trim().replace(/^https?:\/\/spdx\.org\/licenses\/|\.(html|json)$/gi, '')
  const [, kind, version] = /creativecommons\.org\/licenses\/([a-z-]+)\/(\d\.\d)/i.exec(bare) ?? []
  if (kind) return `CC-${kind.toUpperCase()}-${version}`
  if (/creativecommons\.org\/publicdomain\/zero\/1\.0/i.test(bare)) return 'CC0-1.0'
  const [, letters, number] = /^(?:cc|cc-)[ -]?(by(?:-(?:sa|nc|nd))*)[ -](\d\.\d)$/i.exec(bare) ?? []
  if (letters) return `CC-${letters.toUpperCase()}-${number}`
  return /^[A-Za-z0-9][A-Za-z0-9.+-]{1,99}$/.test(bare) ? bare : ''
}

function bilingual(said: readonly Said[], join: (texts: string[]) => string): Bilingual | undefined {
  const filled = said.filter(({ text }) => text !== '')
  if (!filled.length) return undefined
  const inOne = (language: 'zh' | 'en') =>
    join(filled.filter((one) => languageOf(one) === language).map(({ text }) => text))
  return { zh: inOne('zh'), en: inOne('en') }
}

/** Fields of a draft; values without a field, or too long for it, are reported. */
export function draftOf(found: Found): { fields: DraftFields; omitted: string[] } {
  const { titles, descriptions, keywords, omitted, licence, language, extra, ...lists } = found
  const words = (wanted: 'zh' | 'en') => [
    ...new Set(keywords.filter((one) => one.text && languageOf(one) === wanted).map(({ text }) => text)),
  ]
  const wished: Record<string, unknown> = {
    title: bilingual(titles, ([first = '']) => first),
    description: bilingual(descriptions, (texts) => texts.join('\n\n')),
    keywords: keywords.length ? { zh: words('zh'), en: words('en') } : undefined,
    licence: licence || undefined,
    language: /^(zh|chi|zho)/i.test(language) ? 'zh' : /^en/i.test(language) ? 'en' : undefined,
    extra: Object.keys(extra).length ? extra : undefined,
    ...Object.fromEntries(Object.entries(lists).filter(([, entries]) => entries.length)),
  }
  const told = [...omitted]
  const values = new Map<string, unknown>()
  for (const [place, value] of Object.entries(wished)) {
    if (value === undefined) continue
    const parsed = DraftFields.safeParse({ [place]: value })
    if (!parsed.success) told.push(place)
    else for (const [key, one] of valuesOf(parsed.data)) values.set(key, one)
  }
  return { fields: fieldsOf(values), omitted: [...new Set(told.map(lineOf).filter(Boolean))].slice(0, 50) }
}
