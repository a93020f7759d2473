import { describe, expect, test } from 'vitest'
import { completionAt } from './formula-completion.ts'

const columns = ['Mass', 'Mean mass', '样品质量', 'a]b'].map((name) => ({ name }))
/** What completes a formula where it has a bar, and the formulas that would come of it. */
function completed(formula: string): string[] | null {
  const caret = formula.indexOf('|')
  const text = formula.replace('|', '')
  const found = completionAt(text, caret, columns)
  return found?.options.map(({ insert }) => text.slice(0, found.from) + insert + text.slice(found.to)) ?? null
}

describe('nothing completes', () => {
  test.each(['|', '1 + |', '"ma|"', '“ma|', '[Nothing|', 'SUM|(1)', '[Mass]|'])('%s', (formula) => {
    expect(completed(formula)).toBeNull()
  })
})

describe('completed', () => {
  test.each([
    ['1 + [me|', ['1 + [Mean mass]']],
    ['[ma|] * 2', ['[Mass] * 2', '[Mean mass] * 2']],
    ['[|', ['[Mass]', '[Mean mass]', '[样品质量]', '[a]]b]']],
    ['[a]]|', ['[a]]b]']],
    ['sq|', ['SQRT(']],
    ['质量|', ['[样品质量]']],
    ['IF(mea|', ['IF([Mean mass]']],
    ['"a" & ma|', ['"a" & MAX(', '"a" & [Mass]', '"a" & [Mean mass]']],
  ])('%s', (formula, expected) => {
    expect(completed(formula)).toEqual(expected)
  })
})
