/** What a run of tests came to; `skipped` holds titles. */
export type Counts = { passed: number; failed: number; skipped: string[] }

type VitestReport = {
  testResults: { status: string; assertionResults: { status: string; fullName: string }[] }[]
}
/** The counts of vitest's JSON report. A file that could not be loaded has no tests and counts as one failure. */
export function countsOfVitest({ testResults }: VitestReport): Counts {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const broken = testResults.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.length)
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').length + broken.length,
    skipped: tests.filter(({ status }) => !['passed', 'failed'].includes(status)).map(({ fullName }) => fullName),
  }
}

type Suite = { suites?: Suite[]; specs?: { title: string; tests: { status: string }[] }[] }
/** The counts of Playwright's JSON report; a test that passed at the second try counts as failed. */
export function countsOfPlaywright({ suites, errors }: { suites: Suite[]; errors: unknown[] }): Counts {
  const specsOf = (suite: Suite): NonNullable<Suite['specs']> => [
    ...(suite.specs ?? []),
    ...(suite.suites ?? []).flatMap(specsOf),
  ]
  const tests = suites.flatMap(specsOf).flatMap(({ title, tests }) => tests.map(({ status }) => ({ title, status })))
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failed: tests.filter(({ status }) => ['unexpected', 'flaky'].includes(status)).length + errors.length,
    skipped: tests.filter(({ status }) => status === 'skipped').map(({ title }) => title),
  }
}

export const sumOf = (all: Counts[]): Counts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  skipped: all.flatMap(({ skipped }) => skipped),
})
