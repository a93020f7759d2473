import { journalKey } from '#contract/journal.ts'
import type { Language } from '#server/http/context.ts'
import type { Pages } from '#server/http/csv.ts'
import { textOf } from '#server/http/texts.ts'
import type { Row } from './store.ts'

const columns = ['at', 'who', 'action', 'item', 'path', 'count', 'details', 'channel'] as const

/** Headings of the journal's CSV file in the reader's language. */
export const headingsOf = (language: Language): string[] =>
  columns.map((column) => textOf(language, `journal.columns.${column}`))

export async function* cellsOf(pages: AsyncIterable<Row[]>, language: Language): Pages {
  for await (const rows of pages) yield rows.map((row) => lineOf(row, language))
}

function lineOf(row: Row, language: Language): string[] {
  const nobody =
    row.channel === 'job' ? textOf(language, 'journal.who.system') : textOf(language, 'journal.who.stranger')
  return [
    row.at.toISOString(),
    row.person_id ? row.person_name : nobody,
    textOf(language, journalKey('actions', row.action)),
    row.item_name.replaceAll('\n', '; '),
    row.item_path,
    String(row.count),
    Object.entries(row.details)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
    textOf(language, `journal.channels.${row.channel}`),
  ]
}
