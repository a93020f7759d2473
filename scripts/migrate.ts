/** `npm run migrate`: migrates the database without starting the server. */
import { withStorage } from './storage.ts'

await withStorage(async ({ migrated }) => {
  process.stdout.write(migrated.length ? `applied ${migrated.join(', ')}\n` : 'nothing to apply\n')
})
