import type { Column } from '#contract/tables/columns.ts'
import type { FormulaProblem } from '#contract/tables/formula/syntax.ts'
import {
  columnsNamed,
  type Formula,
  problemText,
  readFormula,
  shownFormula,
  storedFormula,
} from '#contract/tables/formula.ts'
import { Failure } from '#server/failure.ts'
import { textOf } from '#server/http/texts.ts'
import { type ColumnRow, columnOf } from './catalogue-store.ts'
import { type FormulaSql, FormulaTooLarge, formulaSql } from './formula-sql-store.ts'

/** A column as the database computes it. */
export type Computed = FormulaSql & { type: Column['type'] }

/** Thrown when a formula among columns can't be computed. */
class FormulaBroken extends Error {
  readonly column: ColumnRow
  readonly problems: readonly FormulaProblem[]
  constructor(column: ColumnRow, problems: readonly FormulaProblem[]) {
    super('formula')
    this.column = column
    this.problems = problems
  }
}

/** The text of a problem in both languages. */
function reasonOf(problem: FormulaProblem | undefined): { zh: string; en: string } {
  const said = (language: 'zh' | 'en') => {
    if (!problem) return ''
    const { key, values, keys } = problemText(problem)
    const named = Object.entries(keys).map(([name, text]) => [name, textOf(language, text)])
    return textOf(language, key, { ...values, ...Object.fromEntries(named) })
  }
  return { zh: said('zh'), en: said('en') }
}

type Wish = {
  /** The columns whose formulas are wanted, with those that they read; absent: all. */
  only?: readonly number[]
  /** Columns whose formulas are as people typed them; all others are as they are kept. */
  typed?: readonly number[]
}

/** The formulas of columns, and all columns with the types that formulas give them. Throws FormulaBroken. */
function readAll(columns: readonly ColumnRow[], { only, typed = [] }: Wish) {
  const rows = new Map(columns.map((column) => [column.id, column]))
  const formulas = new Map<number, Formula>()
  const open = new Set<number>()

  function read(column: ColumnRow): void {
    const { id, formula: text } = column
    if (text === null || formulas.has(id)) return
    const whole = { at: 0, length: text.length }
    if (open.has(id)) throw new FormulaBroken(column, [{ reason: 'cycle', ...whole, values: {} }])
    open.add(id)
    const spelling = typed.includes(id) ? 'typed' : 'stored'
    for (const other of columnsNamed(text, columns, spelling)) read(rows.get(other) ?? column)
    open.delete(id)
    const { formula, problems } = readFormula(text, [...rows.values()], spelling)
    if (!formula) throw new FormulaBroken(column, problems)
    formulas.set(id, formula)
    rows.set(id, { ...column, type: formula.root.type })
  }
  // Typed ones first: of a circle that one of them closes, it is the one to change.
  for (const id of [...typed, ...(only ?? rows.keys())]) {
    const column = rows.get(id)
    if (column) read(column)
  }
  return { rows, formulas }
}

/**
 * The SQL of the computed columns among all columns of a table, by id; `alias` is the name of its rows. Throws
 * FormulaBroken.
 */
function compile(columns: readonly ColumnRow[], wish: Wish, alias = ''): Map<number, Computed> {
  const { rows, formulas } = readAll(columns, wish)
  const sourceOf = (id: number) => {
    const formula = formulas.get(id)
    return formula ? { root: formula.root } : { physical: rows.get(id)?.physical ?? 0 }
  }
  return new Map(
    [...formulas].map(([id, { root }]) => {
      try {
        return [id, { ...formulaSql(root, sourceOf, alias), type: root.type }]
      } catch (error) {
        if (!(error instanceof FormulaTooLarge)) throw error
        const column = rows.get(id) as ColumnRow
        const length = column.formula?.length ?? 0
        throw new FormulaBroken(column, [{ reason: 'tooLarge', at: 0, length, values: {} }])
      }
    }),
  )
}

/**
 * Columns of which some have formulas as people typed them (`typed`), as they are kept: with the numbers of the columns
 * that they read, and the types that they give. Throws tableFormulaInvalid; its data are the problems.
 */
export function withKeptFormulas(columns: readonly ColumnRow[], typed: readonly number[]): ColumnRow[] {
  try {
    compile(columns, { only: [], typed })
    const { rows } = readAll(columns, { only: [], typed })
    return [...rows.values()].map((row) =>
      row.formula !== null && typed.includes(row.id) ? { ...row, formula: storedFormula(row.formula, columns) } : row,
    )
  } catch (error) {
    if (!(error instanceof FormulaBroken)) throw error
    const [first] = error.problems
    throw new Failure('tableFormulaInvalid', { values: { reason: reasonOf(first) }, data: error.problems })
  }
}

/** The SQL of all computed columns, by id. Throws tableColumnNeeded if one can't be computed. */
export function computedColumns(columns: readonly ColumnRow[]): Map<number, Computed> {
  try {
    return compile(columns, {})
  } catch (error) {
    if (!(error instanceof FormulaBroken)) throw error
    const values = { column: error.column.name, reason: reasonOf(error.problems[0]) }
    throw new Failure('tableColumnNeeded', { values })
  }
}

/** Why cells of computed columns of the rows `t` have no value, in SQL, by id. */
export const errorsOf = (columns: readonly ColumnRow[], only: readonly number[]): Map<number, Computed> =>
  compile(columns, { only }, 't.')

/** Columns as people see them: formulas with the names of the columns that they read. */
export const shownColumns = (columns: readonly ColumnRow[]): Column[] =>
  columns.map((row) => ({ ...columnOf(row), formula: row.formula && shownFormula(row.formula, columns) }))
