import { META_KEY_MAX, METADATA_SHEET_COLUMNS } from '#contract/core/limits.ts'
import { cleanKey } from '#contract/fields.ts'
import { Failure } from '#server/failure.ts'
import type { Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'

const own = ['hash', 'stamp', 'path', 'tags', 'note'] as const
type Own = (typeof own)[number]
/** A column of a sheet: a built-in one, or the metadata with this key. */
export type Column = { kind: Own | 'meta'; key: string }

/** Built-in headings begin with this character; in a key that begins with it the character is doubled. */
const OWN_PREFIX = '#'
const NEEDED: readonly Own[] = ['hash', 'stamp']
const languages: Language[] = ['zh', 'en']

const ownHeading = (kind: Own, language: Language) => `${OWN_PREFIX}${textOf(language, `metadata.columns.${kind}`)}`
export const headingOf = ({ kind, key }: Column, language: Language): string => {
  if (kind !== 'meta') return ownHeading(kind, language)
  return key.startsWith(OWN_PREFIX) ? OWN_PREFIX + key : key
}
/**
 * Columns of a sheet: the item and its stamp first, then the editable ones. Keys beyond the maximum are omitted and
 * stay unchanged.
 */
export const columnsOf = (keys: readonly string[]): Column[] => [
  ...(['hash', 'stamp', 'path'] as const).map((kind) => ({ kind, key: '' })),
  ...keys.slice(0, METADATA_SHEET_COLUMNS - own.length).map((key) => ({ kind: 'meta' as const, key })),
  ...(['tags', 'note'] as const).map((kind) => ({ kind, key: '' })),
]

const plain = (text: string) => text.replace(/\s+/g, '').toLowerCase()
const ownBy = new Map(
  own.flatMap((kind) =>
    [kind, ...languages.map((language) => textOf(language, `metadata.columns.${kind}`))].map((word) => [
      plain(word),
      kind,
    ]),
  ),
)

function columnOf(heading: string): Column | null {
  const text = cleanKey(heading)
  if (text.startsWith(OWN_PREFIX + OWN_PREFIX)) return { kind: 'meta', key: text.slice(OWN_PREFIX.length) }
  const kind = text.startsWith(OWN_PREFIX) ? ownBy.get(plain(text.slice(OWN_PREFIX.length))) : undefined
  if (kind) return { kind, key: '' }
  return text ? { kind: 'meta', key: text } : null
}

/**
 * The column at each position; null for one without a heading. Throws metadataForeign with the missing columns,
 * metadataHeading with the invalid ones.
 */
export function readHeadings(cells: readonly string[], language: Language): (Column | null)[] {
  const columns = cells.map(columnOf)
  const seen = new Set<string>()
  const wrong: string[] = []
  for (const column of columns) {
    if (!column) continue
    const heading = headingOf(column, language)
    if (seen.has(heading) || column.key.length > META_KEY_MAX) wrong.push(heading)
    seen.add(heading)
  }
  const missing = NEEDED.map((kind) => ownHeading(kind, language)).filter((heading) => !seen.has(heading))
  const named = (headings: readonly string[]) => ({
    values: { columns: headings.slice(0, 5).join(textOf(language, 'users.import.and')).slice(0, 300) },
  })
  if (missing.length) throw new Failure('metadataForeign', named(missing))
  if (wrong.length) throw new Failure('metadataHeading', named(wrong))
  return columns
}
