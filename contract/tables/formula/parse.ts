import { FORMULA_DEPTH_MAX } from '../../core/limits.ts'
import { FormulaError, type Span, type Syntax } from './syntax.ts'
import { type Spelling, type Token, tokensOf } from './tokens.ts'

/** How strongly operators bind, as in Excel: the sign of a number binds more than `^`, which goes from left to right. */
const BINDING: Record<string, number> = {
  '=': 1,
  '<>': 1,
  '<': 1,
  '>': 1,
  '<=': 1,
  '>=': 1,
  '&': 2,
  '+': 3,
  '-': 3,
  '*': 4,
  '/': 4,
  '^': 5,
}

const whole = (first: Span, last: Span): Span => ({ at: first.at, length: last.at + last.length - first.at })

/** Reads a formula. Throws FormulaError where it can't go on. */
export function parse(text: string, spelling: Spelling): Syntax {
  const tokens = tokensOf(text, spelling)
  let next = 0
  let depth = 0
  const peek = () => tokens[next] as Token
  const isSign = (...signs: string[]) => {
    const token = peek()
    return token.kind === 'sign' && signs.includes(token.value)
  }
  const take = (): Token => {
    const token = peek()
    if (token.kind !== 'end') next += 1
    return token
  }
  const refuse = (token: Token): never => {
    if (token.kind === 'end') throw new FormulaError('end', token)
    throw new FormulaError('unexpected', token, { found: text.slice(token.at, token.at + token.length) })
  }

  const call = (name: string, args: Syntax[], span: Span): Syntax => {
    const deep = 1 + Math.max(0, ...args.map((arg) => arg.depth))
    if (deep > FORMULA_DEPTH_MAX) throw new FormulaError('tooDeep', span)
    return { kind: 'call', name, args, depth: deep, ...span }
  }
  const close = (opened: Token): Token => {
    if (peek().kind === 'end') throw new FormulaError('closing', opened)
    return isSign(')') ? take() : refuse(peek())
  }

  function list(): Syntax[] {
    if (isSign(')')) return []
    const args = [expression(0)]
    while (isSign(',')) {
      take()
      args.push(expression(0))
    }
    return args
  }

  function named(token: Token & { value: string }): Syntax {
    const name = token.value.toUpperCase()
    if (isSign('(')) {
      const opened = take()
      const args = list()
      return call(name, args, whole(token, close(opened)))
    }
    if (name !== 'TRUE' && name !== 'FALSE') throw new FormulaError('columnNeeded', token, { name: token.value })
    return { kind: 'literal', type: 'boolean', value: name.toLowerCase(), depth: 1, at: token.at, length: token.length }
  }

  function operand(): Syntax {
    const token = take()
    const { at, length } = token
    if (token.kind === 'column') return { kind: 'column', key: token.key, depth: 1, at, length }
    if (token.kind === 'name') return named({ ...token, kind: 'name' })
    if (token.kind === 'number' || token.kind === 'text')
      return { kind: 'literal', type: token.kind, value: token.value, depth: 1, at, length }
    if (token.value !== '(') return refuse(token)
    const inside = expression(0)
    return { ...inside, ...whole(token, close(token)) }
  }

  function signed(): Syntax {
    depth += 1
    if (depth > FORMULA_DEPTH_MAX) throw new FormulaError('tooDeep', peek())
    let result: Syntax
    if (isSign('-', '+')) {
      const sign = take()
      const inside = signed()
      result = call(sign.kind === 'sign' && sign.value === '-' ? '-1' : '+1', [inside], whole(sign, inside))
    } else result = operand()
    while (isSign('%')) result = call('%', [result], whole(result, take()))
    depth -= 1
    return result
  }

  function expression(least: number): Syntax {
    let left = signed()
    for (;;) {
      const token = peek()
      const binding = token.kind === 'sign' ? (BINDING[token.value] ?? 0) : 0
      if (token.kind !== 'sign' || binding <= least) return left
      take()
      const right = expression(binding)
      left = call(token.value, [left, right], whole(left, right))
    }
  }

  const root = expression(0)
  return peek().kind === 'end' ? root : refuse(peek())
}
