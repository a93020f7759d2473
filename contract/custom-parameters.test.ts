import { describe, expect, test } from 'vitest'
import { type CustomItem, customItemsOf, flatParameters, itemProblem, problemOf } from './custom-parameters.ts'

const item = (change: Partial<CustomItem>): CustomItem => ({
  key: 'a',
  value: '',
  type: 'input',
  label: 'A',
  placeholder: '',
  options: [],
  multiple: false,
  rules: { multiply: '', check: '' },
  ...change,
})
const options = [
  { label: 'One', value: '1' },
  { label: 'Two', value: '2' },
]

describe('the custom parameter', () => {
  test.each([
    ['no JSON', '{'],
    ['no list', '{"key":"a"}'],
    ['an item of an unknown type', '[{"key":"a","type":"colour","label":"A"}]'],
    ['an item without a label', '[{"key":"a","type":"input"}]'],
    ['a key that is no word', '[{"key":"<a>","type":"input","label":"A"}]'],
  ])('is not read when it is %s', (_what, value) => {
    expect(customItemsOf([{ key: 'custom', value }])).toBeNull()
  })

  test('may be missing', () => {
    expect(customItemsOf([{ key: 'suffix', value: 'aln' }])).toEqual([])
  })

  test('reaches a component as one parameter an item', () => {
    const value = JSON.stringify([item({ key: 'colours', value: 'zappo' })])
    expect(
      flatParameters([
        { key: 'suffix', value: 'aln' },
        { key: 'custom', value },
      ]),
    ).toEqual([
      { key: 'suffix', value: 'aln' },
      { key: 'colours', value: 'zappo' },
    ])
  })
})

describe('the value of an item', () => {
  test.each<[string, Partial<CustomItem>, string | null]>([
    ['empty and required', { rules: { multiply: '1:1', check: '' } }, 'required'],
    ['empty and not required', { rules: { multiply: '0:1', check: '/x/' } }, null],
    ['none of the options', { type: 'radio', options, value: '3' }, 'option'],
    ['one of the options', { type: 'radio', options, value: '2' }, null],
    [
      'more than may be chosen',
      { type: 'checkbox', options, value: ['1', '2'], rules: { multiply: '1:1', check: '' } },
      'count',
    ],
    ['several of a select', { type: 'select', multiple: true, options, value: ['1', '2'] }, null],
    ['against its pattern', { value: 'abc', rules: { multiply: '', check: '/^\\d+$/' } }, 'check'],
    ['as its pattern asks', { value: '12', rules: { multiply: '', check: '/^\\d+$/' } }, null],
  ])('that is %s is told', (_what, change, problem) => {
    expect(problemOf(item(change))).toBe(problem)
  })

  test('is not run through a pattern by the server', () => {
    expect(itemProblem(item({ value: `${'a'.repeat(40)}!`, rules: { multiply: '', check: '/^(a+)+$/' } }))).toBeNull()
  })
})
