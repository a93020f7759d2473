import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { SpaceStatus, SpaceType } from '#contract/core/policy.ts'
import type { JoinRequest, JoinRequestState } from '#contract/joining.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { uniqueAs } from '#server/storage/unique.ts'

type Row = {
  id: string
  person_id: string
  person_name: string
  email: string
  avatar: string
  unit: string
  reason: string
  state: JoinRequestState
  asked_at: Date
  reminded_at: Date | null
  answered_at: Date | null
  answered_by: string | null
  opinion: string
}
export type NewRequest = {
  id: string
  space: { id: string; name: string; identifier: string }
  personId: string
  reason: string
  askedAt: Date
}
export type PendingRequest = { id: string; asked_at: Date; reminded_at: Date | null }
export type PlaceIn = {
  id: string
  name: string
  identifier: string
  type: SpaceType
  status: SpaceStatus
  owner_id: string
  is_member: boolean
}
/** A request that has been pending for long, with the data for a reminder. */
export type OldRequest = {
  id: string
  space_id: string
  space_name: string
  owner_id: string
  person_name: string
  asked_at: Date
}

const Cursor = z.tuple([part.timestamp, part.id])

const requestOf = (row: Row): JoinRequest => ({
  id: row.id,
  person: { personId: row.person_id, personName: row.person_name, emailAccounts: row.email, avatar: row.avatar },
  unit: row.unit,
  reason: row.reason,
  state: row.state,
  askedAt: row.asked_at.toISOString(),
  remindedAt: row.reminded_at?.toISOString() ?? null,
  answeredAt: row.answered_at?.toISOString() ?? null,
  answeredBy: row.answered_by ?? '',
  opinion: row.opinion,
})

export const sqlRequestStore = (db: Db) => ({
  /** Locks people's rows until the transaction ends, in a mode that still allows inserting rows that reference them. */
  lockPeople: (tx: Tx, ids: string[]) =>
    tx
      .selectFrom('person')
      .select(['id', 'name', 'email', 'language', 'state', 'disabled_at'])
      .where('id', 'in', ids)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute(),
  /** Locks a space until the transaction ends, and returns whether a person is a member; call after `lockPeople`. */
  async placeIn(tx: Tx, spaceId: string, personId: string): Promise<PlaceIn | undefined> {
    const { rows } = await sql<Omit<PlaceIn, 'is_member'>>`
      select id, name, identifier, type, status, owner_id from space where id = ${spaceId}::uuid for share`.execute(tx)
    const [space] = rows
    if (!space) return undefined
    const { rows: places } = await sql`
      select from member where space_id = ${spaceId}::uuid and person_id = ${personId}::uuid`.execute(tx)
    return { ...space, is_member: places.length > 0 }
  },
  async countAsked(tx: Tx, personId: string, since: Date): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from join_request where person_id = ${personId}::uuid and asked_at > ${since}`.execute(
      tx,
    )
    return rows[0]?.count ?? 0
  },
  insert: (tx: Tx, { id, space, personId, reason, askedAt }: NewRequest) =>
    uniqueAs({ join_request_one_pending: 'joinPending' }, () =>
      tx
        .insertInto('join_request')
        .values({
          id,
          space_id: space.id,
          space_name: space.name,
          space_identifier: space.identifier,
          person_id: personId,
          reason,
          asked_at: askedAt,
        })
        .execute(),
    ),

  /**
   * People who may answer requests: the owner first, then members whose role allows it, the longest-standing first;
   * only active ones.
   */
  async answerers(tx: Tx, spaceId: string, count: number): Promise<string[]> {
    const { rows } = await sql<{ person_id: string }>`
      select m.person_id from member m join person p on p.id = m.person_id
      left join space_flags f on f.space_id = m.space_id and f.role = m.role
      where m.space_id = ${spaceId}::uuid and p.disabled_at is null
        and (m.role = 'owner' or 'S_AUDIT' = any(f.flags))
      order by m.role <> 'owner', m.joined_at, m.person_id limit ${count}`.execute(tx)
    return rows.map(({ person_id }) => person_id)
  },

  withdraw: (tx: Tx, spaceId: string, personId: string, at: Date) =>
    tx
      .updateTable('join_request')
      .set({ state: 'withdrawn', answered_at: at })
      .where('space_id', '=', spaceId)
      .where('person_id', '=', personId)
      .where('state', '=', 'pending')
      .returning('id')
      .executeTakeFirst(),
  lockPending: (tx: Tx, spaceId: string, personId: string): Promise<PendingRequest | undefined> =>
    tx
      .selectFrom('join_request')
      .select(['id', 'asked_at', 'reminded_at'])
      .where('space_id', '=', spaceId)
      .where('person_id', '=', personId)
      .where('state', '=', 'pending')
      .forUpdate()
      .executeTakeFirst(),
  setReminded: (tx: Tx, ids: string[], at: Date) =>
    tx.updateTable('join_request').set({ reminded_at: at }).where('id', 'in', ids).execute(),
  /**
   * Pending requests of open spaces from before a moment, never reminded of; rows locked by other servers are skipped.
   */
  async lockOld(tx: Tx, before: Date, count: number): Promise<OldRequest[]> {
    const { rows } = await sql<OldRequest>`
      select r.id, r.space_id, s.name as space_name, s.owner_id, p.name as person_name, r.asked_at
      from join_request r join space s on s.id = r.space_id join person p on p.id = r.person_id
      where r.state = 'pending' and r.reminded_at is null and r.asked_at <= ${before}
        and s.status = 'normal' and p.disabled_at is null
      order by r.asked_at limit ${count} for update of r skip locked`.execute(tx)
    return rows
  },

  applicantOf: (tx: Tx, spaceId: string, id: string) =>
    tx
      .selectFrom('join_request')
      .select('person_id')
      .where('id', '=', id)
      .where('space_id', '=', spaceId)
      .executeTakeFirst(),
  lock: (tx: Tx, id: string) =>
    tx.selectFrom('join_request').select(['id', 'state']).where('id', '=', id).forUpdate().executeTakeFirst(),
  close: (
    tx: Tx,
    id: string,
    answer: { state: 'passed' | 'rejected'; answered_at: Date; answered_by: string; opinion: string },
  ) => tx.updateTable('join_request').set(answer).where('id', '=', id).execute(),

  async waiting(spaceId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from join_request r join person p on p.id = r.person_id
      where r.space_id = ${spaceId}::uuid and r.state = 'pending' and p.disabled_at is null`.execute(db)
    return rows[0]?.count ?? 0
  },

  /** Requests of active people: pending ones, the oldest first, or answered ones, newest first. */
  async page(spaceId: string, { isOpen, after, size }: { isOpen: boolean; after?: string; size: number }) {
    const key = isOpen ? sql`r.asked_at` : sql`r.answered_at`
    const [beyond, direction] = isOpen ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`]
    const from = after ? decodeCursor(after, Cursor) : null
    const place = from ? sql`and (${key}, r.id) ${beyond} (${from[0]}::timestamptz, ${from[1]}::uuid)` : sql``
    const { rows } = await sql<Row & { key: string }>`
      select r.id, r.person_id, p.name as person_name, p.email, p.avatar, p.unit, r.reason, r.state, r.asked_at,
        r.reminded_at, r.answered_at, a.name as answered_by, r.opinion, ${exactly(key)} as key
      from join_request r join person p on p.id = r.person_id left join person a on a.id = r.answered_by
      where r.space_id = ${spaceId}::uuid and ${isOpen ? sql`r.state = 'pending'` : sql`r.state <> 'pending'`}
        and p.disabled_at is null ${place}
      order by ${key} ${direction}, r.id ${direction} limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: requestOf, key: (row) => [row.key, row.id] })
  },
})
export type RequestStore = ReturnType<typeof sqlRequestStore>
