import { auditWords } from '#contract/audit-words.ts'
import type { Language } from '#server/http/context.ts'
import type { Pages } from '#server/http/csv.ts'
import { findText, textOf } from '#server/http/texts.ts'
import { entryOf } from './service.ts'
import type { AuditRow } from './store.ts'

/** The columns for programs: what is stored, by names that stay. */
const codes = [
  'number',
  'at',
  'action',
  'outcome',
  'reason',
  'actor_id',
  'actor_name',
  'actor_email',
  'channel',
  'address',
  'method',
  'target_id',
  'target_name',
  'target_email',
  'before',
  'after',
  'hash',
] as const
/** The columns for readers, in the words of the page; they come first. */
const read = ['audit.properties.actor', 'audit.sheet.what', 'audit.fields.reason', 'audit.diff.label'] as const

const cellOf = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return value.toString('hex')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}

const wordsIn = (language: Language) =>
  auditWords({
    has: (key) => findText(language, key) !== null,
    say: (key, values) => textOf(language, key, values),
    sayBare: (key) => textOf(language, key).replace(/\{\{.+?\}\}/g, '…'),
  })

export const headingsIn = (language: Language): string[] => [
  ...read.map((column) => textOf(language, column)),
  ...codes,
]

/** The entries as rows of the exported sheet. */
export async function* cellsOf(pages: AsyncIterable<AuditRow[]>, language: Language): Pages {
  const { whoOf, sentenceOf, reasonOf, changesOf } = wordsIn(language)
  const readOf = (row: AuditRow) => {
    const entry = entryOf(row, language)
    const what = sentenceOf(entry).filter(Boolean).join(' ')
    return [whoOf(entry), what, reasonOf(entry.reason), changesOf(entry)]
  }
  for await (const rows of pages)
    yield rows.map((row) => [...readOf(row), ...codes.map((column) => cellOf(row[column]))])
}
