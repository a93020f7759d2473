import { type CorrectedPart, type Correction, correctedParts } from '#contract/publications/corrections.ts'
import type { DatasetMetadata } from '#contract/publications/metadata.ts'
import type { Language } from '#server/http/context.ts'
import type { CorrectionRow } from './correction-store.ts'
import { subjectName } from './formats/words.ts'

type Names = DatasetMetadata['subjectNames']
type Before = { [Part in CorrectedPart]: (value: DatasetMetadata[Part], language: Language, names: Names) => string[] }
const inBoth = ({ zh, en }: { zh: string; en: string }) => [zh, en].filter(Boolean)

/** How each part is said in words; dates, places and fields of templates are not. */
const words: Before = {
  title: inBoth,
  description: inBoth,
  keywords: ({ zh, en }) => [...zh, ...en],
  subjects: (codes, language, names) => codes.map((code) => subjectName(code, language, names)),
  authors: (authors) => authors.map(({ name }) => name),
  dates: () => [],
  places: (places) => places.map(({ name }) => name).filter(Boolean),
  funding: (funding) => funding.map(({ funder, number }) => [funder, number].filter(Boolean).join(' ')),
  related: (works) => works.map(({ scheme, identifier }) => `${scheme} ${identifier}`),
  language: () => [],
  extra: () => [],
}
const said = <Part extends CorrectedPart>(part: Part, value: DatasetMetadata[Part], language: Language, names: Names) =>
  (words[part] as (value: DatasetMetadata[Part], language: Language, names: Names) => string[])(value, language, names)

/** A correction as the world sees it: no address of an author, and no name of a file. `names`: those of disciplines. */
export const shownCorrection = (
  { number, at, reason, before }: CorrectionRow,
  language: Language,
  names: Names,
): Correction => ({
  number,
  at: at.toISOString(),
  reason,
  parts: correctedParts.flatMap((part) => {
    const value = before[part]
    return value === undefined ? [] : [{ part, before: said(part, value, language, names) }]
  }),
})
