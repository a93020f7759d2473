import { isMoment } from './operators.ts'
import type { Expression, FormulaType } from './syntax.ts'

type Call = Extract<Expression, { kind: 'call' }>

const CONVERSIONS: Partial<Record<FormulaType, string>> = { text: 'toText', datetime: 'toDatetime', date: 'toDate' }

/** An expression as another type; of one that has the type already nothing changes. */
export function converted(expression: Expression, type: FormulaType): Expression {
  const name = CONVERSIONS[type]
  if (expression.type === type || !name) return expression
  return { kind: 'call', type, name, args: [expression] }
}

/** Expressions of one type: a date among times is its midnight in UTC. */
export function unified(expressions: readonly Expression[]): Expression[] {
  const isMixed = expressions.some(({ type }) => type === 'datetime')
  return expressions.map((one) => (isMixed && isMoment(one.type) ? converted(one, 'datetime') : one))
}

const choice = (type: FormulaType, test: Expression, args: [Expression, Expression]): Expression => ({
  kind: 'call',
  type,
  name: 'IF',
  args: [test, ...args],
})

/** IFS and SWITCH as IF in IF; without an IF that fits there is no value. */
export function desugared(call: Call): Expression {
  const { name, type, args } = call
  const none = (reason: 'empty' | 'noMatch'): Expression => ({ kind: 'none', type, reason })
  if (name === 'IF') return args.length === 3 ? call : { ...call, args: [...args, none('empty')] }
  const [subject, ...cases] = name === 'SWITCH' ? args : [null, ...args]
  if (name !== 'IFS' && name !== 'SWITCH') return call
  let result = cases.length % 2 ? (cases.at(-1) as Expression) : none('noMatch')
  for (let at = cases.length - (cases.length % 2) - 2; at >= 0; at -= 2) {
    const [given, then] = [cases[at] as Expression, cases[at + 1] as Expression]
    const test: Expression = subject ? { kind: 'call', type: 'boolean', name: '=', args: [subject, given] } : given
    result = choice(type, test, [then, result])
  }
  return result
}
