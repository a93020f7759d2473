import { describe, expect, test } from 'vitest'
import type { CellType } from './columns.ts'
import { functions } from './formula/functions.ts'
import { cellError, isCircular, readFormula, shownFormula, storedFormula } from './formula.ts'

const NAMES: readonly [string, CellType][] = [
  ['Mass', 'number'],
  ['体积 (mL)', 'number'],
  ['Label', 'text'],
  ['Day', 'date'],
  ['At', 'datetime'],
  ['Good', 'boolean'],
  ['Kind', 'choice'],
  ['Raw', 'file'],
  ['a]b', 'number'],
]
const columns = NAMES.map(([name, type], index) => ({ id: index + 1, name, type }))
const typeOf = (text: string) => readFormula(text, columns).formula?.root.type
/** The first problem of a formula, as its reason and the characters that it stands beside. */
function problemOf(text: string): [string, string] | null {
  const [problem] = readFormula(text, columns).problems
  return problem ? [problem.reason, text.slice(problem.at, problem.at + problem.length)] : null
}

describe('refused with the characters that are wrong', () => {
  test.each<[string, string, string]>([
    ['', 'end', ''],
    ['=', 'end', ''],
    ['1 +', 'end', ''],
    ['1 + * 2', 'unexpected', '*'],
    ['1 2', 'unexpected', '2'],
    ['(1 + 2', 'closing', '('],
    ['SUM(1, 2', 'closing', '('],
    ['1)', 'unexpected', ')'],
    ['SUM(1,)', 'unexpected', ')'],
    ['1 # 2', 'character', '#'],
    ['{1} + 1', 'character', '{'],
    ['"a\0b"', 'character', '\0'],
    ['1; drop table t', 'character', ';'],
    ['"open', 'textOpen', '"open'],
    ['[Mass + 1', 'columnOpen', '[Mass + 1'],
    [`1e${'9'.repeat(3)}`, 'number', '1e999'],
    ['9'.repeat(200), 'number', '9'.repeat(200)],
    ['[Weight] * 2', 'columnUnknown', '[Weight]'],
    ['[Raw] & ""', 'columnType', '[Raw]'],
    ['Mass * 2', 'columnNeeded', 'Mass'],
    ['FETCH("x")', 'function', 'FETCH("x")'],
    ['constructor(1)', 'function', 'constructor(1)'],
    ['__proto__(1)', 'function', '__proto__(1)'],
    ['1 + TODAY()', 'changing', 'TODAY()'],
    ['NOW()', 'changing', 'NOW()'],
    ['SQRT()', 'tooFew', 'SQRT()'],
    ['SQRT(1, 2)', 'tooMany', 'SQRT(1, 2)'],
    ['IFS([Good], 1, [Good])', 'pairs', 'IFS([Good], 1, [Good])'],
    ['SQRT([Label])', 'type', '[Label]'],
    ['-[Label]', 'type', '[Label]'],
    ['IF(1, 2, 3)', 'type', '1'],
    ['YEAR([Mass])', 'type', '[Mass]'],
    ['MIN([Label], [Kind])', 'type', '[Label]'],
    ['[Mass] + [Label]', 'differ', '[Mass] + [Label]'],
    ['[Day] + [Day]', 'differ', '[Day] + [Day]'],
    ['[Mass] = "1"', 'differ', '[Mass] = "1"'],
    ['1 < 2 < 3', 'differ', '1 < 2 < 3'],
    ['IF([Good], 1, "none")', 'differ', '"none"'],
    ['SWITCH([Kind], 1, "x")', 'differ', '1'],
    ['TEXT([Mass], [Label])', 'literal', '[Label]'],
    ['TEXT([Mass], "yyyy")', 'format', '"yyyy"'],
    ['TEXT([Day], "0.00")', 'format', '"0.00"'],
    ['DATEDIF([Day], [At], "W")', 'unit', '"W"'],
    [`${'('.repeat(101)}1${')'.repeat(101)}`, 'tooDeep', '('],
    [Array.from({ length: 200 }, () => '1').join('+'), 'tooDeep', Array.from({ length: 101 }, () => '1').join('+')],
    [`${'-'.repeat(4000)}1`, 'tooDeep', '-'],
  ])('%j', (text, reason, characters) => {
    expect(problemOf(text)).toEqual([reason, characters])
  })

  test('each wrong part is told, in the order of the characters', () => {
    const { problems } = readFormula('SQRT([Label]) + [Weight] + TODAY()', columns)
    expect(problems.map(({ reason }) => reason)).toEqual(['type', 'columnUnknown', 'changing'])
  })

  test('a formula with half a character', () => {
    expect(problemOf('"\ud83e"')?.[0]).toBe('character')
  })
})

describe('read with its type', () => {
  test.each([
    ['1 + 2', 'number'],
    ['= [mass] * 2', 'number'],
    ['[体积 (mL)] / [Mass]', 'number'],
    ['[Label] & [Mass]', 'text'],
    ['[Kind]', 'text'],
    ['[Day] + 1', 'date'],
    ['[At] - 0.5', 'datetime'],
    ['[At] - [Day]', 'number'],
    ['[Day] < [At]', 'boolean'],
    ['IF([Good], [Day], [At])', 'datetime'],
    ['IF([Good], [Label])', 'text'],
    ['iferror(sum([Mass], 1), 0)', 'number'],
    ['SWITCH([Kind], "a", 1, 2)', 'number'],
    ['MAX([Day], [At])', 'datetime'],
    ['TRUE', 'boolean'],
    ['“样品”＆"b"', 'text'],
    ['SUM（[Mass]，1）× 2', 'number'],
    ['[a]]b] ≥ 1', 'boolean'],
  ])('%s', (text, type) => {
    expect(problemOf(text)).toBeNull()
    expect(typeOf(text)).toBe(type)
  })

  test('with the columns that it reads, each once', () => {
    expect(readFormula('[Mass] + [a]]b] * [mass]', columns).formula?.columns).toEqual([1, 9])
  })
})

describe('kept by the numbers of its columns', () => {
  const typed = '=  IF([mass]>1, "[Mass] {1}", [Label] ) & [a]]b]'
  const stored = '=  IF({1}>1, "[Mass] {1}", {3} ) & {9}'

  test('everything else stays as people wrote it', () => {
    expect(storedFormula(typed, columns)).toBe(stored)
    expect(shownFormula(stored, columns)).toBe(typed.replace('[mass]', '[Mass]'))
    expect(readFormula(stored, columns, 'stored').formula).toEqual(readFormula(typed, columns).formula)
  })

  test('a renamed column has its new name in it', () => {
    const renamed = columns.map((column) => (column.id === 1 ? { ...column, name: 'New [x]' } : column))
    expect(shownFormula('{1} * 2', renamed)).toBe('[New [x]]] * 2')
    expect(readFormula('[New [x]]] * 2', renamed).formula?.columns).toEqual([1])
  })

  test('a column that is gone keeps its number, and is a problem', () => {
    expect(shownFormula('{77} * 2', columns)).toBe('[#77] * 2')
    expect(readFormula('{77} * 2', columns, 'stored').problems[0]?.reason).toBe('columnUnknown')
  })
})

test('a column that reads itself is found, through others too', () => {
  const reads: Record<number, number[]> = { 1: [2], 2: [3], 3: [] }
  const readsOf = (id: number) => reads[id] ?? []
  expect(isCircular(1, [1], readsOf)).toBe(true)
  expect(isCircular(3, [1], readsOf)).toBe(true)
  expect(isCircular(1, [2, 3], readsOf)).toBe(false)
})

test('the reason of a cell names the column that it needs', () => {
  expect(cellError('missing:7')).toEqual({ kind: 'missing', column: 7 })
  expect(cellError('division')).toEqual({ kind: 'division', column: null })
})

test('no function is one of JavaScript', () => {
  expect(functions.toString).toBeUndefined()
})
