import { describe, expect, test } from 'vitest'
import { reordered } from './reorder.ts'

const piece = (word: string) => Buffer.from(word)

const free = () => () => {}

describe('writes at offsets', () => {
  test('that overtook one another go on in order', () => {
    const order = reordered(10, free)
    expect(order.take(14, piece('side'))).toEqual([])
    expect(order.isWhole()).toBe(false)
    expect(order.take(10, piece('lake'))).toEqual([piece('lake'), piece('side')])
    expect(order.isWhole()).toBe(true)
  })

  test('of nothing are nothing', () => {
    const order = reordered(0, free)
    expect(order.take(0, Buffer.alloc(0))).toEqual([])
    expect(order.take(0, piece('lake'))).toEqual([piece('lake')])
  })

  test.each([
    ['behind what has come', 2],
    ['twice', 8],
    ['too far ahead', 100_000_000],
  ])('%s fit nowhere', (_what, offset) => {
    const order = reordered(0, free)
    order.take(0, piece('lake'))
    order.take(8, Buffer.alloc(4_000_000))
    expect(order.take(offset, Buffer.alloc(5_000_000))).toBeNull()
  })

  test("that are queued count against their person's limit until it comes, or all is over", () => {
    let held = 0
    const hold = (bytes: number) => {
      if (held + bytes > 8) throw new Error('too much')
      held += bytes
      return () => {
        held -= bytes
      }
    }
    const order = reordered(0, hold)
    order.take(4, piece('side'))
    order.take(12, piece('side'))
    expect(held).toBe(8)
    expect(() => order.take(20, piece('side'))).toThrow('too much')
    order.take(0, piece('lake'))
    expect(held).toBe(4)
    order.drop()
    expect(held).toBe(0)
  })
})
