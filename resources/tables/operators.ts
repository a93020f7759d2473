import type { QueryOperator } from '#contract/queries/query.ts'
import type { Cell, CellType, Column } from '#contract/tables/columns.ts'
import type { Operator, TableOperator } from '#contract/tables/question.ts'

const ORDERED: Operator[] = ['is', 'isNot', 'less', 'lessOrEqual', 'greater', 'greaterOrEqual', 'between', 'notBetween']
const TEXT: Operator[] = ['contains', 'notContains', 'is', 'isNot', 'startsWith', 'endsWith']
const EMPTY: Operator[] = ['empty', 'notEmpty']
const LISTED: Operator[] = ['oneOf', 'noneOf']
const EQUAL: Operator[] = ['is', 'isNot', ...LISTED, ...EMPTY]

/** The comparisons that a column of a type is filtered by, the usual one first. */
const operatorsOf: Record<CellType, readonly Operator[]> = {
  text: [...TEXT, ...LISTED, ...EMPTY],
  number: [...ORDERED, ...LISTED, ...EMPTY],
  date: [...ORDERED, ...LISTED, ...EMPTY],
  datetime: [...ORDERED, ...LISTED, ...EMPTY],
  boolean: EQUAL,
  choice: [...LISTED, ...EMPTY],
  choices: ['contains', 'notContains', ...LISTED, ...EMPTY],
  file: EQUAL,
  person: EQUAL,
}

/** Whether a cell of a column can break a rule. */
const hasRules = ({ rules, options, vocabularyId }: Pick<Column, 'rules' | 'options' | 'vocabularyId'>) =>
  options.length > 0 ||
  vocabularyId !== null ||
  Object.values(rules).some((rule) => rule !== undefined && rule !== false)

/** The comparisons of a column: those of its type, and whether its rules are kept to. */
export const operatorsFor = (column: Column): readonly TableOperator[] =>
  hasRules(column) ? [...operatorsOf[column.type], 'broken'] : operatorsOf[column.type]

/** The comparisons of a column of an answer: those of its type. */
export const operatorsOfAnswer = ({ type }: Column): readonly Operator[] => operatorsOf[type]
/** Whether values of a column are only chosen, for what is typed is none. */
export const isPickedOnly = ({ type }: Pick<Column, 'type'>): boolean =>
  type === 'file' || type === 'person' || type === 'boolean'

/** The comparisons at an earlier moment, of which no values are listed. */
export const operatorsThen = (column: Column): readonly Operator[] =>
  operatorsOf[column.type].filter((operator) => !isPickedOnly(column) || !LISTED.includes(operator))

/** The comparisons of a field of a query: those of its type, and of a person whether it is the reader. */
export const operatorsOfField = ({ type }: Column): readonly QueryOperator[] =>
  type === 'person' ? [...operatorsOf[type], 'isReader'] : operatorsOf[type]

/** Comparisons wherever rows are filtered. */
export type AnyOperator = TableOperator | QueryOperator
/** A filter of columns by some of the comparisons. */
export type FilterBy<Each extends AnyOperator> = {
  match: 'all' | 'any'
  conditions: { column: number; operator: Each; values: Cell[] }[]
}[]

const WITHOUT_VALUES: readonly AnyOperator[] = ['empty', 'notEmpty', 'broken', 'isReader']
/** Whether a comparison is with a list of values, in which null is an empty cell. */
export const isOfList = (operator: AnyOperator): boolean => operator === 'oneOf' || operator === 'noneOf'
/** The number of values of a comparison; null: any number except none. */
export function valuesOf(operator: AnyOperator): number | null {
  if (WITHOUT_VALUES.includes(operator)) return 0
  if (operator === 'between' || operator === 'notBetween') return 2
  return isOfList(operator) ? null : 1
}
