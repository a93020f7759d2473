import { sql } from 'kysely'
import { auditService } from '#server/modules/audit/service.ts'
import { sqlAuditStore } from '#server/modules/audit/store.ts'
import { RESTORING } from '#server/setup.ts'
import type { Db } from '#server/storage/database.ts'
import { appliedTo, checkApplied, MigrationError, migrations } from '#server/storage/migrate.ts'
import type { Seal } from '#server/storage/seal.ts'
import type { Finding } from './finding.ts'

export const RESTORE_CHECK = 'restore'
const grave = (check: string, said: string): Finding => ({ check, level: 'grave', isMended: false, said })

/** Checks that the program can serve the database; otherwise nothing else can be checked. */
export async function checkMigrations(db: Db): Promise<Finding | null> {
  const applied = await appliedTo(db)
  try {
    checkApplied(applied)
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    return grave('migrations', `${error.message}: use the program that the database belongs to`)
  }
  const missing = migrations().filter(({ name }) => !applied.some((one) => one.name === name))
  if (!missing.length) return null
  return grave(
    'migrations',
    `the database lacks ${missing.map(({ name }) => name).join(', ')}: npm run migrate, or start the server`,
  )
}

/** Checks that this installation's key encrypted its secrets, and that no restore is unfinished. */
export async function* checkInstallation(db: Db, seal: Seal | null): AsyncGenerator<Finding> {
  const { rows } = await sql<{ key: string; value: string }>`
    select key, value from setting where key in ('sealedBy', ${RESTORING})`.execute(db)
  const known = new Map(rows.map(({ key, value }) => [key, value]))
  const begun = known.get(RESTORING)
  if (begun) yield grave(RESTORE_CHECK, `the restore of backup ${begun} has not come to its end: run it again`)
  const sealedBy = known.get('sealedBy')
  if (seal && sealedBy && sealedBy !== seal.fingerprint)
    yield grave('key', 'the key is not the one that sealed the secrets: no secret opens; give the first one')
}

/** Checks that the audit log was not changed. */
export async function checkAudit(db: Db, seal: Seal, now: Date): Promise<Finding | null> {
  const { isWhole, brokenAt, breaks } = await auditService({
    db,
    store: sqlAuditStore(db),
    seal,
    now: () => now,
  }).verify()
  if (isWhole) return null
  return grave(
    'audit',
    `the audit log does not fit together from entry ${brokenAt} on, at ${breaks} places: somebody changed it past the program`,
  )
}

type Key = { name: string; child: string; parent: string; on: string; isGiven: string }
const KEYS = sql<Key>`
  select k.conname as name, k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
    string_agg(format('c.%I = p.%I', a.attname, b.attname), ' and ') as on,
    string_agg(format('c.%I is not null', a.attname), ' and ') as "isGiven"
  from pg_constraint k, unnest(k.conkey, k.confkey) as pair(child, parent)
    join pg_attribute a on true join pg_attribute b on true
  where k.contype = 'f' and k.connamespace = current_schema()::regnamespace
    and a.attrelid = k.conrelid and a.attnum = pair.child and b.attrelid = k.confrelid and b.attnum = pair.parent
  group by k.oid, k.conname, k.conrelid, k.confrelid order by k.conname`

/** Finds rows whose foreign key has no target, in every table: the database forbids them, so it or its disk failed. */
export async function* checkKeys(db: Db): AsyncGenerator<Finding> {
  for (const { name, child, parent, on, isGiven } of (await KEYS.execute(db)).rows) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.raw(child)} c
      where ${sql.raw(isGiven)} and not exists (select 1 from ${sql.raw(parent)} p where ${sql.raw(on)})`.execute(db)
    const count = rows[0]?.count ?? 0
    if (count)
      yield grave(
        name,
        `${count} rows of ${child} name rows of ${parent} that are not there: the database was damaged; restore it from a backup`,
      )
  }
}
