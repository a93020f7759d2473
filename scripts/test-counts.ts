/**
 * A failed test: its file, title and the beginning of the error. A file that could not be loaded has its name as title.
 */
export type Failed = { file: string; title: string; why: string }
/** Counts of a test run; `skipped` has titles, without the tests that only the full run has (`leftToFull`). */
export type Counts = { passed: number; failed: Failed[]; skipped: string[]; leftToFull: number }

/** The tag of `inFull` in `tests/support/full.ts`, as both reports write it. */
const FULL_TAG = 'full'
/** Skipped tests: those of the full run only are a number, the others have their titles. */
function skippedOf<One extends { tags?: string[] }>(skipped: One[], titleOf: (one: One) => string) {
  const [left = [], others = []] = [true, false].map((isLeft) =>
    skipped.filter(({ tags = [] }) => tags.includes(FULL_TAG) === isLeft),
  )
  return { skipped: others.map(titleOf), leftToFull: left.length }
}

const WHY_LINES = 12
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
const COLOURS = /\u001B\[[\d;]*m/g
const firstWords = (text: string) => text.replace(COLOURS, '').split('\n').slice(0, WHY_LINES).join('\n')

type VitestReport = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[]; tags?: string[] }[]
  }[]
}
/** The counts of vitest's JSON report. A file that could not be loaded has no tests and counts as one failure. */
export function countsOfVitest({ testResults }: VitestReport): Counts {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    if (status === 'failed' && !assertionResults.length) return [{ file, title: file, why: firstWords(message) }]
    return assertionResults
      .filter((one) => one.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ file, title: fullName, why: firstWords(failureMessages.join('\n')) }))
  })
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed,
    ...skippedOf(
      tests.filter(({ status }) => !['passed', 'failed'].includes(status)),
      ({ fullName }) => fullName,
    ),
  }
}

type Suite = {
  suites?: Suite[]
  specs?: {
    title: string
    file: string
    tags?: string[]
    tests: { status: string; results: Result[] }[]
  }[]
}
type Result = { error?: { message?: string }; attachments?: { name: string; body?: string }[] }

const PAGE_LINES = 150
/** The page when a journey failed, as `tests/e2e/failed-page.ts` attached it; empty without one. */
function pageOf({ attachments = [] }: Result): string {
  const body = attachments.find(({ name }) => name === 'page')?.body
  const page = body && Buffer.from(body, 'base64').toString()
  return page ? `\n\nThe page then:\n${page.split('\n').slice(0, PAGE_LINES).join('\n')}` : ''
}

/** The counts of Playwright's JSON report. */
export function countsOfPlaywright({ suites, errors }: { suites: Suite[]; errors: { message?: string }[] }): Counts {
  const specsOf = (suite: Suite): NonNullable<Suite['specs']> => [
    ...(suite.specs ?? []),
    ...(suite.suites ?? []).flatMap(specsOf),
  ]
  const tests = suites.flatMap(specsOf).flatMap(({ tests, ...spec }) => tests.map((one) => ({ ...spec, ...one })))
  const failed = tests.filter(({ status }) => status === 'unexpected')
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failed: [
      ...failed.map(({ file, title, results: [result = {}] }) => ({
        file,
        title,
        why: firstWords(result.error?.message ?? '') + pageOf(result),
      })),
      ...errors.map(({ message = '' }) => ({ file: '', title: 'outside of tests', why: firstWords(message) })),
    ],
    ...skippedOf(
      tests.filter(({ status }) => status === 'skipped'),
      ({ title }) => title,
    ),
  }
}

/** The result of a run with retries; `shaky` tests passed only then. */
export function withSecond(first: Counts, second: Counts): { counts: Counts; shaky: Failed[] } {
  const failsAgain = new Set(second.failed.map(({ file, title }) => `${file} ${title}`))
  const shaky = first.failed.filter(({ file, title }) => !failsAgain.has(`${file} ${title}`))
  return { counts: { ...first, passed: first.passed + shaky.length, failed: second.failed }, shaky }
}

export const sumOf = (all: Counts[]): Counts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.flatMap(({ failed }) => failed),
  skipped: all.flatMap(({ skipped }) => skipped),
  leftToFull: all.reduce((sum, { leftToFull }) => sum + leftToFull, 0),
})
