import type { CellType } from '#contract/tables/columns.ts'
import type { Operator } from '#contract/tables/question.ts'

const ORDERED: Operator[] = ['is', 'isNot', 'less', 'lessOrEqual', 'greater', 'greaterOrEqual', 'between', 'notBetween']
const TEXT: Operator[] = ['contains', 'notContains', 'is', 'isNot', 'startsWith', 'endsWith', 'oneOf', 'noneOf']
const EMPTY: Operator[] = ['empty', 'notEmpty']
const EQUAL: Operator[] = ['is', 'isNot', ...EMPTY]

/** The comparisons that a column of a type is filtered by, the usual one first. */
export const operatorsOf: Record<CellType, readonly Operator[]> = {
  text: [...TEXT, ...EMPTY],
  number: [...ORDERED, 'oneOf', 'noneOf', ...EMPTY],
  date: [...ORDERED, ...EMPTY],
  datetime: [...ORDERED, ...EMPTY],
  boolean: EQUAL,
  choice: ['oneOf', 'noneOf', ...EMPTY],
  choices: ['contains', 'notContains', 'oneOf', 'noneOf', ...EMPTY],
  file: EQUAL,
  person: EQUAL,
}

/** How many values a comparison takes; null: any number but none. */
export function valuesOf(operator: Operator): number | null {
  if (operator === 'empty' || operator === 'notEmpty') return 0
  if (operator === 'between' || operator === 'notBetween') return 2
  return operator === 'oneOf' || operator === 'noneOf' ? null : 1
}
