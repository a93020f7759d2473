import type { DraftFields } from './draft.ts'

/** Fields whose whole content is a text, or lines of which each is an entry. */
const TEXTS = /^(title|description|keywords)\.(zh|en)$|^(licence|changes)$|^extra\.[A-Za-z0-9]+$/
export const isSuggestible = (place: string): boolean => TEXTS.test(place)

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/**
 * The change of a draft that enters `text` in a field; null if the field takes no text. Keywords and `extra`: one a
 * line.
 */
export function suggestedChange(fields: DraftFields, place: string, text: string): DraftFields | null {
  if (!isSuggestible(place)) return null
  const [key = '', part = ''] = place.split('.')
  if (key === 'licence' || key === 'changes') return { [key]: text }
  if (key === 'extra') return { extra: { [part]: linesOf(text) } }
  if (key === 'keywords') return { keywords: { zh: [], en: [], ...fields.keywords, [part]: linesOf(text) } }
  const before = key === 'title' ? fields.title : fields.description
  return { [key]: { zh: '', en: '', ...before, [part]: text } }
}
