/**
 * Fills a database for trying out and for benchmarks: `npm run seed -- --files 100000 [--folders 1]` creates a space
 * with that many small entries, `npm run seed -- --users 100000` that many accounts, `npm run seed -- --spaces 10000`
 * that many spaces with members, requests and usage.
 */
import { parseArgs } from 'node:util'
import { seedSpaces } from '../server/demo/many-spaces.ts'
import { seedPeople, seedVolume } from '../server/demo/volume.ts'
import { withStorage } from './storage.ts'

const { values } = parseArgs({
  options: {
    files: { type: 'string' },
    folders: { type: 'string', default: '1' },
    users: { type: 'string' },
    spaces: { type: 'string' },
  },
})
const files = values.files ?? (values.users || values.spaces ? null : '100000')
await withStorage(async ({ db }) => {
  if (values.users) {
    await seedPeople(db, Number(values.users))
    process.stdout.write(`${values.users} accounts are there\n`)
  }
  if (values.spaces) {
    await seedSpaces(db, Number(values.spaces))
    process.stdout.write(`${values.spaces} spaces are there\n`)
  }
  if (!files) return
  const { identifier } = await seedVolume(db, { files: Number(files), folders: Number(values.folders) })
  process.stdout.write(`${files} files are in the space ${identifier}\n`)
})
