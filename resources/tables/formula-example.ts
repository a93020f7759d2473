import type { Column } from '#contract/tables/columns.ts'
import { columnInFormula } from '#contract/tables/formula.ts'

/** A formula over columns that there are, for one of them (null: a new one), which it doesn't read. */
export function exampleOf(columns: readonly Column[], column: number | null): string {
  const others = columns.filter(({ id }) => id !== column)
  const [first, second] = others.filter(({ type }) => type === 'number')
  if (first)
    return second
      ? `${columnInFormula(first.name)} / ${columnInFormula(second.name)}`
      : `${columnInFormula(first.name)} * 1.8 + 32`
  const any = others.find(({ type }) => type !== 'file' && type !== 'person')
  return any ? `UPPER(${columnInFormula(any.name)})` : ''
}
