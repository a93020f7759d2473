import type { MetadataDifference } from '../reviews.ts'
import type { DatasetMetadata } from './metadata.ts'

const joined = (...parts: readonly (string | false)[]) => parts.filter(Boolean).join(' · ')

/** The contents of a record as lines by field; codes and kinds are not translated. */
function linesOf(record: DatasetMetadata): Map<string, string[]> {
  const { title, description, keywords, access } = record
  const both = (place: string, said: { zh: string; en: string }) =>
    (['zh', 'en'] as const).map((language): [string, string[]] => [
      `${place}.${language}`,
      said[language] ? [said[language]] : [],
    ])
  return new Map([
    ['resourceType', [record.resourceType]],
    ...both('title', title),
    ...both('description', description),
    [
      'authors',
      record.authors.map(({ name, orcid, email, affiliations, isContact }) =>
        joined(name, orcid, affiliations.map((one) => one.name).join(', '), isContact && email),
      ),
    ],
    ['keywords.zh', keywords.zh],
    ['keywords.en', keywords.en],
    [
      'subjects',
      record.subjects.map((code) => {
        const { zh = '', en = '' } = record.subjectNames?.[code] ?? {}
        return joined(code, zh, en)
      }),
    ],
    ['dates', record.dates.map(({ kind, from, to }) => joined(kind, from, to))],
    [
      'places',
      record.places.map(({ name, box }) =>
        joined(name, box !== null && `${box.west}, ${box.south} – ${box.east}, ${box.north}`),
      ),
    ],
    ['funding', record.funding.map(({ funder, number, title: award }) => joined(funder, number, award))],
    [
      'related',
      record.related.map(({ scheme, identifier, relation, title: work }) =>
        joined(relation, `${scheme} ${identifier}`, work),
      ),
    ],
    ['licence', record.licence ? [record.licence] : []],
    ['access', [joined(access.kind, access.until ?? '', access.terms.zh, access.terms.en)]],
    ['language', record.language ? [record.language] : []],
    ...record.extra.map(({ key, values }): [string, string[]] => [`extra.${key}`, values]),
  ])
}

/** Fields that differ between two records, in the order of the record. */
export function metadataDifferences(before: DatasetMetadata, after: DatasetMetadata): MetadataDifference[] {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const isOther = ({ before: was, after: is }: MetadataDifference) => was.join('\n') !== is.join('\n')
  return [...new Set([...fresh.keys(), ...old.keys()])]
    .map((place) => ({ place, before: old.get(place) ?? [], after: fresh.get(place) ?? [] }))
    .filter(isOther)
}
