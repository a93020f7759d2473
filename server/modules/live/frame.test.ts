import { expect, test } from 'vitest'
import { textFrame } from './frame.ts'

test.each([
  [0, [0x81, 0]],
  [125, [0x81, 125]],
  [126, [0x81, 126, 0, 126]],
  [65_535, [0x81, 126, 255, 255]],
])('a text of %i bytes has its length before it', (length, head) => {
  const frame = textFrame('x'.repeat(length))
  expect([...frame.subarray(0, head.length)]).toEqual(head)
  expect(frame.length).toBe(head.length + length)
})
test('the length is that of the bytes, not of the letters', () => {
  expect(textFrame('湖')).toEqual(Buffer.from([0x81, 3, 0xe6, 0xb9, 0x96]))
})
test('what one notice of the database cannot carry is no frame', () => {
  expect(() => textFrame('x'.repeat(65_536))).toThrow(RangeError)
})
