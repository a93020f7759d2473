/**
 * `npm run test:postgres`: the tests of what versions of PostgreSQL may differ in, on the server that TEST_DATABASE_URL
 * names (as one of its superusers: tests empty databases without looking at constraints). Everything else is the same
 * code on any version, and `npm test` proves it. More arguments go to vitest.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const capabilities = [
  // The shape of the database, its triggers and its catalogue.
  ...['migrations', 'backup', 'doctor', 'doctor-damage'],
  // Locks, deadlocks, leases and news.
  ...['transactions', 'at-once', 'nodes', 'tasks', 'live', 'uploads'],
  // Words, orders and pages: text search, collations, cursors, plans.
  ...['search', 'spaces', 'users', 'journal', 'audit', 'statistics'],
  // Long statements over trees, past states and JSON.
  ...['files', 'versions', 'input', 'capacity'],
  // Every operation once, by everybody.
  ...['sweep', 'matrix'],
]

const files = capabilities.map((name) => `tests/api/${name}.test.ts`)
const gone = files.filter((file) => !existsSync(file))
if (gone.length) throw new Error(`no such tests: ${gone.join(', ')}`)
if (!process.env.TEST_DATABASE_URL) throw new Error('TEST_DATABASE_URL names no server')
const { status } = spawnSync('vitest', ['run', '--project', 'api', ...files, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exitCode = status ?? 1
