import { expect, test } from 'vitest'
import { ColumnProfile } from './proposal.ts'

/** What is proposed for texts that a workbook declares as such. */
function proposed(texts: readonly string[]) {
  const profile = new ColumnProfile()
  for (const text of texts) profile.add({ kind: 'text', text })
  return profile.proposal(texts.length)
}
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
