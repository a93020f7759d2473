import { sql } from 'kysely'
import type { Role } from '#contract/session.ts'
import type { Language } from '#server/http/context.ts'
import type { Db, Tx } from '#server/storage/database.ts'

/** A session with its person, or a person with a program's token. */
export type SessionRow = {
  id: string
  email: string
  name: string
  avatar: string
  role: Role
  disabled_at: Date | null
  locked_at: Date | null
  session_id: string
  method: string
  created_at: Date
  seen_at: Date
  confirmed_at: Date
  has_second_step: boolean
  second_passed: boolean
}
export type TokenRow = {
  id: string
  email: string
  name: string
  avatar: string
  role: Role
  scope: 'read' | 'write'
  token_id: string
  last_used_at: Date | null
}

const person = ['person.id', 'person.email', 'person.name', 'person.avatar', 'person.role'] as const
const hasSecondStep = sql<boolean>`(exists(select 1 from totp where totp.person_id = person.id)
  or exists(select 1 from passkey where passkey.person_id = person.id))`

export function sqlSessionStore(db: Db) {
  return {
    insertSession: (
      tx: Db | Tx,
      session: {
        id: string
        token_hash: Buffer
        person_id: string
        user_agent: string
        address: string
        method: string
        ticket: string | null
        second_passed: boolean
        created_at: Date
        seen_at: Date
        confirmed_at: Date
      },
    ) => tx.insertInto('session').values(session).execute(),

    find: (tokenHash: Buffer): Promise<SessionRow | undefined> =>
      db
        .selectFrom('session')
        .innerJoin('person', 'person.id', 'session.person_id')
        .select([
          ...person,
          'disabled_at',
          'locked_at',
          'session.id as session_id',
          'method',
          'seen_at',
          'confirmed_at',
          'second_passed',
        ])
        .select('session.created_at')
        .select(hasSecondStep.as('has_second_step'))
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst(),

    /**
     * The valid ones of these sessions: of an active account, not expired, and not lacking a second step that the role
     * requires.
     */
    async holding(
      ids: readonly string[],
      since: { idle: Date; begun: Date },
      roles: readonly Role[],
    ): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select s.id from session s join person p on p.id = s.person_id
        where s.id = any(${ids}::uuid[]) and p.disabled_at is null and p.locked_at is null
          and s.seen_at >= ${since.idle} and s.created_at >= ${since.begun}
          and not (s.method = 'password' and not s.second_passed and p.role = any(${roles}::text[]))`.execute(db)
      return rows.map(({ id }) => id)
    },
    /** Notes when a session was seen, and the language that its person reads the site in, if they chose one. */
    async touch(tokenHash: Buffer, at: Date, language: Language | null): Promise<void> {
      const session = await db
        .updateTable('session')
        .set({ seen_at: at })
        .where('token_hash', '=', tokenHash)
        .returning('person_id')
        .executeTakeFirst()
      if (!session || !language) return
      // By itself: changes of accounts lock the person before their sessions.
      await db
        .updateTable('person')
        .set({ language })
        .where('id', '=', session.person_id)
        .where('language', '<>', language)
        .execute()
    },
    passSecond: (tx: Tx, id: string) =>
      tx.updateTable('session').set({ second_passed: true }).where('id', '=', id).execute(),
    /** Whether this person has signed in with this browser before. */
    async knowsDevice(email: string, hash: Buffer): Promise<boolean> {
      const row = await db
        .selectFrom('device')
        .innerJoin('person', 'person.id', 'device.person_id')
        .select('device.hash')
        .where(sql`lower(email)`, '=', email.toLowerCase())
        .where('device.hash', '=', hash)
        .executeTakeFirst()
      return row !== undefined
    },
    confirm: (id: string, at: Date) =>
      db.updateTable('session').set({ confirmed_at: at }).where('id', '=', id).execute(),
    remove: (tokenHash: Buffer) => db.deleteFrom('session').where('token_hash', '=', tokenHash).execute(),
    async removeByTicket(ticket: string): Promise<string[]> {
      const rows = await db.deleteFrom('session').where('ticket', '=', ticket).returning('person_id').execute()
      return rows.map((row) => row.person_id)
    },

    token: (hash: Buffer, at: Date): Promise<TokenRow | undefined> =>
      db
        .selectFrom('access_token')
        .innerJoin('person', 'person.id', 'access_token.person_id')
        .select([...person, 'scope', 'access_token.id as token_id', 'access_token.last_used_at'])
        .where('hash', '=', hash)
        .where('access_token.expires_at', '>', at)
        .where('disabled_at', 'is', null)
        .where('locked_at', 'is', null)
        .executeTakeFirst(),
    touchToken: (id: string, at: Date) =>
      db.updateTable('access_token').set({ last_used_at: at }).where('id', '=', id).execute(),

    /** Saves a browser; true when this person never used it before. */
    async isNewDevice(tx: Db | Tx, personId: string, hash: Buffer, at: Date): Promise<boolean> {
      const { rows } = await sql<{ is_new: boolean }>`
        insert into device (person_id, hash, seen_at) values (${personId}::uuid, ${hash}, ${at})
        on conflict (person_id, hash) do update set seen_at = excluded.seen_at returning (xmax = 0) as is_new`.execute(
        tx,
      )
      return rows[0]?.is_new ?? false
    },

    /** Deletes sessions inactive since before `seenBefore`, or created before `madeBefore`. */
    sweepSessions: (seenBefore: Date, madeBefore: Date) =>
      db
        .deleteFrom('session')
        .where((eb) => eb.or([eb('seen_at', '<', seenBefore), eb('created_at', '<', madeBefore)]))
        .execute(),
    sweepDevices: (before: Date) => db.deleteFrom('device').where('seen_at', '<', before).execute(),

    delaysOf: (keys: string[]) => db.selectFrom('login_delay').selectAll().where('key', 'in', keys).execute(),

    /** Counts a failure, atomically across nodes; failures before `since` are dropped. Returns the count. */
    async countMiss(key: string, at: Date, since: Date): Promise<number> {
      const { rows } = await sql<{ failures: number }>`
        insert into login_delay as d (key, failures, last_at, until) values (${key}, 1, ${at}, ${at})
        on conflict (key) do update set failures = case when d.last_at > ${since} then d.failures + 1 else 1 end, last_at = ${at}
        returning failures`.execute(db)
      return rows[0]?.failures ?? 1
    },
    /** Sets the time of the next allowed attempt. */
    delayUntil: (key: string, until: Date) =>
      sql`update login_delay set until = greatest(until, ${until}) where key = ${key}`.execute(db),

    forgetDelay: (key: string) => db.deleteFrom('login_delay').where('key', '=', key).execute(),
    sweepDelays: (before: Date) => db.deleteFrom('login_delay').where('last_at', '<', before).execute(),
  }
}
export type SessionStore = ReturnType<typeof sqlSessionStore>
