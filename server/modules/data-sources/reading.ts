import type { SourceReading } from '#contract/source-imports.ts'
import { Failure } from '#server/failure.ts'
import type { Filter, KnownColumn, Selection, SourceSession } from './drivers/session.ts'

/** The columns that an import reads, by their names, and from where. */
export type Asked = Pick<SourceReading, 'schema' | 'table' | 'headings' | 'conditions' | 'watermark'> & {
  /** The greatest value that has been imported; null if none. */
  reached: string | null
  /** Rows with that value are read again, because further ones with the same value may have been added since. */
  isReachedIncluded: boolean
}

/** The named column of a table. Throws dataSourceColumnGone. */
function columnOf(known: readonly KnownColumn[], name: string): KnownColumn {
  const column = known.find((one) => one.name === name)
  if (!column) throw new Failure('dataSourceColumnGone', { values: { column: name } })
  return column
}

/**
 * The rows of an import, and the greatest value of its watermark at this moment of the database; null without a
 * watermark, and for a table without values. `characters`: maximum length of a text; one that is too long for a table
 * must be recognizable. Throws dataSourceTableGone, dataSourceColumnGone, dataSourceConditionWrong.
 */
export async function importSelection(
  session: SourceSession,
  { schema, table, headings, conditions, watermark, reached, isReachedIncluded }: Asked,
  characters: number,
): Promise<{ selection: Selection; upTo: string | null }> {
  const at = { schema, table }
  const known = await session.columns(at)
  if (!known.length) throw new Failure('dataSourceTableGone')
  const columns = headings.map((name) => columnOf(known, name))
  const filters: Filter[] = conditions.map(({ column, ...rest }) => ({ ...rest, column: columnOf(known, column) }))
  if (!watermark) return { selection: { at, columns, filters, characters }, upTo: null }
  const column = columnOf(known, watermark)
  if (!column.isOrdered) throw new Failure('dataSourceConditionWrong')
  const upTo = await session.greatest({ at, filters, characters }, column)
  const bounds: Filter[] = []
  if (reached !== null) bounds.push({ column, operator: isReachedIncluded ? 'ge' : 'gt', value: reached })
  // Rows without a value are read once, in the first run.
  if (upTo !== null) bounds.push({ column, operator: reached === null ? 'leOrEmpty' : 'le', value: upTo })
  return { selection: { at, columns, filters: [...filters, ...bounds], characters }, upTo }
}
