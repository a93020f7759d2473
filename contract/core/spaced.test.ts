import { expect, test } from 'vitest'
import { spaced } from './spaced.ts'

test.each([
  ['', 'Wei Lin', '申', 'Wei Lin '],
  ['由', 'Wei Lin', '创', ' Wei Lin '],
  ['第', '3', '行', ' 3 '],
  ['', '林蔚', '申', '林蔚'],
  ['', '林蔚', 'G', '林蔚 '],
  ['“', 'Lake', '”', 'Lake'],
  [' ', 'Lake', ' ', 'Lake'],
  ['a', 'b', 'c', 'b'],
  ['的', '', '的', ''],
])(
  'a value between “%s” and “%3$s” is parted from Chinese when it is Latin, and only then',
  (before, value, after, said) => {
    expect(spaced(before, value, after)).toBe(said)
  },
)
