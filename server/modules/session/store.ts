import { sql } from 'kysely'
import type { Role } from '#contract/session.ts'
import type { Db } from '#server/storage/database.ts'

export type PersonRow = {
  id: string
  email: string
  name: string
  avatar: string
  role: Role
  password_hash: string | null
  disabled_at: Date | null
}
export type SessionRow = Omit<PersonRow, 'password_hash'> & { created_at: Date; seen_at: Date }

export function sqlSessionStore(db: Db) {
  return {
    personByEmail: (email: string): Promise<PersonRow | undefined> =>
      db
        .selectFrom('person')
        .select(['id', 'email', 'name', 'avatar', 'role', 'password_hash', 'disabled_at'])
        .where(sql`lower(email)`, '=', email.toLowerCase())
        .executeTakeFirst(),

    insertSession: (session: {
      token_hash: Buffer
      person_id: string
      user_agent: string
      created_at: Date
      seen_at: Date
    }) => db.insertInto('session').values(session).execute(),

    find: (tokenHash: Buffer): Promise<SessionRow | undefined> =>
      db
        .selectFrom('session')
        .innerJoin('person', 'person.id', 'session.person_id')
        .select(['person.id', 'email', 'name', 'avatar', 'role', 'disabled_at', 'session.created_at', 'seen_at'])
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst(),

    touch: (tokenHash: Buffer, at: Date) =>
      db.updateTable('session').set({ seen_at: at }).where('token_hash', '=', tokenHash).execute(),

    remove: (tokenHash: Buffer) => db.deleteFrom('session').where('token_hash', '=', tokenHash).execute(),

    /** Sessions that have been silent since before `seenBefore`, or were made before `madeBefore`. */
    sweepSessions: (seenBefore: Date, madeBefore: Date) =>
      db
        .deleteFrom('session')
        .where((eb) => eb.or([eb('seen_at', '<', seenBefore), eb('created_at', '<', madeBefore)]))
        .execute(),

    delaysOf: (keys: string[]) => db.selectFrom('login_delay').selectAll().where('key', 'in', keys).execute(),

    saveDelay: (delay: { key: string; failures: number; last_at: Date; until: Date }) =>
      db
        .insertInto('login_delay')
        .values(delay)
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            failures: delay.failures,
            last_at: delay.last_at,
            until: delay.until,
          }),
        )
        .execute(),

    forgetDelay: (key: string) => db.deleteFrom('login_delay').where('key', '=', key).execute(),
    sweepDelays: (before: Date) => db.deleteFrom('login_delay').where('last_at', '<', before).execute(),
  }
}
export type SessionStore = ReturnType<typeof sqlSessionStore>
