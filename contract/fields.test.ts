import { describe, expect, test } from 'vitest'
import { type FieldKind, type FieldProblem, missingOf, normalizedValue, problemOf, TemplateField } from './fields.ts'

const field = (kind: FieldKind, more: Partial<TemplateField> = {}): TemplateField => ({
  ...TemplateField.parse({ key: 'depth', kind, isRequired: false }),
  ...more,
})
const terms = new Set(['lake', 'river', '湖泊'])

describe('a value is refused', () => {
  test.each<[kind: FieldKind, value: string, problem: FieldProblem]>([
    ['number', 'deep', 'number'],
    ['number', '1,5', 'number'],
    ['number', '-', 'number'],
    ['number', '0x10', 'number'],
    ['date', '2026-02-30', 'date'],
    ['date', 'yesterday', 'date'],
    ['date', '2026-13-01', 'date'],
    ['yesNo', 'maybe', 'yesNo'],
    ['choice', 'Lake', 'term'],
    ['several', 'lake; sea', 'term'],
    ['person', 'x@lab.test', 'person'],
    ['person', '林蔚; 42', 'person'],
    ['doi', '11.1000/182', 'doi'],
    ['doi', '10.1000/', 'doi'],
    ['orcid', '0000-0002-1825-0098', 'orcid'],
  ])('as %s: %s', (kind, value, problem) => {
    expect(problemOf(field(kind), normalizedValue(kind, value), terms)).toBe(problem)
  })

  test('as a number below the smallest or above the largest', () => {
    const depth = field('number', { min: 0, max: 40 })
    expect(problemOf(depth, '-0.1', terms)).toBe('tooSmall')
    expect(problemOf(depth, '4e1', terms)).toBeNull()
    expect(problemOf(depth, '40.01', terms)).toBe('tooLarge')
  })
})

describe('a field of several values is refused', () => {
  test.each<[kind: FieldKind, value: string, problem: FieldProblem | null]>([
    ['several', 'lake', 'tooFew'],
    ['several', 'lake; river', null],
    ['several', 'lake; river; 湖泊', 'tooMany'],
    ['person', 'Ada', 'tooFew'],
    ['person', 'Ada; Bob', null],
  ])('by their number, as %s: %s', (kind, value, problem) => {
    expect(problemOf(field(kind, { min: 2, max: 2 }), value, terms)).toBe(problem)
  })
})

describe('a value is kept as its field writes it', () => {
  test.each<[kind: FieldKind, given: string, kept: string]>([
    ['text', ' a\r\nb\u0007 ', 'a\nb'],
    ['text', 'e\u0301', 'é'],
    ['number', ' -1.5e3 ', '-1.5e3'],
    ['date', '2026/1/5', '2026-01-05'],
    ['date', '2024-02-29', '2024-02-29'],
    ['yesNo', 'yes', 'yes'],
    ['choice', '湖泊', '湖泊'],
    ['several', 'lake；river;', 'lake; river'],
    ['person', "Ada O'Neil-Smith;林蔚", "Ada O'Neil-Smith; 林蔚"],
    ['doi', 'https://doi.org/10.1000/182', '10.1000/182'],
    ['doi', 'doi: 10.1000/a(b)<c>', '10.1000/a(b)<c>'],
    ['orcid', 'https://orcid.org/0000-0002-1694-233x', '0000-0002-1694-233X'],
  ])('as %s: %j', (kind, given, kept) => {
    expect(normalizedValue(kind, given)).toBe(kept)
    expect(problemOf(field(kind), kept, terms)).toBeNull()
    expect(normalizedValue(kind, kept)).toBe(kept)
  })

  test.each(['number', 'date', 'yesNo', 'choice', 'doi', 'orcid'] as const)('an empty %s is only missing', (kind) => {
    expect(problemOf(field(kind), '', terms)).toBeNull()
  })
})

test('required fields that are empty or not there are missing', () => {
  const fields = ['a', 'b', 'c', 'd'].map((key) => field('text', { key, isRequired: key !== 'd' }))
  expect(
    missingOf(fields, [
      { key: 'a', value: '1' },
      { key: 'b', value: '' },
    ]),
  ).toEqual(['b', 'c'])
})
