import { describe, expect, test } from 'vitest'
import { keysOf, queryOf, TEXT_KEYS_MAX, wantedOf } from './keys.ts'

const keys = (text: string) => keysOf([['t', text]])
const SPACE = '0193a000-0000-7000-8000-00000000abcd'

describe('what a text is found by', () => {
  test.each([
    ['words without case', 'Lake SURVEY lake', ['tlake', 'tsurvey']],
    ['parts of what is joined', 'co2_flux-mean.v2', ['tco2', 'tflux', 'tmean', 'tv2']],
    ['pairs of Chinese characters, and the last one', '湖泊水', ['t湖泊', 't泊水', 't水']],
    ['Chinese beside Latin', 'CO2通量', ['tco2', 't通量', 't量']],
    ['wide forms as usual ones', 'ＡＢＣ１２３', ['tabc123']],
    ['letters with diacritics', 'Überlingen', ['tüberlingen']],
    ['characters beyond the first plane', '𠀀𠀁', ['t𠀀𠀁', 't𠀁']],
    ['nothing in signs', '— … !', []],
    ['a very long word by its beginning', 'a'.repeat(60), [`t${'a'.repeat(40)}`]],
  ])('%s', (_what, text, expected) => {
    expect(keys(text)).toEqual(expected)
  })

  test('headings of a table are kept apart', () => {
    expect(
      keysOf([
        ['c', 'Depth'],
        ['t', 'depth'],
      ]),
    ).toEqual(['cdepth', 'tdepth'])
  })

  test('there is an end to the keys of one content, in number and in weight', () => {
    const words = Array.from({ length: TEXT_KEYS_MAX + 50 }, (_, i) => `w${i}`)
    expect(keys(words.join(' '))).toHaveLength(TEXT_KEYS_MAX)
    const heavy = Array.from({ length: TEXT_KEYS_MAX }, (_, i) => `${i}${'ü'.repeat(36)}`)
    expect(keys(heavy.join(' ')).reduce((sum, key) => sum + Buffer.byteLength(key), 0)).toBeLessThan(1_000_000)
  })
})

describe('what is wanted of a text', () => {
  const wanted = (q: string, isTyping = false) =>
    wantedOf(q, isTyping).map(({ word, isPrefix }) => (isPrefix ? `${word}*` : word))

  test.each([
    ['every word', 'Lake depth', ['lake', 'depth']],
    ['every pair of Chinese characters', '湖泊水质', ['湖泊', '泊水', '水质']],
    ['one character as a beginning', '湖', ['湖*']],
    ['nothing for signs', '%_\\', []],
  ])('%s', (_what, q, expected) => {
    expect(wanted(q)).toEqual(expected)
  })

  test('the last word may go on while it is typed', () => {
    expect(wanted('lake dep', true)).toEqual(['lake', 'dep*'])
  })

  test('no sign of the text becomes an operator', () => {
    expect(queryOf(SPACE, 't', wantedOf("a' & !b:* | c\\", false))).toBe(
      "'000000abcdta' & '000000abcdtb' & '000000abcdtc'",
    )
  })
})
