import { expect, test } from 'vitest'
import { parseNumber } from '#contract/cells/number.ts'
import { drawing } from '../../tests/support/random.ts'
import { fitsOf, READINGS } from './readings.ts'

const tried = (text: string) => READINGS.reduce((bits, { fits }, at) => (fits(text) ? bits | (1 << at) : bits), 0)
const EDGES = [
  '0',
  '-0',
  '1',
  '01',
  '0.5',
  '-0.50',
  '1.234',
  '-12.345',
  '1234.567',
  '2020.01',
  '20200105',
  '20200105.5',
]

test('a number that is known at a glance has the readings that it has when all are tried', () => {
  const draw = drawing(7)
  const digits = (most: number) =>
    Array.from({ length: 1 + Math.floor(draw() * most) }, () => Math.floor(draw() * 10)).join('')
  const drawn = Array.from({ length: 3000 }, () => {
    const [sign, rest] = [draw() < 0.3 ? '-' : '', draw() < 0.6 ? `.${digits(5)}` : '']
    return `${sign}${digits(9)}${rest}`
  })
  for (const text of [...EDGES, ...drawn]) expect([text, fitsOf({ kind: 'raw', text })]).toEqual([text, tried(text)])
})

test('a number that is written as it is kept is kept as it is written', () => {
  for (const text of ['0', '12', '-0.5', '1.05', '123456789012345', '0.00000000000001'])
    expect(parseNumber(text)).toBe(text)
  expect(['-0', '007', '1.50', '5.', '.5', '+1'].map((text) => parseNumber(text))).toEqual([
    '0',
    '7',
    '1.5',
    '5',
    '0.5',
    '1',
  ])
})
