import { describe, expect, test } from 'vitest'
import { GRID_PAGE_ROWS } from '#contract/core/limits.ts'
import { rowIndex } from './row-index.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
function indexOf(text: string, step = 7) {
  const bytes = bytesOf(text)
  const index = rowIndex(bytes, ',')
  for (let at = 0; at < bytes.length; at += step) index.feed(bytes.subarray(at, at + step))
  return index
}

describe('the index of a delimited text', () => {
  test.each([
    ['line feeds', 'a,b\n1,2\n3,4\n', 2],
    ['carriage return and line feed', 'a,b\r\n1,2\r\n3,4\r\n', 2],
    ['lone carriage returns', 'a,b\r1,2\r3,4\r', 2],
    ['a line break inside quotes', 'a,b\n"1\n1",2\n3,4\n', 2],
    ['a doubled quote before a line break', 'a,b\n"1""\n1",2\n3,4\n', 2],
    ['a quote in the middle of a field, which quotes nothing', 'a,b\n5" pipe,2\n3,4\n', 2],
    ['empty lines, which are no rows', 'a,b\n\n1,2\n\r\n\n3,4\n', 2],
    ['nothing but a header', 'a,b\n', 0],
    ['nothing', '', 0],
  ])('counts rows with %s', (_what, text, rows) => {
    expect(indexOf(text).rows()).toBe(rows)
  })

  test('counts a last row without a line break only when the file has ended', () => {
    const index = indexOf('a,b\n1,2\n3,4')
    expect(index.rows()).toBe(1)
    index.end()
    expect(index.rows()).toBe(2)
  })

  test('knows the bytes of every page, whatever the pieces it was fed with', () => {
    const rows = Array.from({ length: GRID_PAGE_ROWS * 2 + 3 }, (_, i) => `${i},"x\n${i}"\n`)
    const text = `a,b\n${rows.join('')}`
    for (const step of [1, 13, 4096]) {
      const index = indexOf(text, step)
      const pages = [0, 1, 2].map((page) => text.slice(...index.span(page)))
      expect(pages).toEqual([
        rows.slice(0, GRID_PAGE_ROWS).join(''),
        rows.slice(GRID_PAGE_ROWS, GRID_PAGE_ROWS * 2).join(''),
        rows.slice(GRID_PAGE_ROWS * 2).join(''),
      ])
    }
  })
})
