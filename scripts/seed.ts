/** `npm run seed -- --files 100000 [--folders 1]`: fills a space with that many small entries, for looking at and for benchmarks. */
import { parseArgs } from 'node:util'
import { seedVolume } from '../server/demo/volume.ts'
import { withStorage } from './storage.ts'

const { values } = parseArgs({
  options: { files: { type: 'string', default: '100000' }, folders: { type: 'string', default: '1' } },
})
await withStorage(async ({ db }) => {
  const { identifier } = await seedVolume(db, { files: Number(values.files), folders: Number(values.folders) })
  process.stdout.write(`${values.files} files are in the space ${identifier}\n`)
})
