import { expect, test } from 'vitest'
import { countsOfPlaywright, countsOfVitest, sumOf } from './test-counts.ts'

test('a test file that could not be loaded counts as one failure', () => {
  expect(countsOfVitest({ testResults: [{ status: 'failed', assertionResults: [] }] })).toMatchObject({ failed: 1 })
})

test('vitest: passed and failed are counted, skipped ones are named', () => {
  const assertionResults = ['passed', 'failed', 'pending', 'todo'].map((status) => ({ status, fullName: status }))
  expect(countsOfVitest({ testResults: [{ status: 'failed', assertionResults }] })).toEqual({
    passed: 1,
    failed: 1,
    skipped: ['pending', 'todo'],
  })
})

test('Playwright: suites within suites count, a flaky test and an error outside of tests are failures', () => {
  const spec = (status: string) => ({ title: status, tests: [{ status }] })
  const suites = [
    { specs: [spec('expected')], suites: [{ specs: [spec('expected'), spec('flaky'), spec('skipped')] }] },
  ]
  expect(countsOfPlaywright({ suites, errors: ['no browser'] })).toEqual({ passed: 2, failed: 2, skipped: ['skipped'] })
})

test('counts add up', () => {
  const one = { passed: 1, failed: 2, skipped: ['a'] }
  expect(sumOf([one, one])).toEqual({ passed: 2, failed: 4, skipped: ['a', 'a'] })
})
