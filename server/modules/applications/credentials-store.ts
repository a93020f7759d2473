import { sql } from 'kysely'
import type { ApplicationGrant, ApplicationWay } from '#contract/applications.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { GRANTS } from './grants-store.ts'

export type CredentialRow = {
  id: string
  key: string
  name: string
  ways: ApplicationWay[]
  secret_hash: Buffer
  sealed_secret: Buffer | null
  calls_per_minute: number
  calls_per_day: number | null
  gb_per_day: number | null
  disabled_at: Date | null
  grants: ApplicationGrant[]
}
export type Secret = { ways: ApplicationWay[]; hash: Buffer; sealed: Buffer | null; at: Date }

/** The credentials that requests of applications are verified with. */
export const sqlCredentialStore = (db: Db) => ({
  async byKey(key: string): Promise<CredentialRow | undefined> {
    const { rows } = await sql<CredentialRow>`
      select a.id, a.key, p.name, a.ways, a.secret_hash, a.sealed_secret, a.calls_per_minute,
        a.calls_per_day, a.gb_per_day, p.disabled_at, ${GRANTS}
      from application a join person p on p.id = a.id where a.key = ${key}`.execute(db)
    return rows[0]
  },

  setSecret: (tx: Tx, id: string, { ways, hash, sealed, at }: Secret) =>
    tx
      .updateTable('application')
      .set({ ways, secret_hash: hash, sealed_secret: sealed, secret_at: at })
      .where('id', '=', id)
      .execute(),
})
export type CredentialStore = ReturnType<typeof sqlCredentialStore>
