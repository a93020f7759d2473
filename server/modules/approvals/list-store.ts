import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Approval, ApprovalKind, ApprovalState, approvals, MyRequest } from '#contract/approvals.ts'
import { gbOf } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { SpaceType } from '#contract/core/policy.ts'
import { shownAddress } from '#contract/people.ts'
import { IS_ALLOCATED } from '#server/modules/spaces/index.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'

type ApprovalRow = {
  id: string
  kind: ApprovalKind
  state: ApprovalState
  space_id: string | null
  space_name: string
  space_identifier: string
  type: SpaceType | null
  introduction: string | null
  applicant_id: string
  applicant_name: string
  email: string
  unit: string
  reason: string
  size_gb: number
  granted_gb: number
  capacity_bytes: number | null
  used_bytes: number | null
  asked_at: Date
  answered_at: Date | null
  answered_by: string | null
  opinion: string
  key: string
}
const approvalOf = (row: ApprovalRow): Approval => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  space: {
    id: row.space_id,
    name: row.space_name,
    identifier: row.space_identifier,
    type: row.type,
    introduction: row.introduction ?? '',
  },
  applicant: {
    personId: row.applicant_id,
    personName: row.applicant_name,
    emailAccounts: shownAddress(row.email),
    unit: row.unit,
  },
  reason: row.reason,
  size: row.size_gb,
  sizeNow: gbOf(row.capacity_bytes ?? 0),
  granted: row.granted_gb,
  usedBytes: row.used_bytes ?? 0,
  askedAt: row.asked_at.toISOString(),
  answeredAt: row.answered_at?.toISOString() ?? null,
  answeredBy: row.answered_by ?? '',
  opinion: row.opinion,
})

const rowsBy = (key: RawBuilder<unknown>) => sql`
  select a.id, a.kind, a.state, a.space_id, a.space_name, a.space_identifier, s.type, s.introduction, a.applicant_id,
    p.name as applicant_name, p.email, p.unit, a.reason, a.size_gb, a.granted_gb,
    case when ${IS_ALLOCATED} then s.capacity_bytes end as capacity_bytes, u.used_bytes,
    a.asked_at, a.answered_at, b.name as answered_by, a.opinion, ${exactly(key)} as key
  from approval a left join space s on s.id = a.space_id left join space_usage u on u.space_id = a.space_id
  join person p on p.id = a.applicant_id left join person b on b.id = a.answered_by`

function conditions({ isOpen, kind, state, q }: ParsedOf<typeof approvals.list>): RawBuilder<unknown>[] {
  const where = [isOpen ? sql`a.state = 'pending'` : sql`a.state <> 'pending'`]
  if (kind) where.push(sql`a.kind = ${sql.lit(kind)}`)
  if (state) where.push(sql`a.state = ${sql.lit(state)}`)
  if (q) {
    const like = `%${literal(q)}%`
    where.push(
      sql`(a.space_name ilike ${like} or a.space_identifier ilike ${like} or p.name ilike ${like} or p.email ilike ${like})`,
    )
  }
  return where
}

const KeysetKey = z.tuple([part.timestamp, part.id])

/** Pending requests, the oldest first, or answered ones, newest first; each list uses its own index. */
export async function pageOfApprovals(
  db: Db,
  query: ParsedOf<typeof approvals.list>,
): Promise<{ list: Approval[]; next?: string }> {
  const where = conditions(query)
  const key = query.isOpen ? sql`a.asked_at` : sql`a.answered_at`
  const direction = query.isOpen ? sql`asc` : sql`desc`
  if (query.after) {
    const [at, id] = decodeCursor(query.after, KeysetKey)
    where.push(sql`(${key}, a.id) ${query.isOpen ? sql`>` : sql`<`} (${at}::timestamptz, ${id}::uuid)`)
  }
  const { rows } = await sql<ApprovalRow>`
    ${rowsBy(key)} where ${sql.join(where, sql` and `)}
    order by ${key} ${direction}, a.id ${direction} limit ${query.size + 1}`.execute(db)
  return pageOf(rows, query.size, { toItem: approvalOf, key: (row) => [row.key, row.id] })
}

type MyRow = {
  id: string
  kind: MyRequest['kind']
  state: ApprovalState
  space_id: string | null
  space_name: string
  space_identifier: string
  reason: string
  size_gb: number
  granted_gb: number
  asked_at: Date
  answered_at: Date | null
  opinion: string
  key: string
}
const myRequestOf = (row: MyRow): MyRequest => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  space: { id: row.space_id, name: row.space_name, identifier: row.space_identifier },
  reason: row.reason,
  size: row.size_gb,
  granted: row.granted_gb,
  askedAt: row.asked_at.toISOString(),
  answeredAt: row.answered_at?.toISOString() ?? null,
  opinion: row.opinion,
})

/** Requests of one person: to administrators and to join spaces; each kind uses its own index. */
export async function pageOfMine(
  db: Db,
  personId: string,
  { after, size, state }: ParsedOf<typeof approvals.mine>,
): Promise<{ list: MyRequest[]; next?: string }> {
  const filters = [
    ...(state ? [sql`state = ${sql.lit(state)}`] : []),
    ...(after ? [beyond(decodeCursor(after, KeysetKey))] : []),
  ]
  const mine = (
    column: RawBuilder<unknown>,
  ) => sql`${sql.join([sql`${column} = ${personId}::uuid`, ...filters], sql` and `)}
    order by asked_at desc, id desc limit ${size + 1}`
  const { rows } = await sql<MyRow>`
    select r.*, ${exactly(sql`r.asked_at`)} as key from (
      (select id, kind, state, space_id, space_name, space_identifier, reason, size_gb, granted_gb, asked_at, answered_at, opinion
        from approval where ${mine(sql`applicant_id`)})
      union all
      (select id, 'join', state, space_id, space_name, space_identifier, reason, 0, 0, asked_at, answered_at, opinion
        from join_request where ${mine(sql`person_id`)})
    ) r order by r.asked_at desc, r.id desc limit ${size + 1}`.execute(db)
  return pageOf(rows, size, { toItem: myRequestOf, key: (row) => [row.key, row.id] })
}
const beyond = ([at, id]: z.infer<typeof KeysetKey>) => sql`(asked_at, id) < (${at}::timestamptz, ${id}::uuid)`

export async function approvalOfId(db: Db, id: string): Promise<Approval | null> {
  const { rows } = await sql<ApprovalRow>`${rowsBy(sql`a.asked_at`)} where a.id = ${id}::uuid`.execute(db)
  return rows[0] ? approvalOf(rows[0]) : null
}
