import { describe, expect, test } from 'vitest'
import { tableOf } from './table.ts'

describe('a delimited text', () => {
  test.each([
    ['commas', 'a,b\n1,2\n'],
    ['semicolons', 'a;b\n1;2\n'],
    ['tabs', 'a\tb\n1\t2\n'],
  ])('with %s is a table', (_what, text) => {
    expect(tableOf(text, true)).toEqual({ header: ['a', 'b'], rows: [['1', '2']] })
  })

  test('keeps quoted delimiters, quotes and line breaks in their cell', () => {
    expect(tableOf('name,note\n"Lin, Wei","says ""hi""\nthere"\n', true).rows).toEqual([
      ['Lin, Wei', 'says "hi"\nthere'],
    ])
  })

  test('has no byte order mark in its first name', () => {
    expect(tableOf('\uFEFFdepth,°C\n1,4\n', true).header).toEqual(['depth', '°C'])
  })

  test('that was cut loses its broken last row', () => {
    expect(tableOf('a,b\n1,2\n3,', false).rows).toEqual([['1', '2']])
  })

  test('that is empty is an empty table', () => {
    expect(tableOf('', true)).toEqual({ header: [], rows: [] })
  })
})
