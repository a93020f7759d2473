import { type RawBuilder, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** A column whose rows reference contents. */
export type ContentUse = {
  table: keyof Schema
  column: 'blob_sha256' | 'sha256'
  /** Name, for people, of what is lost with the content of a row `u`; absent when nothing is lost. */
  lost?: RawBuilder<unknown>
  /** Clears references to a missing content, so that it is made again. */
  again?: (content: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** The rows `u` of a use that reference a content. */
export const rowsNaming = ({ table, column }: ContentUse, content: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${sql.table(table)} u where ${sql.ref(`u.${column}`)} = ${content}`

/** SQL condition: no row references the content of `blob as b`. */
export const unusedBy = (uses: readonly ContentUse[]): RawBuilder<unknown> =>
  sql.join(
    uses.map((use) => sql`not exists (select 1 from ${rowsNaming(use, sql`b.sha256`)})`),
    sql` and `,
  )
