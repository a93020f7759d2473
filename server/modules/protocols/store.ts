import { type RawBuilder, sql } from 'kysely'
import type { Protocol } from '#contract/account.ts'
import { reserving } from '#server/modules/files/index.ts'
import type { PersonRow } from '#server/modules/people/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'

/** An app password with its owner. */
export type KeyRow = Pick<
  PersonRow,
  'id' | 'email' | 'name' | 'avatar' | 'role' | 'state' | 'disabled_at' | 'locked_at' | 'merged_into'
> & {
  key_id: string
  protocols: Protocol[]
  space_id: string | null
  expires_at: Date | null
  last_used_at: Date | null
}

/** How a key is looked up; passwords and public keys by their SHA-256. */
export type KeyBy = { id: string } | { password: Buffer } | { publicKey: Buffer; email: string }

/** A reservation of storage in a space. */
export type Held = { id: string; spaceId: string; personId: string; at: Date }

async function release(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with gone as (delete from incoming where ${which} returning space_id, bytes)
    update space_usage u set reserved_bytes = u.reserved_bytes - g.bytes
    from (select space_id, sum(bytes) as bytes from gone group by space_id) g where u.space_id = g.space_id`.execute(tx)
}
/** Releases all reservations. */
export const releaseAll = (tx: Tx): Promise<void> => release(tx, sql`true`)

export const sqlProtocolStore = (db: Db) => ({
  /** A valid app password by its SHA-256, a public key by that and its owner's address in lower case, or either by its id. */
  key: (by: KeyBy, at: Date): Promise<KeyRow | undefined> =>
    db
      .selectFrom('app_password as k')
      .innerJoin('person as p', 'p.id', 'k.person_id')
      .select([
        'p.id',
        'p.email',
        'p.name',
        'p.avatar',
        'p.role',
        'p.state',
        'p.disabled_at',
        'p.locked_at',
        'p.merged_into',
      ])
      .select(['k.id as key_id', 'k.protocols', 'k.space_id', 'k.expires_at', 'k.last_used_at'])
      .where((eb) => {
        if ('id' in by) return eb('k.id', '=', by.id)
        if ('password' in by) return eb('k.hash', '=', by.password).and('k.ssh_key_type', 'is', null)
        return eb.and([
          eb('k.hash', '=', by.publicKey),
          eb('k.ssh_key_type', 'is not', null),
          eb(sql`lower(p.email)`, '=', by.email),
        ])
      })
      .where((eb) => eb.or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', at)]))
      .executeTakeFirst(),
  touchKey: (id: string, at: Date) =>
    db.updateTable('app_password').set({ last_used_at: at }).where('id', '=', id).execute(),

  /** Used bytes of a space, including reserved ones, and its capacity. */
  async room(spaceId: string): Promise<{ usedBytes: number; capacityBytes: number }> {
    const { rows } = await sql<{ used: number; capacity: number }>`
      select u.used_bytes + u.reserved_bytes as used, s.capacity_bytes as capacity
      from space s join space_usage u on u.space_id = s.id where s.id = ${spaceId}::uuid`.execute(db)
    return { usedBytes: rows[0]?.used ?? 0, capacityBytes: rows[0]?.capacity ?? 0 }
  },
  /** Adds bytes to a reservation; false when they do not fit. */
  async hold({ id, spaceId, personId, at }: Held, bytes: number): Promise<boolean> {
    const { rows } = await sql`
      with ${reserving(spaceId, bytes)}
      insert into incoming (id, space_id, person_id, bytes, active_at)
      select ${id}::uuid, room.space_id, ${personId}::uuid, ${bytes}, ${at} from room
      on conflict (id) do update set bytes = incoming.bytes + excluded.bytes, active_at = excluded.active_at
      returning id`.execute(db)
    return rows.length > 0
  },
  /** Refreshes a reservation, so that it is not swept. */
  noteActive: (id: string, at: Date) =>
    db.updateTable('incoming').set({ active_at: at }).where('id', '=', id).execute(),
  /** Reserved bytes by id, locked until the transaction ends. */
  async held(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
    if (!ids.length) return new Map()
    const rows = await tx.selectFrom('incoming').select(['id', 'bytes']).where('id', 'in', ids).forUpdate().execute()
    return new Map(rows.map(({ id, bytes }) => [id, bytes]))
  },
  /** Deletes reservations whose content became a file; the caller has released the bytes. */
  async forget(tx: Tx, ids: readonly string[]): Promise<void> {
    if (ids.length) await tx.deleteFrom('incoming').where('id', 'in', ids).execute()
  },
  /** Releases reservations; the caller holds the space's lock. */
  release: (tx: Tx, ids: readonly string[]) => release(tx, sql`id = any(${[...ids]}::uuid[])`),
  /** Saves the SHA-1 of contents that a client verified by it. */
  keepSha1: (tx: Tx, contents: readonly { sha256: string; sha1: string }[]) =>
    sql`
      update blob b set sha1 = decode(c.sha1, 'hex')
      from unnest(${contents.map(({ sha256 }) => sha256)}::text[], ${contents.map(({ sha1 }) => sha1)}::text[]) as c(sha256, sha1)
      where b.sha256 = decode(c.sha256, 'hex') and b.sha1 is null`.execute(tx),
  /** Reservations not refreshed since `before`. */
  idle: (before: Date, most: number): Promise<{ id: string; space_id: string }[]> =>
    db.selectFrom('incoming').select(['id', 'space_id']).where('active_at', '<', before).limit(most).execute(),
})
export type ProtocolStore = ReturnType<typeof sqlProtocolStore>
