import { parseDatetime } from '#contract/cells/date.ts'
import { parseCell } from '#contract/cells.ts'
import type { Cell, Column } from '#contract/tables/columns.ts'
import { fitsType, offsetText } from '#contract/tables/values.ts'

export type Reading = Pick<Column, 'type' | 'format'> & Partial<Pick<Column, 'options'>>
/** The id of a file or person by its name, where the page knows it. */
export type IdOf = (name: string) => string | undefined

const readerZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A time that names no zone is in that of its column, or the reader's. */
function momentOf(text: string, offsetMinutes: number | undefined): string | undefined {
  const offset = offsetMinutes === undefined ? null : offsetText(offsetMinutes)
  const candidates = offset === null ? [text] : [`${text}${offset}`, `${text} 00:00${offset}`, text]
  for (const candidate of candidates) {
    const parsed = parseDatetime(candidate, { zone: readerZone() })
    if ('value' in parsed) return parsed.value
  }
  return undefined
}

/** The value of a typed or pasted text in a column; undefined if it is invalid. Empty texts are empty cells. */
export function readValue({ type, format, options = [] }: Reading, text: string, idOf: IdOf): Cell | undefined {
  if (type === 'datetime' && text.trim() !== '') return momentOf(text.trim(), format.offsetMinutes)
  const known = type === 'file' || type === 'person' ? (idOf(text) ?? text) : text
  // Characters that often occur within terms separate terms only in columns with known options.
  const terms = type === 'choices' && options.length > 0 ? parseCell(type, { options }, known) : null
  const parsed = terms && 'value' in terms ? terms : parseCell(type, {}, known)
  return 'value' in parsed && fitsType(type, parsed.value) ? parsed.value : undefined
}
