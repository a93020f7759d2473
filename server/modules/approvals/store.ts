import { sql } from 'kysely'
import type { ApprovalKind } from '#contract/approvals.ts'
import { gbOf } from '#contract/core/limits.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { uniqueAs } from '#server/storage/unique.ts'

/** A pending request, locked together with its space until the transaction ends. */
export type Held = {
  id: string
  kind: ApprovalKind
  spaceId: string
  spaceName: string
  ownerId: string
  applicantId: string
  applicantName: string
  /** Whether the applicant is a member who may request capacity. */
  mayApplicantAsk: boolean
  capacityGb: number
  sizeGb: number
}
export type Wish = {
  id: string
  kind: ApprovalKind
  space: { id: string; name: string; identifier: string }
  applicantId: string
  reason: string
  sizeGb: number
  askedAt: Date
}
export type Verdict = {
  state: 'passed' | 'rejected' | 'withdrawn'
  by: string
  at: Date
  opinion: string
  grantedGb: number
}

export function sqlApprovalStore(db: Db) {
  return {
    async waiting(): Promise<Record<ApprovalKind, number>> {
      const { rows } = await sql<Record<ApprovalKind, number>>`
        select count(*) filter (where kind = 'space') as space, count(*) filter (where kind = 'capacity') as capacity
        from approval where state = 'pending'`.execute(db)
      return rows[0] ?? { space: 0, capacity: 0 }
    },
    /** The pending request of a kind in a space. */
    async pendingOf(spaceId: string, kind: ApprovalKind, me: string) {
      const row = await db
        .selectFrom('approval as a')
        .innerJoin('person as p', 'p.id', 'a.applicant_id')
        .innerJoin('space as s', 's.id', 'a.space_id')
        .select(['a.id', 'a.size_gb', 'a.reason', 'a.asked_at', 'a.applicant_id', 'p.name', 's.owner_id'])
        .where('a.space_id', '=', spaceId)
        .where('a.kind', '=', kind)
        .where('a.state', '=', 'pending')
        .executeTakeFirst()
      if (!row) return null
      const { id, size_gb: size, reason, asked_at, name: applicant, applicant_id, owner_id } = row
      const isMine = owner_id === me || applicant_id === me
      return { id, size, reason, askedAt: asked_at.toISOString(), applicant, isMine }
    },

    /** Inserts a request; a unique index allows one pending request per space and kind. Throws capacityAsked. */
    insert: (tx: Tx, wish: Wish) =>
      uniqueAs({ approval_one_pending: 'capacityAsked' }, () =>
        tx
          .insertInto('approval')
          .values({
            id: wish.id,
            kind: wish.kind,
            space_id: wish.space.id,
            space_name: wish.space.name,
            space_identifier: wish.space.identifier,
            applicant_id: wish.applicantId,
            reason: wish.reason,
            size_gb: wish.sizeGb,
            asked_at: wish.askedAt,
            answered_at: null,
            answered_by: null,
          })
          .execute(),
      ),

    /** Locks a pending request and its space; the space is locked first, as in every module. */
    async hold(tx: Tx, id: string): Promise<Held | null> {
      await sql`
        select from space where id = (select space_id from approval where id = ${id}::uuid) for no key update`.execute(
        tx,
      )
      const { rows } = await sql<Omit<Held, 'capacityGb'> & { capacity: number }>`
        select a.id, a.kind, s.id as "spaceId", s.name as "spaceName", s.owner_id as "ownerId",
          a.applicant_id as "applicantId", p.name as "applicantName", s.capacity_bytes as capacity, a.size_gb as "sizeGb",
          coalesce(m.role in ('owner', 'senior'), false) as "mayApplicantAsk"
        from approval a join space s on s.id = a.space_id join person p on p.id = a.applicant_id
        left join member m on m.space_id = s.id and m.person_id = a.applicant_id
        where a.id = ${id}::uuid and a.state = 'pending' for no key update of a`.execute(tx)
      const [row] = rows
      if (!row) return null
      const { capacity, ...held } = row
      return { ...held, capacityGb: gbOf(capacity) }
    },
    close: (tx: Tx, id: string, { state, by, at, opinion, grantedGb }: Verdict) =>
      tx
        .updateTable('approval')
        .set({ state, answered_by: by, answered_at: at, opinion, granted_gb: grantedGb })
        .where('id', '=', id)
        .execute(),

    /** Returns the number of changed requests. */
    async passOn(tx: Tx, moves: readonly { spaceId: string; personId: string }[]): Promise<number> {
      const { numAffectedRows } = await sql`
        update approval a set applicant_id = m.person_id
        from unnest(${moves.map(({ spaceId }) => spaceId)}::uuid[], ${moves.map(({ personId }) => personId)}::uuid[])
          as m(space_id, person_id)
        where a.space_id = m.space_id and a.kind = 'space' and a.state = 'pending'`.execute(tx)
      return Number(numAffectedRows ?? 0)
    },
    /** Returns the number of ended requests. */
    async endIn(tx: Tx, spaceId: string, { by, at }: { by: string; at: Date }): Promise<number> {
      const { numUpdatedRows } = await tx
        .updateTable('approval')
        .set({ state: 'withdrawn', answered_by: by, answered_at: at })
        .where('space_id', '=', spaceId)
        .where('state', '=', 'pending')
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },
  }
}
export type ApprovalStore = ReturnType<typeof sqlApprovalStore>
