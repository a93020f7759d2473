/** `npm test`: the gates, then every test; the last line counts. What could not run for want of a counterpart is named. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

const steps: [name: string, command: string, ...argv: string[]][] = [
  ['check', process.execPath, 'scripts/check.ts'],
  ['unit, API and conformance', 'vitest', 'run'],
  ['journeys in the browser', 'playwright', 'test'],
]

/** Counterparts that a machine may lack. */
const counterparts = [
  ['an outside PostgreSQL (TEST_DATABASE_URL)', Boolean(process.env.TEST_DATABASE_URL)],
  ['unzip, which judges the archives', existsSync('/usr/bin/unzip')],
] as const

const run = ([, command, ...argv]: (typeof steps)[number]): Promise<boolean> =>
  new Promise((resolve) => {
    spawn(command, argv, { stdio: 'inherit' }).on('close', (code) => resolve(code === 0))
  })

let passed = 0
let failed = 0
for (const step of steps) {
  process.stdout.write(`\n== ${step[0]}\n`)
  if (await run(step)) passed += 1
  else failed += 1
}
for (const [name, isThere] of counterparts) if (!isThere) process.stdout.write(`not on this machine: ${name}\n`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed ? 1 : 0
