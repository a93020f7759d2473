import type { FormulaType } from './syntax.ts'

const COMPARISONS = ['=', '<>', '<', '>', '<=', '>=']
export const isComparison = (name: string): boolean => COMPARISONS.includes(name)
export const isMoment = (type: FormulaType): boolean => type === 'date' || type === 'datetime'

/** What `+` and `-` give: days can be added to a date or a time, and two of them are days apart. Null: nothing. */
function sum(name: '+' | '-', left: FormulaType, right: FormulaType): FormulaType | null {
  if (left === 'number' && right === 'number') return 'number'
  if (isMoment(left) && right === 'number') return left
  if (name === '+' && left === 'number' && isMoment(right)) return right
  return name === '-' && isMoment(left) && isMoment(right) ? 'number' : null
}

/** What an operator with two sides gives for these types; null: they don't fit it. */
export function operatorType(name: string, left: FormulaType, right: FormulaType): FormulaType | null {
  if (name === '&') return 'text'
  if (name === '+' || name === '-') return sum(name, left, right)
  if (isComparison(name)) return left === right || (isMoment(left) && isMoment(right)) ? 'boolean' : null
  return left === 'number' && right === 'number' ? 'number' : null
}
