import { type RawBuilder, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** A column whose rows name contents. */
export type ContentUse = {
  table: keyof Schema
  column: 'blob_sha256' | 'sha256'
  /** What people lose with a content that a row `u` names, in their words; absent where they lose nothing. */
  lost?: RawBuilder<unknown>
  /** Lets go of a content that is gone, to make it again. */
  again?: (content: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** The rows `u` of a use that name a content. */
export const rowsNaming = ({ table, column }: ContentUse, content: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${sql.table(table)} u where ${sql.ref(`u.${column}`)} = ${content}`

/** That nothing names the content of `blob as b`. */
export const unusedBy = (uses: readonly ContentUse[]): RawBuilder<unknown> =>
  sql.join(
    uses.map((use) => sql`not exists (select 1 from ${rowsNaming(use, sql`b.sha256`)})`),
    sql` and `,
  )
