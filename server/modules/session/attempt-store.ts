import { randomBytes } from 'node:crypto'
import { SIGN_IN_MINUTES } from '#contract/core/limits.ts'
import { MINUTE_MS } from '#contract/core/time.ts'
import type { Db } from '#server/storage/database.ts'
import { type Seal, sha256 } from '#server/storage/seal.ts'

/** Wrong codes after which a begun sign-in is over (our choice). */
export const CODE_TRIES = 5

/**
 * Something begun that one browser goes on with. outside: on the way to another side. pending: known there, not here.
 * second: the password was right, the second step follows. passkey: a challenge. totp, newPasskey: being set up.
 * registered: this browser registered, and may activate by the link of the mail alone.
 */
export type AttemptKind = 'outside' | 'pending' | 'second' | 'passkey' | 'totp' | 'newPasskey' | 'registered'
export type Attempt<Data> = { key: Buffer; personId: string | null; methodId: string | null; data: Data; tries: number }

type What = { personId?: string | null; methodId?: string | null; data: unknown; minutes?: number }

const PURPOSE = 'attempt'

/** What is begun is kept in the database, so that any node goes on with it; its secret is in a cookie. */
export function attemptStore({ db, seal, now }: { db: Db; seal: Seal; now: () => Date }) {
  async function put(
    secret: string,
    kind: AttemptKind,
    { personId = null, methodId = null, data, minutes = SIGN_IN_MINUTES }: What,
  ): Promise<void> {
    const at = now()
    const row = {
      key: sha256(secret),
      kind,
      person_id: personId,
      method_id: methodId,
      data: seal.close(data, PURPOSE),
      tries: 0,
      created_at: at,
      expires_at: new Date(at.getTime() + minutes * MINUTE_MS),
    }
    await db
      .insertInto('attempt')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute()
  }

  return {
    put,
    /** Begins one and answers the secret for the cookie. */
    async begin(kind: AttemptKind, what: What): Promise<string> {
      const secret = randomBytes(32).toString('base64url')
      await put(secret, kind, what)
      return secret
    },
    /** One that is still alive. */
    async find<Data>(secret: string | undefined, kinds: AttemptKind[]): Promise<Attempt<Data> | null> {
      if (!secret) return null
      const row = await db
        .selectFrom('attempt')
        .selectAll()
        .where('key', '=', sha256(secret))
        .where('kind', 'in', kinds)
        .where('expires_at', '>', now())
        .where('tries', '<', CODE_TRIES)
        .executeTakeFirst()
      if (!row) return null
      const data = seal.open<Data>(row.data, PURPOSE)
      return { key: row.key, personId: row.person_id, methodId: row.method_id, data, tries: row.tries }
    },
    /** Changes what is kept, and keeps it for so many minutes from now. */
    keep: (key: Buffer, data: unknown, minutes: number) =>
      db
        .updateTable('attempt')
        .set({ data: seal.close(data, PURPOSE), expires_at: new Date(now().getTime() + minutes * MINUTE_MS) })
        .where('key', '=', key)
        .execute(),
    change: (key: Buffer, data: unknown) =>
      db
        .updateTable('attempt')
        .set({ data: seal.close(data, PURPOSE) })
        .where('key', '=', key)
        .execute(),
    /** Counts a wrong code before it is looked at, so that many at once are no way around; after CODE_TRIES it is over. */
    async count(key: Buffer): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('attempt')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('key', '=', key)
        .where('tries', '<', CODE_TRIES)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** Ends one; false when somebody else ended it first: what it stood for happens once. */
    async end(key: Buffer): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('attempt').where('key', '=', key).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
export type Attempts = ReturnType<typeof attemptStore>
