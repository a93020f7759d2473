import type { Bilingual, DatasetMetadata, RelatedWork } from '#contract/publications/metadata.ts'
import { type Reference, referenceOf } from '#contract/publications/references.ts'
import { isBuiltInSubject, subjectKey } from '#contract/publications/subjects.ts'
import type { Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { AccessNow, Described } from '../described.ts'

const LANGUAGES = ['zh', 'en'] as const
export type Said = { language: Language; text: string }

/** The texts of a bilingual field that are there, that of the language of the data first. */
export function saidOf(words: Bilingual, first: Language = 'zh'): Said[] {
  const order = first === 'en' ? LANGUAGES.toReversed() : LANGUAGES
  return order.map((language) => ({ language, text: words[language] })).filter(({ text }) => text !== '')
}

/** The language of formats with a single title. */
export const languageOf = ({ language, title }: DatasetMetadata): Language =>
  language && title[language] ? language : title.zh ? 'zh' : 'en'

/** A text in this language, else in the other one. */
export const inLanguage = (words: Bilingual, language: Language): string =>
  words[language] || words[language === 'zh' ? 'en' : 'zh']

/** The name of a discipline in its record; without one, our text for the first level of GB/T 13745, else the code. */
export function subjectName(code: string, language: Language, names: DatasetMetadata['subjectNames']): string {
  const own = names?.[code]
  if (own) return inLanguage(own, language) || code
  return isBuiltInSubject(code) ? textOf(language, subjectKey(code)) : code
}

/** The names of a discipline, in the languages in which it has one. */
export function subjectSaid(code: string, names: DatasetMetadata['subjectNames']): Said[] {
  const own = saidOf(names?.[code] ?? { zh: '', en: '' })
  return own.length ? own : LANGUAGES.map((language) => ({ language, text: subjectName(code, language, undefined) }))
}

/** Keywords and disciplines as plain words, each once. */
export function keywordsOf({ keywords, subjects, subjectNames }: DatasetMetadata): Said[] {
  const named = subjects.flatMap((code) => subjectSaid(code, subjectNames))
  const said = LANGUAGES.flatMap((language) => [
    ...keywords[language].map((text) => ({ language, text })),
    ...named.filter((one) => one.language === language),
  ])
  return [...new Map(said.map((one) => [one.text, one])).values()]
}

/** A field that its template adds: its name in the language of the data, and what each of its values says. */
export type Added = { key: string; name: string; iri: string; values: Reference[] }
/** The fields that a template adds, of which something is said in words. */
export const addedOf = ({ extra }: DatasetMetadata, first: Language): Added[] =>
  extra
    .filter(({ values, kind }) => values.length && kind !== 'image')
    .map(({ key, title, iri, values }) => ({
      key,
      name: inLanguage(title, first) || key,
      iri,
      values: values.map(referenceOf),
    }))

/** Paths of the pictures that fields of a template name. */
export const imagesOf = ({ extra }: DatasetMetadata): string[] =>
  extra.filter(({ kind }) => kind === 'image').flatMap(({ values }) => values)

export const dayOf = (timestamp: string): string => timestamp.slice(0, 10)
export const yearOf = ({ version }: Described): number => Number(version.publishedAt.slice(0, 4))

/** The vocabulary of the Confederation of Open Access Repositories for access rights. */
const COAR: Record<AccessNow, { code: string; label: string }> = {
  open: { code: 'c_abf2', label: 'open access' },
  embargo: { code: 'c_f1cf', label: 'embargoed access' },
  restricted: { code: 'c_16ec', label: 'restricted access' },
  closed: { code: 'c_14cb', label: 'metadata only access' },
}
export const coarOf = (access: AccessNow) => ({
  uri: `http://purl.org/coar/access_right/${COAR[access].code}`,
  label: COAR[access].label,
})

/** The address of a licence that is used in every format. */
export const licenceUrl = (spdx: string): string => `https://spdx.org/licenses/${spdx}`
export const orcidUrl = (orcid: string): string => `https://orcid.org/${orcid}`
export const rorUrl = (ror: string): string => `https://ror.org/${ror}`

type Work = Pick<RelatedWork, 'scheme' | 'identifier'>
const RESOLVERS: Record<Work['scheme'], string> = {
  DOI: 'https://doi.org/',
  CSTR: 'https://cstr.cn/',
  Handle: 'https://hdl.handle.net/',
  ARK: 'https://n2t.net/',
  arXiv: 'https://arxiv.org/abs/',
  ISBN: 'urn:isbn:',
  PMID: 'https://pubmed.ncbi.nlm.nih.gov/',
  URL: '',
}
/** The address of a related work. */
export const workUrl = ({ scheme, identifier }: Work): string => RESOLVERS[scheme] + identifier

/** "Family, Given", or the name alone where the parts are not known. */
export const sortName = ({ family, given, name }: { family: string; given: string; name: string }): string =>
  family ? [family, given].filter(Boolean).join(', ') : name
