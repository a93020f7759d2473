import { TABLE_COLUMNS_MAX } from '#contract/core/limits.ts'
import type { TableFile } from '../bytes.ts'
import { unguarded } from '../formula-guard.ts'
import { type Notes, type SourceCell, type SourceRow, TableFileError } from '../source.ts'
import { type Encoding, encodingOf, textOf } from './encoding.ts'
import { type Fields, RecordParser, type Separator, separatorIn } from './records.ts'

/** Characters that are read to detect the separator. */
const HEAD_CHARACTERS = 65_536

export type DelimitedOptions = { encoding?: Encoding | undefined; separator?: Separator | undefined }

async function headText(file: TableFile, encoding: Encoding): Promise<string> {
  let head = ''
  for await (const piece of textOf(file, encoding)) {
    head += piece
    if (head.length >= HEAD_CHARACTERS) break
  }
  return head.slice(0, HEAD_CHARACTERS)
}

function cellOf(field: string): SourceCell {
  if (field === '') return null
  const text = unguarded(field)
  // The apostrophe was written to mark a text.
  return text === field ? { kind: 'raw', text } : { kind: 'text', text }
}

class Rows {
  readonly #notes: Notes
  #row = 0
  #width = 0

  constructor(notes: Notes) {
    this.#notes = notes
  }

  of(records: Fields[]): SourceRow[] {
    const rows: SourceRow[] = []
    for (const fields of records) {
      this.#row += 1
      if (!fields.some(Boolean)) this.#notes.blankRows += 1
      else rows.push({ row: this.#row, cells: this.#cells(fields) })
    }
    return rows
  }

  #cells(fields: Fields): SourceCell[] {
    this.#width ||= fields.length
    if (fields.length < this.#width) this.#notes.shortRows += 1
    const cells = fields.map(cellOf)
    while (cells.length && cells.at(-1) === null) cells.pop()
    if (cells.length > TABLE_COLUMNS_MAX) throw new TableFileError('tooManyColumns', { row: this.#row })
    return cells
  }
}

/** A text of separated cells; encoding and separator are detected unless they are given. */
export async function openDelimited(file: TableFile, options: DelimitedOptions) {
  const { encoding, isGuessed } = options.encoding
    ? { encoding: options.encoding, isGuessed: false }
    : await encodingOf(file)
  const head = await headText(file, encoding)
  if (!head.trim()) throw new TableFileError('empty')
  const separator = options.separator ?? separatorIn(head)
  return {
    encoding,
    isEncodingGuessed: isGuessed,
    separator,
    async *read(notes: Notes): AsyncGenerator<SourceRow[]> {
      const parser = new RecordParser(separator)
      const rows = new Rows(notes)
      for await (const piece of textOf(file, encoding)) yield rows.of(parser.feed(piece))
      yield rows.of(parser.feed('', true))
    },
  }
}
