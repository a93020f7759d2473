import { expect, test } from 'vitest'
import { CERTIFICATES_MAX, TEXT_MAX } from '#contract/core/limits.ts'
import { dayText, fieldTextOf, textOf } from './texts.ts'

test('a text says the limit that holds, in the numerals of its language', () => {
  expect(fieldTextOf('en', 'spaces', 'introduction', 'x')).toBe(`Up to ${TEXT_MAX} characters`)
  expect(fieldTextOf('en', 'methods', 'caCertificate', 'x')).toContain(CERTIFICATES_MAX.toLocaleString('en'))
})

test('an empty field is told what is missing, a value that is too long what is allowed', () => {
  expect(fieldTextOf('en', 'tables', 'name', '  ')).toBe('Enter a name')
  expect(fieldTextOf('en', 'tables', 'name', 'x'.repeat(999))).toMatch(/up to \d+ characters/)
})

test('a given value goes before a limit of the same name', () => {
  expect(textOf('en', 'spaces.introduction.invalid', { TEXT_MAX: 7 })).toBe('Up to 7 characters')
})

test('a field of no form of its own is told by the sentence that all capabilities share', () => {
  expect(fieldTextOf('en', 'nowhere', 'emailAccounts', '')).toBe(textOf('en', 'refusals.fields.emailAccounts'))
  expect(fieldTextOf('en', 'nowhere', 'nothing', '')).toBe(null)
})

test('a name of Latin letters stands apart from the Chinese around it', () => {
  const said = (person: string) => textOf('zh', 'messages.kinds.joinAsked.content', { person, space: 'Lake' })
  expect(said('Wei Lin')).toBe('Wei Lin 申请加入空间“Lake”，请处理。')
  expect(said('林蔚')).toBe('林蔚申请加入空间“Lake”，请处理。')
})

test('a day is written as the language writes it', () => {
  const said = (language: 'zh' | 'en') =>
    textOf(language, 'health.said.backupFine', { at: dayText(new Date('2026-11-28T23:30:00Z')) })
  expect(said('en')).toBe('Last complete backup: 28 November 2026')
  expect(said('zh')).toContain('2026年11月28日')
})
