import { describe, expect, test } from 'vitest'
import { cleanName, nameOf } from './names.ts'

describe('a name from elsewhere', () => {
  test.each([
    ['a.csv', 'a.csv'],
    ['湖泊 数据.xlsx', '湖泊 数据.xlsx'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['.bashrc', 'bashrc'],
    ['a\0b\nc.txt', 'a_b_c.txt'],
    ['CON:<x>?.txt', 'CON_x_.txt'],
    ['  a. ', 'a'],
    ['...', 'file'],
    ['', 'file'],
    ['cafe\u0301', 'caf\u00e9'],
    [`${'长'.repeat(100)}.csv`, `${'长'.repeat(83)}.csv`],
  ])('%j is kept as %j', (name, kept) => {
    expect(cleanName(name)).toBe(kept)
  })

  test.each([
    ['https://a.org/data/lake%20%E6%B9%96.csv?x=1', '', 'lake 湖.csv'],
    ['https://a.org/', '', 'a.org'],
    ['https://a.org/get', 'attachment; filename="lake.csv"', 'lake.csv'],
    ['https://a.org/get', "attachment; filename=x.csv; filename*=UTF-8''%E6%B9%96.csv", '湖.csv'],
    ['https://a.org/get', 'attachment; filename="..\\\\..\\\\evil.exe"', 'evil.exe'],
    ['https://a.org/get', 'attachment; filename=/etc/passwd', 'passwd'],
    ['https://a.org/%ff%fe', '', '%ff%fe'],
    ['https://a.org/x', `attachment; filename="${Buffer.from('湖.csv').toString('latin1')}"`, '湖.csv'],
  ])('of %s with %j is %j', (url, disposition, name) => {
    expect(nameOf(new URL(url), disposition)).toBe(name)
  })
})

test.each([
  ['letters', 'x'.repeat(4_000_000)],
  ['blanks between letters', `x${' '.repeat(4_000_000)}x`],
  ['dots', '.'.repeat(4_000_000)],
])('a name of megabytes of %s is cleaned at once, and keeps its suffix', (_what, name) => {
  const begun = performance.now()
  expect(cleanName(`${name}.csv`)).toMatch(/csv$/)
  expect(performance.now() - begun).toBeLessThan(1000)
})
