import { describe, expect, test } from 'vitest'
import {
  deletedAddress,
  hasSuffix,
  NewPassword,
  Orcid,
  OrcidInput,
  PersonName,
  SuffixList,
  shownAddress,
  strengthOf,
  suffixesOf,
  Telephone,
} from './people.ts'

describe('a new password', () => {
  test.each([
    ['Abcdef1', 'seven characters'],
    ['Abcdefghijk12', 'thirteen characters'],
    ['abcdefg1', 'two kinds'],
    ['ABCDEFGH', 'one kind'],
    ['Abcdefg-', 'two kinds: a hyphen is none'],
    ['Abc def1', 'a blank'],
    ['Äbcdefg1', 'a letter that not every keyboard has'],
    ['', 'nothing'],
  ])('%j is refused: %s', (password) => {
    expect(NewPassword.safeParse(password).success).toBe(false)
    expect(strengthOf(password)).toBe('weak')
  })

  test.each([
    ['Abcdefg1', 'middle'],
    ['abcdef1!', 'middle'],
    ['Abcdef~!', 'middle'],
    ['Lake-2026', 'middle'],
    ['Abcdef1!', 'middle'],
    ['Abcdefgh1!', 'strong'],
    ['Abcdefghij1!', 'strong'],
  ])('%j obeys the rule and is %s', (password, strength) => {
    expect(NewPassword.safeParse(password).success).toBe(true)
    expect(strengthOf(password)).toBe(strength)
  })
})

test.each([
  ['', true],
  ['13800138000', true],
  ['8613800138000', true],
  ['1795115012345678', true],
  ['017712345678', true],
  ['14712345678', true],
  ['16612345678', true],
  ['19912345678', true],
  ['+8619912345678', true],
  ['+86 13800138000', true],
  ['15412345678', true],
  ['8615412345678', false],
  ['29912345678', false],
  ['1380013800', false],
  ['138001380001', false],
  ['+8513800138000', false],
])('the mobile number %j is taken: %s (strict and looser pattern of the specification)', (phone, isTaken) => {
  expect(Telephone.safeParse(phone).success).toBe(isTaken)
})

test.each([
  ['138 0013 8000', '13800138000'],
  ['138-0013-8000', '13800138000'],
  ['+86 138-0013-8000', '+8613800138000'],
])('the mobile number %j is kept as %j', (typed, kept) => {
  expect(Telephone.parse(typed)).toBe(kept)
})

test.each([
  ['https://orcid.org/0000-0002-1694-233x', '0000-0002-1694-233X'],
  ['orcid.org/0000-0002-1825-0097/', '0000-0002-1825-0097'],
  [' 0000-0002-1825-0097 ', '0000-0002-1825-0097'],
  ['', ''],
])('the entered ORCID iD %j is kept as %j', (typed, kept) => {
  expect(OrcidInput.parse(typed)).toBe(kept)
})

test.each([
  ['0000-0002-1825-0097', true],
  ['0000-0002-1694-233X', true],
  ['0000-0002-1825-0098', false],
  ['0000000218250097', false],
  ['', true],
])('the ORCID iD %j is one: %s', (orcid, isOne) => {
  expect(Orcid.safeParse(orcid).success).toBe(isOne)
})

test.each(['<b>', 'a/b', 'a\nb', ' ', 'x'.repeat(51)])('the name %j is refused', (name) => {
  expect(PersonName.safeParse(name).success).toBe(false)
})
test.each(['林蔚', 'Astrid Sørensen', "O'Neill", 'J. R. R. Tolkien'])('the name %j is taken', (name) => {
  expect(PersonName.safeParse(name).success).toBe(true)
})

describe('e-mail suffixes', () => {
  test('are separated by ; of either width, without regard to case, blanks and @', () => {
    expect(suffixesOf(' @CAS.cn ; 中国.cn；ac.cn;;')).toEqual(['cas.cn', '中国.cn', 'ac.cn'])
  })

  test.each([
    ['a@cas.cn', true],
    ['a@itp.CAS.cn', true],
    ['a@notcas.cn', false],
    ['cas.cn@evil.test', false],
    ['a@cas.cn.evil.test', false],
  ])('%s belongs to cas.cn: %s (whole labels, not a piece of the text)', (email, belongs) => {
    expect(hasSuffix(email, ['cas.cn'])).toBe(belongs)
  })

  test.each(['cas', 'a b.cn', '*.cn', 'http://cas.cn'])('%j is no suffix', (list) => {
    expect(SuffixList.safeParse(list).success).toBe(false)
  })
})

test('the address of a deleted account is shown nowhere; others are', () => {
  expect([deletedAddress('1'), 'lin@deleted.invalid.test', 'lin@lab.test'].map(shownAddress)).toEqual([
    '',
    'lin@deleted.invalid.test',
    'lin@lab.test',
  ])
})
