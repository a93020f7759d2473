import { describe, expect, test } from 'vitest'
import { patternOf } from './index.ts'

const TEXTS = [
  '',
  'a',
  'ab',
  'AB',
  'aab',
  'abc',
  'a1',
  '12',
  '1',
  'x-1',
  'a\nb',
  'b\na',
  ' a ',
  '湖泊',
  '湖',
  '😀',
  'a]',
  'a{',
  '-',
  'a.b',
  'foo bar',
  'é',
  '\\',
  '/',
  '2026-01-31',
  'PRJNA12',
]

describe('a pattern', () => {
  test.each([
    '/a/',
    '/^a$/',
    '/^a+b*$/',
    '/^(a|b)+$/',
    '/^(?:ab|a)c?$/',
    '/^(?<x>a)b$/',
    '/[a-c]{2,3}/',
    '/^.{1,2}$/',
    '/^.{2}$/u',
    '/^\\d{4}-\\d{2}-\\d{2}$/',
    '/^[A-Z]{2}\\d+$/',
    '/^[a-z]+$/i',
    '/\\bbar\\b/',
    '/\\Ba/',
    '/^a$/m',
    '/a.b/',
    '/a.b/s',
    '/[^\\w]/',
    '/^\\p{Script=Han}+$/u',
    '/^\\u6e56$/',
    '/\\x61/',
    '/^[\\]a]+$/',
    '/a{/',
    '/a\\{/',
    '/^$/',
    '/^(a*)*b$/',
    '/^(a|a?)+$/',
    '/()/',
    '/a||b/',
    '/^a??b$/',
    '/^[^]$/',
    '/\\//',
    '/\\\\/',
    '/^(?:)$/',
    '/[]/',
    '/a{0}b/',
    '/^\\S+$/',
    '/^😀$/u',
    '/^..$/',
    '/^(?:a{1,2}){2,}b?$/',
    '/PRJ[A-Z]{2}\\d+/',
    '/^\\u{61}$/u',
  ])('%s matches what JavaScript’s own expression matches', (check) => {
    const [, source = '', flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(check) ?? []
    const own = patternOf(check)
    if (!own) throw new Error('not run')
    expect(TEXTS.map((text) => own.test(text))).toEqual(TEXTS.map((text) => new RegExp(source, flags).test(text)))
  })

  test.each([
    '/(?=a)b/',
    '/(?!a)b/',
    '/(?<=a)b/',
    '/(?<!a)b/',
    '/(a)\\1/',
    '/(?<x>a)\\k<x>/',
    '/a{1,5000}/',
    '/(((a{40}){40}){40})/',
    '/(/',
    '/a/v',
    'a',
    '//',
    '',
  ])('%s is not run', (check) => expect(patternOf(check)).toBeNull())

  test.each(['/^(a+)+$/', '/^(a|a)*$/', '/^(a|aa)+$/', '/(x+x+)+y/', '/^(([a-z])+.)+[A-Z]([a-z])+$/'])(
    '%s, which JavaScript would try for ever, is judged in steps as many as the text is long',
    (check) => expect(patternOf(check)?.test(`${'a'.repeat(20_000)}!`)).toBe(false),
  )

  test('is the same after very many different texts', () => {
    const pattern = patternOf('/^.湖.$/u')
    for (let code = 0x4e00; code < 0x9fff; code += 1) pattern?.test(`${String.fromCodePoint(code)}湖`)
    expect([pattern?.test('一湖二'), pattern?.test('一湖')]).toEqual([true, false])
  })
})
