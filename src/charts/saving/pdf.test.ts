import { expect, test } from 'vitest'
import { pdfOf } from './pdf.ts'

const page = (letter: string, width: number) => ({
  jpeg: new TextEncoder().encode(letter.repeat(50)),
  pixels: { width: width * 2, height: 200 },
  width,
  height: 100,
})

test('a document finds each of its objects where its table says, and shows a picture on each page', async () => {
  const text = await pdfOf('湖 (a)', [page('A', 400), page('B', 300)]).text()
  const table = text.slice(text.indexOf('xref\n'))
  expect(Number(/startxref\n(\d+)/.exec(text)?.[1])).toBe(text.indexOf('xref\n'))
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
  expect(offsets).toHaveLength(9)
  for (const [at, offset] of offsets.entries()) expect(text.slice(offset)).toMatch(new RegExp(`^${at + 1} 0 obj\n`))
  expect(text).toContain('/Count 2 /Kids [4 0 R 7 0 R]')
  expect(text).toContain('/Title <FEFF6e560020002800610029>')
  expect([...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, ...size]) => size)).toEqual([
    ['300', '75'],
    ['225', '75'],
  ])
  expect(text.match(/stream\nA{50}\nendstream/g)).toHaveLength(1)
})
