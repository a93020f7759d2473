import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { PASSWORD_LENGTH } from '#contract/core/limits.ts'
import { type Config, ConfigError } from './config.ts'
import { auditService } from './modules/audit/service.ts'
import { sqlAuditStore } from './modules/audit/store.ts'
import { hashPassword } from './modules/session/index.ts'
import { type Db, transact } from './storage/database.ts'
import type { Seal } from './storage/seal.ts'

/** Letters and digits without look-alikes (spec section 9); one of each kind satisfies the password rule of section 5. */
const KINDS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789']

/** A password of PASSWORD_LENGTH.max characters with every kind in it. */
export function generatePassword(draw: (below: number) => number = (below) => randomInt(below)): string {
  const pick = (from: string) => from[draw(from.length)] ?? ''
  const all = KINDS.join('')
  const rest = Array.from({ length: PASSWORD_LENGTH.max - KINDS.length }, () => pick(all))
  return [...KINDS.map(pick), ...rest].join('')
}

/** Creates the first administrator when there are no users; returns the password when it was generated. */
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
      join_method: 'setup',
      password_hash,
      disabled_at: null,
    })
    .execute()
  return { email: adminEmail, generated }
}

/**
 * Emergency access: enables and unlocks a local administrator, sets a fresh password, removes the second step and ends
 * all sessions. For the operator of the machine; it is written to the audit log.
 */
export async function openEmergencyAccess(
  db: Db,
  seal: Seal,
  { email, newId }: { email: string; newId: () => string },
) {
  const password = generatePassword()
  const password_hash = await hashPassword(password)
  const now = () => new Date()
  const audit = auditService({ db, store: sqlAuditStore(db), seal, now })
  await transact(db, async (tx) => {
    const open = {
      role: 'role_admin',
      role_source: 'administrator',
      state: 'active',
      password_hash,
      disabled_at: null,
      locked_at: null,
      password_changed_at: now(),
    } as const
    const { id } = await tx
      .insertInto('person')
      .values({ id: newId(), email, name: 'Administrator', join_method: 'setup', ...open })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doUpdateSet(open))
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const table of ['session', 'totp', 'passkey', 'recovery_code'] as const)
      await tx.deleteFrom(table).where('person_id', '=', id).execute()
    await sql`delete from login_delay where key like '% ' || ${email.toLowerCase()}`.execute(tx)
    audit.record(tx, { action: 'adminReset', actor: null, target: { id, name: email } })
    await sql`select pg_notify('dataspace', ${JSON.stringify({ topic: 'person', payload: { id } })})`.execute(tx)
  })
  return password
}

/**
 * Refuses to start with a key other than the one that encrypted this installation's secrets: they could not be
 * decrypted, and the audit chain would look forged.
 */
export async function checkSeal(db: Db, { fingerprint }: Seal): Promise<void> {
  const json = JSON.stringify(fingerprint)
  const { rows } = await sql<{ value: string }>`
    insert into setting (key, value) values ('sealedBy', ${json}::jsonb)
    on conflict (key) do update set key = excluded.key returning value`.execute(db)
  if (rows[0]?.value === fingerprint) return
  throw new ConfigError([
    'SECRET_KEY: this is not the key that sealed the secrets of this installation; give the first one, or its DATA_DIR/secret.key',
  ])
}

/** Setting that names the backup of an unfinished restore into this installation. */
export const RESTORING = 'restoring'

/**
 * Refuses to start on a half-restored installation, in which data may still be missing, and before it is migrated: the
 * rest is loaded as it was.
 */
export async function checkRestored(db: Db): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('setting') is not null as there`.execute(db)
  if (!rows[0]?.there) return
  const begun = await db.selectFrom('setting').select('value').where('key', '=', RESTORING).executeTakeFirst()
  if (!begun) return
  throw new ConfigError([
    `the restore of backup ${begun.value} into this installation has not come to its end: run it again, see docs/backup.md`,
  ])
}
