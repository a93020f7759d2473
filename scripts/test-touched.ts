/**
 * `npm run test:touched`: after `npm test`, runs the full set of tests of the areas that a change touches. The change
 * is the difference between the working tree and CI_BASE; without CI_BASE, the changes of the last day before the last
 * commit. If neither can be determined, as in a shallow clone, all areas count as touched. The tests nearest to the
 * change come first, and no test file is started after the time is up: after 12 minutes, or once the CI run that began
 * at CI_STARTED_AT (seconds of Unix time) is 50 minutes old.
 */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { deadlineOf, touchedBy } from './touched.ts'

const DAY_SECONDS = 86_400

/** The tests that run more in full than by default. */
export const sampling = (): string[] =>
  globSync('tests/{api,fault,conformance,e2e}/*.{test,spec}.ts')
    .filter((path) => readFileSync(path, 'utf8').includes("'../support/full.ts'"))
    .sort()

function git(...argv: string[]): string | null {
  const { status, stdout } = spawnSync('git', argv, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** Changed paths; null: unknown. */
function changedPaths(): string[] | null {
  const lastAt = Number(git('log', '-1', '--format=%ct'))
  const base = process.env.CI_BASE || git('rev-list', '-1', `--before=${lastAt - DAY_SECONDS}`, 'HEAD')
  const changed = base ? git('diff', '--name-only', base) : null
  return changed === null ? null : changed.split('\n').filter(Boolean)
}

/** Tries again on failure, as `npm test` does. */
function passes(command: string, argv: string[]): boolean {
  const run = () => spawnSync(command, argv, { stdio: 'inherit', env: { ...process.env, TEST_FULL: '1' } }).status === 0
  return run() || run()
}

function main(): void {
  const deadlineMs = deadlineOf(Date.now(), process.env.CI_STARTED_AT)
  const changed = changedPaths()
  const touched = touchedBy(changed, sampling())
  const told = changed ? `${changed.length} files changed` : 'nobody can tell what changed'
  process.stdout.write(`${told}: ${touched.length ? touched.join(' ') : 'nothing to ask in full'}\n`)
  const runs = touched.map((path): [string, string[]] =>
    path.startsWith('tests/e2e/') ? ['playwright', ['test', path]] : ['vitest', ['run', path]],
  )
  for (const [command, argv] of runs) {
    if (Date.now() > deadlineMs) process.stdout.write(`left out, the time is over: ${argv.at(-1)}\n`)
    else if (!passes(command, argv)) process.exitCode = 1
  }
}

if (import.meta.main) main()
