import { describe, expect, test } from 'vitest'
import { ColumnProfile } from './proposal.ts'

type Cells = Parameters<ColumnProfile['add']>[0][]
function proposedOf(cells: Cells) {
  const profile = new ColumnProfile()
  for (const cell of cells) profile.add(cell)
  return profile.proposal(cells.length)
}
/** What is proposed for texts that a workbook declares as such. */
const proposed = (texts: readonly string[]) => proposedOf(texts.map((text) => ({ kind: 'text', text })))
const DAYS = ['1 Jan 2025', '2025年1月16日', '2025/1/21']

test('texts that are all dates stay texts, and none of them is a misfit', () => {
  expect(proposed(DAYS)).toMatchObject({ type: 'text', nearly: { type: 'date', format: {}, misfits: 0 } })
  expect(proposed(DAYS).isOrderUnknown).toBe(false)
})

test('of texts that are all dates it is told that day and month are ambiguous', () => {
  const one = proposed([...DAYS, '11/01/2025'])
  expect(one).toMatchObject({ type: 'text', nearly: { type: 'date', format: { dayFirst: true }, misfits: 0 } })
  expect(one.isOrderUnknown).toBe(true)
})

test('the order is known where one value shows it', () => {
  expect(proposed([...DAYS, '11/01/2025', '21/01/2025']).isOrderUnknown).toBe(false)
})

describe('values that are percentages are counted', () => {
  const raw = (...texts: string[]): Cells => texts.map((text) => ({ kind: 'raw', text }))
  const half = { kind: 'number' as const, text: '0.5' }
  test.each<[what: string, cells: Cells, type: string, percents: number]>([
    ['texts with a decimal comma', raw('0,5%', '2%', '-1,25%'), 'number', 3],
    ['a full-width sign', raw('５％', '12％ '), 'number', 2],
    ['words for a missing value beside them', raw('2%', 'NA'), 'number', 1],
    ['some of the values', raw('2%', '3', '0'), 'number', 1],
    ['no numbers', raw('about 2%', '3% or more', '%'), 'text', 0],
    ['cells that a workbook shows as such', [{ ...half, isPercent: true }, half], 'number', 1],
  ])('%s', (_what, cells, type, percents) => {
    expect(proposedOf(cells)).toMatchObject({ type, percents })
  })
})
