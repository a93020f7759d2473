import * as z from 'zod/mini'
import {
  CHOICES_MAX,
  COLUMN_ID_MAX,
  COLUMN_NAME_MAX,
  COLUMN_NOTE_MAX,
  COLUMN_UNIT_MAX,
  FORMULA_MAX,
  PATTERN_MAX,
  TABLE_TEXT_MAX,
} from '../core/limits.ts'
import { Id } from '../core/shapes.ts'

/**
 * Types of the columns of a table. On the wire: text, choice: a string; number: a decimal as a string, exact; date:
 * `2026-11-21`; datetime: ISO 8601 in UTC; boolean; choices: strings; file, person: an id. An empty cell is null.
 */
export const CellType = z.enum(['text', 'number', 'date', 'datetime', 'boolean', 'choice', 'choices', 'file', 'person'])
export type CellType = z.infer<typeof CellType>

/** A value of a cell on the wire; what fits depends on the type of its column. */
export const Cell = z.nullable(
  z.union([
    z.string().check(z.maxLength(TABLE_TEXT_MAX)),
    z.boolean(),
    z.array(z.string().check(z.maxLength(COLUMN_NAME_MAX))).check(z.maxLength(CHOICES_MAX)),
  ]),
)
export type Cell = z.infer<typeof Cell>

/** Number of a column: stable for its life, never used again in its table. */
export const ColumnId = z.int().check(z.gte(1))
/** The number of a column in the query of an address. */
export const AskedColumnId = z.pipe(z.coerce.number(), ColumnId.check(z.lte(COLUMN_ID_MAX)))
/** Number of a row: stable for its life, never used again in its table. */
export const RowId = z.int().check(z.gte(1))

const line = z.string().check(z.trim(), z.regex(/^\P{Cc}*$/u))
/** A name that a column has: one that was given before backticks were refused may contain some. */
export const KnownColumnName = line.check(z.minLength(1), z.maxLength(COLUMN_NAME_MAX))
/** A name that a column is given. Source: spec section 5, "may not be empty or contain a backtick". */
export const ColumnName = KnownColumnName.check(z.regex(/^[^`]*$/))
/** A heading of a file or of another database with what a name of a column may not contain replaced. */
export const columnNameOf = (heading: string): string => heading.replaceAll('`', "'")

/** How values of a column are shown; no format changes what is stored. */
export const ColumnFormat = z.object({
  /** Digits after the point of a number; absent: as stored. */
  decimals: z.optional(z.int().check(z.gte(0), z.lte(20))),
  /** Groups of three digits are separated. */
  isGrouped: z.optional(z.boolean()),
  isPercent: z.optional(z.boolean()),
  /** Minutes east of UTC in which times are shown; absent: those of the reader. */
  offsetMinutes: z.optional(z.int().check(z.gte(-840), z.lte(840))),
})
export type ColumnFormat = z.infer<typeof ColumnFormat>

/**
 * What the values of a column should be. Values that break a rule are marked, counted and listed; with `isStrict` they
 * are refused.
 */
export const ColumnRules = z.object({
  isRequired: z.optional(z.boolean()),
  isUnique: z.optional(z.boolean()),
  /** Least and greatest number, date or time, as on the wire. */
  least: z.optional(z.string().check(z.maxLength(100))),
  greatest: z.optional(z.string().check(z.maxLength(100))),
  /** Least and greatest length of a text in characters. */
  lengthMin: z.optional(z.int().check(z.gte(0), z.lte(TABLE_TEXT_MAX))),
  lengthMax: z.optional(z.int().check(z.gte(0), z.lte(TABLE_TEXT_MAX))),
  /** Regular expression that a whole text matches. */
  pattern: z.optional(z.string().check(z.maxLength(PATTERN_MAX))),
  isStrict: z.optional(z.boolean()),
})
export type ColumnRules = z.infer<typeof ColumnRules>

const described = {
  name: ColumnName,
  description: z.string().check(z.trim(), z.maxLength(COLUMN_NOTE_MAX)),
  unit: line.check(z.maxLength(COLUMN_UNIT_MAX)),
  format: ColumnFormat,
  /** Terms of a choice; a value outside of them breaks the rules of the column. Empty: any text. */
  options: z.array(line.check(z.minLength(1), z.maxLength(COLUMN_NAME_MAX))).check(z.maxLength(CHOICES_MAX)),
  /** The vocabulary of the space from which the terms come instead; null: `options`. */
  vocabularyId: z.nullable(Id),
  rules: ColumnRules,
}
/** The settings of a new column. */
export const ColumnDraft = z.object({
  ...described,
  description: z._default(described.description, ''),
  unit: z._default(described.unit, ''),
  format: z._default(ColumnFormat, {}),
  options: z._default(described.options, []),
  vocabularyId: z._default(described.vocabularyId, null),
  rules: z._default(ColumnRules, {}),
  type: CellType,
  /** Formula from which the database computes the column; null: people fill it in. */
  formula: z._default(z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(FORMULA_MAX))), null),
})
export type ColumnDraft = z.infer<typeof ColumnDraft>
/** Settings of a column that can change without its values; absent ones stay. */
export const ColumnEdit = z.partial(z.object(described))
export type ColumnEdit = z.infer<typeof ColumnEdit>

export const Column = z.extend(ColumnDraft, { id: ColumnId, name: KnownColumnName })
export type Column = z.infer<typeof Column>
