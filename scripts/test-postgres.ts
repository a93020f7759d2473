/**
 * `npm run test:postgres`: runs the tests that depend on the version of PostgreSQL, on the server of TEST_DATABASE_URL,
 * as one of its superusers (tests empty databases without checking constraints). More arguments go to vitest.
 */
import { spawnSync } from 'node:child_process'
import { postgresFiles } from './postgres-files.ts'

if (!process.env.TEST_DATABASE_URL) throw new Error('TEST_DATABASE_URL names no server')
const { status } = spawnSync('vitest', ['run', '--project', 'api', ...postgresFiles, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exitCode = status ?? 1
