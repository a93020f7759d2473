import type { Expression, FormulaErrorKind, FormulaType } from '#contract/tables/formula/syntax.ts'

export type Call = Extract<Expression, { kind: 'call' }>
/** A result that has a value when all arguments have one, unless for its `own` reason, an expression of SQL. */
export type Rule = {
  value: (args: string[], call: Call) => string
  own?: (args: string[], call: Call) => string | null
}

/** `cells` are skipped while they are empty; without one of `needed` there is no value. */
type OfRow = (cells: readonly string[], needed: readonly string[], type: FormulaType) => string
/** The aggregate functions over the values of a row. */
type Aggregates = Record<'sum' | 'least' | 'greatest' | 'median' | 'deviation', OfRow> & {
  /** How many of these have a value. */
  count: (values: readonly string[]) => string
  mean: (sum: string, count: string) => string
  /** Joins texts; null if one of them is null. */
  join: (values: readonly string[]) => string
}

/**
 * The functions of the system that computes formulas: the database, or the engine that reads files. Without a value the
 * result is null, never an error.
 */
export type FormulaTarget = {
  types: Readonly<Record<FormulaType, string>>
  rules: Readonly<Record<string, Rule>>
  aggregates: Aggregates
  /** Nested calls at most, with those of the formulas that are read (our choice). */
  levels: number
  /** A number that is written in a formula. */
  number: (digits: string) => string
  /** The terms of a cell of several choices as one text. */
  terms: (cell: string) => string
  /** A number as a result; of a cell that nothing was computed of, the cell. */
  result: (value: string, of: Expression) => string
}

/**
 * A text as a literal of SQL: the definition of a column takes no parameters. Backslashes are no escapes
 * (`standard_conforming_strings`, the default that nothing here turns off); formulas contain no NUL.
 */
export const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`
/** The reason of a rule, whatever its arguments. */
export const reason = (kind: FormulaErrorKind) => () => quotedText(kind)
export const typeOf = ({ args }: Call, at = 0): FormulaType => args[at]?.type ?? 'number'
/** The last argument of a call that is written into the formula. */
export function constantOf({ args }: Call): string {
  const last = args.at(-1)
  return last?.kind === 'literal' ? last.value : ''
}
