import { describe, expect, test } from 'vitest'
import { type CustomItem, customItemsOf, flatParameters, problemOf, shapedValue } from './custom-parameters.ts'

const noRules = { multiply: '', check: '', files: '', sizes: '', image: '' }
type Change = Partial<Omit<CustomItem, 'rules'>> & { rules?: Partial<CustomItem['rules']> }
const item = (change: Change): CustomItem => ({
  key: 'a',
  value: '',
  type: 'input',
  label: 'A',
  placeholder: '',
  options: [],
  multiple: false,
  ...change,
  rules: { ...noRules, ...change.rules },
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
  test.each<[string, Change, string | null]>([
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

  const file = (name: string, bytes: Buffer) => ({ name, content: `data:;base64,${bytes.toString('base64')}` })
  const text = file('map.json', Buffer.alloc(2048, ' '))
  const png = Buffer.alloc(40)
  png.write('\x89PNG\r\n\x1a\n', 'latin1')
  png.writeUInt32BE(400, 16)
  png.writeUInt32BE(300, 20)
  const cover = file('cover.png', png)
  const needed = { multiply: '1:1' }
  test.each<[string, Change, string | null]>([
    ['an object with an empty part', { type: 'object', options, value: { 1: 'a', 2: ' ' } }, 'empty'],
    ['an object without anything', { type: 'object', options, value: '' }, null],
    ['a required object without anything', { type: 'object', options, rules: needed }, 'empty'],
    ['an object with all its parts', { type: 'object', options, value: { 1: 'a', 2: 'b' }, rules: needed }, null],
    ['no file though required', { type: 'file', rules: needed }, 'required'],
    ['a file that can’t be read', { type: 'file', value: { name: 'a', content: 'data:;base64,A' } }, null],
    [
      'a required file that can’t be read',
      { type: 'file', value: { name: 'a', content: 'data:;base64,AAA_' }, rules: needed },
      'required',
    ],
    ['a file of another type', { type: 'file', value: text, rules: { files: 'csv,txt' } }, 'fileType'],
    ['a file of its type', { type: 'file', value: text, rules: { files: 'csv,json', sizes: '1:2' } }, null],
    ['a file that is too large', { type: 'file', value: text, rules: { sizes: '*:1' } }, 'fileSize'],
    ['an image that is none', { type: 'image', value: { ...text, name: 'a.png' } }, 'fileType'],
    ['an image of another format', { type: 'image', value: cover, rules: { image: 'jpg#*#*' } }, 'fileType'],
    ['an image that is too small', { type: 'image', value: cover, rules: { image: 'png#401-*:300#*' } }, 'pixels'],
    ['an image as its spec asks', { type: 'image', value: cover, rules: { image: 'png#400-*:300-*#*-512' } }, null],
  ])('that is %s is told', (_what, change, problem) => {
    expect(problemOf(item(change))).toBe(problem)
  })

  test('of an object is what its parts say, and nothing else', () => {
    const whole = item({ type: 'object', options })
    expect(shapedValue(whole, { 1: 'a', 3: 'x' })).toEqual({ 1: 'a', 2: '' })
    expect(shapedValue(whole, 'text')).toEqual({ 1: '', 2: '' })
    expect(shapedValue(item({ type: 'file' }), 'text')).toBe('')
  })

  test('is judged by a pattern that JavaScript would try for ever', () => {
    const check = '/^(a+)+$/'
    expect(problemOf(item({ value: `${'a'.repeat(900)}!`, rules: { multiply: '', check } }))).toBe('check')
  })
})
