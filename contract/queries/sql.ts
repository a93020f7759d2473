import * as z from 'zod/mini'
import { SQL_SOURCES_MAX, SQL_TEXT_MAX } from '../core/limits.ts'
import { SourceRef } from './query.ts'

/** The name that a source has in the SQL of a data view; in quotes it may be any text. */
export const SqlName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100), z.regex(/^\P{Cc}*$/u))

/**
 * One statement that reads, in the SQL of DuckDB. It names the sources that were chosen for it, and nothing else; their
 * columns have the names that people see.
 */
export const SqlQuery = z.object({
  text: z.string().check(z.minLength(1), z.maxLength(SQL_TEXT_MAX)),
  sources: z._default(z.array(z.object({ name: SqlName, source: SourceRef })), []).check(z.maxLength(SQL_SOURCES_MAX)),
})
export type SqlQuery = z.infer<typeof SqlQuery>

/** The names that columns have in SQL, which tells no letters apart by their case: repeated ones get a number. */
export function columnNamesInSql(columns: readonly { name: string }[]): string[] {
  const taken = new Set<string>()
  return columns.map(({ name }) => {
    let free = name
    for (let number = 1; taken.has(free.toLowerCase()); number += 1) free = `${name}_${number}`
    taken.add(free.toLowerCase())
    return free
  })
}
