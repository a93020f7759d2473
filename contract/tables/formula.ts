import { check, type FormulaColumn } from './formula/check.ts'
import { parse } from './formula/parse.ts'
import {
  type Expression,
  FORMULA_ERRORS,
  FormulaError,
  type FormulaErrorKind,
  type FormulaProblem,
} from './formula/syntax.ts'
import { respell, type Spelling } from './formula/tokens.ts'

/** A formula that can be computed; `columns` are the ids of those it reads, each once. */
export type Formula = { root: Expression; columns: number[] }
/** A formula, or what is wrong with it in the order of its characters. */
export type FormulaReading =
  | { formula: Formula; problems: readonly [] }
  | { formula: null; problems: readonly FormulaProblem[] }

function columnsOf(expression: Expression, found: Set<number> = new Set()): Set<number> {
  if (expression.kind === 'column') found.add(expression.id)
  if (expression.kind === 'call') for (const arg of expression.args) columnsOf(arg, found)
  return found
}

/** Finds columns by what a spelling writes for them: the name without regard to case, or the number. */
function finder(columns: readonly FormulaColumn[], spelling: Spelling) {
  const keyOf = ({ id, name }: FormulaColumn) => (spelling === 'typed' ? name.toLowerCase() : String(id))
  const byKey = new Map(columns.map((column) => [keyOf(column), column]))
  return (key: string) => byKey.get(key.toLowerCase())
}

/** The columns that a formula names, each once, whether it can be computed or not; those that are unknown are left out. */
export function columnsNamed(text: string, columns: readonly FormulaColumn[], spelling: Spelling = 'typed'): number[] {
  const find = finder(columns, spelling)
  const ids = new Set<number>()
  try {
    respell(text, spelling, (key) => {
      const found = find(key)
      if (found) ids.add(found.id)
      return ''
    })
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error
  }
  return [...ids]
}

/** Reads a formula with its types: `typed` as people write it, `stored` as `storedFormula` has it. */
export function readFormula(
  text: string,
  columns: readonly FormulaColumn[],
  spelling: Spelling = 'typed',
): FormulaReading {
  try {
    const { root, problems } = check(parse(text, spelling), finder(columns, spelling))
    if (root) return { formula: { root, columns: [...columnsOf(root)] }, problems: [] }
    return { formula: null, problems: problems.toSorted((a, b) => a.at - b.at) }
  } catch (error) {
    if (error instanceof FormulaError) return { formula: null, problems: [error.problem] }
    throw error
  }
}

/** A formula as it is kept: columns by number, so that a new name doesn't break it. It must be one that can be read. */
export function storedFormula(text: string, columns: readonly FormulaColumn[]): string {
  const find = finder(columns, 'typed')
  return respell(text, 'typed', (key) => `{${find(key)?.id}}`)
}

/** How a formula names a column. */
export const columnInFormula = (name: string): string => `[${name.replaceAll(']', ']]')}]`

/** A kept formula as people read it; a column that is gone keeps its number. */
export function shownFormula(stored: string, columns: readonly FormulaColumn[]): string {
  const find = finder(columns, 'stored')
  return respell(stored, 'stored', (key) => columnInFormula(find(key)?.name ?? `#${key}`))
}

/** Whether a column would read itself, directly or through others, if it read `columns`. */
export function isCircular(
  id: number,
  columns: readonly number[],
  readsOf: (id: number) => readonly number[],
): boolean {
  const seen = new Set<number>()
  const open = [...columns]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === id) return true
    if (seen.has(next)) continue
    seen.add(next)
    open.push(...readsOf(next))
  }
  return false
}

/** Why a computed cell has no value, and the column without a value that it needs: `missing:7`. */
export function cellError(text: string): { kind: FormulaErrorKind; column: number | null } {
  const [kind = '', column] = text.split(':')
  return {
    kind: FORMULA_ERRORS.find((one) => one === kind) ?? 'missing',
    column: column === undefined ? null : Number(column),
  }
}

/** The types among the values of a problem's text, by the key of their name. */
const typeKeyOf = (type: string) => `tableFormulas.types.${type}`

/** The text of a problem: its key, values that are inserted unchanged, and keys of values that have their own text. */
export function problemText({ reason, values }: FormulaProblem) {
  const { expected, found, ...plain } = values
  if (expected === undefined) return { key: `tableFormulas.problems.${reason}`, values, keys: {} }
  return {
    key: `tableFormulas.problems.${reason}`,
    values: plain,
    keys: { expected: typeKeyOf(expected), found: typeKeyOf(found ?? '') },
  }
}
