import { expect, test } from 'vitest'
import { type Counts, countsOfPlaywright, countsOfVitest, sumOf, withSecond } from './test-counts.ts'

const failed = (title: string) => ({ file: 'a.test.ts', title, why: 'it is not so' })
const counts = (more: Partial<Counts>): Counts => ({ passed: 0, failed: [], skipped: [], leftToFull: 0, ...more })

test('a test file that could not be loaded counts as one failure', () => {
  const broken = { name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }
  expect(countsOfVitest({ testResults: [broken] }).failed).toEqual([
    { file: 'a.test.ts', title: 'a.test.ts', why: 'no such module' },
  ])
})

test('vitest: passed are counted, failed and skipped ones are named, without colours', () => {
  const assertionResults = ['passed', 'failed', 'pending', 'todo'].map((status) => ({
    status,
    fullName: status,
    failureMessages: status === 'failed' ? ['\u001B[31mit is not so\u001B[39m'] : [],
  }))
  const file = { name: 'a.test.ts', status: 'failed', message: '', assertionResults }
  expect(countsOfVitest({ testResults: [file] })).toEqual({
    passed: 1,
    failed: [failed('failed')],
    skipped: ['pending', 'todo'],
    leftToFull: 0,
  })
})

test('a test of the full run only is a number, apart from what a machine can’t run', () => {
  const title = 'a second way'
  const assertion = { status: 'skipped', fullName: title, failureMessages: [] }
  const assertionResults = [assertion, { ...assertion, tags: ['full'] }]
  expect(countsOfVitest({ testResults: [{ name: 'a', status: 'passed', message: '', assertionResults }] })).toEqual(
    counts({ skipped: [title], leftToFull: 1 }),
  )
  const spec = { title, file: 'a.spec.ts', tests: [{ status: 'skipped', results: [] }] }
  expect(countsOfPlaywright({ suites: [{ specs: [spec, { ...spec, tags: ['full'] }] }], errors: [] })).toEqual(
    counts({ skipped: [title], leftToFull: 1 }),
  )
})

test('Playwright: suites within suites count, and an error outside of tests is a failure', () => {
  const results = [{ error: { message: 'it is not so' } }]
  const spec = (status: string) => ({ title: status, file: 'a.test.ts', tests: [{ status, results }] })
  const suites = [
    { specs: [spec('expected')], suites: [{ specs: [spec('expected'), spec('unexpected'), spec('skipped')] }] },
  ]
  expect(countsOfPlaywright({ suites, errors: [{ message: 'no browser' }] })).toEqual({
    passed: 2,
    failed: [failed('unexpected'), { file: '', title: 'outside of tests', why: 'no browser' }],
    skipped: ['skipped'],
    leftToFull: 0,
  })
})

test('Playwright: a journey that failed shows the beginning of its page', () => {
  const lines = Array.from({ length: 200 }, (_, at) => `- text: line ${at}`)
  const body = Buffer.from(lines.join('\n')).toString('base64')
  const results = [{ error: { message: 'it is not so' }, attachments: [{ name: 'page', body }] }]
  const spec = { title: 'a', file: 'a.spec.ts', tests: [{ status: 'unexpected', results }] }
  const [one] = countsOfPlaywright({ suites: [{ specs: [spec] }], errors: [] }).failed
  expect(one?.why).toMatch(/^it is not so\n\nThe page then:\n- text: line 0\n/)
  expect(one?.why).toMatch(/- text: line 149$/)
})

test('what passes only at the second try is named; what fails again, or only then, is a failure', () => {
  const first = counts({ passed: 5, failed: [failed('once'), failed('always')] })
  const second = counts({ passed: 3, failed: [failed('always'), failed('other')] })
  expect(withSecond(first, second)).toEqual({
    counts: counts({ passed: 6, failed: [failed('always'), failed('other')] }),
    shaky: [failed('once')],
  })
})

test('counts add up', () => {
  const one = counts({ passed: 1, failed: [failed('x')], skipped: ['a'], leftToFull: 2 })
  expect(sumOf([one, one])).toEqual({
    passed: 2,
    failed: [failed('x'), failed('x')],
    skipped: ['a', 'a'],
    leftToFull: 4,
  })
})
