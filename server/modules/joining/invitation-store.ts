import { type Insertable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { SpaceStatus, SpaceType } from '#contract/core/policy.ts'
import type { InvitationCard, InvitationState, SpaceInvitation } from '#contract/joining.ts'
import type { GivenRole } from '#contract/spaces.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'
import { hiddenAddress } from './address.ts'
import { findPeople } from './people-search-store.ts'

type State = InvitationState
type Row = {
  id: string
  email: string
  person_id: string | null
  person_name: string | null
  role: GivenRole
  state: State
  inviter: string
  invited_at: Date
  expires_at: Date
}

/** An invitation with its space, as its recipient sees it. */
export type CardRow = {
  id: string
  email: string
  person_id: string | null
  role: GivenRole
  state: State
  inviter: string
  expires_at: Date
  space_id: string
  name: string
  introduction: string
  identifier: string
  type: SpaceType
  status: SpaceStatus
  cover: string
}
export type InvitationRow = {
  id: string
  hash: Buffer
  space_id: string
  email: string
  person_id: string | null
  role: GivenRole
  state: State
  invited_by: string
  expires_at: Date
}
type Me = { id: string; email: string }

const Cursor = z.tuple([part.timestamp, part.id])
/** Maximum number of invitations shown to one person at once. */
const MINE_MAX = 50

/** A waiting invitation past its date counts as expired, even if its row was not updated yet. */
const stateAt = (at: Date) =>
  sql<State>`case when i.state = 'waiting' and i.expires_at <= ${at} then 'expired' else i.state end`

/** An invitation of an account belongs to it even if its address changes; otherwise it belongs to the address. */
const isFor = ({ id, email }: Me) =>
  sql`(i.person_id = ${id}::uuid or (i.person_id is null and lower(i.email) = ${email.toLowerCase()}))`
export const isMine = (row: Pick<InvitationRow, 'person_id' | 'email'>, me: Me | null): boolean =>
  me !== null && (row.person_id ? row.person_id === me.id : row.email.toLowerCase() === me.email.toLowerCase())

const invitationOf = (row: Row): SpaceInvitation => ({
  id: row.id,
  emailAccounts: row.person_id ? hiddenAddress(row.email) : row.email,
  personId: row.person_id,
  personName: row.person_name ?? '',
  role: row.role,
  state: row.state,
  inviter: row.inviter,
  invitedAt: row.invited_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
})

export const cardOf = (row: CardRow, me: Me | null): InvitationCard => ({
  id: row.id,
  space: {
    id: row.space_id,
    name: row.name,
    introduction: row.introduction,
    identifier: row.identifier,
    type: row.type,
    cover: row.cover,
  },
  role: row.role,
  inviter: row.inviter,
  expiresAt: row.expires_at.toISOString(),
  state: row.state,
  emailAccounts: isMine(row, me) ? row.email : hiddenAddress(row.email),
  isMine: isMine(row, me),
  isOpen: row.status === 'normal',
})

const cards = (at: Date) => sql`
  select i.id, i.email, i.person_id, i.role, ${stateAt(at)} as state, o.name as inviter, i.expires_at, i.space_id,
    s.name, s.introduction, s.identifier, s.type, s.status, s.cover
  from space_invitation i join space s on s.id = i.space_id join person o on o.id = i.invited_by`

export const sqlInvitationStore = (db: Db) => ({
  find: (spaceId: string, q: string, at: Date) => findPeople(db, { spaceId, q, at }),

  async countWaiting(tx: Db | Tx, spaceId: string, at: Date): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from space_invitation i
      where i.space_id = ${spaceId}::uuid and i.state = 'waiting' and i.expires_at > ${at}`.execute(tx)
    return rows[0]?.count ?? 0
  },
  personIdOf: async (tx: Tx, email: string): Promise<string | undefined> => {
    const row = await tx
      .selectFrom('person')
      .select('id')
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .executeTakeFirst()
    return row?.id
  },
  /** Ends an expired invitation, so that a new one to the same address can be inserted. */
  endExpired: (tx: Tx, spaceId: string, email: string, at: Date) =>
    sql`
      update space_invitation set state = 'expired'
      where space_id = ${spaceId}::uuid and lower(email) = ${email.toLowerCase()} and state = 'waiting'
        and expires_at <= ${at}`.execute(tx),
  async isWaiting(tx: Tx, spaceId: string, { id, email }: { id?: string | undefined; email: string }, at: Date) {
    const { rows } = await sql`
      select 1 from space_invitation i where i.space_id = ${spaceId}::uuid and i.state = 'waiting' and i.expires_at > ${at}
        and (lower(i.email) = ${email.toLowerCase()} or i.person_id = ${id ?? null}::uuid)`.execute(tx)
    return rows.length > 0
  },
  insert: (tx: Tx, row: Insertable<Schema['space_invitation']>) =>
    tx.insertInto('space_invitation').values(row).execute(),

  async page(spaceId: string, { after, size, at }: { after?: string | undefined; size: number; at: Date }) {
    const from = after ? decodeCursor(after, Cursor) : null
    const place = from ? sql`and (i.invited_at, i.id) < (${from[0]}::timestamptz, ${from[1]}::uuid)` : sql``
    const { rows } = await sql<Row & { key: string }>`
      select i.id, i.email, p.id as person_id, p.name as person_name, i.role, ${stateAt(at)} as state,
        o.name as inviter, i.invited_at, i.expires_at, ${exactly(sql`i.invited_at`)} as key
      from space_invitation i join person o on o.id = i.invited_by
      left join person p on p.id = coalesce(i.person_id,
        (select k.id from person k where lower(k.email) = lower(i.email) and k.state = 'active'))
      where i.space_id = ${spaceId}::uuid ${place}
      order by i.invited_at desc, i.id desc limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: invitationOf, key: (row) => [row.key, row.id] })
  },

  /** Finds an invitation by the code of a mail, or by its id for its recipient. */
  async card(key: { hash: Buffer } | { id: string; me: Me }, at: Date): Promise<CardRow | undefined> {
    const where = 'hash' in key ? sql`i.hash = ${key.hash}` : sql`i.id = ${key.id}::uuid and ${isFor(key.me)}`
    const { rows } = await sql<CardRow>`${cards(at)} where ${where}`.execute(db)
    return rows[0]
  },
  async mine(me: Me, at: Date): Promise<CardRow[]> {
    const { rows } = await sql<CardRow>`
      ${cards(at)} where i.state = 'waiting' and i.expires_at > ${at} and s.status = 'normal' and ${isFor(me)}
        and not exists (select from member m where m.space_id = i.space_id and m.person_id = ${me.id}::uuid)
      order by i.invited_at desc, i.id desc limit ${MINE_MAX}`.execute(db)
    return rows
  },
  async spaceIdOf(tx: Tx, key: { hash: Buffer } | { id: string }): Promise<string | undefined> {
    const where = 'hash' in key ? sql`i.hash = ${key.hash}` : sql`i.id = ${key.id}::uuid`
    const { rows } = await sql<{ space_id: string }>`select i.space_id from space_invitation i where ${where}`.execute(
      tx,
    )
    return rows[0]?.space_id
  },
  async lock(tx: Tx, key: { hash: Buffer } | { id: string }, at: Date): Promise<InvitationRow | undefined> {
    const where = 'hash' in key ? sql`i.hash = ${key.hash}` : sql`i.id = ${key.id}::uuid`
    const { rows } = await sql<InvitationRow>`
      select i.id, i.hash, i.space_id, i.email, i.person_id, i.role, ${stateAt(at)} as state, i.invited_by, i.expires_at
      from space_invitation i where ${where} for update`.execute(tx)
    return rows[0]
  },
  close: (
    tx: Tx,
    id: string,
    answer: { state: 'accepted' | 'declined' | 'revoked'; answered_at: Date; person_id?: string },
  ) => tx.updateTable('space_invitation').set(answer).where('id', '=', id).execute(),
  async isMember(tx: Tx, spaceId: string, personId: string): Promise<boolean> {
    const row = await tx
      .selectFrom('member')
      .select('role')
      .where('space_id', '=', spaceId)
      .where('person_id', '=', personId)
      .executeTakeFirst()
    return row !== undefined
  },
})
export type InvitationStore = ReturnType<typeof sqlInvitationStore>
