import { FORMULA_SQL_MAX } from '#contract/core/limits.ts'
import type { Expression } from '#contract/tables/formula/syntax.ts'
import { databaseTarget } from './formula-calls-store.ts'
import { type Call, type FormulaTarget, quotedText } from './formula-target.ts'

/** The source of a column in a formula: a physical column, or the compiled formula of a computed column. */
export type FormulaSource = { physical: number } | { root: Expression }
/**
 * A formula in SQL: `value`, which is null and never raises an error, and `error`, why there is none (null: there is
 * one). Both are texts without parameters and deterministic, as required for the definition of a column.
 */
export type FormulaSql = { value: string; error: string }

/** With all that it reads, a formula would become more SQL than a column may have. */
export class FormulaTooLarge extends Error {}

/** Types of PostgreSQL for the results of formulas. */
export const sqlTypes = databaseTarget.types

/**
 * A part of a formula. `error` null: it always has a value. `isCell`: a cell that people fill in, which aggregates skip
 * while it is empty.
 */
type Part = { value: string; error: string | null; isCell: boolean; level: number }
type Given = Omit<Part, 'isCell' | 'level'>
type Special = (parts: readonly Part[], call: Call, target: FormulaTarget) => Given

const firstOf = (errors: readonly (string | null)[]): string | null => {
  const known = errors.filter((error) => error !== null)
  return known.length > 1 ? `coalesce(${known.join(', ')})` : (known[0] ?? null)
}
const valuesOf = (parts: readonly Part[]) => parts.map(({ value }) => value)
const errorsOf = (parts: readonly Part[]) => parts.map(({ error }) => error)
const when = (value: string, error: string | null) => error && `case when ${value} is null then ${error} end`

function conditional([test, yes, no]: readonly Part[]): Given {
  if (!test || !yes || !no) throw new Error('IF without its parts')
  const errors = [yes.error, no.error, test.error]
  return {
    value: `case ${test.value} when true then ${yes.value} when false then ${no.value} end`,
    error: errors.some((error) => error !== null)
      ? `case ${test.value} when true then ${errors[0]} when false then ${errors[1]} else ${errors[2]} end`
      : null,
  }
}

/** Parts of an aggregate: cells are skipped while they are empty, everything else needs its value. */
function divide(parts: readonly Part[]) {
  const cells = parts.filter(({ isCell }) => isCell)
  const needed = parts.filter(({ isCell }) => !isCell)
  return { cells: valuesOf(cells), needed: valuesOf(needed), error: firstOf(errorsOf(needed)) }
}

const ROW_AGGREGATES = { SUM: 'sum', MIN: 'least', MAX: 'greatest', MEDIAN: 'median', STDEV: 'deviation' } as const

/** An aggregate of numbers, of days or of times. */
const aggregate =
  (name: keyof typeof ROW_AGGREGATES): Special =>
  (parts, { type }, { aggregates }) => {
    const { cells, needed, error } = divide(parts)
    const value = aggregates[ROW_AGGREGATES[name]](cells, needed, type)
    return { value, error: name === 'SUM' ? error : firstOf([error, when(value, "'tooFew'")]) }
  }

const average: Special = (parts, { type }, { aggregates, number }) => {
  const { cells, needed, error } = divide(parts)
  const others = number(String(needed.length))
  const count = cells.length ? `(${aggregates.count(cells)} + ${others})` : others
  const value = aggregates.mean(aggregates.sum(cells, needed, type), count)
  return { value, error: firstOf([error, when(value, "'tooFew'")]) }
}

function logical(sign: string, parts: readonly Part[]): Given {
  const value = `(${valuesOf(parts).join(` ${sign} `)})`
  return { value, error: when(value, firstOf(errorsOf(parts))) }
}

/** Calls that do not need a value of all their arguments. */
const forgiving: Readonly<Record<string, Special>> = {
  IF: conditional,
  AND: (parts) => logical('and', parts),
  OR: (parts) => logical('or', parts),
  ISBLANK: (parts) => ({ value: `(${parts[0]?.value} is null)`, error: null }),
  IFERROR: ([first, other]) => ({
    value: `coalesce(${first?.value}, ${other?.value})`,
    error: when(first?.value ?? '', other?.error ?? null),
  }),
  COUNT: (parts, _call, { aggregates }) => ({ value: aggregates.count(valuesOf(parts)), error: null }),
  COUNTA: (parts, _call, { aggregates }) => ({ value: aggregates.count(valuesOf(parts)), error: null }),
  CONCAT: (parts, _call, { aggregates }) => {
    const value = aggregates.join(parts.map((part) => (part.isCell ? `coalesce(${part.value}, '')` : part.value)))
    return { value, error: firstOf([divide(parts).error, when(value, "'tooLong'")]) }
  },
  AVERAGE: average,
  ...Object.fromEntries(
    Object.keys(ROW_AGGREGATES).map((name) => [name, aggregate(name as keyof typeof ROW_AGGREGATES)]),
  ),
}

function call(expression: Call, parts: readonly Part[], target: FormulaTarget): Given {
  const special = forgiving[expression.name]
  if (special) return special(parts, expression, target)
  const rule = target.rules[expression.name]
  if (!rule) throw new Error(`no SQL for ${expression.name}`)
  const values = valuesOf(parts)
  const value = rule.value(values, expression)
  const own = rule.own?.(values, expression) ?? null
  return { value, error: firstOf([...errorsOf(parts), when(value, own)]) }
}

const literal = (type: string, value: string, { number }: FormulaTarget) =>
  type === 'text' ? `${quotedText(value)}::text` : type === 'boolean' ? value : number(value)

/**
 * Compiles a formula. `sourceOf` returns the sources of its columns; `alias` is the name of the rows in a query, with
 * its point. Throws FormulaTooLarge.
 */
export function formulaSql(
  root: Expression,
  sourceOf: (id: number) => FormulaSource,
  alias = '',
  target: FormulaTarget = databaseTarget,
): FormulaSql {
  const known = new Map<number, Part>()

  function column(id: number, isTerms: boolean): Part {
    const before = known.get(id)
    if (before) return before
    const source = sourceOf(id)
    const missing = quotedText(`missing:${id}`)
    let part: Part
    if ('root' in source) {
      const { value, error, level } = result(source.root)
      part = { value, error: error && `replace(${error}, 'empty', ${missing})`, isCell: false, level }
    } else {
      const cell = `${alias}c${source.physical}`
      const value = isTerms ? target.terms(cell) : cell
      part = { value, error: `case when ${cell} is null then ${missing} end`, isCell: true, level: 1 }
    }
    known.set(id, part)
    return part
  }

  function emit(expression: Expression): Part {
    if (expression.kind === 'column') return column(expression.id, expression.cell === 'choices')
    if (expression.kind === 'literal')
      return { value: literal(expression.type, expression.value, target), error: null, isCell: false, level: 1 }
    if (expression.kind === 'none') {
      const value = `null::${target.types[expression.type]}`
      return { value, error: quotedText(expression.reason), isCell: false, level: 1 }
    }
    const parts = expression.args.map(emit)
    const given = call(expression, parts, target)
    // A text within a text is kept by reference: what is too long is never written out.
    const isCell = isShown(expression) && parts[0]?.isCell === true
    const part = { ...given, isCell, level: 1 + Math.max(0, ...parts.map(({ level }) => level)) }
    if (part.value.length + (part.error?.length ?? 0) > FORMULA_SQL_MAX || part.level > target.levels)
      throw new FormulaTooLarge()
    return part
  }

  const result = (expression: Expression): Part => {
    const part = emit(expression)
    if (expression.type !== 'number') return part
    const value = target.result(part.value, expression)
    return { ...part, value, error: firstOf([part.error, when(value, "'outOfRange'")]), level: part.level + 1 }
  }

  const { value, error } = result(root)
  return { value, error: error === null ? 'null::text' : `nullif(${error}, 'empty')` }
}

/** Conversions of a cell are a cell still: an empty one is skipped whatever it would be. */
const isShown = ({ name }: Call) => name === 'toText' || name === 'toDatetime' || name === 'toDate'
