import type { Author } from '#contract/publications/metadata.ts'
import type { Described } from '../described.ts'
import { identifierOf, partyOf } from './schema-org.ts'
import { dayOf, inLanguage, keywordsOf, languageOf, licenceUrl, orcidUrl } from './words.ts'

type Yaml = string | readonly Yaml[] | { readonly [key: string]: Yaml | undefined }

/** Writes values as YAML blocks; texts are quoted as in JSON, which YAML 1.2 reads. */
function yaml(value: Yaml, indent = ''): string {
  if (typeof value === 'string') return ` ${JSON.stringify(value)}\n`
  const inner = `${indent}  `
  if (Array.isArray(value))
    return `\n${(value as readonly Yaml[]).map((one) => `${indent}-${listed(one, inner)}`).join('')}`
  return `\n${entries(value as Record<string, Yaml>, indent)}`
}
const entries = (value: Record<string, Yaml | undefined>, indent: string): string =>
  Object.entries(value)
    .filter((pair): pair is [string, Yaml] => pair[1] !== undefined)
    .map(([key, one]) => `${indent}${key}:${yaml(one, `${indent}  `)}`)
    .join('')
/** An entry of a list begins on the line of its dash. */
const listed = (one: Yaml, indent: string): string =>
  typeof one === 'string' ? yaml(one) : ` ${entries(one as Record<string, Yaml>, indent).trimStart()}`

function cffAuthor({ kind, name, family, given, orcid, affiliations }: Author): Yaml {
  const shared = { orcid: orcid ? orcidUrl(orcid) : undefined }
  if (kind === 'organisation') return { name, ...shared }
  return {
    ...(family ? { 'family-names': family, 'given-names': given || undefined } : { 'family-names': name }),
    affiliation: affiliations[0]?.name,
    ...shared,
  }
}

const cffIdentifier = ({ scheme, value, url }: Described['identifier']) => {
  if (scheme === 'DOI') return { type: 'doi', value }
  return { type: scheme === 'URL' ? 'url' : 'other', value: url }
}

/** Whether a version is software, which has formats of its own. */
export const isSoftware = ({ version }: Described): boolean => version.metadata.resourceType === 'software'

/** `CITATION.cff` by the Citation File Format 1.2. */
export function citationFile(dataset: Described): string {
  const { version, identifier } = dataset
  const { metadata, publishedAt, number } = version
  const first = languageOf(metadata)
  const keywords = keywordsOf(metadata).map(({ text }) => text)
  return entries(
    {
      'cff-version': '1.2.0',
      message: 'If you use this software, please cite it as below.',
      type: 'software',
      title: inLanguage(metadata.title, first),
      abstract: inLanguage(metadata.description, first) || undefined,
      authors: metadata.authors.map(cffAuthor),
      version: String(number),
      'date-released': dayOf(publishedAt),
      license: metadata.licence || undefined,
      identifiers: [cffIdentifier(identifier)],
      url: identifier.url,
      keywords: keywords.length ? keywords : undefined,
    },
    '',
  )
}

/** CodeMeta 3.0. */
export function codeMeta(dataset: Described): string {
  const { version, identifier, addresses } = dataset
  const { metadata, publishedAt, changedAt, number } = version
  const first = languageOf(metadata)
  return JSON.stringify({
    '@context': 'https://w3id.org/codemeta/3.0',
    '@type': 'SoftwareSourceCode',
    '@id': identifier.url,
    identifier: identifierOf(identifier),
    name: inLanguage(metadata.title, first),
    description: inLanguage(metadata.description, first),
    author: metadata.authors.map(partyOf),
    version: String(number),
    datePublished: dayOf(publishedAt),
    dateModified: dayOf(changedAt),
    ...(metadata.licence && { license: licenceUrl(metadata.licence) }),
    keywords: keywordsOf(metadata).map(({ text }) => text),
    url: addresses.page,
  })
}
