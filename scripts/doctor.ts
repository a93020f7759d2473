/** `npm run doctor [-- --repair] [-- --deep]`: compares database and contents; ends with 1 when something is wrong. */
import { examine } from '../server/doctor/index.ts'
import { withStorage } from './storage.ts'

const argv = process.argv.slice(2)
await withStorage(async ({ db, blobs }) => {
  const { lines, isHealthy } = await examine(db, blobs, {
    repair: argv.includes('--repair'),
    deep: argv.includes('--deep'),
  })
  for (const line of lines) process.stdout.write(`${line}\n`)
  process.stdout.write(isHealthy ? 'database and contents agree\n' : 'something is wrong\n')
  process.exitCode = isHealthy ? 0 : 1
})
