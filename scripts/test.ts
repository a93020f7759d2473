/**
 * `npm test`: runs the gates, then every test. A failed test is run once more, alone. If it passes then, it is listed
 * as flaky: it depends on timing or on other tests, which has to be fixed within a week. The last line is the result;
 * above it are listed the failed tests, the skipped tests and the outside services that this machine lacks. `--full`
 * runs everything of which the daily run takes a sample.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { buildIfStale } from './build.ts'
import { overdueOf, type Shaky, withFound } from './shaky.ts'
import { CPU_FIGURES, type Figures, figuresIn, judged } from './test-budget.ts'
import { type Counts, countsOfPlaywright, countsOfVitest, type Failed, sumOf, withSecond } from './test-counts.ts'

if (process.argv.includes('--full')) process.env.TEST_FULL = '1'
const dir = mkdtempSync(join(tmpdir(), 'ds-tests-'))
const report = (name: string) => join(dir, `${name}.json`)
const none: Counts = { passed: 0, failed: [], skipped: [], leftToFull: 0 }
/** Output that a suite may hold while another one prints; more makes it wait. */
const OUTPUT_BYTES_MAX = 64 * 1024 ** 2
/** With more failures than this nothing is retried: they have a common cause. */
const AGAIN_MAX = 10

type Step = {
  name: string
  command: string[]
  count: (isDone: boolean) => Counts
  /** The command that retries the failed tests. */
  again?: (failed: Failed[]) => string[]
}
const vitest = ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('vitest')}`]
const playwright = ['playwright', 'test', '--reporter=list,json']
const gates: Step = {
  name: 'check',
  command: ['node', 'scripts/check.ts'],
  count: (isDone) =>
    isDone ? { ...none, passed: 1 } : { ...none, failed: [{ file: '', title: 'npm run check', why: '' }] },
}
/** Run concurrently: each spends a third of its time waiting. */
const suites: Step[] = [
  {
    name: 'unit, API and faults',
    command: vitest,
    count: (isDone) => counted(report('vitest'), countsOfVitest, isDone),
    again: (failed) => [...vitest, ...new Set(failed.map(({ file }) => file))],
  },
  {
    name: 'journeys in the browser',
    command: playwright,
    count: (isDone) => counted(report('playwright'), countsOfPlaywright, isDone),
    again: () => [...playwright, '--last-failed', '--workers=1'],
  },
]

/** Outside services that a machine may lack, and where their tests are. */
const services: [name: string, isThere: boolean][] = [
  [
    'an outside PostgreSQL: TEST_DATABASE_URL=postgres://… npm run test:postgres',
    Boolean(process.env.TEST_DATABASE_URL),
  ],
  ['unzip, which judges the archives', existsSync('/usr/bin/unzip')],
  ['python3, which runs an example of the upload protocol', existsSync('/usr/bin/python3')],
  [
    'python3-openpyxl and python3-xlsxwriter, which make and judge workbooks',
    existsSync('/usr/lib/python3/dist-packages/openpyxl') && existsSync('/usr/lib/python3/dist-packages/xlsxwriter'),
  ],
  ['python3-pandas, which runs an example for tables', existsSync('/usr/lib/python3/dist-packages/pandas')],
  ['R with jsonlite, which runs an example for tables', existsSync('/usr/lib/R/site-library/jsonlite')],
  ['OpenLDAP slapd, the directory', existsSync('/usr/sbin/slapd')],
  ['django-cas-server, the CAS server', existsSync('/usr/lib/python3/dist-packages/cas_server')],
  ['ffmpeg, which takes frames of videos', existsSync('/usr/bin/ffmpeg')],
  ['LibreOffice and bubblewrap, which show .doc and .ppt', ['/usr/bin/soffice', '/usr/bin/bwrap'].every(existsSync)],
  ['Apache with mod_dav, a drive to import from', existsSync('/usr/lib/apache2/modules/mod_dav_fs.so')],
  [
    'OpenStack Swift and memcached, an S3 store for contents and to import from',
    existsSync('/usr/bin/swift-proxy-server'),
  ],
  ['root, who makes a small disk that a backup fills', process.getuid?.() === 0],
  ['litmus, which judges WebDAV', existsSync('/usr/bin/litmus')],
  ['cadaver, a WebDAV client', existsSync('/usr/bin/cadaver')],
  ['rclone, which copies and compares over WebDAV, FTP and SFTP', existsSync('/usr/bin/rclone')],
  ['davfs2 and /dev/fuse, which mount a space', existsSync('/usr/sbin/mount.davfs') && existsSync('/dev/fuse')],
  ['MariaDB, a database to import from', existsSync('/usr/sbin/mariadbd')],
  ['nginx, PostgreSQL and Swift, a cluster of two nodes', ['/usr/sbin/nginx', '/usr/lib/postgresql'].every(existsSync)],
  ['root and strace, which make small and slow disks', process.getuid?.() === 0 && existsSync('/usr/bin/strace')],
  ['nftables, which drops packets', existsSync('/usr/sbin/nft')],
  ['promtool, which judges the alert rules', existsSync('/usr/bin/promtool')],
  ['lftp, which mirrors by FTP', existsSync('/usr/bin/lftp')],
  ['curl, which goes on with uploads by FTP', existsSync('/usr/bin/curl')],
  ['sftp of OpenSSH', existsSync('/usr/bin/sftp')],
  ['sshd of OpenSSH, a server that copies of spaces go to', existsSync('/usr/sbin/sshd')],
  ['openssl, which makes certificates for directory and SAML', existsSync('/usr/bin/openssl')],
]

/** A failed run without a failed test (it crashed, or wrote no report) counts as one failure. */
function counted<Report>(path: string, countsOf: (report: Report) => Counts, isDone: boolean): Counts {
  const counts = existsSync(path) ? countsOf(JSON.parse(readFileSync(path, 'utf8')) as Report) : none
  rmSync(path, { force: true })
  return isDone || counts.failed.length
    ? counts
    : { ...counts, failed: [{ file: '', title: 'the run itself', why: '' }] }
}

/** A command that runs; `isDone` resolves when it has ended, with whether it succeeded, and `seconds` is how long it took. */
type Running = { output: Readable; isDone: Promise<boolean>; seconds: () => number }

function start([command = '', ...argv]: string[], more: Record<string, string> = {}): Running {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright'), ...color, ...more }
  // Both streams in one: what a command prints keeps its order.
  const output = new PassThrough({ highWaterMark: OUTPUT_BYTES_MAX })
  const beganMs = performance.now()
  let endedMs = beganMs
  const child = spawn(command, argv, { stdio: ['inherit', 'pipe', 'pipe'], env })
  child.stdout.pipe(output, { end: false })
  child.stderr.pipe(output, { end: false })
  const isDone = new Promise<boolean>((resolve) => {
    child.on('close', (code) => {
      endedMs = performance.now()
      output.end()
      resolve(code === 0)
    })
  })
  return { output, isDone, seconds: () => (endedMs - beganMs) / 1000 }
}

/** Prints the output of a command so far, then everything until it ends. */
async function shown(name: string, { output, isDone, seconds }: Running): Promise<boolean> {
  process.stdout.write(`\n== ${name}\n`)
  for await (const piece of output) process.stdout.write(piece)
  const hasSucceeded = await isDone
  process.stdout.write(`== ${name}: ${seconds().toFixed(0)} s\n`)
  return hasSucceeded
}

const shaky: Failed[] = []
/** Retries what failed, with nothing else running. */
async function retried({ name, count, again }: Step, first: Counts): Promise<Counts> {
  const isWorthIt = first.failed.length <= AGAIN_MAX && first.failed.every(({ file }) => file)
  if (!again || !first.failed.length || !isWorthIt) return first
  const second = count(await shown(`${name}: ${first.failed.length} once more`, start(again(first.failed))))
  const tried = withSecond(first, second)
  shaky.push(...tried.shaky.map((one) => ({ ...one, file: relative('.', one.file) })))
  return tried.counts
}

/** Prints the files with the most processor time; a file over its budget is a failure. */
function budgeted(): Counts {
  const budget = JSON.parse(readFileSync(new URL('../tests/budget.json', import.meta.url), 'utf8')) as Figures
  const { worst, over, without, slowness } = judged(figuresIn(readFileSync(CPU_FIGURES, 'utf8')), budget)
  const row = ([file, seconds]: [string, number]) => `${seconds.toFixed(1).padStart(7)} s  ${file}\n`
  const machine = Object.entries(slowness).map(([kind, factor]) => `${kind} ${factor.toFixed(1)} x`)
  process.stdout.write(
    `\n== processor time, the ten worst (this machine, by the table: ${machine.join(', ')})\n${worst.map(row).join('')}`,
  )
  if (without.length) process.stdout.write(`\n== without a row in tests/budget.json\n${without.map(row).join('')}`)
  // Budgets apply to the default run only.
  if (process.env.TEST_FULL) return none
  const why = ({ seconds, row }: (typeof over)[number]) =>
    `${seconds.toFixed(1)} s, and its row in tests/budget.json allows ${row.toFixed(1)} s on this machine`
  return { ...none, failed: over.map((one) => ({ file: one.file, title: 'processor time', why: why(one) })) }
}

/** Adds shaky tests to the list; entries older than a week are a failure. */
function listed(): Counts {
  const list = new URL('../tests/shaky.json', import.meta.url)
  const known = JSON.parse(readFileSync(list, 'utf8')) as Shaky
  const now = new Date()
  if (shaky.length) writeFileSync(list, `${JSON.stringify(withFound(known, shaky, now), null, 2)}\n`)
  const why = 'mend what it leans on, and take its row off tests/shaky.json'
  const failed = overdueOf(known, now).map((title) => ({ file: 'tests/shaky.json', title, why }))
  return { ...none, failed }
}

mkdirSync(dirname(CPU_FIGURES), { recursive: true })
writeFileSync(CPU_FIGURES, '')
const gating = start(gates.command)
// Beside the gates, and before both suites, which would each build it.
await buildIfStale()
const counts: Counts[] = [gates.count(await shown(gates.name, gating))]
const figures = { TEST_CPU_FIGURES: resolve(CPU_FIGURES) }
const running = suites.map((suite) => ({ suite, run: start(suite.command, figures) }))
const firsts: [Step, Counts][] = []
for (const { suite, run } of running) firsts.push([suite, suite.count(await shown(suite.name, run))])
for (const [suite, first] of firsts) counts.push(await retried(suite, first))
counts.push(budgeted(), listed())
rmSync(dir, { recursive: true })
const { passed, failed, skipped, leftToFull } = sumOf(counts)
const reportFailed = (what: string, { file, title, why }: Failed) =>
  process.stdout.write(`${what}: ${title} (${file})\n${why.replace(/^/gm, '  ')}\n`)
for (const one of shaky) reportFailed('passed only at the second try', one)
for (const one of failed) reportFailed('failed', one)
for (const title of skipped) process.stdout.write(`skipped: ${title}\n`)
for (const [name, isThere] of services) if (!isThere) process.stdout.write(`not on this machine: ${name}\n`)
if (leftToFull) process.stdout.write(`${leftToFull} tests run in the full run only: npm run test:full\n`)
process.stdout.write(`${passed} passed, ${failed.length} failed\n`)
process.exitCode = failed.length ? 1 : 0
