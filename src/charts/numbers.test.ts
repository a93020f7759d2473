import { describe, expect, test } from 'vitest'
import { numberBin, timeBin } from '#contract/charts/bins.ts'
import type { ChartColumn } from '#contract/charts/plan.ts'
import { spansBetween, widthsBetween } from './bins.ts'
import { studentQuantile } from './errors.ts'
import { regression } from './regression.ts'
import { type ChartWords, labelOf, type NumberLook, shownNumber, shownTick } from './words.ts'

test('the 97.5 % quantile of Student’s t distribution is that of the tables', () => {
  // Source: any table of the distribution.
  const known = { 1: 12.7062, 2: 4.3027, 4: 2.7764, 5: 2.5706, 10: 2.2281, 30: 2.0423, 120: 1.9799 }
  for (const [freedom, value] of Object.entries(known)) expect(studentQuantile(Number(freedom))).toBeCloseTo(value, 2)
})

describe('a line of least squares', () => {
  test('goes through points that stand on one', () => {
    const points = [0, 1, 2, 5].map((x) => ({ x, y: 3 - 2 * x }))
    expect(regression(points)).toMatchObject({
      slope: expect.closeTo(-2),
      intercept: expect.closeTo(3),
      r2: expect.closeTo(1),
    })
  })
  test('has the figures of Anscombe’s first quartet', () => {
    const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
    const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]
    const found = regression(x.map((one, at) => ({ x: one, y: y[at] ?? 0 })))
    expect(found?.slope).toBeCloseTo(0.5001, 4)
    expect(found?.intercept).toBeCloseTo(3.0001, 4)
    expect(found?.r2).toBeCloseTo(0.6665, 4)
  })
  test('is none through points above each other, or through one', () => {
    expect(
      regression([
        { x: 1, y: 1 },
        { x: 1, y: 2 },
      ]),
    ).toBeNull()
    expect(regression([{ x: 1, y: 1 }])).toBeNull()
  })
})

describe('bins', () => {
  test.each([
    ['0', '100', 30, '5'],
    ['-1', '1', 20, '0.1'],
    ['3', '3', 30, '1'],
    ['0', '0.001', 10, '0.0001'],
    ['0', '1e20', 30, null],
    [null, null, 30, '1'],
  ])('numbers from %s to %s in about %s bins are %s wide', (least, greatest, count, width) => {
    expect(numberBin(least, greatest, count)).toBe(width)
  })
  test.each([
    ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', true, 'hour'],
    ['2026-01-01', '2026-01-02', false, 'day'],
    ['2020-01-01', '2026-01-02', false, 'month'],
    ['1000-01-01', '2026-01-02', false, 'year'],
  ])('from %s to %s (hours: %s) it is the %s', (least, greatest, hasHours, span) => {
    expect(timeBin(least, greatest, 100, hasHours)).toBe(span)
  })
  test('spans between two days have every one, over the ends of months', () => {
    expect(spansBetween('2025-12-01', '2026-02-01', 'month')).toEqual(['2025-12-01', '2026-01-01', '2026-02-01'])
    expect(spansBetween('2026-02-27', '2026-03-01', 'day')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  })
  test('intervals between two numbers are exact decimals', () => {
    expect(widthsBetween('-0.2', '0.1', '0.1')).toEqual(['-0.2', '-0.1', '0', '0.1'])
    expect(widthsBetween('10', '20.0', '5')).toEqual(['10', '15', '20'])
  })
  test('more than anybody reads are not listed', () => {
    expect(widthsBetween('0', '1000000', '1')).toBeNull()
    expect(spansBetween('1900-01-01', '2026-01-01', 'day')).toBeNull()
  })
})

describe('a number', () => {
  test.each<[number, ChartColumn['format'], NumberLook, string]>([
    [1234.5678, {}, {}, '1,234.57'],
    [1234.5678, { decimals: 1 }, {}, '1,234.6'],
    [1234.5678, { decimals: 1 }, { decimals: 3 }, '1,234.568'],
    [1234.5678, { decimals: 1 }, { notation: 'full' }, '1,234.57'],
    [1234.5678, {}, { isGrouped: false }, '1234.57'],
    [1_234_567, { decimals: 2 }, { notation: 'compact' }, '1.23M'],
    [1_234_567, {}, { notation: 'compact', decimals: 0 }, '1M'],
    [0.000123456, {}, { notation: 'scientific' }, '1.23456E-4'],
    [1234.5, {}, { notation: 'scientific', decimals: 1 }, '1.2E3'],
    [0.1234, {}, { notation: 'percent', decimals: 1 }, '12.3%'],
    [0.1234, { isPercent: true }, {}, '12.34%'],
    [0.1234, { isPercent: true }, { notation: 'full' }, '0.1234'],
    [1e308, {}, { decimals: 2 }, '1E308'],
    [-1e-9, {}, { notation: 'compact' }, '-1E-9'],
    [0, {}, { notation: 'compact' }, '0'],
  ])('%s with the format %j and the look %j is written as %s', (value, format, look, text) => {
    expect(shownNumber(value, 'en-GB', format, look)).toBe(text)
  })
  test.each<[string, string, ChartColumn['format'], string]>([
    ['4', '1', { decimals: 3 }, '4 – 5'],
    ['4', '1.00', { decimals: 3 }, '4 – 5'],
    ['4', '0.5', { decimals: 0 }, '4.0 – 4.5'],
    ['0.3', '0.1', { decimals: 3 }, '0.3 – 0.4'],
    ['1234567', '1', {}, '1,234,567 – 1,234,568'],
    ['0.1', '0.05', { isPercent: true, decimals: 2 }, '10% – 15%'],
    ['0.01', '0.005', { isPercent: true }, '1.0% – 1.5%'],
  ])('interval from %s, %s wide, has the decimals of its step with the format %j: %s', (cell, width, format, text) => {
    const words = {
      number: (value: number, column?: ChartColumn, look?: NumberLook) =>
        shownNumber(value, 'en-GB', column?.format ?? {}, look),
    } as ChartWords
    const column = { type: 'number', binding: { field: 'f1', width }, format } as ChartColumn
    expect(labelOf(column, cell, { words, names: {} })).toBe(text)
  })
  test('beside an axis is never longer than there is room, and never cut', () => {
    const ticks = [12_000, 99_000_000, 800_000_000_000_000, -2e9, 0.000012].map((value) =>
      shownTick(value, 'en-GB', {}),
    )
    expect(ticks).toEqual(['12,000', '99,000,000', '8E14', '-2E9', '0.000012'])
    expect(shownTick(2e9, 'en-GB', {}, { notation: 'full' })).toBe('2,000,000,000')
  })
  test('is shortened as its language does it', () => {
    expect(shownNumber(12_345, 'zh-CN', {}, { notation: 'compact' })).toBe('1.23万')
  })
})
