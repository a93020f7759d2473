/**
 * `npm run administrator -- --email admin@example.org`: emergency access. Creates a local administrator, or gives the
 * account of this address the role, a fresh password and no second step.
 */
import { parseArgs } from 'node:util'
import { Email } from '../contract/session.ts'
import { readConfig, sourceOf } from '../server/config.ts'
import { openEmergencyAccess } from '../server/setup.ts'
import { newId } from '../server/storage/id.ts'
import { openSeal } from '../server/storage/seal.ts'
import { withStorage } from './storage.ts'

const config = readConfig(sourceOf(process.env))
const { values } = parseArgs({ options: { email: { type: 'string', default: config.adminEmail } } })
const email = Email.parse(values.email)
await withStorage(async ({ db }) => {
  const password = await openEmergencyAccess(db, openSeal(config), { email, newId })
  process.stdout.write(`${email}  password: ${password}  (shown only once)\n`)
})
