/**
 * `npm test`: the gates, then every test. The last line counts; above it stands by name what was skipped and which
 * counterparts this machine lacks.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Counts, countsOfPlaywright, countsOfVitest, sumOf } from './test-counts.ts'

const dir = mkdtempSync(join(tmpdir(), 'ds-tests-'))
const report = (name: string) => join(dir, `${name}.json`)
const none: Counts = { passed: 0, failed: 0, skipped: [] }

type Step = { name: string; command: string[]; count: (isDone: boolean) => Counts }
const steps: Step[] = [
  {
    name: 'check',
    command: ['node', 'scripts/check.ts'],
    count: (isDone) => ({ ...none, passed: isDone ? 1 : 0, failed: isDone ? 0 : 1 }),
  },
  {
    name: 'unit, API and faults',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('vitest')}`],
    count: (isDone) => counted(report('vitest'), countsOfVitest, isDone),
  },
  {
    name: 'journeys in the browser',
    command: ['playwright', 'test', '--reporter=list,json'],
    count: (isDone) => counted(report('playwright'), countsOfPlaywright, isDone),
  },
]

/** Counterparts that a machine may lack, and where their tests run. */
const counterparts: [name: string, isThere: boolean][] = [
  ['an outside PostgreSQL: TEST_DATABASE_URL=postgres://… npm run test:api', Boolean(process.env.TEST_DATABASE_URL)],
  ['unzip, which judges the archives', existsSync('/usr/bin/unzip')],
  ['OpenLDAP slapd, the directory', existsSync('/usr/sbin/slapd')],
  ['django-cas-server, the CAS server', existsSync('/usr/lib/python3/dist-packages/cas_server')],
  ['openssl, which makes certificates for directory and SAML', existsSync('/usr/bin/openssl')],
]

/** A run that failed without a failed test (it crashed, or wrote no report) counts as one failure. */
function counted<Report>(path: string, countsOf: (report: Report) => Counts, isDone: boolean): Counts {
  const counts = existsSync(path) ? countsOf(JSON.parse(readFileSync(path, 'utf8')) as Report) : none
  return isDone || counts.failed ? counts : { ...counts, failed: 1 }
}

function run([command = '', ...argv]: string[]): Promise<boolean> {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright') }
  return new Promise((resolve) => {
    spawn(command, argv, { stdio: 'inherit', env }).on('close', (code) => resolve(code === 0))
  })
}

const counts: Counts[] = []
for (const { name, command, count } of steps) {
  process.stdout.write(`\n== ${name}\n`)
  counts.push(count(await run(command)))
}
rmSync(dir, { recursive: true })
const { passed, failed, skipped } = sumOf(counts)
for (const title of skipped) process.stdout.write(`skipped: ${title}\n`)
for (const [name, isThere] of counterparts) if (!isThere) process.stdout.write(`not on this machine: ${name}\n`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed ? 1 : 0
