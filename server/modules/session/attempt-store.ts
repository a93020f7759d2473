import { randomBytes } from 'node:crypto'
import { SIGN_IN_MINUTES } from '#contract/core/limits.ts'
import { MINUTE_MS } from '#contract/core/time.ts'
import type { Db } from '#server/storage/database.ts'
import { type Seal, sha256 } from '#server/storage/seal.ts'

/** Wrong codes after which an unfinished sign-in is ended (our choice). */
export const CODE_TRIES = 5

/**
 * A multi-step procedure of one browser. outside: redirected to another site. pending: authenticated there, without an
 * account here. second: the password was right, the second step follows. passkey: a challenge. totp, newPasskey: being
 * set up. registered: this browser registered, and may be activated only by the link in the mail.
 */
export type AttemptKind = 'outside' | 'pending' | 'second' | 'passkey' | 'totp' | 'newPasskey' | 'registered'
export type Attempt<Data> = { key: Buffer; personId: string | null; methodId: string | null; data: Data; tries: number }

type What = { personId?: string | null; methodId?: string | null; data: unknown; minutes?: number }

const PURPOSE = 'attempt'

/** Unfinished procedures are in the database, so that any node can continue them; the secret of each is in a cookie. */
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
    /** Begins a procedure and returns the secret for the cookie. */
    async begin(kind: AttemptKind, what: What): Promise<string> {
      const secret = randomBytes(32).toString('base64url')
      await put(secret, kind, what)
      return secret
    },
    /** A procedure that has not expired. */
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
    /** Updates the stored data, and extends the procedure to this many minutes from now. */
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
    /**
     * Counts a code before it is checked, so that concurrent attempts can't bypass the limit; after CODE_TRIES the
     * procedure is ended.
     */
    async count(key: Buffer): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('attempt')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('key', '=', key)
        .where('tries', '<', CODE_TRIES)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** Ends a procedure; false when another request ended it first, so that its effect happens only once. */
    async end(key: Buffer): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('attempt').where('key', '=', key).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
export type Attempts = ReturnType<typeof attemptStore>
