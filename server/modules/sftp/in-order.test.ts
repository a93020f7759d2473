import { describe, expect, test } from 'vitest'
import { inOrder } from './in-order.ts'

const piece = (word: string) => Buffer.from(word)

describe('writes at offsets', () => {
  test('that overtook one another go on in order', () => {
    const order = inOrder(10)
    expect(order.take(14, piece('side'))).toEqual([])
    expect(order.isWhole()).toBe(false)
    expect(order.take(10, piece('lake'))).toEqual([piece('lake'), piece('side')])
    expect(order.isWhole()).toBe(true)
  })

  test('of nothing are nothing', () => {
    const order = inOrder(0)
    expect(order.take(0, Buffer.alloc(0))).toEqual([])
    expect(order.take(0, piece('lake'))).toEqual([piece('lake')])
  })

  test.each([
    ['behind what has come', 2],
    ['twice', 8],
    ['too far ahead', 100_000_000],
  ])('%s fit nowhere', (_what, offset) => {
    const order = inOrder(0)
    order.take(0, piece('lake'))
    order.take(8, Buffer.alloc(4_000_000))
    expect(order.take(offset, Buffer.alloc(5_000_000))).toBeNull()
  })
})
