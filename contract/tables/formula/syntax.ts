import type { CellType } from '../columns.ts'

/** Types that a formula computes with; choices, one or many, are texts to it. */
export type FormulaType = 'text' | 'number' | 'date' | 'datetime' | 'boolean'

/** Part of a formula: characters from `at`, `length` of them. */
export type Span = { at: number; length: number }

/** Why a formula can't be read: keys of `tableFormulas.problems`. */
export type ProblemReason =
  | 'character'
  | 'textOpen'
  | 'columnOpen'
  | 'number'
  | 'end'
  | 'unexpected'
  | 'closing'
  | 'columnUnknown'
  | 'columnType'
  | 'columnNeeded'
  | 'function'
  | 'changing'
  | 'tooFew'
  | 'tooMany'
  | 'pairs'
  | 'type'
  | 'differ'
  | 'literal'
  | 'format'
  | 'unit'
  | 'tooDeep'
  | 'tooLarge'
  | 'cycle'

/** A problem of a formula beside the characters that have it; `values` fill its text, types among them by name. */
export type FormulaProblem = Span & { reason: ProblemReason; values: Record<string, string> }

/** Thrown where a formula can't be read further; `readFormula` answers it as a problem. */
export class FormulaError extends Error {
  readonly problem: FormulaProblem

  constructor(reason: ProblemReason, { at, length }: Span, values: Record<string, string> = {}) {
    super(reason)
    this.problem = { at, length, reason, values }
  }
}

/** A formula as it is written; operators are calls, named by their sign (`-1` is the sign of a number, `%` divides by 100). */
export type Syntax = Span & { depth: number } & (
    | { kind: 'literal'; type: 'text' | 'number' | 'boolean'; value: string }
    | { kind: 'column'; key: string }
    | { kind: 'call'; name: string; args: Syntax[] }
  )

/**
 * A formula with its types. Besides the calls that people write there are conversions (`toText`, `toDatetime`, `toDate`)
 * and `none`, which has no value: `empty` by wish, `noMatch` because no case fits.
 */
export type Expression =
  | { kind: 'literal'; type: 'text' | 'number' | 'boolean'; value: string }
  | { kind: 'column'; type: FormulaType; id: number; cell: CellType }
  | { kind: 'none'; type: FormulaType; reason: 'empty' | 'noMatch' }
  | { kind: 'call'; type: FormulaType; name: string; args: Expression[] }

/** Why a computed cell has no value: keys of `tableFormulas.errors`. */
export const FORMULA_ERRORS = [
  'missing',
  'division',
  'notNumber',
  'notDate',
  'notFound',
  'outOfRange',
  'noMatch',
  'tooFew',
  'tooLong',
] as const
export type FormulaErrorKind = (typeof FORMULA_ERRORS)[number]
