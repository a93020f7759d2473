import { expect, test } from 'vitest'
import { isWorkbook } from './workbook.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('a workbook is a zip, a compound file, an old bare file or with .xls a text, and nothing else', () => {
  const garbage = Uint8Array.from({ length: 200 }, (_, i) => (i * 7919) % 256)
  expect(isWorkbook(garbage, 'xls')).toBe(false)
  expect(isWorkbook(new Uint8Array(100), 'xls')).toBe(false)
  expect(isWorkbook(bytes('PK\u0003\u0004\u0000'), 'xlsx')).toBe(true)
  expect(isWorkbook(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0]), 'xlsx')).toBe(true)
  expect(isWorkbook(Uint8Array.from([9, 8, 16, 0]), 'xls')).toBe(true)
  expect(isWorkbook(bytes('<table><tr><td>4.2</td></tr></table>'), 'xls')).toBe(true)
  expect(isWorkbook(bytes('station\tdepth\nS01\t27.1\n'), 'xls')).toBe(true)
  expect(isWorkbook(bytes('station\tdepth\nS01\t27.1\n'), 'xlsx')).toBe(false)
})
