import { expect, test } from 'vitest'
import { decode } from './decode.ts'

const bytes = (...values: number[]) => Uint8Array.from(values).buffer

test('a text of Western European programs is read as such', () => {
  expect(decode(Uint8Array.from(Buffer.from('Sjön A;µmol', 'latin1')).buffer, true)).toBe('Sjön A;µmol')
})

test('a text is UTF-8, UTF-16 with its byte order mark, or GB 18030', () => {
  expect(decode(new TextEncoder().encode('站点').buffer, true)).toBe('站点')
  expect(decode(bytes(0xff, 0xfe, 0xd9, 0x7a, 0xb9, 0x70), true)).toBe('站点')
  expect(decode(bytes(0xfe, 0xff, 0x7a, 0xd9, 0x70, 0xb9), true)).toBe('站点')
  expect(decode(bytes(0xd5, 0xbe, 0xb5, 0xe3), true)).toBe('站点')
})
