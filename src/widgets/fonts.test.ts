import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

test('quotation marks that are as wide as a character are drawn by a Chinese font, whatever else Inter draws', () => {
  const [, ranges = ''] = /"Inter Chinese";[^}]*unicode-range: ([^;]+);/.exec(read('base.css')) ?? []
  const bounds = ranges.split(', ').map((range) => range.slice(2).split('-'))
  const isDrawn = (letter: string) =>
    bounds.some(([from = '', to = from]) => {
      const code = letter.codePointAt(0) ?? 0
      return Number.parseInt(from, 16) <= code && code <= Number.parseInt(to, 16)
    })
  expect([...'“”「」『』《》〈〉'].filter(isDrawn)).toEqual([])
  expect([...'aé’–…€'].filter((letter) => !isDrawn(letter))).toEqual([])
  expect(read('tokens.css')).toMatch(/:root:lang\(zh\) \{ --font: "Inter Chinese", "PingFang SC",/)
})
