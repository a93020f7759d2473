import { randomInt } from 'node:crypto'
import { PASSWORD_LENGTH } from '#contract/limits.ts'
import type { Config } from './config.ts'
import { hashPassword } from './modules/session/password.ts'
import type { Db } from './storage/database.ts'

/** No look-alikes; one of each kind makes the password rule of spec section 5 hold. */
const KINDS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '!@#$%^&*~']

/** A password of PASSWORD_LENGTH.max characters with every kind in it. */
export function generatePassword(draw: (below: number) => number = (below) => randomInt(below)): string {
  const pick = (from: string) => from[draw(from.length)] ?? ''
  const all = KINDS.join('')
  const rest = Array.from({ length: PASSWORD_LENGTH.max - KINDS.length }, () => pick(all))
  return [...KINDS.map(pick), ...rest].join('')
}

/** Makes the first administrator when nobody is registered; answers the password when it was generated. */
export async function ensureAdministrator(
  db: Db,
  { adminEmail, adminPassword }: Config,
  newId: () => string,
): Promise<{ email: string; generated: string | null } | null> {
  const anybody = await db.selectFrom('person').select('id').limit(1).executeTakeFirst()
  if (anybody) return null
  const generated = adminPassword ? null : generatePassword()
  const password_hash = await hashPassword(adminPassword ?? generated ?? '')
  await db
    .insertInto('person')
    .values({
      id: newId(),
      email: adminEmail,
      name: 'Administrator',
      role: 'role_admin',
      password_hash,
      disabled_at: null,
    })
    .execute()
  return { email: adminEmail, generated }
}
