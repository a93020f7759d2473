import { describe, expect, test } from 'vitest'
import { coloursOf, type Field, paint, scaleTicks, spanOf } from './field.ts'

const fieldOf = (...values: number[]): Field => ({ width: values.length, height: 1, values: Float64Array.from(values) })
const look = { scale: 'linear', colours: 'grey', isCut: false } as const

describe('a field of numbers', () => {
  test('is drawn from its lowest value to its highest', () => {
    expect([...paint(fieldOf(-5, 0, 5), look)].filter((_, i) => i % 4 === 0)).toEqual([0, 128, 255])
  })

  test('is transparent where there is no value', () => {
    expect([...paint(fieldOf(1, Number.NaN, 2), look)].filter((_, i) => i % 4 === 3)).toEqual([255, 0, 255])
  })

  test('without any value, or with one only, is drawn all the same', () => {
    expect(spanOf(fieldOf(Number.NaN), true)).toBeNull()
    expect([...paint(fieldOf(7, 7), look)]).toEqual([0, 0, 0, 255, 0, 0, 0, 255])
  })

  test('cuts a half per cent off each end, so that one wrong value does not hide the rest', () => {
    const values = Array.from({ length: 1000 }, (_, i) => i)
    expect(spanOf(fieldOf(...values, 1e9), true)).toEqual([5, 995])
    expect(spanOf(fieldOf(...values, 1e9), false)).toEqual([0, 1e9])
  })

  test('shows faint differences more clearly by a root or a logarithm', () => {
    const level = (scale: 'linear' | 'sqrt' | 'log') => paint(fieldOf(0, 10, 100), { ...look, scale })[4] ?? 0
    expect(level('linear')).toBeLessThan(level('sqrt'))
    expect(level('sqrt')).toBeLessThan(level('log'))
  })

  test('has the colours of viridis', () => {
    expect([...paint(fieldOf(0, 1), { ...look, colours: 'viridis' })]).toEqual([68, 1, 84, 255, 253, 231, 37, 255])
  })

  test('has a scale whose colours and values are those of the picture', () => {
    expect(coloursOf('grey').at(0)).toBe('rgb(0 0 0)')
    expect(coloursOf('viridis').at(-1)).toBe('rgb(253 231 37)')
    expect(scaleTicks([0, 28], 'linear')).toEqual(['0', '7', '14', '21', '28'])
    expect(scaleTicks([0, 100], 'sqrt')).toEqual(['0', '6', '25', '56', '100'])
    expect(scaleTicks([0, 999], 'log')).toEqual(['0', '5', '31', '177', '999'])
    expect(scaleTicks([1013.21, 1013.25], 'linear')).toEqual(['1013.21', '1013.22', '1013.23', '1013.24', '1013.25'])
    expect(scaleTicks([0, 4e-12], 'linear', 2)).toEqual(['0.00e+0', '4.00e-12'])
    expect(scaleTicks([7, 7], 'log')).toEqual(['7'])
  })
})
