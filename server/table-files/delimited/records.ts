import { CELL_CHARACTERS_MAX, TableFileError } from '../source.ts'

const QUOTE = '"'
const [QUOTE_CODE, CR, LF] = [34, 13, 10]
/** Characters of a row at most. */
const ROW_CHARACTERS_MAX = 16 * CELL_CHARACTERS_MAX

/** The fields of a record. */
export type Fields = string[]

/**
 * Parts a text into records as RFC 4180 says, whatever ends its lines, piece by piece. A quote within a field that did
 * not begin with one is a character like others, and what follows a closing quote still belongs to the field.
 */
export class RecordParser {
  readonly #separator: number
  #rest = ''
  #text = ''
  #at = 0
  #isLast = false
  /** Whether the record that does not end yet is within quotes. */
  #isOpen = false
  #records = 0

  constructor(separator: string) {
    this.#separator = separator.charCodeAt(0)
  }

  feed(piece: string, isLast = false): Fields[] {
    this.#text = this.#rest + piece
    this.#isLast = isLast
    this.#at = 0
    const records: Fields[] = []
    for (;;) {
      const start = this.#at
      const fields = start < this.#text.length ? this.#record() : null
      if (!fields) {
        this.#rest = this.#text.slice(start)
        break
      }
      records.push(fields)
      this.#records += 1
    }
    const row = this.#records + 1
    if (this.#rest.length > ROW_CHARACTERS_MAX || (isLast && this.#rest))
      throw new TableFileError(this.#isOpen ? 'openQuote' : 'cellTooLong', { row })
    return records
  }

  /** The record that begins here; null when it does not end yet. */
  #record(): Fields | null {
    const fields: Fields = []
    for (;;) {
      const isQuoted = this.#text.charCodeAt(this.#at) === QUOTE_CODE
      const field = isQuoted ? this.#quoted() : this.#plain()
      this.#isOpen = isQuoted && field === null
      if (field === null) return null
      fields.push(field)
      if (this.#text.charCodeAt(this.#at) !== this.#separator) return this.#endLine() ? fields : null
      this.#at += 1
    }
  }

  /** Skips the end of a line; false if it may continue in the next piece. */
  #endLine(): boolean {
    if (this.#at >= this.#text.length) return this.#isLast
    const isCr = this.#text.charCodeAt(this.#at) === CR
    // The line feed of this end may come with the next piece.
    if (isCr && this.#at + 1 >= this.#text.length && !this.#isLast) return false
    this.#at += isCr && this.#text.charCodeAt(this.#at + 1) === LF ? 2 : 1
    return true
  }

  #plain(): string | null {
    const start = this.#at
    const text = this.#text
    let at = start
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === this.#separator || code === LF || code === CR) break
    }
    this.#at = at
    // A cell that continues is read again with each piece.
    if (at - start > CELL_CHARACTERS_MAX) throw new TableFileError('cellTooLong', { row: this.#records + 1 })
    return at < text.length || this.#isLast ? text.slice(start, at) : null
  }

  #quoted(): string | null {
    let field = ''
    let from = this.#at + 1
    for (;;) {
      const end = this.#text.indexOf(QUOTE, from)
      // Only the next piece shows whether a quote at the end of this one is doubled.
      if (end < 0 || (end + 1 >= this.#text.length && !this.#isLast)) return null
      field += this.#text.slice(from, end)
      if (this.#text.charCodeAt(end + 1) !== QUOTE_CODE) {
        this.#at = end + 1
        const tail = this.#plain()
        return tail === null ? null : field + tail
      }
      field += QUOTE
      from = end + 2
    }
  }
}

export const SEPARATORS = [',', ';', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]
const GUESSED_RECORDS = 50

/**
 * The separator of a text: the character that splits the headings into most cells, because values can contain anything;
 * of several, the one that gives the rows below the same number of cells.
 */
export function separatorIn(head: string): Separator {
  const scored = SEPARATORS.map((separator) => {
    const records = recordsIn(head, separator)
    const [first, ...others] = records.filter((fields) => fields.some(Boolean)).slice(0, GUESSED_RECORDS)
    const width = first?.length ?? 0
    return { separator, width, alike: others.filter((fields) => fields.length === width).length }
  })
  return scored.reduce((best, one) =>
    one.width > best.width || (one.width === best.width && one.alike > best.alike) ? one : best,
  ).separator
}

/** The whole records at the beginning of a text that may be cut short. */
function recordsIn(head: string, separator: Separator): Fields[] {
  const parser = new RecordParser(separator)
  const records = parser.feed(head)
  if (records.length) return records
  // A single line without an end.
  try {
    return parser.feed('', true)
  } catch (error) {
    if (error instanceof TableFileError) return []
    throw error
  }
}
