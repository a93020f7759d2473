import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each(['=1+1', '+1+1', '-A1', '-1-', '@SUM(A1)', '\tx'])('%j does not become a formula', (cell) => {
  expect(csvLine([cell])).toBe(`'${cell}\r\n`)
})

test.each(['-999', '+1', '-0.5', '-1.2e-3'])('the number %s stays a number', (cell) => {
  expect(csvLine([cell])).toBe(`${cell}\r\n`)
})

test('commas, quotes and line ends stay inside their cell', () => {
  expect(csvLine(['a,b', 'say "hi"', '两\n行', 'plain'])).toBe('"a,b","say ""hi""","两\n行",plain\r\n')
})
